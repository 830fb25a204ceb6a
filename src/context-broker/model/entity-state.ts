import type { SystemTimes } from '../store/system-times';
import type { Microseconds } from './date-time';
import type { Entity } from './entity';

/** An entity with all that the broker keeps about it. */
export interface EntityState {
  entity: Entity;
  times: SystemTimes;
  createdAt: Microseconds;
  modifiedAt: Microseconds;
}
