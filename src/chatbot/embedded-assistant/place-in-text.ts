import { foldText } from '../../common/fold-text';

/** Where reports are asked for. */
export interface Place {
  /** A position in degrees. */
  position?: { longitude: number; latitude: number };
  /** A name as it was written, such as that of a street. */
  name?: string;
  /** Metres around the position. */
  radius?: number;
  /** The place is where the person is, which nobody here knows. */
  here?: boolean;
}

interface Word {
  text: string;
  folded: string;
  /** Punctuation that ends a clause follows. */
  ends: boolean;
}

const COORDINATES = /(-?\d{1,3}\.\d{2,})\s*[,;\s]\s*(-?\d{1,3}\.\d{2,})/;
const RADIUS = /(\d{1,5}(?:[.,]\d{1,2})?)\s*(km|kilomet\w*|m|met|mét|meters?|metres?)(?![\p{L}\p{N}])/iu;
const HERE =
  /\b(near|around|close to|next to|by) (me|here|my (home|house|place|street))\b|\bnearby\b|\b(gan|quanh|canh) (toi|day khong|nha( toi)?|cho toi)\b|\bquanh (day|nha)\b/;

const MOST_RADIUS = 50_000;

/** Words after which a place is named. English has them as they stand: "ơn" is no "on". */
const BEFORE = {
  en: new Set('near around at on in by along beside outside opposite inside'.split(' ')),
  vi: new Set('gan quanh canh o tai tren doc truoc sau'.split(' ')),
};

/** Second words of what announces a place, and articles. */
const BETWEEN = new Set('to the of from corner khu vuc doan goc'.split(' '));

/** Words with which the name of a place begins, so that no other word is needed before it. */
const KINDS = new Set('duong pho quan phuong huyen hem xa'.split(' '));

/** Kinds of streets, which are left out of addresses as often as not. */
const STREETS = new Set('duong pho street st road rd avenue ave'.split(' '));

/** Words that go on with the sentence after a name. */
const AFTER = new Set(
  `is are was were has have had been do does did that which who what and or in today yesterday last past previous this please still
   yet reported report reports problem problems issue issues open closed pending fixed resolved since within with for right now there any not
   co khong nao gi chua da dang bi the vay nhe thi hom tuan thang bao nhung cac va la duoc hien con voi trong ma moi roi
   tu may xay ra su van de`.split(/\s+/),
);

/** What may follow on "in" or "at" without being a place. */
const NO_PLACES = new Set(
  `progress|total|all|english|vietnamese|general|time|moment|present|city|town|area|my area|my city|my neighbourhood|
   my neighborhood|my street|my district|this area|this city|it|them|that|this|day|dau|do|thanh pho|khu vuc nay|dia phuong|
   tieng viet|noi day|first place|map|an emergency|street|road|duong|pho|week|month`
    .split('|')
    .map((name) => name.trim()),
);

/** Kinds of crossings, which stand before the name of one. */
const CROSSINGS = new Set(['nga ba', 'nga tu', 'nga nam', 'nga sau', 'nga bay']);

/** What a report is "in" without being anywhere. */
const STATES = new Set(['trang thai', 'tinh trang']);

/** Times, which "in" stands before too. */
const TIME =
  /^((19|20)\d\d|january|february|march|april|may|june|july|august|september|october|november|december)\b/;

const LONGEST_NAME = 7;

/**
 * The place that the text speaks of.
 *
 * @param isOther whether folded words name something else, such as a category
 */
export function placeIn(text: string, isOther: (words: readonly string[]) => boolean): Place {
  const radius = radiusIn(text);
  const position = positionIn(text);
  if (position !== undefined) return { position, radius };
  if (HERE.test(foldText(text))) return { here: true };
  const words = wordsOf(text);
  for (const [index, word] of words.entries()) {
    // "Ổ gà", a pothole, begins as a place would.
    if (isOther([word.folded, words[index + 1]?.folded ?? ''])) continue;
    if (pairAt(words, index) === 'tai sao') continue;
    const announces = announcesPlace(word);
    if (!announces && !isNamedKind(words, index)) continue;
    const name = nameFrom(words, announces ? index + 1 : index, isOther);
    if (name !== undefined) return { name };
  }
  return {};
}

const pairAt = (words: readonly Word[], index: number): string =>
  words
    .slice(index, index + 2)
    .map(({ folded }) => folded)
    .join(' ');

const announcesPlace = ({ text, folded }: Word): boolean =>
  BEFORE.en.has(text.toLowerCase()) || BEFORE.vi.has(folded);

/** Maps give the latitude first, and GeoJSON the longitude: where only one order makes sense, that one is meant. */
function positionIn(text: string): Place['position'] {
  const [, a, b] = COORDINATES.exec(text) ?? [];
  if (a === undefined || b === undefined) return undefined;
  const [first, second] = [Number(a), Number(b)];
  const [latitude, longitude] = Math.abs(first) > 90 ? [second, first] : [first, second];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { longitude, latitude } : undefined;
}

function radiusIn(text: string): number | undefined {
  const [, number, unit] = RADIUS.exec(text) ?? [];
  if (number === undefined || unit === undefined) return undefined;
  const metres = Number(number.replace(',', '.')) * (/^k/i.test(unit) ? 1000 : 1);
  return Math.min(Math.max(1, Math.round(metres)), MOST_RADIUS);
}

const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(/([\p{L}\p{M}\p{N}/-]+)(\s*[?!.;:\n])?/gu), ([, word = '', end]) => ({
    text: word,
    folded: foldText(word),
    ends: end !== undefined,
  }));

/** A kind of place with its name or number after it: `Đường Lê Lợi`, `quận 1`, but not `đèn đường`. */
function isNamedKind(words: readonly Word[], index: number): boolean {
  const [kind, next] = words.slice(index, index + 2);
  if (kind === undefined || next === undefined || kind.ends || !KINDS.has(kind.folded)) return false;
  return /^[\p{Lu}\p{N}]/u.test(next.text);
}

function nameFrom(
  words: readonly Word[],
  start: number,
  isOther: (words: readonly string[]) => boolean,
): string | undefined {
  let name: Word[] = [];
  if (STATES.has(pairAt(words, start))) return undefined;
  const isCrossing = CROSSINGS.has(pairAt(words, start));
  if (isCrossing && words[start + 1]?.ends) return undefined;
  for (let at = isCrossing ? start + 2 : start; at < words.length && name.length < LONGEST_NAME; at++) {
    const word = words[at];
    if (word === undefined) break;
    const leadsOn = name.length === 0 && (announcesPlace(word) || BETWEEN.has(word.folded));
    if (!leadsOn && AFTER.has(word.folded)) break;
    if (!leadsOn) name.push(word);
    if (word.ends) break;
  }
  const isNone = (list: readonly Word[]) => {
    const folded = list.map(({ folded: plain }) => plain);
    return (
      folded.length === 0 || NO_PLACES.has(folded.join(' ')) || TIME.test(folded.join(' ')) || isOther(folded)
    );
  };
  if (isNone(name)) return undefined;
  name = name.filter(({ folded }, index) => !STREETS.has(folded) || (index > 0 && index < name.length - 1));
  return isNone(name) ? undefined : name.map(({ text }) => text).join(' ');
}
