/** Anything JSON can hold. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** A JSON object. */
export type JsonObject = { [key: string]: JsonValue };

/** The kinds of attribute of ETSI GS CIM 009 V1.9.1, clause 4.5. */
export const ATTRIBUTE_TYPES = [
  'Property',
  'GeoProperty',
  'Relationship',
  'LanguageProperty',
  'VocabProperty',
  'JsonProperty',
  'ListProperty',
  'ListRelationship',
] as const;

export type AttributeType = (typeof ATTRIBUTE_TYPES)[number];

/** One attribute instance in the normalized representation (clause 4.5.2). Sub-attributes are further members. */
export interface Attribute {
  type: AttributeType;
  value?: JsonValue;
  object?: string | string[];
  observedAt?: string;
  unitCode?: string;
  datasetId?: string;
  /** When the instance ends by itself; ISO 8601, UTC. */
  expiresAt?: string;
  /** ISO 8601, UTC; present only when system attributes were asked for. */
  createdAt?: string;
  /** ISO 8601, UTC; present only when system attributes were asked for. */
  modifiedAt?: string;
  [member: string]: JsonValue | Attribute | Attribute[] | undefined;
}

/** An entity in the normalized representation (clause 4.5.1): every member but those named here is an attribute. */
export interface Entity {
  id: string;
  type: string | string[];
  '@context'?: JsonValue;
  /** One path or several (clause 4.18). */
  scope?: JsonValue;
  /** When the entity ends by itself; ISO 8601, UTC. */
  expiresAt?: string;
  [attribute: string]: JsonValue | Attribute | Attribute[] | undefined;
}

/** The members of an entity that are no attributes. */
export const ENTITY_MEMBERS: ReadonlySet<string> = new Set([
  'id',
  'type',
  '@id',
  '@type',
  '@context',
  'scope',
  'createdAt',
  'modifiedAt',
  'deletedAt',
  'expiresAt',
]);
