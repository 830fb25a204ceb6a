import type { Terms } from '../context/terms';
import { badRequestData } from '../errors';
import type { JsonObject, JsonValue } from '../model/entity';
import { isObject } from '../model/json';
import type { TemporalParameters } from '../temporal/temporal-parameters';
import { type QueryBody, readQueryBody } from './query-body';

const TEXTS = ['timerel', 'timeAt', 'endTimeAt', 'timeproperty', 'aggrPeriodDuration'] as const;
const TEMPORAL_QUERY: ReadonlySet<string> = new Set([...TEXTS, 'lastN', 'aggrMethods']);
const AGGREGATION: ReadonlySet<string> = new Set(['aggrMethods', 'aggrPeriodDuration']);

/** A query in a body, with what it says about time as the parameters of a request line. */
export interface TemporalQueryBody extends QueryBody {
  temporal: TemporalParameters;
}

/**
 * Reads the data type Query with a temporal query (ETSI GS CIM 009, clauses 5.2.21, 5.2.23 and 5.2.44).
 *
 * @throws NgsiLdError BadRequestData
 */
export function readTemporalQueryBody(body: unknown, terms: Terms): TemporalQueryBody {
  if (!isObject(body)) throw badRequestData('the body must be a JSON object');
  const { temporalQ, aggrParams, ...rest } = body;
  const query = readQueryBody(rest, terms);
  if (query.parameters.join !== undefined) throw badRequestData('join: is not for temporal queries');
  return {
    ...query,
    temporal: {
      ...temporalMembers(temporalQ, 'temporalQ', TEMPORAL_QUERY),
      ...temporalMembers(aggrParams, 'aggrParams', AGGREGATION),
    },
  };
}

function temporalMembers(
  given: JsonValue | undefined,
  name: string,
  known: ReadonlySet<string>,
): TemporalParameters {
  if (given === undefined) return {};
  if (!isObject(given)) throw badRequestData(`${name}: must be an object`);
  const unknown = Object.keys(given).find((member) => !known.has(member));
  if (unknown !== undefined) throw badRequestData(`${name}: has no member ${unknown.slice(0, 80)}`);
  return { ...texts(given, name), ...lastN(given, name), ...methods(given, name) };
}

function texts(given: JsonObject, name: string): TemporalParameters {
  const found: TemporalParameters = {};
  for (const member of TEXTS) {
    const value = given[member];
    if (value === undefined) continue;
    if (typeof value !== 'string') throw badRequestData(`${name}.${member}: must be a string`);
    found[member] = value;
  }
  return found;
}

function lastN({ lastN: given }: JsonObject, name: string): TemporalParameters {
  if (given === undefined) return {};
  if (typeof given !== 'number') throw badRequestData(`${name}.lastN: must be a whole number from 1`);
  return { lastN: String(given) };
}

function methods({ aggrMethods: given }: JsonObject, name: string): TemporalParameters {
  if (given === undefined) return {};
  const list = [given].flat();
  if (list.length > 0 && list.every((method) => typeof method === 'string')) {
    return { aggrMethods: list.join(',') };
  }
  throw badRequestData(`${name}.aggrMethods: must be an array of strings`);
}
