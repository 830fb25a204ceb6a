import type { Database } from '../../common/sqlite/database';
import type { AttributeType } from '../model/entity';
import type { Shape } from './shape';

/** What there is of an attribute in the entities of one type. */
export interface AttributeSummary {
  name: string;
  kinds: AttributeType[];
  /** Entities that have it. */
  count: number;
}

/** What there is of a type; names are stored names, in their order. */
export interface TypeSummary {
  type: string;
  /** Entities of the type. */
  count: number;
  attributes: AttributeSummary[];
}

/** What there is of an attribute, over all types. */
export interface AttributeUse extends AttributeSummary {
  types: string[];
}

/** The types of all entities, or the one of this name. */
export function summarizeTypes(database: Database, only?: string): TypeSummary[] {
  const types = new Map<string, { count: number; attributes: Map<string, AttributeSummary> }>();
  for (const { shape, n } of shapes(database)) {
    for (const type of shape.types) {
      if (only !== undefined && type !== only) continue;
      const summary = entry(types, type, () => ({
        count: 0,
        attributes: new Map<string, AttributeSummary>(),
      }));
      summary.count += n;
      addAttributes(summary.attributes, shape, n);
    }
  }
  return sorted(types).map(([type, { count, attributes }]) => ({
    type,
    count,
    attributes: sorted(attributes).map(([, attribute]) => attribute),
  }));
}

/** The attributes of all entities, or the one of this name. */
export function summarizeAttributes(database: Database, only?: string): AttributeUse[] {
  const attributes = new Map<string, AttributeSummary>();
  const types = new Map<string, Set<string>>();
  for (const { shape, n } of shapes(database)) {
    addAttributes(attributes, shape, n);
    for (const name of Object.keys(shape.attributes)) {
      const found = entry(types, name, () => new Set<string>());
      for (const type of shape.types) found.add(type);
    }
  }
  return sorted(attributes)
    .filter(([name]) => only === undefined || name === only)
    .map(([name, attribute]) => ({ ...attribute, types: [...(types.get(name) ?? [])].sort() }));
}

function* shapes(database: Database): Generator<{ shape: Shape; n: number }> {
  for (const { shape, n } of database.iterate<{ shape: string; n: number }>(
    'SELECT shape, n FROM entity_shape',
  )) {
    yield { shape: JSON.parse(shape) as Shape, n };
  }
}

function addAttributes(summaries: Map<string, AttributeSummary>, { attributes }: Shape, n: number): void {
  for (const [name, kinds] of Object.entries(attributes)) {
    const summary = entry(summaries, name, (): AttributeSummary => ({ name, kinds: [], count: 0 }));
    summary.count += n;
    summary.kinds = [...new Set([...summary.kinds, ...kinds])].sort();
  }
}

function entry<T>(map: Map<string, T>, key: string, make: () => T): T {
  const present = map.get(key) ?? make();
  map.set(key, present);
  return present;
}

const sorted = <T>(map: Map<string, T>): [string, T][] => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
