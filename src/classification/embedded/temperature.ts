const { exp, log } = Math;

/** Scores that a model gave to something it had not learned from, and what it really was. */
export interface Judgement {
  scores: Float64Array;
  /** Index of the right class. */
  actual: number;
}

const LEAST = 0.05;
const GREATEST = 20;
/** Each narrows the range by the golden ratio; this many leave a hundredth of the temperature. */
const STEPS = 14;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * The temperature at which the probabilities fit best what really was (Guo and others, 2017, On Calibration of Modern
 * Neural Networks): the one of least log loss, found by golden-section search. Without judgements it is 1.
 */
export function fittingTemperature(judgements: readonly Judgement[]): number {
  if (judgements.length === 0) return 1;
  let low = log(LEAST);
  let high = log(GREATEST);
  for (let step = 0; step < STEPS; step += 1) {
    const lower = high - GOLDEN * (high - low);
    const upper = low + GOLDEN * (high - low);
    if (logLoss(judgements, exp(lower)) < logLoss(judgements, exp(upper))) high = upper;
    else low = lower;
  }
  return exp((low + high) / 2);
}

/** Sum over the judgements of what the probability of the right class lacks, on a logarithmic scale. */
function logLoss(judgements: readonly Judgement[], temperature: number): number {
  let loss = 0;
  for (const { scores, actual } of judgements) {
    const right = scores[actual] ?? 0;
    let sum = 0;
    for (let k = 0; k < scores.length; k += 1) sum += exp(((scores[k] ?? 0) - right) / temperature);
    loss += log(sum);
  }
  return loss;
}
