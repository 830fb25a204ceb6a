import { canonicalPassword, foldCase, isPassword, isUsername } from './account-rules';

describe('isUsername', () => {
  it.each(['ada', 'mai.nguyen', 'a-b_c.9', 'a'.repeat(32)])('takes %j', (name) => {
    expect(isUsername(name)).toBe(true);
  });

  it.each([
    ['too short', 'ab'],
    ['too long', 'a'.repeat(33)],
    ['upper case', 'Ada'],
    ['a Cyrillic look-alike', 'аda'],
    ['a full-width look-alike', 'ａda'],
    ['the Kelvin sign', 'Kate'],
    ['a zero-width space', 'ada\u200b'],
    ['a line break', 'ada\r\nX-Admin: 1'],
    ['a trailing line feed', 'ada\n'],
    ['an e-mail address', 'ada@city.example'],
    ['no text', 5],
  ])('refuses %s', (_what, name) => {
    expect(isUsername(name)).toBe(false);
  });
});

describe('isPassword', () => {
  it.each([
    [0, false],
    [7, false],
    [8, true],
    [128, true],
    [129, false],
    [100_000, false],
  ])('of %d characters: %s', (length, right) => {
    expect(isPassword('p'.repeat(length))).toBe(right);
    expect(isPassword('💡'.repeat(length))).toBe(right);
  });

  it('counts a letter once, however it is composed', () => {
    const composed = 'ế'.repeat(128);
    expect(isPassword(composed.normalize('NFD'))).toBe(true);
    expect(canonicalPassword(composed.normalize('NFD'))).toBe(composed.normalize('NFC'));
    expect(isPassword('ế'.repeat(7).normalize('NFD'))).toBe(false);
  });

  it.each(['with\0null', 'line\nbreak', 'half \ud83d pair'])('refuses %j', (password) => {
    expect(isPassword(password)).toBe(false);
  });
});

describe('foldCase', () => {
  it('folds ASCII and nothing that looks like it', () => {
    expect(foldCase('Ada@City.Example')).toBe('ada@city.example');
    expect(foldCase('\u212aate')).toBe('\u212aate');
  });
});
