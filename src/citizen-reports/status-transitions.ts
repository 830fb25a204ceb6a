import { type Status, STATUSES } from './citizen-report';

/**
 * What a status may become: steps forward may be skipped, what is open can be rejected, and what is done can be
 * reopened.
 */
const NEXT: Record<Status, readonly Status[]> = {
  pending: ['acknowledged', 'in_progress', 'resolved', 'closed', 'rejected'],
  acknowledged: ['in_progress', 'resolved', 'closed', 'rejected'],
  in_progress: ['resolved', 'closed', 'rejected'],
  resolved: ['closed', 'in_progress'],
  closed: ['in_progress'],
  rejected: ['in_progress'],
};

const isStatus = (value: unknown): value is Status => STATUSES.some((status) => status === value);

/** The statuses that may follow. A report of another system can have a status of its own, which any may follow. */
export const nextStatuses = (current: unknown): readonly Status[] =>
  isStatus(current) ? NEXT[current] : STATUSES;
