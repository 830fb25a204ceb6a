import { badRequestData } from '../errors';
import { ActiveContext, type TermDefinitions } from './active-context';
import { CORE_CONTEXT } from './core-context-v1.8';
import { type Definitions, defineTerms } from './define-terms';

/**
 * How the names of a request are read and written: those of types, of attributes at every depth, and the values of a
 * VocabProperty. Everything inside of the broker works on stored names, which are names compacted against the core
 * context: terms of the core context and of the default vocabulary are short, all others are IRIs. So a name is
 * translated once where it comes in, and once where it goes out.
 *
 * Whether a member is an attribute or something like `observedAt` is to be told by its stored name, as a context may
 * have names of its own for those too.
 */
export interface Terms {
  /** Whether stored names are written as they stand. */
  readonly isCore: boolean;

  /**
   * The stored name of a term, a compact IRI or an IRI. What it is made of is not looked at: see `checkedName`.
   *
   * @throws NgsiLdError BadRequestData when the context says that the term is no name.
   */
  readonly toStored: (name: string) => string;

  /** What a stored name is called in the context. */
  readonly toTerm: (stored: string) => string;
}

/** The core context. */
export const CORE = coreContext();

function coreContext(): ActiveContext {
  const definitions: Definitions = { terms: new Map(), vocabulary: '' };
  defineTerms(definitions, CORE_CONTEXT);
  return new ActiveContext(definitions.terms, definitions.vocabulary);
}

/** The names of the core context alone. */
export const CORE_TERMS: Terms = {
  isCore: true,
  // A name without a colon is a term of the core context or of the default vocabulary, and stored as such.
  toStored: (name) => (name.includes(':') ? CORE.compact(CORE.expand(name) ?? name) : name),
  toTerm: (stored) => stored,
};

/** Translations that are kept, so that those of the next entity cost a look-up. */
const CACHED = 4096;

/** Longer names are not worth keeping, as they are no names. */
const LONGEST = 2048;

/** The names of a user's context, in which the core context has precedence (clause 5.5.7). */
export class ContextTerms implements Terms {
  readonly isCore = false;
  private readonly context: ActiveContext;
  private readonly stored = new Map<string, string>();
  private readonly terms = new Map<string, string>();

  constructor(user: TermDefinitions) {
    this.context = new ActiveContext(new Map([...user, ...CORE.definitions]), CORE.vocabulary);
  }

  readonly toStored = (name: string): string =>
    remembered(this.stored, name, () => CORE.compact(this.iriOf(name)));

  readonly toTerm = (stored: string): string =>
    remembered(this.terms, stored, () => {
      const iri = iriOf(stored);
      return iri.startsWith('@') ? stored : this.context.compact(iri);
    });

  private iriOf(name: string): string {
    const iri = this.context.expand(name);
    const isReverse = this.context.definitions.get(name)?.isReverse === true;
    if (iri === null || isReverse) {
      throw badRequestData(`${name.slice(0, 80)}: is not the name of anything in the @context`);
    }
    return iri;
  }
}

function remembered(cache: Map<string, string>, name: string, translate: () => string): string {
  let translated = cache.get(name);
  if (translated === undefined) {
    translated = translate();
    if (cache.size >= CACHED) cache.clear();
    if (name.length <= LONGEST) cache.set(name, translated);
  }
  return translated;
}

/** The IRI of a stored name. */
export const iriOf = (stored: string): string => CORE.expand(stored) ?? stored;
