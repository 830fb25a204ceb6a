import { queryWords, searchWords } from './search-words';

describe('searchWords', () => {
  it.each([
    ['Đèn đường BỊ hỏng', 'den duong bi hong'],
    ['potholes, cities & trees', 'pothole city tree'],
    ['bus, glass, gas', 'bus glass gas'],
    ['O’Neil\u0000 "x" OR * NEAR(a) -- \'; drop', 'o neil x or near a drop'],
    ['路灯坏了 ٣ ไฟถนน', '路灯坏了 ٣ ไฟถนน'.normalize('NFKD').replace(/\p{M}/gu, '')],
  ])('of %j', (text, words) => {
    expect(searchWords(text)).toEqual(words.split(' '));
  });
});

describe('queryWords', () => {
  it('leaves out words that say nothing', () => {
    expect(queryWords('How do I report the street lights?')).toEqual({
      words: ['do', 'report', 'street', 'light'],
      pairs: ['do report', 'report street', 'street light'],
    });
    expect(queryWords('Tôi báo đèn đường ở đâu')).toMatchObject({ words: ['bao', 'den', 'duong', 'dau'] });
  });

  it('keeps them where there is nothing else', () => {
    expect(queryWords('who are you').words).toEqual(['who', 'are', 'you']);
  });

  it.each(['', '  ', '?!', '\u0000'])('finds no word in %j', (query) => {
    expect(queryWords(query)).toEqual({ words: [], pairs: [] });
  });

  it('looks for no more than 32 words', () => {
    const { words, pairs } = queryWords(Array.from({ length: 500 }, (_, i) => `w${i}`).join(' '));
    expect([words.length, pairs.length]).toEqual([32, 31]);
  });
});
