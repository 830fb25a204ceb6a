import { CORE_TERMS } from '../../context/terms';
import { parseSubscription, patchSubscription } from './parse-subscription';

const parsed = (members: object) => ({
  ...parseSubscription(
    {
      type: 'Subscription',
      entities: [{ type: 'T' }],
      notification: { endpoint: { uri: 'http://receiver.example/' } },
      ...members,
    },
    CORE_TERMS,
  ),
  id: 'urn:x:1',
  context: '',
});
const queryOf = (q: string) => parsed({ q }).q?.query;

describe('the query of a subscription', () => {
  it.each([
    ['u==%22a b%22', 'u=="a b"'],
    ['u~=%22a.*%22', 'u~="a.*"'],
    ['u%3E5', 'u>5'],
  ])('is read as in a URL: %s', (given, plain) => {
    expect(queryOf(given)).toEqual(queryOf(plain));
  });

  it.each(['u=="a%20b"', 'u=="50%25"', 'u=="100%"'])('keeps the escapes in texts: %s', (given) => {
    expect(JSON.stringify(queryOf(given))).toContain(/"(.*)"/.exec(given)?.[1]);
  });

  it('is read again when other values are names', () => {
    const before = parsed({ q: 'category==foo', expandValues: ['category'] });
    const plain = patchSubscription(before, { expandValues: null }, CORE_TERMS, CORE_TERMS);
    expect(plain.q).toEqual(parsed({ q: 'category==foo' }).q);
    expect(plain.q).not.toEqual(before.q);
    expect(patchSubscription(plain, { expandValues: 'category' }, CORE_TERMS, CORE_TERMS).q).toEqual(
      before.q,
    );
  });
});

describe('the patterns of a subscription', () => {
  const pattern = 'a~="x.*y{3}"';

  it('may be some', () => {
    expect(queryOf(Array(20).fill(pattern).join('|'))).toBeDefined();
  });

  it.each([
    { q: Array(200).fill(pattern).join('|') },
    { q: 'b==1;(c!~="(a.{50}){20}"|a{b}==2)' },
    { q: 'in{name~="(a.{50}){20}"}' },
    { entities: [{ type: 'T', idPattern: '(a.{50}){20}' }] },
  ])('are not to be too large together: %j', (members) => {
    expect(() => parsed(members)).toThrow(/patterns are too large/);
  });
});
