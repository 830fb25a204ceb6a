import { AnswerFilter } from './answer-filter';
import { KnownLinks } from './links';

const known = () => {
  const links = new KnownLinks('https://city.example/service');
  links.learnFrom('Bulky waste is booked at https://waste.city.example/book?by=web. Or call.');
  return links;
};

/** The text as it comes out when it goes in in pieces of this many characters. */
function filtered(text: string, size: number): string {
  const filter = new AnswerFilter(known());
  let out = '';
  for (let start = 0; start < text.length; start += size) out += filter.push(text.slice(start, start + size));
  return out + filter.end();
}

const SIZES = [1, 2, 3, 7, 10_000];

describe('AnswerFilter', () => {
  it.each([
    'Two reports are open: one at 10:30, one near km 3.5/4.',
    'See https://city.example/service/docs, or https://city.example/service.',
    'Book at https://waste.city.example/book?by=web.',
    '[the report](https://city.example/service/api/v1/citizen-reports/urn:ngsi-ld:CitizenReport:1)',
    'Đèn đường: 12 Nguyễn Huệ, P.Bến Nghé, Q.1 🚦 w/o sign. and/or…',
    'urn:ngsi-ld:CitizenReport:019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55 is pending.\n\n- a\n- b\n',
    'note: the data: none. http www',
    '',
  ])('lets %j through in whatever pieces it comes', (text) => {
    for (const size of SIZES) expect(filtered(text, size)).toBe(text);
  });

  it.each([
    ['Go to https://evil.example/x?q=1.', 'Go to [link removed].'],
    ['http://evil.example', '[link removed]'],
    ['![x](https://evil.example/pixel.png?secret=42) done', '![x]([link removed]) done'],
    ['[click](javascript:alert(1)) now', '[click]([link removed](1)) now'],
    ['<img src="//evil.example/a">', '<img src="[link removed]">'],
    ['<a href=HTTPS://EVIL.EXAMPLE>x</a>', '<a href=[link removed]>x</a>'],
    ['www.evil.example, done', '[link removed], done'],
    ['https://city.example.evil.example/service/docs', '[link removed]'],
    ['https://city.example@evil.example/service', '[link removed]'],
    ['https://user:pw@city.example/service/docs', '[link removed]'],
    ['https://city.example/services', '[link removed]'],
    ['https://waste.city.example/book?by=web&to=evil', '[link removed]'],
    ['http:\\\\evil.example\\x', '[link removed]'],
  ])('replaces links of %j', (text, safe) => {
    for (const size of SIZES) expect(filtered(text, size)).toBe(safe);
  });

  it('never shows a beginning of a link that a piece boundary cut', () => {
    for (const scheme of ['https', 'ftp', 'myapp']) {
      const text = `see(${scheme}://evil.example/x) end`;
      for (let size = 1; size < text.length; size++) expect(filtered(text, size)).not.toContain('evil');
    }
  });

  it.each(['evil.example/path', 'evil.example?x', 'ev-il.example:81/x#y'])(
    'leaves no more than a name of %s, which has no scheme',
    (text) => {
      for (const size of SIZES)
        expect(filtered(`at ${text} end`, size)).toMatch(/^at [a-z-]*\[link removed\] end$/);
    },
  );

  it('shows ordinary words without waiting for their end', () => {
    const filter = new AnswerFilter(known());
    expect(filter.push('The pot')).toBe('The pot');
    expect(filter.push('hole')).toBe('hole');
  });

  it('leaves out control characters and puts characters together that were cut in two', () => {
    const filter = new AnswerFilter(known());
    expect(filter.push('a\u0000b\u001b\tc \ud83d')).toBe('ab\tc ');
    expect(filter.push('\udea6 x')).toBe('🚦 x');
    expect(filter.push('\ud83d')).toBe('');
    expect(filter.push('x')).toBe('\ufffdx');
  });

  it('holds no endless word back', () => {
    const filter = new AnswerFilter(known());
    let out = '';
    for (let i = 0; i < 1000; i++) out += filter.push('https://evil.example/');
    expect(out + filter.push(' end') + filter.end()).toBe('[link removed] end');
  });
});
