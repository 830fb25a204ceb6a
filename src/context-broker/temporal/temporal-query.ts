import type { Microseconds } from '../model/date-time';
import type { EntitySelection } from '../reader/entity-selection';

export const TIME_PROPERTIES = ['observedAt', 'modifiedAt', 'createdAt'] as const;

export type TimeProperty = (typeof TIME_PROPERTIES)[number];

/** Which attribute instances are meant (ETSI GS CIM 009, clause 4.11). */
export interface TemporalFilter {
  timeProperty: TimeProperty;
  /** Not before this point in time. */
  from?: Microseconds;
  /** Before this point in time. */
  until?: Microseconds;
  /** Of each attribute, only the last that many. */
  lastN: number;
  /** All attributes when absent. */
  attributes?: string[];
}

/** A page of entities that have instances which are meant. */
export interface TemporalQuery extends Pick<EntitySelection, 'types' | 'ids' | 'idPattern'> {
  filter: TemporalFilter;
  limit: number;
  offset: number;
  count: boolean;
}

/** One row of the history. */
export interface InstanceRow {
  attribute: string;
  created_at: Microseconds;
  modified_at: Microseconds;
  /** 0 or 1: the instance was deleted then. */
  deleted: number;
  /** The attribute instance in JSON. */
  body: string;
}

/** The temporal evolution of an entity; its instances are in ascending order for each attribute. */
export interface TemporalEntity {
  id: string;
  types: string[];
  created_at: Microseconds;
  modified_at: Microseconds;
  deleted_at: Microseconds | null;
  instances: InstanceRow[];
}

export interface TemporalPage {
  entities: TemporalEntity[];
  /** How many entities are meant; only when asked for. */
  total?: number;
}
