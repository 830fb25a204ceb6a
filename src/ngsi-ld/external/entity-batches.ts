import type { Entity } from '../entity';
import type { BatchMode, BatchOutcome } from '../ngsi-ld-broker.service';
import { type BatchResult, batchResult } from './batch-result';
import { chunked } from './bounded';
import type { Send } from './broker-connection';

const MOST_A_REQUEST = 100;
/** Orion-LD refuses bodies above 1 MB. */
const LARGEST_BODY_BYTES = 900_000;

/**
 * Writes entities in requests that brokers take. Those that exist are found by creating, also where they are to be
 * replaced: the answer to an upsert with a failure in it does not tell the created from the replaced.
 */
export async function writeEntities(
  send: Send,
  entities: readonly Entity[],
  mode: BatchMode,
): Promise<BatchOutcome> {
  const outcome: BatchOutcome = { created: [], existing: [], failed: [] };
  for (const chunk of chunksOf(entities)) {
    const creation = await write(send, chunk, 'create');
    outcome.created.push(...creation.written);
    outcome.failed.push(...creation.failed);
    if (mode === 'create' || creation.existing.length === 0) {
      outcome.existing.push(...creation.existing);
      continue;
    }
    const existing = new Set(creation.existing);
    const replacement = await write(
      send,
      chunk.filter(({ id }) => existing.has(id)),
      'upsert',
    );
    outcome.existing.push(...replacement.written, ...replacement.existing);
    outcome.failed.push(...replacement.failed);
  }
  return outcome;
}

/** Entities with a `@context` of their own and those without cannot share a body. */
function chunksOf(entities: readonly Entity[]): Entity[][] {
  const [own, common] = [true, false].map((expected) =>
    entities.filter((entity) => '@context' in entity === expected),
  );
  const bytes = (entity: Entity) => Buffer.byteLength(JSON.stringify(entity)) + 1;
  return [own ?? [], common ?? []].flatMap((part) =>
    chunked(part, MOST_A_REQUEST, LARGEST_BODY_BYTES, bytes),
  );
}

async function write(
  send: Send,
  chunk: readonly Entity[],
  operation: 'create' | 'upsert',
): Promise<BatchResult> {
  const answer = await send({
    method: 'POST',
    path: `/entityOperations/${operation}`,
    body: chunk,
    linkedData: chunk.some((entity) => '@context' in entity),
    repeatable: operation === 'upsert',
  });
  return batchResult(
    answer,
    chunk.map(({ id }) => id),
  );
}
