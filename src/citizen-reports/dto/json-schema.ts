/** The type or types of an NGSI-LD entity. */
export const ENTITY_TYPE = { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };

/** Whatever JSON can hold. */
export const ANY_JSON = {
  anyOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'object' },
    { type: 'array', items: {} },
    { type: 'null' },
  ],
};

/** A value as our own reports have it, or as another system wrote it. */
export const ownOrForeign = (own: object, foreign: object = ANY_JSON) => ({ anyOf: [own, foreign] });

/** An NGSI-LD Property that holds such a value. */
export const propertyOf = (value: ReturnType<typeof ownOrForeign>) => ({
  type: 'object' as const,
  properties: { type: { type: 'string' as const, enum: ['Property'] }, value },
  required: ['type', 'value'],
  selfRequired: false,
});
