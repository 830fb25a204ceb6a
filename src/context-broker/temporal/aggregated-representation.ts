import type { Terms } from '../context/terms';
import { formatTime } from './format-time';
import type { JsonObject } from '../model/entity';
import type { AggregatedAttribute } from './temporal-query';

/**
 * The aggregated temporal representation of attributes (ETSI GS CIM 009, clause 4.5.19): for each method the values
 * with the periods that they are of. Several datasets are an array.
 */
export function aggregatedValues(attributes: readonly AggregatedAttribute[], terms: Terms): JsonObject {
  const json: JsonObject = {};
  const byName = new Map<string, AggregatedAttribute[]>();
  for (const one of attributes) byName.set(one.attribute, [...(byName.get(one.attribute) ?? []), one]);
  for (const [name, datasets] of byName) {
    const written = datasets.map(valuesOf);
    json[terms.toTerm(name)] = written.length === 1 ? (written[0] ?? {}) : written;
  }
  return json;
}

const valuesOf = ({ type, datasetId, methods }: AggregatedAttribute): JsonObject => ({
  type,
  ...(datasetId !== '' && { datasetId }),
  ...Object.fromEntries(
    Object.entries(methods).map(([method, values]) => [
      method,
      values.map(({ value, from, until }) => [value, formatTime(from), formatTime(until)]),
    ]),
  ),
});
