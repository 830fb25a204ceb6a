import { CORE_TERMS, type Terms } from '../context/terms';
import { badRequestData } from '../errors';
import { type Microseconds, parseDateTime } from '../model/date-time';
import { parseNames } from '../selection-parameters';
import { TIME_PROPERTIES, type TemporalFilter, type TimeProperty } from './temporal-query';

export const TEMPORAL_PARAMETERS = [
  'timerel',
  'timeAt',
  'endTimeAt',
  'timeproperty',
  'lastN',
  'attrs',
  'options',
] as const;

export type TemporalParameters = Partial<Record<(typeof TEMPORAL_PARAMETERS)[number], string>>;

/** How attribute instances are written. */
export interface TemporalForm {
  sysAttrs: boolean;
  /** `"values": [[value, time], …]` in place of the instances. */
  temporalValues: boolean;
}

/** Instances of one attribute that an answer holds at most. */
const MAX_LAST_N = 1000;

/** The temporal query of clause 4.11. @throws NgsiLdError BadRequestData */
export function temporalFilterOf(parameters: TemporalParameters, terms: Terms = CORE_TERMS): TemporalFilter {
  const { timerel, timeAt, endTimeAt, timeproperty = 'observedAt', lastN, attrs } = parameters;
  return {
    timeProperty: timePropertyOf(timeproperty),
    ...interval(timerel, timeAt, endTimeAt),
    lastN: lastN === undefined ? MAX_LAST_N : lastNOf(lastN),
    ...(attrs !== undefined && { attributes: parseNames(attrs, 'attrs', terms) }),
  };
}

/** @throws NgsiLdError BadRequestData */
export function temporalFormOf(options: string | undefined): TemporalForm {
  const names = options?.split(',') ?? [];
  const unknown = names.find((name) => name !== 'sysAttrs' && name !== 'temporalValues');
  if (unknown !== undefined) throw badRequestData('options: must be sysAttrs, temporalValues or both');
  return { sysAttrs: names.includes('sysAttrs'), temporalValues: names.includes('temporalValues') };
}

function interval(
  timerel: string | undefined,
  timeAt: string | undefined,
  endTimeAt: string | undefined,
): Pick<TemporalFilter, 'from' | 'until'> {
  if (timerel === undefined) {
    if (timeAt !== undefined || endTimeAt !== undefined)
      throw badRequestData('timerel: is needed with timeAt');
    return {};
  }
  if (endTimeAt !== undefined && timerel !== 'between')
    throw badRequestData('endTimeAt: is for timerel=between');
  const time = timeOf('timeAt', timeAt);
  switch (timerel) {
    case 'before':
      return { until: time };
    case 'after':
      return { from: time + 1 };
    case 'between':
      return { from: time, until: timeOf('endTimeAt', endTimeAt) };
    default:
      throw badRequestData('timerel: must be before, after or between');
  }
}

function timeOf(name: string, text: string | undefined): Microseconds {
  if (text === undefined) throw badRequestData(`${name}: is needed`);
  // A plus sign that was not encoded has become a space.
  const time = parseDateTime(text.replace(' ', '+'));
  if (time === undefined) throw badRequestData(`${name}: must be a DateTime such as 2026-11-21T10:30:00Z`);
  return time;
}

function timePropertyOf(text: string): TimeProperty {
  const property = TIME_PROPERTIES.find((known) => known === text);
  if (property === undefined)
    throw badRequestData(`timeproperty: must be one of ${TIME_PROPERTIES.join(', ')}`);
  return property;
}

function lastNOf(text: string): number {
  const lastN = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (lastN >= 1) return Math.min(lastN, MAX_LAST_N);
  throw badRequestData('lastN: must be a whole number from 1');
}
