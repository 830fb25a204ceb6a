import { RE2JS, RE2JSException } from 're2js';
import { badRequestData } from '../errors';

const MAX_LENGTH = 1024;

/** Roughly the characters of a pattern once its repetitions are written out, as compiling does. */
const MAX_WRITTEN_OUT = 20_000;

/** `{n}` or `{n,m}`, behind a group or a single character. */
const REPETITION = /(\)?)\{(\d{1,9})(?:,(\d{0,9}))?\}/g;

/**
 * A regular expression that is matched in linear time, whatever it is, and compiled in milliseconds.
 *
 * @throws NgsiLdError BadRequestData naming the parameter when it is none, or takes too much to be one.
 */
export function compilePattern(pattern: string, parameter: string): RE2JS {
  if (pattern.length > MAX_LENGTH) {
    throw badRequestData(`${parameter}: the pattern is longer than ${MAX_LENGTH} characters`);
  }
  if (writtenOut(pattern) > MAX_WRITTEN_OUT) {
    throw badRequestData(`${parameter}: the pattern repeats too much`);
  }
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw badRequestData(
      `${parameter}: ${JSON.stringify(pattern)} is no regular expression that is supported`,
    );
  }
}

/** Groups may stand in each other, so that their repetitions multiply. */
function writtenOut(pattern: string): number {
  let [single, grouped] = [1, 1];
  for (const [, group, least, most] of pattern.matchAll(REPETITION)) {
    const times = Math.max(Number(least), Number(most ?? 0), 1);
    if (group === ')') grouped *= times;
    else single = Math.max(single, times);
  }
  return pattern.length * single * grouped;
}
