import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_TYPES } from './error-types';

const SOURCES = join(__dirname, '../..');

/** A name behind a status, where an error is made of both. */
const NAMED = /(?:HttpStatus\.[A-Z_]+(?:,|\]:)|\[\d{3},)\s*'([A-Z]\w+)'/g;

/** The embedded broker has errors of its standard. */
const isOfEnvelope = (file: string) =>
  file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.startsWith('context-broker');

describe('ERROR_TYPES', () => {
  it('has every name that the sources give an error', () => {
    const names = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter(isOfEnvelope)
      .flatMap((file) => [...readFileSync(join(SOURCES, file), 'utf8').matchAll(NAMED)])
      .map(([, name]) => name);
    expect(ERROR_TYPES).toEqual([...new Set(names)].toSorted());
  });
});
