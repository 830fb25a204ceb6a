import { isObject } from '../../common/json/is-object';
import { rule } from '../../common/validation/rule';
import { isText } from '../../common/validation/text';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const YEARLY = /^\d{2}-\d{2}$/;
const DAY = /^(\d{4}-)?\d{2}-\d{2}$/;

const isFraction = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;

const isDay = (text: string): boolean => {
  // A leap year has all days.
  const iso = YEARLY.test(text) ? `2024-${text}` : text;
  const date = new Date(`${iso}T00:00:00Z`);
  return DAY.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
};

/** A number from 0 to 1. */
export const IsFraction = () => rule('isFraction', 'must be a number from 0 to 1', isFraction);

/** A time of the day, `06:30`. */
export const IsTime = () =>
  rule('isTime', 'must be a time such as 06:30', (value) => isText(value) && TIME.test(value));

/** Days of the week, 1 for Monday. */
export const IsDaysOfWeek = () =>
  rule(
    'isDaysOfWeek',
    'must be a list of days, from 1 for Monday to 7 for Sunday',
    (value) =>
      Array.isArray(value) &&
      value.length > 0 &&
      value.every((day) => [1, 2, 3, 4, 5, 6, 7].includes(day as number)),
  );

/** A day of every year, `06-01`, or of one, `2026-06-01`. */
export const IsDay = () =>
  rule('isDay', 'must be a day such as 06-01 or 2026-06-01', (value) => isText(value) && isDay(value));

/** Both ends of a range are days of every year, or both of one, in order. */
export const EndsRange = () =>
  rule<{ from?: unknown }>(
    'endsRange',
    'must be written like from, and with a year not be before it',
    (to, { from }) =>
      isText(from) && isText(to) && from.length === to.length && (YEARLY.test(from) || from <= to),
  );

/** Numbers from 0 to 1, rising in the order of these names, and no others. */
export const IsRising = (names: readonly string[]) =>
  rule('isRising', `must have numbers from 0 to 1 for ${names.join(', ')}, rising in this order`, (value) => {
    if (!isObject(value) || Object.keys(value).length !== names.length) return false;
    const numbers = names.map((name) => value[name]);
    return (
      numbers.every(isFraction) && numbers.every((number, i) => i === 0 || number > (numbers[i - 1] ?? 0))
    );
  });
