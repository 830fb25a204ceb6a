import type { AttributeType } from './entity';

/** The member that holds the value of each kind of attribute (ETSI GS CIM 009, clause 4.5). */
export const VALUE_MEMBER = {
  Property: 'value',
  GeoProperty: 'value',
  Relationship: 'object',
  LanguageProperty: 'languageMap',
  VocabProperty: 'vocab',
  JsonProperty: 'json',
  ListProperty: 'valueList',
  ListRelationship: 'objectList',
} as const satisfies Record<AttributeType, string>;

/** Members that say something about the value, and the kinds of attribute that may have them. */
export const DESCRIBING_MEMBERS: ReadonlyMap<string, readonly AttributeType[] | 'all'> = new Map<
  string,
  readonly AttributeType[] | 'all'
>([
  ['observedAt', 'all'],
  ['datasetId', 'all'],
  ['expiresAt', 'all'],
  ['unitCode', ['Property', 'GeoProperty', 'ListProperty']],
  ['valueType', ['Property', 'ListProperty', 'LanguageProperty']],
  ['lang', ['Property']],
  ['objectType', ['Relationship', 'ListRelationship']],
]);

/** Members that the broker alone writes; clients may send back what they got. */
export const SYSTEM_MEMBERS: ReadonlySet<string> = new Set([
  'createdAt',
  'modifiedAt',
  'deletedAt',
  'instanceId',
]);

/** The member of a notification that holds the value before a change (table 5.2.14.1-1, `showChanges`). */
export const PREVIOUS_MEMBER = {
  Property: 'previousValue',
  GeoProperty: 'previousValue',
  Relationship: 'previousObject',
  LanguageProperty: 'previousLanguageMap',
  VocabProperty: 'previousVocab',
  JsonProperty: 'previousJson',
  ListProperty: 'previousValueList',
  ListRelationship: 'previousObjectList',
} as const satisfies Record<AttributeType, string>;

/** The Property that proves who made an entity (clause 4.5.2.2). */
export const PROOF = 'ngsildproof';

/** Members that only a proof has: the id and the type of the entity that it is for. */
export const SEALED_MEMBERS: ReadonlySet<string> = new Set(['entityIdSealed', 'entityTypeSealed']);

/** Members that answers may have, and that no attribute in the broker has. */
const FOREIGN_MEMBERS = ['entity', 'entityList'] as const;

/** Members of an attribute that are no sub-attributes. */
export const ATTRIBUTE_MEMBERS: ReadonlySet<string> = new Set([
  'type',
  ...DESCRIBING_MEMBERS.keys(),
  ...SYSTEM_MEMBERS,
  ...SEALED_MEMBERS,
  ...FOREIGN_MEMBERS,
  ...Object.values(VALUE_MEMBER),
  ...Object.values(PREVIOUS_MEMBER),
]);

/** Non-reified members of the core context, which no attribute may be called like (clause 4.5.1). */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'observedAt',
  'datasetId',
  'unitCode',
  'objectType',
  ...SYSTEM_MEMBERS,
]);

/** Members whose values are names: terms of the context, like those of types. */
export const NAMING_MEMBERS: ReadonlySet<string> = new Set(['vocab', 'objectType', 'entityTypeSealed']);

/** The kind that the members of a concise attribute tell (clause 4.5.2.3). */
export const KIND_BY_MEMBER: ReadonlyMap<string, AttributeType> = new Map([
  ['value', 'Property'],
  ['object', 'Relationship'],
  ['languageMap', 'LanguageProperty'],
  ['vocab', 'VocabProperty'],
  ['json', 'JsonProperty'],
  ['valueList', 'ListProperty'],
  ['objectList', 'ListRelationship'],
]);

/** Attributes that the core context defines as GeoProperties (clause 4.7.1). */
export const GEO_ATTRIBUTES: ReadonlySet<string> = new Set([
  'location',
  'observationSpace',
  'operationSpace',
]);

/** The kind of an attribute by its name in the `type` member, or undefined. */
export const isAttributeType = (type: unknown): type is AttributeType =>
  typeof type === 'string' && Object.hasOwn(VALUE_MEMBER, type);
