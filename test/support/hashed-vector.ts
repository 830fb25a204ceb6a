import { createHash } from 'node:crypto';
import { foldedWords } from '../../src/common/fold-text';

/** Words that mean the same, by the first of each, as a model would know. */
const SENSES = [
  ['lamp', 'light', 'streetlight', 'lantern', 'den'],
  ['dark', 'out', 'broken', 'hong', 'tat'],
  ['hole', 'pothole', 'pit', 'crater'],
  ['rubbish', 'garbage', 'trash', 'waste', 'rac'],
];

const sense = (word: string): string => SENSES.find((words) => words.includes(word))?.[0] ?? word;

/** A vector of length 1 by the words of the text: texts with the same words or senses are near each other. */
export function hashedVector(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of foldedWords(text).map(sense)) {
    const hash = createHash('sha256').update(word).digest();
    for (let i = 0; i < 4; i++) {
      const place = hash.readUInt16BE(4 * i) % dimensions;
      const sign = hash.readUInt8(4 * i + 2) % 2 === 0 ? 1 : -1;
      vector[place] = (vector[place] ?? 0) + sign;
    }
  }
  if (!vector.some((value) => value !== 0)) vector[0] = 1;
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
