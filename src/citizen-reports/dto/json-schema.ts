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
