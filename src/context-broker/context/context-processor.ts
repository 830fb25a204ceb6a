import { isObject } from '../model/json';
import { badRequestData } from '../errors';
import type { JsonObject, JsonValue } from '../model/entity';
import type { TermDefinitions } from './active-context';
import { unusable } from './context-fetcher';
import { isCoreContext } from './core-urls';
import { type Definitions, defineTerms } from './define-terms';
import { CORE } from './terms';

/** How far contexts may refer to other contexts. */
const MAX_DEPTH = 8;

/** Documents and objects that one context may consist of. */
const MAX_PARTS = 64;

/** Terms that one context may define. */
const MAX_TERMS = 50_000;

/** Gives the `@context` of a document. */
export type LoadContext = (url: string) => Promise<JsonValue>;

export interface ProcessedContext {
  terms: TermDefinitions;
  /** Whether the core context is a part of it. */
  includesCore: boolean;
}

/**
 * Reads a JSON-LD context with all that it refers to (JSON-LD 1.1 API, section 4.1.2). Terms of the core context can be
 * used to define others, wherever it stands.
 *
 * @throws NgsiLdError BadRequestData, LdContextNotAvailable
 */
export async function processContext(
  context: JsonValue,
  load: LoadContext,
  coreContextUrl: string,
): Promise<ProcessedContext> {
  const processor = new ContextProcessor(load, coreContextUrl);
  await processor.process(context, undefined, []);
  return { terms: processor.definitions.terms, includesCore: processor.includesCore };
}

/** Reads what a context defines itself, not what it refers to. @throws NgsiLdError BadRequestData */
export function checkDefinitions(context: JsonValue): void {
  const processor = new ContextProcessor(() => Promise.reject(new Error('nothing is loaded')), '');
  for (const part of [context].flat()) if (isObject(part)) processor.define(part);
}

class ContextProcessor {
  definitions = initialDefinitions();
  includesCore = false;
  private parts = 0;

  constructor(
    private readonly load: LoadContext,
    private readonly coreContextUrl: string,
  ) {}

  /** @param base the address of the document that the context stands in, `parents` those that led to it */
  async process(context: JsonValue, base: string | undefined, parents: readonly string[]): Promise<void> {
    for (const part of [context].flat()) {
      this.parts += 1;
      if (this.parts > MAX_PARTS) throw badRequestData(`@context: has more than ${MAX_PARTS} parts`);
      if (part === null) this.definitions = initialDefinitions();
      else if (typeof part === 'string') await this.refer(part, base, parents);
      else if (isObject(part)) this.define(part);
      else throw badRequestData('@context: must be an address, an object or an array of these');
    }
  }

  private async refer(
    reference: string,
    base: string | undefined,
    parents: readonly string[],
  ): Promise<void> {
    const url =
      base !== undefined && URL.canParse(reference, base) ? new URL(reference, base).href : reference;
    if (isCoreContext(url, this.coreContextUrl)) {
      this.includesCore = true;
      return;
    }
    if (parents.includes(url)) throw unusable(url, 'refers to itself');
    if (parents.length >= MAX_DEPTH)
      throw unusable(url, `stands at the end of more than ${MAX_DEPTH} contexts`);
    await this.process(await this.load(url), url, [...parents, url]);
  }

  define(context: JsonObject): void {
    defineTerms(this.definitions, context);
    if (this.definitions.terms.size > MAX_TERMS) {
      throw badRequestData(`@context: has more than ${MAX_TERMS} terms`);
    }
  }
}

/** That terms of the core context are protected is seen to when they are written over those of the user. */
const initialDefinitions = (): Definitions => ({
  terms: new Map(
    [...CORE.definitions].map(([term, definition]) => [term, { ...definition, isProtected: false }]),
  ),
  vocabulary: CORE.vocabulary,
});
