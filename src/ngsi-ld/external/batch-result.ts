import { type BrokerAnswer, ngsiLdErrorType } from './broker-answer';
import { isObject } from '../../common/json/is-object';

/** What came of each entity of one batch request. */
export interface BatchResult {
  written: string[];
  existing: string[];
  failed: { id: string; reason: string }[];
}

/**
 * Reads the answer to a batch request (ETSI GS CIM 009, clauses 5.2.16 and 6.14 to 6.15). Brokers also give the list of
 * errors with another status than 207 when every entity failed.
 *
 * @throws CallFailure when the answer does not say what came of the entities.
 */
export function batchResult(answer: BrokerAnswer, ids: readonly string[]): BatchResult {
  if (answer.status === 201 || answer.status === 204) {
    return { written: [...ids], existing: [], failed: [] };
  }
  if (answer.status !== 207 && answer.status !== 400 && answer.status !== 409) {
    throw answer.unexpected();
  }
  const body = answer.json();
  if (!isBatchBody(body)) {
    throw answer.unexpected();
  }
  const errors = new Map(body.errors.map(({ entityId, error }) => [entityId, [error].flat()[0]]));
  const successes = new Set(body.success ?? []);
  const result: BatchResult = { written: [], existing: [], failed: [] };
  for (const id of ids) {
    const error = errors.get(id);
    if (successes.has(id)) {
      result.written.push(id);
    } else if (saysExisting(error)) {
      result.existing.push(id);
    } else {
      result.failed.push({ id, reason: ngsiLdErrorType(error) ?? 'not confirmed by the broker' });
    }
  }
  return result;
}

interface BatchBody {
  success?: unknown[];
  errors: { entityId?: unknown; error?: unknown }[];
}

function isBatchBody(body: unknown): body is BatchBody {
  return (
    isObject(body) &&
    (body['success'] === undefined || Array.isArray(body['success'])) &&
    Array.isArray(body['errors']) &&
    body['errors'].every(isObject)
  );
}

/** Brokers before NGSI-LD 1.8 say it in words only. */
function saysExisting(error: unknown): boolean {
  if (!isObject(error)) {
    return false;
  }
  const words = `${String(error['title'])} ${String(error['detail'])}`;
  return (
    ngsiLdErrorType(error) === 'AlreadyExists' || error['status'] === 409 || /already exists/i.test(words)
  );
}
