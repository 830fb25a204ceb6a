import { LinearModel } from './linear-model';
import type { TrainingSet } from './training-set';

const { log } = Math;

/** How often every feature is taken to have been seen before anything was. */
const SMOOTHING = 1;

/**
 * Complement naive Bayes (Rennie and others, 2003, Tackling the Poor Assumptions of Naive Bayes Text Classifiers): what
 * speaks for a class is what is rare in all the others, which does well with few examples and classes of unequal size.
 */
export function learnNaiveBayes({ vectors, classOf, classes, features }: TrainingSet): LinearModel {
  const model = LinearModel.zero(classes, features);
  const { weights } = model;
  const totals = new Float64Array(features);
  vectors.forEach((vector, row) => {
    vector.features.forEach((feature, at) => {
      const value = vector.values[at] ?? 0;
      const cell = feature * classes + (classOf[row] ?? 0);
      weights[cell] = (weights[cell] ?? 0) + value;
      totals[feature] = (totals[feature] ?? 0) + value;
    });
  });

  const complements = new Float64Array(classes);
  forEachCell(model, (cell, feature, k) => {
    const inOthers = (totals[feature] ?? 0) - (weights[cell] ?? 0) + SMOOTHING;
    weights[cell] = inOthers;
    complements[k] = (complements[k] ?? 0) + inOthers;
  });
  forEachCell(model, (cell, _feature, k) => {
    weights[cell] = log((complements[k] ?? 1) / (weights[cell] ?? 1));
  });
  centre(model);
  return model;
}

function forEachCell(
  { weights, classes }: LinearModel,
  visit: (cell: number, feature: number, k: number) => void,
): void {
  for (let cell = 0, feature = 0; cell < weights.length; feature += 1) {
    for (let k = 0; k < classes; k += 1, cell += 1) visit(cell, feature, k);
  }
}

/** Takes from every feature what it says of all classes alike, which makes no difference between them. */
function centre({ weights, classes }: LinearModel): void {
  for (let start = 0; start < weights.length; start += classes) {
    let sum = 0;
    for (let k = 0; k < classes; k += 1) sum += weights[start + k] ?? 0;
    for (let k = 0; k < classes; k += 1) weights[start + k] = (weights[start + k] ?? 0) - sum / classes;
  }
}
