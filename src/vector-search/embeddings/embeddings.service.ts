import { isNativeError } from 'node:util/types';
import { Injectable } from '@nestjs/common';
import { ExponentialBackoff, handleType, retry } from 'cockatiel';
import { Environment } from '../../config/environment';
import {
  EmbeddingsError,
  EmbeddingsUnavailableError,
  VectorSearchDisabledError,
} from '../vector-search.errors';
import {
  type CheckedEmbeddings,
  checkedEmbeddings,
  type EmbeddingsServer,
  untilGivenUp,
} from './checked-embeddings';
import { unitVector } from './unit-vector';

const OPENAI = 'https://api.openai.com/v1';

/** Any text that every model can read. */
export const HARMLESS = 'street light';

/** Turns texts into vectors through the embeddings server; the library for it is loaded with the first text. */
@Injectable()
export class EmbeddingsService {
  /** Whether a server is configured. */
  readonly enabled: boolean;
  readonly model: string;
  /** What went wrong with the latest call; undefined when nothing did, or there was none. */
  failure: string | undefined;

  private readonly server: EmbeddingsServer;
  private embeddings: Promise<CheckedEmbeddings> | undefined;
  private readonly repetition = retry(handleType(EmbeddingsUnavailableError), {
    maxAttempts: 2,
    backoff: new ExponentialBackoff({ initialDelay: 200, maxDelay: 1_000 }),
  }).dangerouslyUnref();

  constructor(environment: Environment) {
    const { EMBEDDINGS_BASE_URL, EMBEDDINGS_API_KEY, EMBEDDINGS_MODEL, EMBEDDINGS_TIMEOUT_MS } = environment;
    this.enabled = EMBEDDINGS_BASE_URL !== undefined || EMBEDDINGS_API_KEY !== undefined;
    this.model = EMBEDDINGS_MODEL;
    this.server = {
      baseUrl: EMBEDDINGS_BASE_URL ?? OPENAI,
      apiKey: EMBEDDINGS_API_KEY,
      model: EMBEDDINGS_MODEL,
      timeoutMs: EMBEDDINGS_TIMEOUT_MS,
    };
  }

  /**
   * One vector of length 1 for each text, all of the same number of dimensions.
   *
   * @throws VectorSearchDisabledError, EmbeddingsError, EmbeddingsUnavailableError; the signal's reason once it is given.
   */
  async embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    if (!this.enabled) throw new VectorSearchDisabledError();
    const embeddings = await this.langChain();
    const deadline = AbortSignal.timeout(this.server.timeoutMs);
    const until = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
    try {
      const vectors = await this.repetition.execute(() => ask(embeddings, texts, until), until);
      this.failure = undefined;
      return vectors;
    } catch (error) {
      signal?.throwIfAborted();
      const failure = deadline.aborted ? tooSlow(this.server.timeoutMs, error) : error;
      this.failure = isNativeError(failure) ? failure.message : String(failure);
      throw failure;
    }
  }

  /** The number of dimensions of the model's vectors, which tells too whether the server works. */
  async probe(signal?: AbortSignal): Promise<number> {
    const [vector] = await this.embed([HARMLESS], signal);
    return vector?.length ?? 0;
  }

  /** LangChain's interface to the server. */
  langChain(): Promise<CheckedEmbeddings> {
    this.embeddings ??= checkedEmbeddings(this.server);
    return this.embeddings;
  }
}

async function ask(
  embeddings: CheckedEmbeddings,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  try {
    const values = await untilGivenUp(signal, () => embeddings.embedDocuments([...texts]));
    const vectors = values.map(unitVector);
    const dimensions = new Set(vectors.map(({ length }) => length));
    if (dimensions.size > 1)
      throw new EmbeddingsError('the embeddings server answers vectors of mixed lengths');
    return vectors;
  } catch (error) {
    throw toServiceError(error);
  }
}

/** Statuses that may pass: the server is busy, or something between us is. */
const PASSING = new Set([408, 409, 425, 429]);

/** What the library throws, told by the status it brings: none when there was no answer. */
function toServiceError(error: unknown): Error {
  if (error instanceof EmbeddingsError) return error;
  const { status, name } = error as { status?: unknown; name?: unknown };
  if (typeof status === 'number') {
    return status >= 500 || PASSING.has(status)
      ? new EmbeddingsUnavailableError(`the embeddings server answers with status ${status}`, error)
      : new EmbeddingsError(`the embeddings server refuses with status ${status}`, error);
  }
  // The library passes some errors on as nothing but their text.
  if (/\b(Syntax|Type)Error\b/.test(String(error))) {
    return new EmbeddingsError('the embeddings server answers with something unusable', error);
  }
  const what = name === 'TimeoutError' ? 'did not answer in time' : 'cannot be reached';
  return new EmbeddingsUnavailableError(`the embeddings server ${what}`, error);
}

const tooSlow = (milliseconds: number, cause: unknown) =>
  new EmbeddingsUnavailableError(`the embeddings server did not answer in ${milliseconds} ms`, cause);
