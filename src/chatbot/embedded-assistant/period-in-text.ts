import { DateTime, type DateTimeUnit } from 'luxon';

/** The periods that can be told apart. */
export const PERIODS = ['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const;

export type Period = (typeof PERIODS)[number];

interface Meaning {
  words: RegExp;
  unit: DateTimeUnit;
  /** How many units ago. */
  ago: number;
}

const MEANINGS: Record<Period, Meaning> = {
  today: { words: /\b(today|hom nay)\b/, unit: 'day', ago: 0 },
  yesterday: { words: /\b(yesterday|hom qua)\b/, unit: 'day', ago: 1 },
  thisWeek: { words: /\b(this week|tuan nay)\b/, unit: 'week', ago: 0 },
  lastWeek: { words: /\b(last week|tuan (truoc|roi|qua))\b/, unit: 'week', ago: 1 },
  thisMonth: { words: /\b(this month|thang nay)\b/, unit: 'month', ago: 0 },
  lastMonth: { words: /\b(last month|thang (truoc|roi|qua))\b/, unit: 'month', ago: 1 },
};

const OTHER =
  /\b(last|this|past|previous) (\w+ )?(year|hour|day|week|month|quarter)s?\b|\b\d+ (hour|day|week|month|year)s?\b|\b(in|since) ((19|20)\d\d|january|february|march|april|may|june|july|august|september|october|november|december)\b|\b(nam (nay|ngoai|truoc)|quy (nay|truoc)|thang \d+|\d+ (gio|ngay|tuan|thang|nam) (qua|truoc)?)\b/;

/** The period that the folded text speaks of; `unknown` where it is one that is not told apart. */
export function periodIn(text: string): Period | 'unknown' | undefined {
  const known = PERIODS.find((period) => MEANINGS[period].words.test(text));
  return known ?? (OTHER.test(text) ? 'unknown' : undefined);
}

/**
 * The first and the last moment of the period. Weeks begin on Monday.
 *
 * @param timeZone IANA name of the city's time zone
 */
export function boundsOf(period: Period, now: Date, timeZone: string): { first: Date; last: Date } {
  const { unit, ago } = MEANINGS[period];
  const within = DateTime.fromJSDate(now, { zone: timeZone }).minus({ [unit]: ago });
  return { first: within.startOf(unit).toJSDate(), last: within.endOf(unit).toJSDate() };
}
