import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataDirectoryLock } from '../../src/common/data-directory/data-directory-lock';
import { runImport } from './run-import';
import { temporaryDirectory } from '../support/service';

describe('npm run import', () => {
  const directory = temporaryDirectory();
  const variables = { NODE_ENV: 'test', DATA_DIR: join(directory.path, 'data') };
  const file = (name: string, text: string) => {
    const path = join(directory.path, name);
    writeFileSync(path, text);
    return path;
  };
  const report = (description: string) => JSON.stringify({ description, lat: 10.77, lng: 106.7 });
  const good = file('good.ndjson', report('A good row'));

  afterAll(() => directory.remove());

  it('names bad rows by file and line, passes over them and ends with 1', async () => {
    const path = file(
      'bad.ndjson',
      [report('first'), '{"half":', '', report('a\0b'), report('last')].join('\n'),
    );
    const { code, out, err } = await runImport([path, good], variables);
    expect(code).toBe(1);
    expect(err.split('\n')).toEqual([
      expect.stringMatching(`^${path}:2: malformed JSON`),
      `${path}:4: contains control characters or broken Unicode`,
      '',
    ]);
    expect(out).toContain(`${path}: 4 rows: 2 created, 0 updated, 0 existing, 2 bad; `);
    expect(out).toContain(`${good}: 1 rows: 1 created`);
  });

  it('names records where lines say nothing', async () => {
    const path = file('records.json', `[${report('one')}, 5]`);
    const { code, err } = await runImport([path], variables);
    expect(code).toBe(1);
    expect(err).toBe(`${path}:record 2: must be an object\n`);
  });

  it('names what the broker itself refuses', async () => {
    const path = file('refused.ndjson', '{"id":"urn:ngsi-ld:Thing:1","type":"Thing","a b(c)":1}');
    const { code, err } = await runImport([path], variables);
    expect(code).toBe(1);
    expect(err).toMatch(`${path}:1: `);
  });

  it('names the first hundred only, and counts all', async () => {
    const path = file('many.ndjson', 'x\n'.repeat(150));
    const { code, out, err } = await runImport([path], variables);
    expect(code).toBe(1);
    expect(err.match(/malformed/g)).toHaveLength(100);
    expect(err).toContain('… and 50 more bad rows');
    expect(out).toContain('150 rows: 0 created, 0 updated, 0 existing, 150 bad');
  });

  it('does not let a file steer the terminal', async () => {
    const path = file('escape.ndjson', '\u001b[2J\u0007');
    const { err } = await runImport([path], variables);
    expect(err.trimEnd()).not.toMatch(/\p{Cc}/u);
  });

  it('writes what it could read of a file that breaks off, goes on with others and ends with 2', async () => {
    const path = file('broken.json', `[${report('before the break')}, {"description": "ha`);
    const missing = join(directory.path, 'missing.ndjson');
    const unknown = file('unknown.xml', '<reports/>');
    const other = file('other.ndjson', report('after all that'));
    const { code, out, err } = await runImport([path, missing, unknown, directory.path, other], variables);
    expect(code).toBe(2);
    expect(err).toContain(`${path}: malformed JSON: the text ends in the middle, after record 1\n`);
    expect(err).toContain(`${missing}: no such file\n`);
    expect(err).toContain(`${unknown}: cannot tell the format`);
    expect(out).toContain(`${path}: 1 rows: 1 created`);
    expect(out).toContain(`${other}: 1 rows: 1 created`);
  });

  it('says that a folder cannot be read', async () => {
    const { code, err } = await runImport([directory.path, '--format', 'csv'], variables);
    expect(code).toBe(2);
    expect(err).toBe(`${directory.path}: cannot be read (EISDIR)\n`);
  });

  it('shows progress where somebody is looking', async () => {
    const path = file('watched.ndjson', `${report('watched')}\nx\n`);
    const { code, err } = await runImport([path], variables, true);
    expect(code).toBe(1);
    expect(err).toContain('100%');
    expect(err).toContain(`${path}:2: malformed JSON`);
  });

  it.each<[string, string[], Record<string, string>, RegExp]>([
    ['no file', [], {}, /no file given\nUsage: /],
    ['an unknown option', ['x.csv', '--force'], {}, /--force.*\nUsage: /s],
    ['an unusable environment', [good], { PORT: 'x' }, /^import: PORT: /],
    [
      'a broker that cannot be reached',
      [good],
      { BROKER_URL: 'http://127.0.0.1:1' },
      /^import: .*cannot be reached/,
    ],
  ])('ends with 2 for %s', async (_what, args, others, message) => {
    const { code, err } = await runImport(args, { ...variables, ...others });
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it('ends with 2 while another process has the data directory and is no service', async () => {
    const lock = DataDirectoryLock.acquire(join(variables.DATA_DIR, 'broker'));
    try {
      const { code, err } = await runImport([good], variables);
      expect(code).toBe(2);
      expect(err).toMatch(/^import: the data directory .* is in use by another process\n$/);
    } finally {
      lock.release();
    }
  });

  it('explains itself', async () => {
    const { code, out } = await runImport(['--help'], variables);
    expect(code).toBe(0);
    expect(out).toMatch(/^Usage: npm run import/);
  });
});
