import type { Evaluation } from './evaluate';
import { element, label, picture } from './svg';

const CELL = 44;
const LEFT = 200;
const TOP = 200;

/** How often each category was taken for each: dark along the diagonal when the classifier is right. */
export function confusionDiagram({ confusion, categories, rows, accuracy }: Evaluation): string {
  const names = categories.map(({ category }) => category);
  const side = names.length * CELL;
  const title = `Confusion: ${rows} texts, accuracy ${accuracy.toFixed(3)}`;
  return picture(
    title,
    LEFT + side + 20,
    TOP + side + 20,
    label(title, 20, 25, 'start', { 'font-size': 14 }),
    label('rows: what it is · columns: what it was taken for', 20, 45),
    ...names.map((name, k) => label(name, LEFT - 8, TOP + (k + 0.5) * CELL + 4, 'end')),
    ...names.map((name, k) => columnName(name, LEFT + (k + 0.5) * CELL)),
    ...confusion.flatMap((counts, row) => {
      const total = categories[row]?.actual ?? 0;
      return counts.map((count, column) => cell(row, column, count, total));
    }),
  );
}

const columnName = (name: string, at: number): string =>
  label(name, at, TOP - 8, 'start', { transform: `rotate(-60 ${at} ${TOP - 8})` });

function cell(row: number, column: number, count: number, total: number): string {
  const share = total === 0 ? 0 : count / total;
  const x = LEFT + column * CELL;
  const y = TOP + row * CELL;
  return element(
    'g',
    {},
    element('rect', {
      x,
      y,
      width: CELL,
      height: CELL,
      stroke: '#ccc',
      fill: row === column ? '#4477aa' : '#cc6677',
      'fill-opacity': share.toFixed(3),
    }),
    count === 0
      ? ''
      : label(String(count), x + CELL / 2, y + CELL / 2 + 4, 'middle', {
          fill: share > 0.6 ? 'white' : 'black',
        }),
  );
}
