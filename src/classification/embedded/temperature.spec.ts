import { softmax } from './linear-model';
import { randomNumbers } from './random';
import { fittingTemperature, type Judgement } from './temperature';

/** Judgements that are right as often as their probabilities say, once the scores are divided by the temperature. */
function judgements(temperature: number): Judgement[] {
  const random = randomNumbers(1);
  return Array.from({ length: 4000 }, () => {
    const scores = Float64Array.from({ length: 3 }, () => random() * 4);
    const probabilities = scores.slice();
    softmax(probabilities, temperature);
    const [first = 0, second = 0] = probabilities;
    const draw = random();
    return { scores, actual: draw < first ? 0 : draw < first + second ? 1 : 2 };
  });
}

describe('fittingTemperature', () => {
  it.each([0.5, 1, 2])('finds the temperature %d that the judgements were drawn with', (temperature) => {
    const found = fittingTemperature(judgements(temperature));
    expect(found / temperature).toBeGreaterThan(0.9);
    expect(found / temperature).toBeLessThan(1.1);
  });

  it('is 1 without judgements', () => {
    expect(fittingTemperature([])).toBe(1);
  });
});
