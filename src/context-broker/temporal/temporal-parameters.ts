import { badRequestData, NgsiLdError } from '../errors';
import { type Microseconds, parseDateTime } from '../model/date-time';
import { isUri } from '../model/names';
import { AGGREGATION_METHODS, type Aggregation } from './aggregation';
import { parseDuration } from './duration';
import { TIME_PROPERTIES, type TemporalFilter, type TimeProperty } from './temporal-query';

/** Parameters that say which instances are meant (ETSI GS CIM 009, clauses 4.11 and 6.18.3.2), and in which shape. */
export const TEMPORAL_PARAMETERS = [
  'timerel',
  'timeAt',
  'endTimeAt',
  'timeproperty',
  'lastN',
  'datasetId',
  'options',
  'format',
  'aggrMethods',
  'aggrPeriodDuration',
] as const;

export type TemporalParameters = Partial<Record<(typeof TEMPORAL_PARAMETERS)[number], string>>;

/** How the evolution of attributes is written: its instances, values with their times, or values of periods. */
export type TemporalFormat = 'normalized' | 'temporalValues' | 'aggregatedValues';

export interface TemporalForm {
  format: TemporalFormat;
  sysAttrs: boolean;
}

const FORMATS: readonly TemporalFormat[] = ['normalized', 'temporalValues', 'aggregatedValues'];

/** The temporal query of clause 4.11. @throws NgsiLdError BadRequestData */
export function temporalFilterOf(parameters: TemporalParameters): TemporalFilter {
  const { timerel, timeAt, endTimeAt, timeproperty = 'observedAt', lastN, datasetId } = parameters;
  return {
    timeProperty: timePropertyOf(timeproperty),
    ...interval(timerel, timeAt, endTimeAt),
    ...(lastN !== undefined && { lastN: lastNOf(lastN) }),
    ...(datasetId !== undefined && { datasets: datasetsOf(datasetId) }),
  };
}

/**
 * What `format` asks for, or `options` where there is none (clause 6.3.12).
 *
 * @throws NgsiLdError InvalidRequest
 */
export function temporalFormOf({ options, format, aggrMethods }: TemporalParameters): TemporalForm {
  const names = options?.split(',') ?? [];
  const unknown = [...names, format].find(
    (name) => name !== undefined && name !== 'sysAttrs' && !isFormat(name),
  );
  if (unknown !== undefined || format === 'sysAttrs') {
    throw new NgsiLdError(
      'InvalidRequest',
      `options, format: must be sysAttrs or one of ${FORMATS.join(', ')}`,
    );
  }
  const [first, ...more] = names.filter(isFormat);
  if (format === undefined && more.some((other) => other !== first)) {
    throw badRequestData('options: more than one format');
  }
  const otherwise = aggrMethods === undefined ? 'normalized' : 'aggregatedValues';
  const chosen = format ?? first ?? otherwise;
  return { format: isFormat(chosen) ? chosen : otherwise, sysAttrs: names.includes('sysAttrs') };
}

/** What `aggregatedValues` come of (clause 4.5.19). @throws NgsiLdError BadRequestData */
export function aggregationOf({ aggrMethods, aggrPeriodDuration }: TemporalParameters): Aggregation {
  if (aggrMethods === undefined) throw badRequestData('aggrMethods: is needed with aggregatedValues');
  const methods = aggrMethods.split(',').map((text) => {
    const method = AGGREGATION_METHODS.find((known) => known === text.trim());
    if (method !== undefined) return method;
    throw badRequestData(`aggrMethods: must be some of ${AGGREGATION_METHODS.join(', ')}`);
  });
  const duration = parseDuration(aggrPeriodDuration ?? 'PT0S');
  if (duration === undefined) {
    throw badRequestData('aggrPeriodDuration: must be a duration of ISO 8601 such as PT1H, P1D or P1M');
  }
  return { methods: [...new Set(methods)], duration };
}

const isFormat = (name: string): name is TemporalFormat => FORMATS.some((format) => format === name);

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
      return { from: time };
    case 'between':
      return between(time, timeOf('endTimeAt', endTimeAt));
    default:
      throw badRequestData('timerel: must be before, after or between');
  }
}

function between(from: Microseconds, until: Microseconds): Pick<TemporalFilter, 'from' | 'until'> {
  if (until < from) throw badRequestData('endTimeAt: is before timeAt');
  return { from, until };
}

function timeOf(name: string, text: string | undefined): Microseconds {
  if (text === undefined) throw badRequestData(`${name}: is needed`);
  // A plus sign that was not encoded has become a space.
  const time = text.includes('T') ? parseDateTime(text.replace(' ', '+')) : undefined;
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
  const lastN = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (lastN >= 1) return lastN;
  throw badRequestData('lastN: must be a whole number from 1');
}

/** '' stands for instances without a dataset, which are called `@none`. */
function datasetsOf(text: string): string[] {
  return text.split(',').map((part) => {
    const name = part.trim();
    if (name === '@none') return '';
    if (isUri(name)) return name;
    throw badRequestData('datasetId: must be URIs or @none');
  });
}
