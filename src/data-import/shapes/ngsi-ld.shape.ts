import { CITIZEN_REPORT } from '../../citizen-reports/citizen-report';
import {
  type Attribute,
  attributeOf,
  type Entity,
  type JsonObject,
  type JsonValue,
} from '../../ngsi-ld/entity';
import { textOf } from '../row';
import { attributesOf, type EntityAttributes } from './ngsi-ld-attributes';
import { dateOf, pointInTime } from './point-in-time';
import { pointOf } from './position';
import { reportAttributes } from './report-attributes';
import type { RowShape } from './row-shape';

/**
 * NGSI-LD entities of any type (ETSI GS CIM 009, clause 4.5), simplified, normalized or mixed. Their terms are those of
 * the service's own `@context`; system attributes are the receiving broker's to write.
 */
export const ngsiLdShape: RowShape = {
  recognises: ({ id, type }) => typeof id === 'string' && /^[a-z][a-z0-9+.-]*:\S+$/i.test(id) && isType(type),

  toEntity(row, { categories }) {
    const { id, type, scope } = row as JsonObject & Pick<Entity, 'id' | 'type'>;
    const attributes = withObservedAt(attributesOf(row));
    const entity: Entity = { id, type, ...(scope !== undefined && { scope }), ...attributes };
    return [type].flat().includes(CITIZEN_REPORT) ? conformingReport(entity, categories) : entity;
  },
};

/** Attributes that a conforming report may lack although the row has them. */
const LABELS: ReadonlySet<string> = new Set(['category', 'priority']);

const isType = (type: JsonValue | undefined): boolean =>
  Array.isArray(type) ? type.length > 0 && type.every(isType) : typeof type === 'string' && type !== '';

/**
 * The report with the attributes that the service relies on as the service itself writes them; all others as they
 * are.
 */
function conformingReport(entity: Entity, categories: readonly string[]): Entity {
  const values = valuesOf(entity);
  const fields = {
    description: textOf(values, 'description'),
    title: textOf(values, 'title'),
    location: pointOf(values),
    category: textOf(values, 'category'),
    status: textOf(values, 'status'),
    priority: textOf(values, 'priority'),
    dateCreated: pointInTime('dateCreated', values['dateCreated']),
    dateModified: pointInTime('dateModified', values['dateModified']),
  };
  const attributes = reportAttributes(fields, categories);
  const others = Object.entries(entity).filter(([name]) => !LABELS.has(name));
  const merged = Object.entries(attributes).map(([name, attribute]) => [
    name,
    { ...attributeOf(entity, name), ...attribute },
  ]);
  return Object.fromEntries([...others, ...merged]) as Entity;
}

function valuesOf(entity: Entity): JsonObject {
  const values: JsonObject = {};
  for (const name of Object.keys(entity)) {
    values[name] = attributeOf(entity, name)?.value ?? null;
  }
  return values;
}

/** What is said to be observed at a time is observed then attribute by attribute, as temporal queries ask for it. */
function withObservedAt(attributes: EntityAttributes): EntityAttributes {
  const { dateObserved } = attributes;
  const date = Array.isArray(dateObserved) ? undefined : dateOf(dateObserved?.value);
  if (date === undefined) {
    return attributes;
  }
  const observedAt = date.toISOString();
  const observe = (attribute: Attribute): Attribute => ({ observedAt, ...attribute });
  const entries = Object.entries(attributes).map(([name, attribute]) => [
    name,
    Array.isArray(attribute) ? attribute.map(observe) : observe(attribute),
  ]);
  return Object.fromEntries(entries) as EntityAttributes;
}
