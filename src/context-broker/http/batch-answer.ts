import type { Response } from 'express';
import { toServiceError } from '../../common/errors/error.filter';
import type { BatchOutcome } from '../context-broker';
import { problemDetailsFor } from './problem-details';

/** Answers 207 when something failed (ETSI GS CIM 009, clause 5.2.16); false when nothing did. */
export function answerBatch(response: Response, { created, updated, failed }: BatchOutcome): boolean {
  if (failed.length === 0) return false;
  response.status(207).json({
    success: [...created, ...updated],
    errors: failed.map(({ id, error }) => ({
      entityId: id,
      error: problemDetailsFor(toServiceError(error)).body,
    })),
  });
  return true;
}
