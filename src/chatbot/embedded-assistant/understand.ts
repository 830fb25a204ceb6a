import { CITIZEN_REPORT, type Priority, type Status } from '../../citizen-reports/citizen-report';
import { foldedWords } from '../../common/fold-text';
import type { CategoryWords } from './category-words';
import { type Period, periodIn } from './period-in-text';
import { type Place, placeIn } from './place-in-text';

/** What a message wants. */
export type Intent =
  | { kind: 'greeting' | 'thanks' | 'help' }
  | { kind: 'how-to-report'; categories: string[] }
  /** One report: by its id, by its place in the last list (from 0), or else the last one spoken of. */
  | { kind: 'status'; id?: string; ordinal?: number }
  | ReportsIntent
  | { kind: 'other' };

export interface ReportsIntent {
  kind: 'reports';
  categories: string[];
  statuses: readonly Status[];
  place: Place;
  /** Of what urgency; all where there are none. */
  priorities: readonly Priority[];
  /** When they were made; `unknown` where the message says so in a way that is not understood. */
  period?: Period | 'unknown';
  /** Only the number is wanted. */
  counts: boolean;
  /** False where the message may as well ask for something that documents explain. */
  certain: boolean;
}

export const OPEN: readonly Status[] = ['pending', 'acknowledged', 'in_progress'];
export const DONE: readonly Status[] = ['resolved', 'closed'];
export const URGENT: readonly Priority[] = ['high', 'critical'];

const URN = /urn:[a-z\d][a-z\d-]{0,31}:[^\s"'<>()[\]{},;]+/i;

/** What stands after the prefix of an id, after a word for a report: it has a digit and a letter. */
const SHORT_ID =
  /(?:\breport|\bcomplaint|ph[aả]n [aá]nh|b[aá]o c[aá]o)\s+(?:id\s+|mã\s+)?#?((?=[\w-]{0,99}\d)(?=[\w-]{0,99}[a-z])[\w-]{6,100})(?![\w-])/iu;
const ID_PREFIX = `urn:ngsi-ld:${CITIZEN_REPORT}:`;

const GREETING = /^(hi|hello|hey|good (morning|afternoon|evening|day)|xin chao|chao|alo)\b/;
const THANKS = /^(ok |great |)(thanks|thank you|thx|cheers|cam on)\b/;
const HELP =
  /^(help|tro giup|giup toi|huong dan)$|\b(what|how) can you (do|help)|\bwho are you\b|\bare you (a )?(bot|robot|human|real)|\bban (la ai|la gi|lam duoc gi|co the (lam|giup))|\bban giup (duoc )?gi/;

const COUNT =
  /\b(how many|how much|number of|count|total)\b|\b(bao nhieu|so luong|tong so|tong cong|dem|may (bao cao|phan anh|su co|vu|truong hop|cai|o ga))\b/;

const HOW_TO_REPORT = [
  /\b(how|where) (do|can|could|should|would|to|may) ?(i|we|one|you|people|citizens)? ?(report|file|submit|complain|make a report)\b/,
  /\bhow (does|is) .*\b(reporting|a report made)\b/,
  /\bwhat .*\b(can|may|could|should) (i|we|you|one|people|citizens|be) report(ed)?\b/,
  /\b(can|may|could) (i|we|one) (also )?report\b/,
  /\b(i|we) (want|need|would like|d like|wish|have) to (report|complain|file)\b/,
  /\b(what|which|list|show).*\b(categories|kinds of (problem|issue|report)s?|types of (problem|issue|report)s?)\b/,
  /\b(bao cao|phan anh|bao su co|khieu nai|gui phan anh)\b.*\b(nhu the nao|the nao|ra sao|bang cach nao|cach nao|o dau duoc|duoc nhung gi|duoc gi|nhung gi|van de gi|loai nao|gi)$/,
  /\b(lam sao|lam the nao|cach|huong dan|muon|can) (de |toi |minh )*(bao cao|phan anh|bao su co|khieu nai|gui (bao cao|phan anh)|bao)\b/,
  /\b(co the|duoc) (bao cao|phan anh|bao)\b/,
  /\b(nhung|cac|danh sach) (loai|danh muc|hang muc)\b|\b(danh muc|hang muc|loai su co|loai bao cao)\b/,
];

const ASKS_FOR_STATUS =
  /\b(status|progress|state|update|updates|news|details?|happened|happening|more about|fixed|repaired|resolved|done|finished|handled|timeline|history)\b|\b(tinh trang|trang thai|tien do|tien trien|chi tiet|ket qua|lich su|den dau roi|sao roi|the nao roi|xong chua|(xu ly|sua|giai quyet|khac phuc|lam)( xong)? chua)\b/;
const SPEAKS_OF_ONE =
  /\b(it|this|that|this one|that one|my report|the report|this report|that report|my complaint|the (first|second|third|last) one|number \d|no \d)\b|\b((bao cao|phan anh|su co|vu|cai) (do|nay|kia|ay|cua toi|toi gui|dau tien|thu|so|tren)|no)\b/;
const MY_REPORT =
  /\bmy (\w+ ){0,2}(report|complaint)\b|\b(bao cao|phan anh|khieu nai) (\w+ ){0,2}(cua toi|cua minh|toi gui|toi da gui)\b/;

const ORDINALS: [pattern: RegExp, ordinal: number][] = [
  [/\b(first|number 1|no 1)\b|\b(dau tien|thu nhat|thu 1|so 1)\b/, 0],
  [/\b(second|number 2|no 2)\b|\b(thu hai|thu 2|so 2)\b/, 1],
  [/\b(third|number 3|no 3)\b|\b(thu ba|thu 3|so 3)\b/, 2],
  [/\b(fourth|number 4|no 4)\b|\b(thu tu|thu 4|so 4)\b/, 3],
  [/\b(fifth|number 5|no 5)\b|\b(thu nam|thu 5|so 5)\b/, 4],
];

/** From the most special; the first that matches counts. */
const STATUS_WORDS: [pattern: RegExp, statuses: readonly Status[]][] = [
  [/\b(rejected|refused|declined|bi tu choi|tu choi)\b/, ['rejected']],
  [
    /\b(in progress|being (fixed|worked on|handled|repaired)|dang (duoc )?(xu ly|sua|khac phuc))\b/,
    ['in_progress'],
  ],
  [/\b(pending|cho xu ly|dang cho|cho tiep nhan)\b/, ['pending']],
  [
    /\b(open|unresolved|outstanding|unfixed|ongoing|active|still|waiting|not (yet )?(been )?(fixed|resolved|done|repaired|closed|handled))\b/,
    OPEN,
  ],
  [
    /\b(chua (duoc )?(xu ly|sua|giai quyet|khac phuc|xong|don|lam|dong)|con (mo|ton|ton dong)|ton dong|dang mo|van con)\b/,
    OPEN,
  ],
  [/\b(closed|resolved|fixed|repaired|completed|finished|solved)\b/, DONE],
  [/\b(da (duoc )?(xu ly|sua|giai quyet|khac phuc|xong|dong|hoan thanh)|hoan thanh)\b/, DONE],
];

const LISTS =
  /\b(reports?|reported|issues?|problems?|complaints?|incidents?|show|list|find|search|any|are there|is there|broken|damaged|recent|latest|newest|whats new|going on|happened|happening)\b|\b(bao cao|phan anh|su co|van de|liet ke|xem|tim|hong|hu|moi nhat|gan day|(?<!the )nao|co gi|chuyen gi)\b/;

/** Words that no question has which a document might answer. */
const SURELY_LISTS =
  /\b(list|recent|latest|newest|whats new|going on|happening|(show|find|view)( me)?( all)?( the)? (reports|issues|problems|complaints|incidents))\b|\b(liet ke|moi nhat|gan day|xem (cac |tat ca )?(bao cao|phan anh|su co))\b/;

const SAYS_URGENT = /\b(urgent|critical|(high|highest|top) priority)\b|\b(khan cap|cap bach|uu tien cao)\b/;

/** A short message says little else than what it asks for. */
const SHORT = 6;

/** What the message wants, told by its words: without regard to case, diacritics and punctuation. */
export function understand(message: string, categoryWords: CategoryWords): Intent {
  const id = idIn(message);
  if (id !== undefined) return { kind: 'status', id };
  const words = foldedWords(message);
  const text = words.join(' ');
  const categories = categoryWords.find(words).keys;

  if (words.length <= SHORT && categories.length === 0) {
    if (THANKS.test(text)) return { kind: 'thanks' };
    if (HELP.test(text)) return { kind: 'help' };
  }
  const counts = COUNT.test(text);
  if (!counts && HOW_TO_REPORT.some((pattern) => pattern.test(text)))
    return { kind: 'how-to-report', categories };

  const place = placeIn(message, (name) => categoryWords.isName(name));
  const isSomewhere = Object.values(place).some((part) => part !== undefined);
  const about = categories.length > 0 || isSomewhere;
  const ordinal = ordinalIn(text);
  const period = periodIn(text);
  const speaksOfOne = SPEAKS_OF_ONE.test(text) || (words.length <= SHORT && period === undefined);
  if (!about && !counts && speaksOfOne && (ordinal !== undefined || ASKS_FOR_STATUS.test(text))) {
    return { kind: 'status', ordinal };
  }

  const statuses = STATUS_WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? [];
  if (MY_REPORT.test(text) && statuses.length > 0 && !counts && !isSomewhere) return { kind: 'status' };
  const priorities = SAYS_URGENT.test(text) ? URGENT : [];
  const lists = LISTS.test(text);
  const narrows = isSomewhere || statuses.length + priorities.length > 0 || period !== undefined;
  const certain = counts || narrows || (lists && categories.length > 0) || SURELY_LISTS.test(text);
  if (about || lists || counts) {
    return { kind: 'reports', categories, statuses, priorities, place, period, counts, certain };
  }
  return { kind: GREETING.test(text) ? 'greeting' : 'other' };
}

function idIn(message: string): string | undefined {
  const urn = URN.exec(message)?.[0].replace(/[.?!:]+$/, '');
  if (urn !== undefined) return urn;
  const short = SHORT_ID.exec(message.normalize('NFC'))?.[1];
  return short && ID_PREFIX + short;
}

const ordinalIn = (text: string): number | undefined => ORDINALS.find(([pattern]) => pattern.test(text))?.[1];
