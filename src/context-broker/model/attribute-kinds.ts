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

export type ValueMember = (typeof VALUE_MEMBER)[AttributeType];

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

/** Members of an attribute that are no sub-attributes. */
export const ATTRIBUTE_MEMBERS: ReadonlySet<string> = new Set([
  'type',
  'observedAt',
  'unitCode',
  'datasetId',
  'createdAt',
  'modifiedAt',
  'deletedAt',
  'instanceId',
  'objectType',
  ...Object.values(VALUE_MEMBER),
  ...Object.values(PREVIOUS_MEMBER),
]);

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

/** The kind of an attribute by its name in the `type` member, or undefined. */
export const isAttributeType = (type: unknown): type is AttributeType =>
  typeof type === 'string' && Object.hasOwn(VALUE_MEMBER, type);
