import { RE2JS, RE2JSException } from 're2js';
import { badRequestData } from '../errors';

const MAX_LENGTH = 1024;

/**
 * A regular expression that is matched in linear time, whatever it is.
 *
 * @throws NgsiLdError BadRequestData naming the parameter when it is none, or takes too much to be one.
 */
export function compilePattern(pattern: string, parameter: string): RE2JS {
  if (pattern.length > MAX_LENGTH) {
    throw badRequestData(`${parameter}: the pattern is longer than ${MAX_LENGTH} characters`);
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
