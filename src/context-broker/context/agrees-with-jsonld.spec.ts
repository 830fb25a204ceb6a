import fc from '../../../test/support/fast-check';
import * as jsonld from 'jsonld';
import type { JsonObject } from '../model/entity';
import { processContext } from './context-processor';
import { CORE_CONTEXT } from './core-context-v1.8';
import { ContextTerms, iriOf } from './terms';

/** The judge: the JSON-LD processor of Digital Bazaar, with the core context last, as clause 5.5.7 asks for. */
const judged = (context: JsonObject) => [context, CORE_CONTEXT] as unknown as jsonld.ContextDefinition;

const noDocuments = () => Promise.reject(new Error('there are no other documents'));

async function termsOf(context: JsonObject): Promise<ContextTerms> {
  const { terms } = await processContext(context, noDocuments, '');
  return new ContextTerms(terms);
}

async function expandedByJudge(context: JsonObject, name: string): Promise<string | undefined> {
  const document = { '@context': judged(context), [name]: 'value' } as jsonld.JsonLdDocument;
  const [node = {}] = await jsonld.expand(document);
  return Object.keys(node)[0];
}

async function compactedByJudge(context: JsonObject, iri: string): Promise<string | undefined> {
  const document = { [iri]: [{ '@type': ['https://uri.etsi.org/ngsi-ld/Property'] }] };
  const compacted = await jsonld.compact(document, judged(context));
  return Object.keys(compacted).find((name) => name !== '@context');
}

const word = fc.constantFrom('a', 'b', 'ab', 'speed', 'brandName', 'Đèn', 'location', 'value', 'x1');
const namespace = fc.constantFrom(
  'http://a.example/',
  'http://a.example/b#',
  'urn:a:',
  'https://uri.etsi.org/ngsi-ld/',
);
const prefix = fc.constantFrom('p', 'q');
const iri = fc.tuple(namespace, word).map(([start, end]) => start + end);
const compactIri = fc.tuple(prefix, word).map(([start, end]) => `${start}:${end}`);
const definition = fc.oneof(
  iri,
  compactIri,
  fc.record({ '@id': fc.oneof(iri, compactIri) }),
  fc.record({ '@id': iri, '@type': fc.constant('@id') }),
);
const context = fc
  .tuple(
    fc.dictionary(word, definition, { maxKeys: 5 }),
    fc.record({ p: namespace, q: namespace }, { requiredKeys: ['p', 'q'] }),
  )
  .map(([terms, prefixes]): JsonObject => ({ ...terms, ...prefixes }));
const name = fc.oneof(word, compactIri, iri, fc.constantFrom('ngsi-ld:x', 'other:x', 'unheardOf'));

describe('names', () => {
  it('are expanded as JSON-LD expands them', async () => {
    await fc.assert(
      fc.asyncProperty(context, name, async (user, given) => {
        const terms = await termsOf(user);
        expect(iriOf(terms.toStored(given))).toBe(await expandedByJudge(user, given));
      }),
      { numRuns: 300 },
    );
  });

  it('are compacted as JSON-LD compacts them', async () => {
    await fc.assert(
      fc.asyncProperty(context, name, async (user, given) => {
        const terms = await termsOf(user);
        const stored = terms.toStored(given);
        expect(terms.toTerm(stored)).toBe(await compactedByJudge(user, iriOf(stored)));
      }),
      { numRuns: 300 },
    );
  });

  it('come back as what they are stored as', async () => {
    await fc.assert(
      fc.asyncProperty(context, name, async (user, given) => {
        const terms = await termsOf(user);
        const stored = terms.toStored(given);
        expect(terms.toStored(terms.toTerm(stored))).toBe(stored);
      }),
      { numRuns: 300 },
    );
  });
});

it('has the terms of the core context as JSON-LD reads them', async () => {
  for (const term of Object.keys(CORE_CONTEXT)) {
    if (term.startsWith('@') || ['id', 'type'].includes(term)) continue;
    const document = { '@context': CORE_CONTEXT, '@type': term } as unknown as jsonld.JsonLdDocument;
    const [node = {}] = await jsonld.expand(document);
    expect(node['@type']).toEqual([iriOf(term)]);
  }
});
