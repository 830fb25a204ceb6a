import { foldedWords } from '../../common/fold-text';

/** The languages of the embedded assistant. */
export type Language = 'en' | 'vi';

/** Letters that no other language of the service has. */
const VIETNAMESE_LETTER = /[ăđơưĂĐƠƯ\u1EA0-\u1EF9]/u;

/** Frequent words, as they are typed without diacritics. */
const WORDS: Record<Language, ReadonlySet<string>> = {
  vi: new Set(
    `anh bao bi ban cac cai cam can cao chao cho chua co con cua da dang dau day den do duoc duong ga gan gi giup hien
     hong khong khu la lam loai may muon nao ngap nay nhieu nhu nhung nuoc phan phuong quan quanh rac roi sao su tai the
     thi tinh toi tren trang trong tuan van va vi voi vu xem xin xu xung`.split(/\s+/),
  ),
  en: new Set(
    `a about am an and any are at be been by can could do does for from happened has have hello hi how i in is it last
     list many me month my near new of on open or please report reported reports show still street tell thank thanks that
     the there this to was we were what when where which who week year yesterday you your`.split(/\s+/),
  ),
};

/** The language of the text, by its words, as names of streets stand in questions of any language. */
export function languageOf(text: string): Language {
  const words = foldedWords(text);
  const count = (language: Language) => words.filter((word) => WORDS[language].has(word)).length;
  const lead = count('vi') - count('en');
  const isVietnamese = lead === 0 ? VIETNAMESE_LETTER.test(text.normalize('NFC')) : lead > 0;
  return isVietnamese ? 'vi' : 'en';
}
