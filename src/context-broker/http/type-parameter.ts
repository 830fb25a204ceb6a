import type { Terms } from '../context/terms';
import { parseTypes } from '../query-language/type-selection';
import type { TypeSelection } from '../store/entity-writer';

/** The types of which the entity of an operation is to be (ETSI GS CIM 009, clause 4.17). @throws NgsiLdError */
export const typeParameter = (type: string | undefined, terms: Terms): TypeSelection =>
  type === undefined ? undefined : parseTypes(type, terms);
