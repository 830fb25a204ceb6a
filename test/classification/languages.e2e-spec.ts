import { join } from 'node:path';
import { phrasesOf } from '../../src/classification/embedded/phrases';
import { train } from '../../src/classification/embedded/train';
import { evaluate, type Prediction } from '../../src/classification/evaluation/evaluate';
import { readLabelledRows } from '../../src/classification/evaluation/labelled-rows';
import { loadTaxonomy } from '../../src/classification/taxonomy/load-taxonomy';
import { foldText } from '../../src/common/fold-text';

/** The classifier of the shipped taxonomy on reports that none of its phrases was taken from. */
describe('the embedded classifier', () => {
  const taxonomy = loadTaxonomy();
  const model = train(phrasesOf(taxonomy), taxonomy.keys);

  async function evaluateOn(language: string, change: (text: string) => string = (text) => text) {
    const file = join(__dirname, 'phrases', `${language}.ndjson`);
    const predictions: Prediction[] = [];
    for await (const row of readLabelledRows(file, taxonomy.keys)) {
      if ('problem' in row) throw new Error(`${file}:${row.line}: ${row.problem}`);
      const { text, category } = row.example;
      predictions.push({ scores: model.classify(change(text)), actual: category });
    }
    return evaluate(predictions, taxonomy.keys);
  }

  it.each([
    ['en', 0.8],
    ['vi', 0.85],
    ['es', 0.75],
    ['fr', 0.7],
    ['de', 0.75],
    ['pt', 0.75],
  ])('tells reports in %s', async (language, least) => {
    const { accuracy, topThree, calibrationError } = await evaluateOn(language);
    expect(accuracy).toBeGreaterThanOrEqual(least);
    expect(topThree).toBeGreaterThanOrEqual(0.9);
    expect(calibrationError).toBeLessThan(0.2);
  });

  it('tells Vietnamese that is typed without diacritics', async () => {
    const { accuracy } = await evaluateOn('vi', foldText);
    expect(accuracy).toBeGreaterThanOrEqual(0.75);
  });

  it.each([
    ['en', (text: string) => text.toUpperCase()],
    ['vi', (text: string) => text.normalize('NFD')],
  ])('is the same in %s however it is typed', async (language, change) => {
    const { accuracy } = await evaluateOn(language, change);
    expect(accuracy).toBe((await evaluateOn(language)).accuracy);
  });

  it('is right more often where it is sure', async () => {
    const { accuracy, thresholds } = await evaluateOn('en');
    const sure = thresholds.find(({ threshold }) => threshold === 0.6);
    expect(sure?.coverage).toBeGreaterThan(0.6);
    expect(sure?.accuracy).toBeGreaterThan(accuracy);
  });

  it.each([
    ['Đường ngập nước rồi, the whole street is flooded, help!', 'drainage_flooding'],
    ['street light out / đèn đường không sáng / farola apagada', 'streetlight'],
    ['Basura por todas partes, trash everywhere, nobody comes', 'waste'],
  ])('tells a report in several languages: %s', (text, category) => {
    expect(model.classify(text)[0]?.category).toBe(category);
  });
});
