import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SettingsFileError } from '../../config/settings-file';
import { loadTaxonomy } from './load-taxonomy';

const category = (key: string, phrases: string[], changes: object = {}) => ({
  key,
  basePriority: 'medium',
  targetDays: 7,
  names: { en: key },
  descriptions: { en: `What is about ${key}.` },
  phrases: { en: phrases },
  ...changes,
});

const hazard = (changes: object = {}) => ({
  key: 'gas',
  weight: 0.5,
  leastPriority: 'critical',
  names: { en: 'gas leak' },
  wording: { en: ['smell of gas'] },
  ...changes,
});

/** A taxonomy without fault but for the changes. */
const taxonomy = (changes: object = {}) => ({
  languages: ['en'],
  categories: [category('bees', ['a swarm of bees']), category('other', ['a question'])],
  hazards: [hazard()],
  negations: { en: ['no'] },
  ...changes,
});

const other = category('other', ['a question']);

describe('loadTaxonomy', () => {
  const directory = mkdtempSync(join(tmpdir(), 'civic-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'taxonomy.json');
  const load = (content: unknown) => {
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return loadTaxonomy(file);
  };

  it('reads a taxonomy of a city', () => {
    const loaded = load(taxonomy());
    expect(loaded.keys).toEqual(['bees', 'other']);
    expect(loaded.find('bees')?.targetDays).toBe(7);
    expect(loaded.find('streetlight')).toBeUndefined();
    expect(loaded.has('other')).toBe(true);
    expect(loaded.hazards[0]?.leastPriority).toBe('critical');
  });

  it('names categories in a language, in another, or by their key', () => {
    const names = { en: 'Bees', de: 'Bienen' };
    const texts = { en: ['a swarm'], de: ['ein Schwarm'] };
    const german = { names: { en: 'x', de: 'x' }, descriptions: { en: 'x', de: 'x' } };
    const loaded = load({
      languages: ['en', 'de'],
      categories: [
        category('bees', [], { ...german, names, phrases: texts }),
        category('other', [], { ...german, phrases: { en: ['question'], de: ['Frage'] } }),
      ],
      hazards: [],
      negations: { en: ['no'], de: ['kein'] },
    });
    expect(loaded.nameOf('bees', 'de')).toBe('Bienen');
    expect(loaded.nameOf('bees', 'vi')).toBe('Bees');
    expect(loaded.nameOf('Imported', 'de')).toBe('Imported');
  });

  it.each<[string, unknown, RegExp]>([
    ['no JSON', '{', /: malformed JSON: /],
    ['a name twice', '{"languages":[],"languages":[]}', /: the name "languages" stands twice in one object$/],
    ['no object', [], /: must be a JSON object$/],
    ['an unknown field', taxonomy({ colours: [] }), /: colours: unknown field$/],
    [
      'an unknown field of a category',
      taxonomy({ categories: [category('a', ['b'], { x: 1 }), other] }),
      /: categories\.0\.x: unknown field$/,
    ],
    ['no categories', taxonomy({ categories: undefined }), /: categories: /],
    ['categories that are none', taxonomy({ categories: ['bees', 'other'] }), /: categories\.?/],
    ['one category', taxonomy({ categories: [other] }), /: categories: /],
    [
      'a duplicate key',
      taxonomy({ categories: [category('bees', ['a']), category('bees', ['b']), other] }),
      /: categories\.1\.key: "bees" stands twice$/,
    ],
    [
      'a key for people',
      taxonomy({ categories: [category('Bees!', ['a']), other] }),
      /: categories\.0\.key: must be up to 50 of a-z/,
    ],
    [
      'no category for the rest',
      taxonomy({ categories: [category('a', ['a']), category('b', ['b'])] }),
      /: categories: one must have the key "other"/,
    ],
    [
      'no phrases',
      taxonomy({ categories: [category('bees', []), other] }),
      /: categories\.0\.phrases\.en: is missing or empty$/,
    ],
    [
      'no phrases in a language',
      taxonomy({ languages: ['en', 'de'] }),
      /: categories\.0\.names\.de: is missing or empty; /,
    ],
    [
      'phrases in an unknown language',
      taxonomy({ categories: [category('bees', [], { phrases: { en: ['a'], xx: ['b'] } }), other] }),
      /: categories\.0\.phrases\.xx: is none of the languages of this file$/,
    ],
    [
      'phrases that are no list',
      taxonomy({ categories: [category('bees', [], { phrases: { en: 'bees' } }), other] }),
      /: categories\.0\.phrases: must be an object of a list of texts by language$/,
    ],
    [
      'a blank phrase',
      taxonomy({ categories: [category('bees', ['a', ' ']), other] }),
      /: categories\.0\.phrases\.en\.1: must not be blank$/,
    ],
    [
      'an endless phrase',
      taxonomy({ categories: [category('bees', ['a'.repeat(501)]), other] }),
      /: categories\.0\.phrases\.en\.0: must have at most 500 characters$/,
    ],
    [
      'a control character',
      taxonomy({ categories: [category('bees', ['a\u0007']), other] }),
      /: categories\.0\.phrases\.en\.0: must not contain control characters/,
    ],
    [
      'a phrase twice',
      taxonomy({ categories: [category('bees', ['Bees', 'bees ']), other] }),
      /: categories\.0\.phrases\.en\.1: "bees " stands twice$/,
    ],
    [
      'a phrase of two categories',
      taxonomy({ categories: [category('bees', ['a']), category('wasps', ['A']), other] }),
      /: categories\.1\.phrases\.en\.0: "A" stands in bees too$/,
    ],
    [
      'an unknown priority',
      taxonomy({ categories: [category('bees', ['a'], { basePriority: 'urgent' }), other] }),
      /: categories\.0\.basePriority: must be one of low, medium, high, critical$/,
    ],
    [
      'a target in hours',
      taxonomy({ categories: [category('bees', ['a'], { targetDays: 1.5 }), other] }),
      /: categories\.0\.targetDays: must be an integer number$/,
    ],
    [
      'a hazard that weighs too much',
      taxonomy({ hazards: [hazard({ weight: 2 })] }),
      /: hazards\.0\.weight: must not be greater than 1$/,
    ],
    [
      'a hazard of unknown priority',
      taxonomy({ hazards: [hazard({ leastPriority: 'now' })] }),
      /: hazards\.0\.leastPriority: must be one of /,
    ],
    [
      'a hazard without wording',
      taxonomy({ hazards: [hazard({ wording: { en: [] } })] }),
      /: hazards\.0\.wording\.en: is missing or empty$/,
    ],
    [
      'blank wording',
      taxonomy({ hazards: [hazard({ wording: { en: [''] } })] }),
      /: hazards\.0\.wording\.en\.0: must not be blank$/,
    ],
    ['a hazard twice', taxonomy({ hazards: [hazard(), hazard()] }), /: hazards\.1\.key: "gas" stands twice$/],
    [
      'a language twice',
      taxonomy({ languages: ['en', 'en'] }),
      /: languages: must be a list of languages such as "en", each once$/,
    ],
    ['no negations', taxonomy({ negations: {} }), /: negations\.en: is missing or empty$/],
  ])('refuses %s, naming file, place and reason', (_what, content, message) => {
    expect(() => load(content)).toThrow(SettingsFileError);
    expect(() => load(content)).toThrow(message);
    expect(() => load(content)).toThrow(`TAXONOMY_FILE ${file}: `);
  });

  it('names the first problems and counts the rest', () => {
    const phrases = Array.from({ length: 8 }, () => '');
    expect(() => load(taxonomy({ categories: [category('bees', phrases), other] }))).toThrow(
      / \(and \d+ more\)$/,
    );
  });

  it('names a file that is not there', () => {
    expect(() => loadTaxonomy(join(directory, 'none.json'))).toThrow(/none\.json: ENOENT/);
  });
});
