import { isObject } from '../../common/json/is-object';
import { badRequestData } from '../errors';
import type { JsonObject, JsonValue } from '../model/entity';
import { expandCompactIri, expandName, type TermDefinition } from './active-context';

/** Members of a context that say nothing about names. */
const WITHOUT_NAMES: ReadonlySet<string> = new Set([
  '@version',
  '@vocab',
  '@base',
  '@language',
  '@direction',
  '@propagate',
  '@protected',
]);

const IRI = /^[A-Za-z][A-Za-z0-9+.-]*:/;

const KEYWORD = /^@[A-Za-z]+$/;

/** The last character of an IRI that a simple term makes a prefix of (JSON-LD 1.1, section 4.2.2). */
const NAMESPACE_END = /[:/?#[\]@]$/;

/** Definitions that lead to one another end here. */
const MAX_DEPTH = 64;

/** A context that is being put together. */
export interface Definitions {
  terms: Map<string, TermDefinition>;
  vocabulary: string;
}

/**
 * Writes the definitions of one more context object over those there are (JSON-LD 1.1 API, sections 4.1 and 4.2).
 * Contexts within contexts are refused, as clause 5.5.7 of ETSI GS CIM 009 asks for.
 *
 * @throws NgsiLdError BadRequestData
 */
export function defineTerms(definitions: Definitions, context: JsonObject): void {
  if ('@import' in context) throw badRequestData('@context: @import is not supported');
  new Definer(definitions, context).define();
}

class Definer {
  /** Terms whose definitions lead to the one in hand. */
  private readonly underWay = new Set<string>();
  private readonly done = new Set<string>();

  constructor(
    private readonly target: Definitions,
    private readonly context: JsonObject,
  ) {}

  define(): void {
    this.target.vocabulary = this.vocabularyOf(this.context['@vocab']);
    for (const term of Object.keys(this.context)) this.defineTerm(term);
  }

  private vocabularyOf(vocab: JsonValue | undefined): string {
    const { terms, vocabulary } = this.target;
    if (vocab === undefined || vocab === null) return vocabulary;
    const iri = typeof vocab === 'string' ? expandName(vocab, terms, vocabulary) : null;
    if (iri === null || !IRI.test(iri)) throw badRequestData('@context: @vocab must be an IRI');
    return iri;
  }

  private defineTerm(term: string): void {
    if (this.done.has(term) || WITHOUT_NAMES.has(term) || KEYWORD.test(term)) return;
    if (this.underWay.has(term)) throw badRequestData(`@context: ${quoted(term)} is defined by itself`);
    if (this.underWay.size >= MAX_DEPTH) {
      throw badRequestData(`@context: ${quoted(term)} is defined through more than ${MAX_DEPTH} other terms`);
    }
    this.underWay.add(term);
    const after = this.definition(term, this.context[term] ?? null);
    const before = this.target.terms.get(term);
    if (before?.isProtected && before.iri !== after.iri) {
      throw badRequestData(`@context: ${quoted(term)} is protected and cannot be defined again`);
    }
    this.target.terms.set(term, after);
    this.underWay.delete(term);
    this.done.add(term);
  }

  private definition(term: string, value: JsonValue): TermDefinition {
    if (value !== null && typeof value !== 'string' && !isObject(value)) {
      throw badRequestData(`@context: ${quoted(term)} must be defined by an IRI, an object or null`);
    }
    const members: JsonObject = isObject(value) ? value : { '@id': value };
    if ('@context' in members) throw badRequestData(`@context: ${quoted(term)} has a context of its own`);
    const isReverse = '@reverse' in members;
    const iri = this.iriOf(term, isReverse ? members['@reverse'] : members['@id']);
    const isNamespace = iri !== null && !/[:/]/.test(term) && NAMESPACE_END.test(iri);
    return {
      iri,
      isPrefix: isObject(value) ? members['@prefix'] === true : isNamespace,
      type: members['@type'],
      isReverse,
      isProtected: (members['@protected'] ?? this.context['@protected']) === true,
    };
  }

  private iriOf(term: string, id: JsonValue | undefined): string | null {
    if (id === null) return null;
    if (id !== undefined && typeof id !== 'string') {
      throw badRequestData(`@context: ${quoted(term)} must be defined by an IRI`);
    }
    const iri = id === undefined || id === term ? this.expandUndefined(term) : this.expand(id);
    if (iri === null || KEYWORD.test(iri) || IRI.test(iri)) return iri;
    throw badRequestData(`@context: ${quoted(term)} is no name of an IRI`);
  }

  /** A name that other definitions of the same context may be about. */
  private expand(name: string): string | null {
    if (KEYWORD.test(name)) return name;
    if (Object.hasOwn(this.context, name)) this.defineTerm(name);
    const definition = this.target.terms.get(name);
    return definition === undefined ? this.expandUndefined(name) : definition.iri;
  }

  private expandUndefined(name: string): string {
    const prefix = name.slice(0, Math.max(0, name.indexOf(':', 1)));
    if (prefix !== '' && Object.hasOwn(this.context, prefix)) this.defineTerm(prefix);
    return expandCompactIri(name, this.target.terms) ?? this.target.vocabulary + name;
  }
}

const quoted = (term: string): string => JSON.stringify(term.slice(0, 80));
