import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../config/environment';

const FILE = 'jwt-secret';

/** JWT_SECRET, or one that is made at the first start and kept in the data directory, readable by its owner alone. */
export function tokenSecret({ JWT_SECRET, DATA_DIR }: Pick<Environment, 'JWT_SECRET' | 'DATA_DIR'>): string {
  if (JWT_SECRET !== undefined) return JWT_SECRET;
  const file = join(DATA_DIR, FILE);
  return read(file) ?? make(file);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The file appears whole or not at all; when another process is quicker, its secret counts. */
function make(file: string): string {
  const secret = randomBytes(48).toString('base64');
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, secret, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, file);
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(draft);
  }
}
