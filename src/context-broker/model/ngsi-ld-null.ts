import { VALUE_MEMBER } from './attribute-kinds';
import type { AttributeType, JsonObject, JsonValue } from './entity';

/** What stands for a value that is to be deleted, or was (ETSI GS CIM 009, clause 4.5.0). */
export const NGSI_LD_NULL = 'urn:ngsi-ld:null';

/**
 * Whether the content of an attribute is the NGSI-LD Null, in the form that its kind has for it: alone, as the only
 * element of a list, or in a language map under `@none` (clause 4.6.5).
 */
export function isNull(content: JsonValue | undefined): boolean {
  if (content === NGSI_LD_NULL) return true;
  if (typeof content !== 'object' || content === null) return false;
  if (Array.isArray(content)) return content.length === 1 && (isNull(content[0]) || isNullObject(content[0]));
  return Object.keys(content).length === 1 && content['@none'] === NGSI_LD_NULL;
}

const isNullObject = (item: JsonValue | undefined): boolean =>
  typeof item === 'object' && item !== null && !Array.isArray(item) && item['object'] === NGSI_LD_NULL;

/** Whether the NGSI-LD Null stands anywhere in a value. */
export function holdsNull(value: JsonValue): boolean {
  if (value === NGSI_LD_NULL) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNull);
}

/** The value member of an attribute of a kind that was deleted, as its history and notifications have it. */
export function nullOf(type: AttributeType): JsonObject {
  const member = VALUE_MEMBER[type];
  switch (type) {
    case 'LanguageProperty':
      return { [member]: { '@none': NGSI_LD_NULL } };
    case 'ListProperty':
      return { [member]: [NGSI_LD_NULL] };
    case 'ListRelationship':
      return { [member]: [{ object: NGSI_LD_NULL }] };
    default:
      return { [member]: NGSI_LD_NULL };
  }
}
