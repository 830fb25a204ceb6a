import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tokenSecret } from './token-secret';

describe('tokenSecret', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'civic-'));
  afterAll(() => rmSync(DATA_DIR, { recursive: true }));

  it('is JWT_SECRET where there is one, and is not stored then', () => {
    expect(tokenSecret({ JWT_SECRET: 'given', DATA_DIR })).toBe('given');
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });

  it('is made once otherwise, and kept where only its owner can read it', () => {
    const secret = tokenSecret({ DATA_DIR });
    expect(Buffer.byteLength(secret)).toBeGreaterThanOrEqual(32);
    expect(tokenSecret({ DATA_DIR })).toBe(secret);
    expect(readdirSync(DATA_DIR)).toEqual(['jwt-secret']);
    expect(statSync(join(DATA_DIR, 'jwt-secret')).mode & 0o777).toBe(0o600);
  });
});
