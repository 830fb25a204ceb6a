import { readFileSync } from 'node:fs';
import { types } from 'node:util';
import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError as Violation } from 'class-validator';
import { isObject } from '../common/json/is-object';
import { parseJson } from '../common/json/parse-json';
import { EnvironmentError } from './load-environment';

/** A file of settings is unusable; the message is one line that names the file, the place in it and what is wrong there. */
export class SettingsFileError extends EnvironmentError {}

/** Problems that are told at once; the rest is told when these are mended. */
const MOST_PROBLEMS = 5;

/**
 * Reads a JSON file of settings.
 *
 * @param what the setting that names the file, for the message
 * @param contradictions what is wrong with content of the right shape, each as `path: reason`
 * @throws SettingsFileError
 */
export function readSettingsFile<Content extends object>(
  what: string,
  file: string,
  shape: Type<Content>,
  contradictions: (content: Content) => string[],
): Content {
  const fail = (reason: string) => new SettingsFileError(`${what} ${file}: ${reason}`);
  const document = readJson(file, fail);
  if (!isObject(document)) throw fail('must be a JSON object');
  const content = plainToInstance(shape, document);
  const misshapen = problemsOf(
    validateSync(content, { whitelist: true, forbidNonWhitelisted: true, stopAtFirstError: true }),
  );
  // What contradicts itself can only be told of a document that is well formed.
  const problems = misshapen.length > 0 ? misshapen : contradictions(content);
  if (problems.length > 0) throw fail(summary(problems));
  return content;
}

function readJson(file: string, fail: (reason: string) => Error): unknown {
  try {
    return parseJson(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw fail(types.isNativeError(error) ? error.message : String(error));
  }
}

function problemsOf(violations: Violation[], path: string[] = []): string[] {
  return violations.flatMap(({ property, constraints = {}, children = [] }) => {
    const at = [...path, property];
    const own = Object.entries(constraints).map(([rule, message]) => {
      const reason =
        rule === 'whitelistValidation' ? 'unknown field' : withoutPrefix(message, `${property} `);
      return `${at.join('.')}: ${reason}`;
    });
    return [...own, ...problemsOf(children, at)];
  });
}

const withoutPrefix = (text: string, prefix: string): string =>
  text.startsWith(prefix) ? text.slice(prefix.length) : text;

function summary(problems: string[]): string {
  const more = problems.length - MOST_PROBLEMS;
  return problems.slice(0, MOST_PROBLEMS).join('; ') + (more > 0 ? ` (and ${more} more)` : '');
}
