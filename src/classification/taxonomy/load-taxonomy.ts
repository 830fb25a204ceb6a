import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { types } from 'node:util';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError as Violation } from 'class-validator';
import { isObject } from '../../common/json/is-object';
import { parseJson } from '../../common/json/parse-json';
import { EnvironmentError } from '../../config/load-environment';
import { Taxonomy } from './taxonomy';
import { contradictions } from './contradictions';
import { TaxonomyFile } from './taxonomy-file';

/** The taxonomy that comes with the service. */
export const SHIPPED_TAXONOMY = join(__dirname, '../../../taxonomy/civic-issues.json');

/** The taxonomy is unusable; the message is one line that names the file, the place in it and what is wrong there. */
export class TaxonomyError extends EnvironmentError {}

/** Problems that are told at once; the rest is told when these are mended. */
const MOST_PROBLEMS = 5;

/**
 * Reads a taxonomy from a JSON file.
 *
 * @throws TaxonomyError
 */
export function loadTaxonomy(file: string = SHIPPED_TAXONOMY): Taxonomy {
  const document = readJson(file);
  if (!isObject(document)) throw new TaxonomyError(`taxonomy ${file}: must be a JSON object`);
  const content = plainToInstance(TaxonomyFile, document);
  const misshapen = problemsOf(
    validateSync(content, { whitelist: true, forbidNonWhitelisted: true, stopAtFirstError: true }),
  );
  // What contradicts itself can only be told of a document that is well formed.
  const problems = misshapen.length > 0 ? misshapen : contradictions(content);
  if (problems.length > 0) throw new TaxonomyError(`taxonomy ${file}: ${summary(problems)}`);
  return new Taxonomy(content);
}

function readJson(file: string): unknown {
  try {
    return parseJson(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new TaxonomyError(
      `taxonomy ${file}: ${types.isNativeError(error) ? error.message : String(error)}`,
    );
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
