import fc from '../support/fast-check';
import { CORE_TERMS } from '../../src/context-broker/context/terms';
import type { IndexProfile } from '../../src/context-broker/index-profile';
import type { Entity, JsonValue } from '../../src/context-broker/model/entity';
import type { EntityState } from '../../src/context-broker/model/entity-state';
import { readFragment } from '../../src/context-broker/model/fragment';
import { instancesOf, normalizeEntity } from '../../src/context-broker/model/normalize-entity';
import type { Query } from '../../src/context-broker/query-language/ast';
import { compileEntityQuery } from '../../src/context-broker/query-language/entity-query';
import { parseQuery } from '../../src/context-broker/query-language/parser';
import { parsed, temporaryBroker } from './temporary-broker';

const RANKS = ['low', 'high', 'critical'];

const PROFILE: IndexProfile = {
  type: 'Indexed',
  values: ['kind', 'level', 'owner'],
  times: ['at'],
  facets: ['kind', 'level'],
  orders: [{ attribute: 'at' }, { attribute: 'kind' }, { attribute: 'level', ranks: RANKS }],
  text: ['note'],
};

const KINDS = ['a', 'b', "c'd", 'e"f'];
const OWNERS = ['x', 'y'];
const TIMES = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00.5Z', '2026-01-02T07:00:00.5+07:00', '2026-03-01'];

const value = (...values: JsonValue[]) => fc.constantFrom(...values);
const text = (...values: string[]) => fc.constantFrom(...values);

/** Mostly what a profile expects, and everything else that a client may store in its place. */
const attributes = fc.record(
  {
    kind: fc.oneof(
      { weight: 6, arbitrary: value(...KINDS) },
      value(['a', 'b'], 1, true, { k: 'a' }, { object: 'urn:a:1' }, { languageMap: { en: 'a' } }),
      value([
        { type: 'Property', value: 'a' },
        { type: 'Property', value: 'b', datasetId: 'urn:d:1' },
      ]),
    ),
    level: fc.oneof({ weight: 6, arbitrary: value(...RANKS) }, value('unknown', ['low'], 3)),
    owner: fc.oneof({ weight: 6, arbitrary: value(...OWNERS) }, value({ object: 'urn:o:1' }, ['x'])),
    at: fc.oneof(
      { weight: 4, arbitrary: value(...TIMES) },
      {
        weight: 2,
        arbitrary: value(...TIMES).map((time) => ({ value: { '@type': 'DateTime', '@value': time } })),
      },
      value('never', 5, [TIMES[0] ?? '']),
    ),
    count: value(1, 2, 3, [1, 5], '2'),
    note: value('Cầu thang', 'the bridge', 'a note'),
    deep: value(
      { value: 1, by: { value: 'x', at: { value: '2026-01-02' } }, observedAt: '2026-01-02T00:00:00Z' },
      { value: { street: { name: 'a', numbers: [1, 2] } }, by: { object: 'urn:o:1' } },
      { languageMap: { en: 'a', vi: ['b', 'c'] }, by: 5 },
      { vocab: 'a' },
      { valueList: [1, 'a'] },
      { objectList: ['urn:Plain:0003', 'urn:o:1'] },
      { object: 'urn:Plain:0003', unitOf: { value: true } },
      '12:00:00Z',
    ),
  },
  { requiredKeys: [] },
);

const literal = text(
  ...KINDS.map((kind) => JSON.stringify(kind)),
  ...RANKS.map((rank) => JSON.stringify(rank)),
  '"x"',
  '"urn:o:1"',
  '1',
  '2.5',
  'true',
  'urn:a:1',
  ...TIMES,
);

const term = fc.oneof(
  fc
    .tuple(
      text('kind', 'level', 'owner', 'at', 'count'),
      text('==', '!='),
      fc.array(literal, { minLength: 1, maxLength: 3 }),
    )
    .map(([name, operator, literals]) => `${name}${operator}${literals.join(',')}`),
  fc
    .tuple(text('kind', 'at', 'count'), text('<', '<=', '>', '>='), literal)
    .map(([name, operator, operand]) => `${name}${operator}${operand}`),
  text(
    'kind',
    'at',
    'nothing',
    '!kind',
    '!deep.by',
    '!deep[en]',
    'deep{!kind}',
    'at==2026-01-01..2026-01-03',
    'count==1..2',
    'kind~="^[ab]"',
    'owner!~="x"',
    'kind[k]',
    'deep.by=="x"',
    'deep.by.at>2026-01-01',
    'deep.observedAt==2026-01-01..2026-01-03',
    'deep[street.name]=="a"',
    'deep[street.numbers]!=3',
    'deep[en]=="a"',
    'deep[*]!="c"',
    'deep=="a"',
    'deep>"a"',
    'deep>=11:00:00Z',
    'deep~="urn"',
    'deep==urn:o:1',
    'deep!=urn:o:1',
    'deep{kind}=="a"',
    'deep{Plain:count}>1',
    'deep{Indexed:kind}',
    'deep.createdAt>2020-01-01T00:00:00Z',
    'deep.by.modifiedAt>2020-01-01T00:00:00Z',
    'createdAt>"2020-01-01T00:00:00Z"',
    'modifiedAt<2020-01-01T00:00:00Z',
  ),
);

const { query: queries } = fc.letrec<{ query: string }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    term,
    fc
      .tuple(tie('query'), text(';', '|'), tie('query'))
      .map(([left, operator, right]) => `(${left})${operator}${right}`),
  ),
}));

/** The plain meaning of a query. */
const meets = (entity: Entity, query: Query): boolean =>
  compileEntityQuery(query, (id) => states.get(id))(states.get(entity.id) as EntityState);

const states = new Map<string, EntityState>();

const byId = (a: Entity, b: Entity) => (a.id < b.id ? -1 : 1);

describe('queries', () => {
  const temporary = temporaryBroker({ indexProfiles: [PROFILE] });
  let entities: Entity[] = [];
  beforeAll(async () => {
    const samples = fc.sample(attributes, { numRuns: 400, seed: 7 });
    entities = samples.flatMap((sample, at) =>
      ['Indexed', 'Plain'].map((type) =>
        normalizeEntity({ id: `urn:${type}:${String(at).padStart(4, '0')}`, type, ...sample }),
      ),
    );
    const { failed } = await temporary.broker.batch(entities, 'create');
    expect(failed).toEqual([]);
    for (const entity of entities) {
      const row = temporary.broker.find(entity.id);
      const { created_at: createdAt = 0, modified_at: modifiedAt = 0 } = row ?? {};
      states.set(entity.id, { entity, times: {}, createdAt, modifiedAt });
    }
  });
  afterAll(() => temporary.remove());

  const ofType = (type: string) => entities.filter((entity) => entity.type === type).sort(byId);

  describe.each(['Indexed', 'Plain'])('of type %s', (type) => {
    it('find what the query language says, count it and page through it', async () => {
      await fc.assert(
        fc.asyncProperty(queries, fc.nat(30), fc.boolean(), async (q, offset, count) => {
          const query = parseQuery(q);
          const expected = ofType(type).filter((entity) => meets(entity, query));
          const page = await temporary.broker.query({ types: [[type]], query, limit: 20, offset, count });
          expect(parsed(page.rows)).toEqual(expected.slice(offset, offset + 20));
          expect(page.total).toBe(count ? expected.length : undefined);
        }),
        { numRuns: 300, seed: 11 },
      );
    });

    const rank = (entity: Entity) =>
      RANKS.findIndex((level) => level === instancesOf(entity, 'level')[0]?.value);

    it.each(['asc', 'desc'] as const)(
      'are sorted %s by rank, then id, with the missing last',
      async (direction) => {
        const sign = direction === 'asc' ? 1 : -1;
        const expected = ofType(type)
          .filter((entity) => rank(entity) >= 0)
          .sort((a, b) => sign * (rank(a) - rank(b) || byId(a, b)));
        for (const query of [undefined, parseQuery('owner=="x"'), parseQuery('kind=="a";level=="low"')]) {
          const page = await temporary.broker.query({
            types: [[type]],
            ...(query && { query }),
            order: { attribute: 'level', direction, ranks: RANKS },
            limit: 1000,
            offset: 0,
            count: true,
          });
          const matching = expected.filter((entity) => query === undefined || meets(entity, query));
          expect(parsed(page.rows).slice(0, matching.length)).toEqual(matching);
          expect(page.total).toBe(ofType(type).filter((entity) => !query || meets(entity, query)).length);
        }
      },
    );

    it('find words without case and marks', async () => {
      const search = async (...words: string[]) => {
        const text = { words, attributes: ['note'] };
        return (await temporary.broker.query({ types: [[type]], text, limit: 0, offset: 0, count: true }))
          .total;
      };
      const having = (note: string) =>
        ofType(type).filter((entity) => instancesOf(entity, 'note')[0]?.value === note).length;
      expect(await search('CAU')).toBe(having('Cầu thang'));
      expect(await search('cầu', 'thang')).toBe(having('Cầu thang'));
      expect(await search('the', 'bri')).toBe(having('the bridge'));
      expect(await search('the', 'cau')).toBe(0);
      expect(await search('%')).toBe(0);
      expect(await search('" OR *')).toBe(0);
    });

    // Many and few that match are found in different ways.
    it.each([
      [10, 3],
      [1000, 0],
    ])('give pages of words: at most %d, from %d on', async (limit, offset) => {
      const matching = ofType(type).filter(
        (entity) => instancesOf(entity, 'note')[0]?.value === 'the bridge',
      );
      const ranked = matching
        .filter((entity) => rank(entity) >= 0)
        .sort((a, b) => rank(a) - rank(b) || byId(a, b));
      const page = await temporary.broker.query({
        types: [[type]],
        text: { words: ['bridge'], attributes: ['note'] },
        order: { attribute: 'level', direction: 'asc', ranks: RANKS },
        limit,
        offset,
        count: true,
      });
      const expected = ranked.slice(offset, offset + limit);
      expect(expected.length).toBeGreaterThan(9);
      expect(parsed(page.rows).slice(0, expected.length)).toEqual(expected);
      expect(page.total).toBe(matching.length);
    });
  });

  it('count by value as they find', async () => {
    for (const type of ['Indexed', 'Plain']) {
      const counts = await temporary.broker.countByValue(type, 'kind', KINDS);
      for (const kind of KINDS) {
        const query = parseQuery(`kind==${JSON.stringify(kind)}`);
        expect(counts[kind]).toBe(ofType(type).filter((entity) => meets(entity, query)).length);
      }
    }
  });

  it('answer the same after changes and after the profile has changed', async () => {
    const query = {
      types: [['Indexed']],
      query: parseQuery('kind=="a";owner=="x"'),
      limit: 1000,
      offset: 0,
      count: true,
    };
    const fragment = { kind: 'a', owner: 'x', note: 'changed' };
    await temporary.broker.append('urn:Indexed:0000', readFragment(fragment, CORE_TERMS));
    await temporary.broker.delete('urn:Indexed:0001');
    const before = await temporary.broker.query(query);
    expect(parsed(before.rows).map(({ id }) => id)).toContain('urn:Indexed:0000');
    const changed = await temporary.reopen({
      indexProfiles: [{ ...PROFILE, facets: [], orders: [], text: [] }],
    });
    expect(await changed.query(query)).toEqual(before);
    const none = await temporary.reopen({ indexProfiles: [] });
    expect(await none.query(query)).toEqual(before);
    const again = await temporary.reopen({ indexProfiles: [PROFILE] });
    expect(await again.query(query)).toEqual(before);
    const words = { words: ['changed'], attributes: ['note'] };
    expect(
      (await again.query({ types: [['Indexed']], text: words, limit: 1, offset: 0, count: true })).total,
    ).toBe(1);
  });

  it('are of several types, ids and patterns of ids', async () => {
    const find = async (selection: object) =>
      (await temporary.broker.query({ ...selection, limit: 0, offset: 0, count: true })).total;
    const all = await find({});
    expect(await find({ types: [['Indexed'], ['Plain']] })).toBe(all);
    expect(await find({ types: [['Indexed', 'Plain']] })).toBe(0);
    expect(await find({ ids: ['urn:Plain:0000', 'urn:Plain:0000', 'urn:Plain:9999'] })).toBe(1);
    expect(await find({ ids: ['urn:Plain:0000'], types: [['Indexed']] })).toBe(0);
    expect(await find({ idPattern: '^urn:(Plain|Indexed):002[0-9]$' })).toBe(20);
    expect(await find({ types: [['Plain']], attributes: ['nothing', 'count'] })).toBe(
      ofType('Plain').filter((entity) => 'count' in entity).length,
    );
  });
});
