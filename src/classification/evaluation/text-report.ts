import type { Evaluation } from './evaluate';

/** The figures of an evaluation as lines of text. */
export function textReport(evaluation: Evaluation): string {
  return [summary(evaluation), categories(evaluation), confusion(evaluation), thresholds(evaluation)].join(
    '\n',
  );
}

function summary({ rows, accuracy, macroF1, topThree, calibrationError }: Evaluation): string {
  return table([
    ['rows', String(rows)],
    ['accuracy', figure(accuracy)],
    ['macro-F1', figure(macroF1)],
    ['among the best three', figure(topThree)],
    ['expected calibration error', figure(calibrationError)],
  ]);
}

function categories(evaluation: Evaluation): string {
  const rows = evaluation.categories.map(({ category, actual, predicted, precision, recall, f1 }) => [
    category,
    String(actual),
    String(predicted),
    figure(precision),
    figure(recall),
    figure(f1),
  ]);
  return table([['category', 'actual', 'predicted', 'precision', 'recall', 'F1'], ...rows]);
}

/** Columns bear numbers, as the names would make them too wide. */
function confusion({ confusion: counts, categories: figures }: Evaluation): string {
  const header = ['actual \\ predicted', ...figures.map((_, k) => String(k + 1))];
  const rows = counts.map((row, k) => [
    `${k + 1} ${figures[k]?.category ?? ''}`,
    ...row.map((count) => (count === 0 ? '·' : String(count))),
  ]);
  return table([header, ...rows]);
}

function thresholds(evaluation: Evaluation): string {
  const rows = evaluation.thresholds.map(({ threshold, coverage, accuracy }) => [
    figure(threshold),
    figure(coverage),
    figure(accuracy),
  ]);
  return table([['confidence at least', 'coverage', 'accuracy'], ...rows]);
}

const figure = (value: number): string => value.toFixed(3);

/** The first column to the left, the others to the right. */
function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  '),
  );
  return `${lines.join('\n')}\n`;
}
