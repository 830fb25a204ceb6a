import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldText } from '../../common/fold-text';
import { Hazards } from '../priority/hazards';
import { loadTaxonomy } from './load-taxonomy';

const LEAST_PHRASES = { en: 60, vi: 40, es: 20, fr: 20, de: 20, pt: 20 };
const LANGUAGES = Object.keys(LEAST_PHRASES);

describe('the taxonomy that comes with the service', () => {
  const taxonomy = loadTaxonomy();

  it('is written in six languages', () => {
    expect(taxonomy.languages).toEqual(LANGUAGES);
  });

  it.each(Object.entries(LEAST_PHRASES))('has enough phrases of each category in %s', (language, least) => {
    const scarce = taxonomy.categories
      .filter(({ phrases }) => (phrases[language]?.length ?? 0) < least)
      .map(({ key }) => key);

    expect(scarce).toEqual([]);
  });

  it.each(LANGUAGES)('has no text of the test set in %s among its phrases', (language) => {
    const phrases = taxonomy.categories.flatMap((category) => category.phrases[language] ?? []);
    const learned = new Set(phrases.map(comparable));

    expect(testSet(language).filter((text) => learned.has(comparable(text)))).toEqual([]);
  });

  describe('knows dangers, and what denies them', () => {
    const hazards = new Hazards(taxonomy);

    it.each([
      ['electrical', 'hay cables pelados en el poste', 'no hay cables pelados'],
      ['fire', 'une voiture en feu', 'la voiture n’est pas en feu'],
      ['gas', 'hier riecht es stark, Gasgeruch im Keller', 'kein Gasgeruch im Keller'],
      ['collapse', 'o muro desabou', 'o muro não desabou'],
      ['injury', 'hai người bị thương', 'không có ai bị thương'],
      ['injury', 'hai nguoi bi thuong', 'khong co ai bi thuong'],
      ['open_hole', 'hay una coladera sin tapa', 'ya no hay ninguna coladera sin tapa'],
      ['blocked_way', 'cây đổ chắn ngang đường', 'cây đổ không còn chắn ngang đường'],
    ])('%s: "%s", but not "%s"', (key, told, denied) => {
      expect(hazards.find(told).map(({ hazard }) => hazard.key)).toEqual([key]);
      expect(hazards.find(denied)).toEqual([]);
    });
  });
});

const comparable = (text: string): string => foldText(text).trim();

function testSet(language: string): string[] {
  const file = join(__dirname, '../../../test/classification/phrases', `${language}.ndjson`);
  const rows = readFileSync(file, 'utf8').trim().split('\n');
  return rows.map((row) => (JSON.parse(row) as { text: string }).text);
}
