import type { AttributeType } from '../../model/entity';

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
