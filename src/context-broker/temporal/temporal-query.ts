import type { Microseconds } from '../model/date-time';
import type { EntitySelection } from '../reader/entity-selection';
import type { Aggregation } from './aggregation';

export const TIME_PROPERTIES = ['observedAt', 'modifiedAt', 'createdAt', 'deletedAt'] as const;

export type TimeProperty = (typeof TIME_PROPERTIES)[number];

/** Which attribute instances are meant (ETSI GS CIM 009, clause 4.11). */
export interface TemporalFilter {
  timeProperty: TimeProperty;
  /** Not before this point in time. */
  from?: Microseconds;
  /** Before this point in time. */
  until?: Microseconds;
  /** Of each attribute, only the last that many. */
  lastN?: number;
  /** Entities that have instances of these are meant, and these instances alone; all attributes when absent. */
  attributes?: string[];
  /** Of what is meant, only these attributes are shown. */
  picked?: string[];
  /** Of what is meant, these attributes are not shown. */
  omitted?: string[];
  /** The datasets that are meant, '' for instances without one; all when absent. */
  datasets?: string[];
  /** Whether the evolution of the scope is not shown. */
  withoutScope?: boolean;
}

/** How much of the instances that are meant is wanted, and in which shape. */
export interface TemporalExtent {
  /** Instances of one attribute that an answer has at most; more are cut off (clause 6.3.10). */
  pageSize: number;
  /** Values of periods in place of the instances. */
  aggregation?: Aggregation;
}

/** A page of entities that have instances which are meant. */
export interface TemporalQuery extends TemporalExtent {
  selection: EntitySelection;
  filter: TemporalFilter;
  /** Whether the greatest id comes first. */
  descending?: boolean;
  limit: number;
  offset: number;
  count: boolean;
}

/** One row of the history. */
export interface InstanceRow {
  attribute: string;
  dataset_id: string;
  created_at: Microseconds;
  modified_at: Microseconds;
  observed_at: Microseconds | null;
  /** 0 or 1: the instance was deleted then. */
  deleted: number;
  /** Where it is not that of its time and dataset. */
  instance_id: string | null;
  /** The attribute instance in JSON. */
  body: string;
}

/** What a method gives for one period. */
export interface AggregatedValue {
  value: number | string;
  from: Microseconds;
  until: Microseconds;
}

/** The instances of one attribute and dataset, in periods. */
export interface AggregatedAttribute {
  attribute: string;
  datasetId: string;
  type: string;
  methods: Record<string, AggregatedValue[]>;
}

/** The temporal evolution of an entity. */
export interface TemporalEntity {
  id: string;
  types: string[];
  created_at: Microseconds;
  modified_at: Microseconds;
  deleted_at: Microseconds | null;
  /** In ascending order for each attribute; none when they are aggregated. */
  instances: InstanceRow[];
  /** One instance of each attribute with instances that are meant, of which all were cut off. */
  emptied: InstanceRow[];
  aggregated?: AggregatedAttribute[];
}

/** The part of the time that an answer covers when instances were cut off. */
export interface CoveredTime {
  start: Microseconds;
  end: Microseconds;
}

export interface TemporalPage {
  entities: TemporalEntity[];
  /** Whether another page follows. */
  more: boolean;
  /** How many entities are meant; only when asked for. */
  total?: number;
  covered?: CoveredTime;
}
