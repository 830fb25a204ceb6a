import type { Microseconds } from '../model/date-time';
import type { EntityState } from '../model/entity-state';

/** One write to the current state: an entity came, changed or went. */
export type EntityChange = { at: Microseconds } & (
  | { before?: undefined; after: EntityState }
  | { before: EntityState; after: EntityState }
  | { before: EntityState; after?: undefined }
);

/** Is told of every change, inside of the transaction that makes it. */
export interface ChangeObserver {
  /** Whether there is anything to be told. */
  readonly isWatching: boolean;
  changed(change: EntityChange): void;
}
