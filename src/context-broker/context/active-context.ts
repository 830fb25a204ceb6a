/** What a term stands for. */
export interface TermDefinition {
  /** An IRI or a keyword; null when the context takes the meaning away from the term. */
  iri: string | null;
  /** Whether compact IRIs may begin with the term. */
  isPrefix: boolean;
  /** What values are coerced to, if they are. */
  type: unknown;
  /** Whether it names the property the other way round, which no attribute is. */
  isReverse: boolean;
  /** Later contexts may not give it another meaning. */
  isProtected: boolean;
}

export type TermDefinitions = ReadonlyMap<string, TermDefinition>;

/**
 * The names that a JSON-LD context defines (JSON-LD 1.1, section 4.1), as far as names of NGSI-LD need them:
 * expansion and compaction of IRIs relative to the vocabulary.
 */
export class ActiveContext {
  /** The preferred terms by their IRIs. */
  private readonly inverse = new Map<string, string>();
  private readonly prefixes: [prefix: string, namespace: string][] = [];

  constructor(
    readonly definitions: TermDefinitions,
    /** What names that are not defined are appended to. */
    readonly vocabulary: string,
  ) {
    for (const [term, { iri, isPrefix, isReverse }] of definitions) {
      if (iri === null || isReverse) continue;
      const present = this.inverse.get(iri);
      if (present === undefined || this.isPreferred(term, present)) this.inverse.set(iri, term);
      if (isPrefix) this.prefixes.push([term, iri]);
    }
  }

  /** The IRI, or the keyword, that a name stands for; null when it has none. */
  expand(name: string): string | null {
    return expandName(name, this.definitions, this.vocabulary);
  }

  /** The shortest name of an IRI: a term, a name of the vocabulary, a compact IRI, or the IRI itself. */
  compact(iri: string): string {
    return this.inverse.get(iri) ?? this.inVocabulary(iri) ?? this.compactIri(iri) ?? iri;
  }

  private inVocabulary(iri: string): string | undefined {
    if (!iri.startsWith(this.vocabulary)) return undefined;
    const name = iri.slice(this.vocabulary.length);
    // It must be read as a name of the vocabulary again.
    return name !== '' && !name.includes(':') && !this.definitions.has(name) ? name : undefined;
  }

  private compactIri(iri: string): string | undefined {
    return this.prefixes
      .filter(([, namespace]) => iri.startsWith(namespace) && iri.length > namespace.length)
      .map(([prefix, namespace]) => `${prefix}:${iri.slice(namespace.length)}`)
      .filter((name) => !this.definitions.has(name))
      .sort(shorterFirst)[0];
  }

  private isPreferred(term: string, other: string): boolean {
    const rank = (name: string) => preference(this.definitions.get(name)?.type);
    return (rank(term) - rank(other) || shorterFirst(term, other)) < 0;
  }
}

/** The IRI, or the keyword, that a name stands for; null when it has none. */
export function expandName(name: string, definitions: TermDefinitions, vocabulary: string): string | null {
  const definition = definitions.get(name);
  return definition === undefined
    ? (expandCompactIri(name, definitions) ?? vocabulary + name)
    : definition.iri;
}

/** The IRI of a name with a colon; undefined for a term. */
export function expandCompactIri(name: string, definitions: TermDefinitions): string | undefined {
  const colon = name.indexOf(':', 1);
  if (colon === -1) return undefined;
  const suffix = name.slice(colon + 1);
  const prefix = suffix.startsWith('//') ? undefined : definitions.get(name.slice(0, colon));
  return prefix?.isPrefix && prefix.iri !== null ? prefix.iri + suffix : name;
}

/** The types of terms for what attributes are in JSON-LD, nodes: the first is the best (JSON-LD API 1.1, section 6.2). */
const NODE_TYPES: readonly unknown[] = ['@id', '@vocab', undefined];

const preference = (type: unknown): number => {
  const place = NODE_TYPES.indexOf(type);
  return place === -1 ? NODE_TYPES.length : place;
};

/** Shorter, then in the order of the characters (JSON-LD 1.1, section 4.3). */
function shorterFirst(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : Number(a > b);
}
