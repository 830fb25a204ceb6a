import fc from '../support/fast-check';
import { CORE_TERMS } from '../../src/context-broker/context/terms';
import { readFragment } from '../../src/context-broker/model/fragment';
import { normalizeEntity } from '../../src/context-broker/model/normalize-entity';
import { parseQuery } from '../../src/context-broker/query-language/parser';
import { temporaryBroker } from './temporary-broker';

const KINDS = ['a', 'b', 'c'];
const DAY = 86_400_000;
const START = Date.UTC(2025, 0, 1);
const DAYS = 90;

interface Thing {
  kind?: string;
  at?: number;
}

const iso = (at: number): string => new Date(at).toISOString();
const attributes = ({ kind, at }: Thing) => ({
  ...(kind !== undefined && { kind }),
  ...(at !== undefined && { at: { type: 'Property', value: { '@type': 'DateTime', '@value': iso(at) } } }),
});

const time = fc.integer({ min: START, max: START + DAYS * DAY });
const thing: fc.Arbitrary<Thing> = fc.record(
  { kind: fc.constantFrom(...KINDS), at: time },
  { requiredKeys: [] },
);

describe('counts of entities by facets and spans of time', () => {
  const temporary = temporaryBroker({
    indexProfiles: [
      {
        type: 'Thing',
        values: ['kind'],
        times: ['at'],
        facets: ['kind'],
        timeline: 'at',
        orders: [{ attribute: 'at' }],
        text: [],
      },
    ],
  });
  afterAll(() => temporary.remove());

  it('are those of looking at each entity, whatever was created, changed and deleted', async () => {
    const { broker } = temporary;
    const present = new Map<string, Thing>();
    const [things, changes] = fc.sample(
      fc.tuple(
        fc.array(thing, { minLength: 400, maxLength: 400 }),
        fc.array(thing, { minLength: 150, maxLength: 150 }),
      ),
      { numRuns: 1, seed: 7 },
    )[0] ?? [[], []];
    things.forEach((one, number) => present.set(`urn:x:${number}`, one));
    await broker.batch(
      [...present].map(([id, one]) => normalizeEntity({ id, type: 'Thing', ...attributes(one) })),
      'create',
    );
    for (const [number, change] of changes.entries()) {
      const id = `urn:x:${number * 2}`;
      present.set(id, { ...present.get(id), ...change });
      await broker.append(id, readFragment(attributes(change), CORE_TERMS));
    }
    for (let number = 0; number < 400; number += 5) {
      present.delete(`urn:x:${number}`);
      await broker.delete(`urn:x:${number}`);
    }

    const spans = fc.record({ from: fc.option(time), to: fc.option(time), kinds: fc.subarray(KINDS) });
    await fc.assert(
      fc.asyncProperty(spans, async ({ from, to, kinds }) => {
        const terms = [
          ...(kinds.length > 0 ? [`kind==${kinds.map((kind) => `"${kind}"`).join(',')}`] : []),
          ...(from === null ? [] : [`at>=${iso(from)}`]),
          ...(to === null ? [] : [`at<${iso(to)}`]),
        ];
        const query = terms.length > 0 ? { query: parseQuery(terms.join(';')) } : {};
        const { total } = await broker.query({
          types: [['Thing']],
          ...query,
          limit: 0,
          offset: 0,
          count: true,
        });
        const met = [...present.values()].filter(
          ({ kind, at = NaN }) =>
            (kinds.length === 0 || kinds.includes(kind ?? '')) &&
            (from === null || at >= from) &&
            (to === null || at < to),
        );
        expect(total).toBe(met.length);
      }),
      { numRuns: 150 },
    );
  });
});
