/** Letters that are no base letter with a mark, and what they are typed as without them. */
const PLAIN: Readonly<Record<string, string>> = { đ: 'd', ø: 'o', ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' };

/** Text without case and diacritics, so that "duong" finds "Đường". */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[đøłßæœı]/g, (letter) => PLAIN[letter] ?? letter);

/** The words of a text, folded: runs of letters and digits. */
export const foldedWords = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
