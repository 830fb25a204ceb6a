import { alike, type NearbyReport } from './similar-reports';
import { profileOf, textSimilarity } from './text-similarity';

const similarity = (a: string, b: string) => textSimilarity(profileOf(a), profileOf(b));

describe('textSimilarity', () => {
  it.each([
    ['street light', 'street light'],
    ['ĐÈN ĐƯỜNG HỎNG', 'den duong hong'],
  ])('is 1 for %j and %j', (a, b) => {
    expect(similarity(a, b)).toBeCloseTo(1);
  });

  it.each([
    ['', ''],
    ['pothole', ''],
    ['🔥', '🔥'],
    ['pothole', 'karaoke'],
  ])('is 0 for %j and %j', (a, b) => {
    expect(similarity(a, b)).toBe(0);
  });

  it('is greater the more two texts have in common, and the same both ways', () => {
    const report = 'Large pothole on Main Street by the bakery';
    const others = ['pothole in front of the bakery, Main Street', 'potholes everywhere', 'noisy neighbours'];
    const [same = 0, some = 0, none = 0] = others.map((other) => similarity(report, other));
    expect(same).toBeGreaterThan(some);
    expect(some).toBeGreaterThan(none);
    expect(similarity(others[0] ?? '', report)).toBeCloseTo(same);
  });
});

describe('alike', () => {
  const nearby = (id: string, text: string, category?: string, distance = 10): NearbyReport => ({
    id,
    text,
    category,
    distance,
  });
  const report = { text: 'pothole by the bakery', category: 'road_damage' };

  it('lists the most alike first, the nearer of two alike, and leaves the others out', () => {
    const found = alike(
      report,
      [
        nearby('far', 'pothole by the bakery', 'road_damage', 90),
        nearby('near', 'pothole by the bakery', 'road_damage', 5),
        nearby('other category', 'pothole by the bakery', 'waste'),
        nearby('other words', 'sinkhole', 'road_damage'),
      ],
      0.5,
    );
    expect(found).toEqual([
      { id: 'near', distance: 5, similarity: 1 },
      { id: 'far', distance: 90, similarity: 1 },
      { id: 'other category', distance: 10, similarity: 0.6 },
    ]);
  });

  it('lists ten at the most', () => {
    const many = Array.from({ length: 50 }, (_, i) => nearby(String(i), report.text, report.category));
    expect(alike(report, many, 0.5)).toHaveLength(10);
  });
});
