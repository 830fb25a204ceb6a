import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { evaluateCommand } from '../../src/classification/evaluation/evaluate-command';
import { temporaryDirectory } from '../support/temporary-directory';

const category = (key: string, phrases: string[]) => ({
  key,
  basePriority: 'low',
  targetDays: 7,
  names: { en: key },
  descriptions: { en: key },
  phrases: { en: phrases },
});

/** So small that training takes no time. */
const TAXONOMY = {
  languages: ['en'],
  categories: [
    category('bees', ['a swarm of bees', 'bees in the wall', 'bees']),
    category('other', ['a question', 'who do I call', 'help']),
  ],
  hazards: [],
  negations: { en: ['no'] },
};

describe('npm run classifier:evaluate', () => {
  const directory = temporaryDirectory();
  afterAll(() => directory.remove());
  const at = (name: string) => join(directory.path, name);
  const taxonomy = at('taxonomy.json');
  const good = at('good.ndjson');
  const bad = at('bad.ndjson');

  beforeAll(() => {
    writeFileSync(taxonomy, JSON.stringify(TAXONOMY));
    writeFileSync(
      good,
      [
        '{ "text": "BEES!", "category": "bees", "city_label": "Insects" }',
        '',
        '{ "text": "swarm of bees in a tree", "category": "bees" }',
        '{ "text": "a question", "category": "other" }',
        '{ "text": "bees, who do I call", "category": "other" }',
      ].join('\n'),
    );
    writeFileSync(
      bad,
      [
        '{ "text": "bees", "category": "bees" }',
        'bees',
        '["bees", "bees"]',
        '{ "category": "bees" }',
        '{ "text": "  ", "category": "bees" }',
        '{ "text": "wasps", "category": "wasps" }',
        '{ "text": 1, "category": "bees" }',
      ].join('\n'),
    );
  });

  it('prints the figures', async () => {
    const { code, out, err } = await run(good, '--taxonomy', taxonomy);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^learned 6 phrases of 2 categories in \d+ ms$/m);
    expect(out).toMatch(/^rows +4$/m);
    for (const figure of ['accuracy', 'macro-F1', 'among the best three', 'expected calibration error']) {
      expect(out).toMatch(new RegExp(`^${figure} +[01]\\.\\d{3}$`, 'm'));
    }
    expect(out).toMatch(/^bees +2 +\d +/m);
    expect(out).toMatch(/^1 bees +2 +·$/m);
    expect(out).toMatch(/^0\.600 +[01]\.\d{3} +[01]\.\d{3}$/m);
  });

  it('takes the taxonomy of the environment', async () => {
    const { code, out } = await collect((terminal) =>
      evaluateCommand([good], { TAXONOMY_FILE: taxonomy }, terminal),
    );
    expect(code).toBe(0);
    expect(out).toContain('learned 6 phrases');
  });

  it('draws the diagrams into a directory that it makes', async () => {
    const { code } = await run(good, '--taxonomy', taxonomy, '--out', at('new/diagrams'));
    expect(code).toBe(0);
    for (const name of ['reliability.svg', 'confusion.svg']) {
      const svg = readFileSync(at(`new/diagrams/${name}`), 'utf8');
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>\n$/s);
      expect(svg).toContain('4 texts');
    }
  });

  it('names bad rows by line, and evaluates the others', async () => {
    const { code, out, err } = await run(bad, '--taxonomy', taxonomy);
    expect(code).toBe(1);
    expect(out).toMatch(/^rows +1$/m);
    expect(err.trim().split('\n')).toEqual([
      expect.stringMatching(/bad\.ndjson:2: malformed JSON/),
      `${bad}:3: must be a JSON object`,
      `${bad}:4: text: must be text, and not blank`,
      `${bad}:5: text: must be text, and not blank`,
      `${bad}:6: category: must be one of bees, other`,
      `${bad}:7: text: must be text, and not blank`,
    ]);
  });

  it('has nothing to say of a file without good rows', async () => {
    const empty = at('empty.ndjson');
    writeFileSync(empty, '\n');
    const { code, err } = await run(empty, '--taxonomy', taxonomy);
    expect(code).toBe(2);
    expect(err).toBe(`${empty}: no row that could be evaluated\n`);
  });

  it.each([
    ['no file', [], 'no file given'],
    ['two files', ['a', 'b'], 'more than one file given'],
    ['an unknown option', ['a', '--fast'], "Unknown option '--fast'"],
    ['a file that is not there', [at('none'), '--taxonomy', taxonomy], 'ENOENT'],
    ['a directory', [directory.path, '--taxonomy', taxonomy], 'EISDIR'],
    ['a taxonomy that is none', [good, '--taxonomy', good], `--taxonomy ${good}: `],
  ])('refuses %s', async (_what, args, message) => {
    const { code, err } = await run(...args);
    expect(code).toBe(2);
    expect(err).toMatch(/^classifier:evaluate: /);
    expect(err).toContain(message);
  });

  it('tells how it is used', async () => {
    const { code, out } = await run('--help');
    expect(code).toBe(0);
    expect(out).toMatch(/^Usage: npm run classifier:evaluate/);
  });
});

const run = (...args: string[]) => collect((terminal) => evaluateCommand(args, {}, terminal));

async function collect(command: (terminal: { out: Writable; err: Writable }) => Promise<number>) {
  const written = { out: '', err: '' };
  const into = (name: 'out' | 'err') =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        written[name] += chunk.toString();
        done();
      },
    });
  const code = await command({ out: into('out'), err: into('err') });
  return { code, ...written };
}
