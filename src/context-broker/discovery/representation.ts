import { v4 as uuid } from 'uuid';
import { iriOf, type Terms } from '../context/terms';
import type { JsonObject } from '../model/entity';
import type { AttributeUse, TypeSummary } from './type-summary';

/** ETSI GS CIM 009, clause 5.2.24 */
export const entityTypeList = (types: readonly TypeSummary[], terms: Terms): JsonObject => ({
  id: `urn:ngsi-ld:EntityTypeList:${uuid()}`,
  type: 'EntityTypeList',
  typeList: types.map(({ type }) => terms.toTerm(type)),
});

/** Clause 5.2.25 */
export const entityType = ({ type, attributes }: TypeSummary, terms: Terms): JsonObject => ({
  id: iriOf(type),
  type: 'EntityType',
  typeName: terms.toTerm(type),
  attributeNames: attributes.map(({ name }) => terms.toTerm(name)),
});

/** Clause 5.2.26 */
export const entityTypeInfo = ({ type, count, attributes }: TypeSummary, terms: Terms): JsonObject => ({
  id: iriOf(type),
  type: 'EntityTypeInfo',
  typeName: terms.toTerm(type),
  entityCount: count,
  attributeDetails: attributes.map(({ name, kinds }) => ({
    id: iriOf(name),
    type: 'Attribute',
    attributeName: terms.toTerm(name),
    attributeTypes: kinds,
  })),
});

/** Clause 5.2.27 */
export const attributeList = (attributes: readonly AttributeUse[], terms: Terms): JsonObject => ({
  id: `urn:ngsi-ld:AttributeList:${uuid()}`,
  type: 'AttributeList',
  attributeList: attributes.map(({ name }) => terms.toTerm(name)),
});

/** Clause 5.2.28, as in a list */
export const attributeInList = ({ name, types }: AttributeUse, terms: Terms): JsonObject => ({
  id: iriOf(name),
  type: 'Attribute',
  attributeName: terms.toTerm(name),
  typeNames: types.map((type) => terms.toTerm(type)),
});

/** Clause 5.2.28 */
export const attributeInfo = (use: AttributeUse, terms: Terms): JsonObject => ({
  ...attributeInList(use, terms),
  attributeCount: use.count,
  attributeTypes: use.kinds,
});
