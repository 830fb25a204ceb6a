import { type CategoryDecision, decideCategory, type GivenCategory } from './category-decision';

const scores = (best: number) => [
  { category: 'waste', confidence: best },
  { category: 'noise', confidence: 0.2 },
  { category: 'graffiti', confidence: 0.1 },
  { category: 'other', confidence: 0.05 },
  { category: 'streetlight', confidence: 0.01 },
];
const [SURE, UNSURE] = [0.6, 0.59];

describe('decideCategory', () => {
  it.each<[string, number, GivenCategory | undefined, Partial<CategoryDecision>]>([
    ['takes the best', SURE, undefined, { category: 'waste', confidence: SURE, needsReview: false }],
    ['asks for a review of what is unsure', UNSURE, undefined, { category: 'waste', needsReview: true }],
    [
      "keeps a reporter's",
      UNSURE,
      { category: 'noise', by: 'reporter' },
      { category: 'noise', confidence: 0.2, needsReview: false },
    ],
    [
      'asks for a review where it is sure that the reporter is wrong',
      SURE,
      { category: 'noise', by: 'reporter' },
      { category: 'noise', needsReview: true },
    ],
    [
      'asks for none where the two agree',
      SURE,
      { category: 'waste', by: 'reporter' },
      { category: 'waste', needsReview: false },
    ],
    [
      "asks for none of an official's",
      SURE,
      { category: 'noise', by: 'official' },
      { category: 'noise', needsReview: false },
    ],
    [
      'keeps one of another system',
      SURE,
      { category: 'Potholes', by: 'reporter' },
      { category: 'Potholes', confidence: 0, needsReview: true },
    ],
  ])('%s', (_what, best, given, expected) => {
    expect(decideCategory(scores(best), 0.6, given)).toMatchObject(expected);
  });

  it('names the three best others', () => {
    const { alternatives } = decideCategory(scores(SURE), 0.6, { category: 'noise', by: 'official' });
    expect(alternatives.map(({ category }) => category)).toEqual(['waste', 'graffiti', 'other']);
  });
});
