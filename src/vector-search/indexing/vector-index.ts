import { createHash } from 'node:crypto';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { ServiceError } from '../../common/errors/service-error';
import { EmbeddingsService, HARMLESS } from '../embeddings/embeddings.service';
import { PiecesRepository } from '../pieces/pieces.repository';
import type { SearchFilters } from '../search-result';
import type { Neighbour } from '../stores/neighbour';
import type { LabelledPiece, PieceStore } from '../stores/piece-store';
import { StoreOpener } from '../stores/store-opener.service';
import { EmbeddingsError, VectorStoreUnavailableError } from '../vector-search.errors';
import { SearchStateRepository } from './search-state.repository';
import { TaskQueue } from './task-queue';

/** Pieces that are queued at once when a new model comes. */
const QUEUED_AT_ONCE = 2_000;

interface OpenIndex {
  /** Tells the embedding model and its dimensions from others. */
  fingerprint: string;
  dimensions: number;
  store: PieceStore;
}

/**
 * The vectors of all pieces by the configured model. It opens with the first use, which asks the embeddings server for
 * the dimensions of the model; where they or the model are new, all pieces are queued to be indexed anew.
 */
@Injectable()
export class VectorIndex implements OnApplicationShutdown {
  /** What the store is; undefined before it has been opened. */
  kind: string | undefined;

  private readonly logger = new Logger(VectorIndex.name);
  private opening: Promise<OpenIndex> | undefined;

  constructor(
    private readonly embeddings: EmbeddingsService,
    private readonly opener: StoreOpener,
    private readonly pieces: PiecesRepository,
    private readonly queue: TaskQueue,
    private readonly state: SearchStateRepository,
  ) {}

  /** @throws EmbeddingsError, EmbeddingsUnavailableError, VectorStoreUnavailableError; the next call tries again. */
  async open(): Promise<OpenIndex> {
    this.opening ??= this.start();
    try {
      return await this.opening;
    } catch (error) {
      this.opening = undefined;
      throw error;
    }
  }

  /** Vectors that can be compared with those of the index. */
  async embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    const { dimensions } = await this.open();
    const vectors = await this.embeddings.embed(texts, signal);
    const other = vectors.find(({ length }) => length !== dimensions);
    if (other === undefined) return vectors;
    throw new EmbeddingsError(
      `the embeddings server answers vectors of ${other.length} dimensions where it had ${dimensions}: ` +
        'if its model was changed, restart the service to index anew',
    );
  }

  async put(pieces: readonly LabelledPiece[], vectors: readonly Float32Array[]): Promise<void> {
    await this.use(({ store }) => store.put(pieces, vectors));
  }

  async relabel(pieces: readonly LabelledPiece[]): Promise<void> {
    if (pieces.length > 0) await this.use(({ store }) => store.relabel(pieces));
  }

  async remove(keys: readonly string[]): Promise<void> {
    await this.use(({ store }) => store.remove(keys));
  }

  nearest(vector: Float32Array, filters: SearchFilters, limit: number): Promise<Neighbour[]> {
    return this.use(({ store }) => store.nearest(vector, filters, limit));
  }

  /** Resolves when the store answers. */
  ping(): Promise<void> {
    return this.use(({ store }) => store.ping());
  }

  /** Resolves when texts can be indexed. */
  async check(signal?: AbortSignal): Promise<void> {
    await this.embed([HARMLESS], signal);
    await this.ping();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.opening === undefined) return;
    const [opened] = await Promise.allSettled([this.opening]);
    if (opened.status === 'fulfilled') await opened.value.store.close();
  }

  private async start(): Promise<OpenIndex> {
    const dimensions = await this.embeddings.probe();
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([this.embeddings.model, dimensions]))
      .digest('hex')
      .slice(0, 16);
    const store = await reaching(() => this.opener.open(collectionOf(fingerprint), dimensions));
    await this.forgetOtherModel(store, fingerprint);
    await this.queueWhatIsMissing(fingerprint);
    this.kind = store.kind;
    return { fingerprint, dimensions, store };
  }

  private async forgetOtherModel(store: PieceStore, fingerprint: string): Promise<void> {
    const former = await this.state.get('fingerprint');
    if (former === fingerprint) return;
    if (former !== undefined) {
      this.logger.log(`the embedding model is another one: everything is indexed anew`);
      await reaching(() => store.drop(collectionOf(former)));
    }
    await this.state.set('fingerprint', fingerprint);
  }

  private async queueWhatIsMissing(fingerprint: string): Promise<void> {
    let last = -1;
    for (;;) {
      const missing = await this.pieces.withoutVector(fingerprint, last, QUEUED_AT_ONCE);
      await this.queue.add(missing);
      last = missing.at(-1)?.no ?? last;
      if (missing.length < QUEUED_AT_ONCE) return;
    }
  }

  private async use<T>(work: (index: OpenIndex) => Promise<T>): Promise<T> {
    const index = await this.open();
    return reaching(() => work(index));
  }
}

const collectionOf = (fingerprint: string): string => `civic_vectors_${fingerprint}`;

/** What a store throws becomes an error for the client, without a word of its inside. */
async function reaching<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new VectorStoreUnavailableError('the vector store cannot be reached or used', error);
  }
}
