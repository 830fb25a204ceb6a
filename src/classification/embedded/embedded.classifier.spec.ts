import { plainToInstance } from 'class-transformer';
import type { LabelledText } from '../labelled-text';
import { Taxonomy } from '../taxonomy/taxonomy';
import { TaxonomyFile } from '../taxonomy/taxonomy-file';
import { EmbeddedClassifier } from './embedded.classifier';

const category = (key: string, phrases: string[]) => ({ key, phrases: { en: phrases } });

const TAXONOMY = new Taxonomy(
  plainToInstance(TaxonomyFile, {
    languages: ['en'],
    categories: [
      category('road', ['pothole in the road', 'deep pothole', 'the road surface is broken']),
      category('light', ['street light is dark', 'the lamp is broken', 'no light']),
      category('other', ['a question', 'who do I call', 'help']),
    ],
    hazards: [],
    negations: { en: ['no'] },
  }),
);

/** What no phrase says, as officials corrected it. */
const CORRECTIONS: LabelledText[] = Array.from({ length: 12 }, (_, i) => ({
  text: `glowing jellyfish number ${'abcdefghijkl'[i] ?? ''}`,
  category: 'light',
}));

describe('EmbeddedClassifier', () => {
  const open: EmbeddedClassifier[] = [];
  const classifier = (): EmbeddedClassifier => {
    const made = new EmbeddedClassifier(TAXONOMY);
    open.push(made);
    return made;
  };
  afterEach(() => {
    for (const made of open.splice(0)) made.onApplicationShutdown();
  });

  it('learns in a thread before it answers the first time', async () => {
    const scores = await classifier().classify('Potholes!');
    expect(scores.map(({ category }) => category)).toHaveLength(3);
    expect(scores[0]?.category).toBe('road');
  });

  it('learns from the corrections that there are before it answers the first time', async () => {
    const learned = classifier();
    learned.learnFrom(() => Promise.resolve(CORRECTIONS));
    expect((await learned.classify('a jellyfish'))[0]?.category).toBe('light');
  });

  it('tries again where the corrections could not be had', async () => {
    const learned = classifier();
    learned.learnFrom(() => Promise.reject(new Error('no database')));
    await expect(learned.prepare()).rejects.toThrow('no database');
    learned.learnFrom(() => Promise.resolve(CORRECTIONS));
    expect((await learned.classify('a jellyfish'))[0]?.category).toBe('light');
  });

  it('learns from corrections on request, and tells what that was good for', async () => {
    const learned = classifier();
    expect((await learned.classify('a glowing jellyfish'))[0]?.category).not.toBe('light');
    const { before, after } = await learned.retrain(CORRECTIONS);
    expect(before).toMatchObject({ rows: 12, accuracy: 0 });
    expect(after).toMatchObject({ rows: 12, accuracy: 1 });
    expect((await learned.classify('a glowing jellyfish'))[0]?.category).toBe('light');

    const again = await learned.retrain(CORRECTIONS);
    expect(again.before).toEqual(again.after);
  });

  it('has nothing to tell of without corrections', async () => {
    const { before, after } = await classifier().retrain([]);
    expect(before).toMatchObject({ rows: 0 });
    expect(after).toEqual(before);
  });

  it('answers one signal no more, and the others all the same', async () => {
    const learned = classifier();
    const waiting = learned.classify('pothole');
    await expect(learned.classify('pothole', AbortSignal.timeout(1))).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    await expect(learned.classify('pothole', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect((await waiting)[0]?.category).toBe('road');
  });

  it('ends its training when the service stops', async () => {
    const learned = classifier();
    const waiting = learned.classify('pothole');
    learned.onApplicationShutdown();
    await expect(waiting).rejects.toThrow();
  });
});
