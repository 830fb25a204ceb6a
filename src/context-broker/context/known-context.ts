import type { JsonValue } from '../model/entity';
import type { Terms } from './terms';

/** A JSON-LD context that has been understood: how it names things, and how it is named itself. */
export interface KnownContext {
  readonly terms: Terms;
  /** Its address, for the Link header of an answer in JSON. */
  readonly url: string;
  /** What stands for it in `@context` of an answer in JSON-LD. */
  readonly inBody: JsonValue;
}
