import { join, relative } from 'node:path';

const HERE = join(__dirname, '..');
const COMPILED = join(HERE, '../dist');

/** The compiled file of a worker thread of ours, which tests start too, though the rest of them runs from its sources. */
export const workerFile = (directory: string, name: string): string =>
  join(COMPILED, relative(HERE, directory), `${name}.js`);
