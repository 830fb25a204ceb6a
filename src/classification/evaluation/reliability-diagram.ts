import type { Evaluation, ReliabilityBin } from './evaluate';
import { element, label, picture } from './svg';

const SIDE = 400;
const LEFT = 60;
const TOP = 50;
const WIDTH = LEFT + SIDE + 30;
const HEIGHT = TOP + SIDE + 60;

/**
 * How often the classifier is right at each confidence, as bars with the number of texts above them. A classifier whose
 * confidence can be taken at its word has bars that end on the diagonal.
 */
export function reliabilityDiagram({ reliability, rows, calibrationError }: Evaluation): string {
  const title = `Reliability: ${rows} texts, expected calibration error ${calibrationError.toFixed(3)}`;
  return picture(
    title,
    WIDTH,
    HEIGHT,
    label(title, WIDTH / 2, 25, 'middle', { 'font-size': 14 }),
    ...reliability.filter(({ count }) => count > 0).map(bar),
    element('line', { x1: x(0), y1: y(0), x2: x(1), y2: y(1), stroke: '#555', 'stroke-dasharray': '4 4' }),
    ...axes(),
  );
}

function bar({ from, to, count, accuracy }: ReliabilityBin): string {
  const width = x(to) - x(from) - 4;
  const middle = x(from) + 2 + width / 2;
  return element(
    'g',
    {},
    element('rect', {
      x: x(from) + 2,
      y: y(accuracy),
      width,
      height: y(0) - y(accuracy),
      fill: '#4477aa',
      'fill-opacity': 0.8,
    }),
    label(String(count), middle, y(accuracy) - 4, 'middle', { 'font-size': 10 }),
  );
}

function axes(): string[] {
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1];
  return [
    element('path', { d: `M${x(0)} ${y(1)}V${y(0)}H${x(1)}`, fill: 'none', stroke: 'black' }),
    ...ticks.map((tick) => label(tick.toFixed(1), x(tick), y(0) + 18, 'middle')),
    ...ticks.map((tick) => label(tick.toFixed(1), x(0) - 8, y(tick) + 4, 'end')),
    label('confidence', x(0.5), y(0) + 42, 'middle'),
    label('accuracy', 18, y(0.5), 'middle', { transform: `rotate(-90 18 ${y(0.5)})` }),
  ];
}

const x = (confidence: number): number => LEFT + confidence * SIDE;
const y = (accuracy: number): number => TOP + (1 - accuracy) * SIDE;
