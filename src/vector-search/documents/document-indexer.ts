import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Kysely } from 'kysely';
import { Environment } from '../../config/environment';
import type { Tables } from '../../database/tables';
import { EmbeddingsService } from '../embeddings/embeddings.service';
import { TaskQueue } from '../indexing/task-queue';
import { pieceKey } from '../pieces/piece';
import { PiecesRepository } from '../pieces/pieces.repository';
import { findDocuments } from './find-documents';
import { splitDocument } from './split-document';

/** Changes when documents are split in another way, so that all are split anew. */
const SPLITTING = '1';

export interface DocumentsIndexed {
  documents: number;
  changed: number;
  removed: number;
  skipped: { path: string; reason: string }[];
}

/** Stores the pieces of the documents under KNOWLEDGE_DIR, and queues those whose vectors change. */
@Injectable()
export class DocumentIndexer {
  private readonly logger = new Logger(DocumentIndexer.name);
  private readonly directory: string;

  constructor(
    environment: Environment,
    private readonly database: Kysely<Tables>,
    private readonly pieces: PiecesRepository,
    private readonly embeddings: EmbeddingsService,
    private readonly queue: TaskQueue,
  ) {
    this.directory = environment.KNOWLEDGE_DIR;
  }

  /** Reads the directory, and forgets the documents that are there no more. */
  async run(): Promise<DocumentsIndexed> {
    const known = await this.database.selectFrom('search_documents').selectAll().execute();
    const former = new Map(known.map(({ path, hash }) => [path, hash]));
    const result: DocumentsIndexed = { documents: 0, changed: 0, removed: 0, skipped: [] };
    for await (const { path, ...found } of findDocuments(this.directory)) {
      if ('reason' in found) {
        result.skipped.push({ path, reason: found.reason });
        this.logger.warn(`${path} ${found.reason} and is not searched`);
        continue;
      }
      result.documents += 1;
      if (await this.refresh(path, found.text, former.get(path))) result.changed += 1;
      former.delete(path);
    }
    for (const path of former.keys()) await this.replace(path, '', undefined);
    return { ...result, removed: former.size };
  }

  private async refresh(path: string, text: string, formerHash: string | undefined): Promise<boolean> {
    const hash = createHash('sha256').update(SPLITTING).update(text).digest('base64url');
    if (hash === formerHash) return false;
    await this.replace(path, text, hash);
    return true;
  }

  /** @param hash undefined when the document is no more */
  private async replace(path: string, text: string, hash: string | undefined): Promise<void> {
    const pieces = hash === undefined ? [] : splitDocument(path, text);
    const kept = new Set(pieces.map(pieceKey));
    await this.database.transaction().execute(async (transaction) => {
      const former = await this.pieces.ofDocument(transaction, path);
      const gone = former.filter(({ key }) => !kept.has(key));
      const textOf = new Map(former.map(({ key, text_hash }) => [key, text_hash]));
      await this.pieces.removeIn(
        transaction,
        gone.map(({ key }) => key),
      );
      const changed = [];
      for (const piece of pieces) {
        const { key, text_hash } = await this.pieces.putIn(transaction, piece);
        if (textOf.get(key) !== text_hash) changed.push(piece);
      }
      if (this.embeddings.enabled) await this.queue.add([...gone, ...changed], transaction);
      await remember(transaction, path, hash);
    });
  }
}

async function remember(transaction: Kysely<Tables>, path: string, hash: string | undefined): Promise<void> {
  if (hash === undefined) {
    await transaction.deleteFrom('search_documents').where('path', '=', path).execute();
    return;
  }
  await transaction
    .insertInto('search_documents')
    .values({ path, hash })
    .onConflict((conflict) => conflict.column('path').doUpdateSet({ hash }))
    .execute();
}
