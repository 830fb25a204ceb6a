/**
 * Why an answer ended: it was complete (`stop`), reached the greatest length (`length`), was held back by the model
 * server (`content_filter`), its writing failed (`error`), or its reader left (`interrupted`).
 */
export const FINISH_REASONS = ['stop', 'length', 'content_filter', 'error', 'interrupted'] as const;

export type FinishReason = (typeof FINISH_REASONS)[number];

/** Whether the answer is all that would have come. */
export const isComplete = (reason: FinishReason | null): boolean =>
  reason !== null && reason !== 'error' && reason !== 'interrupted';
