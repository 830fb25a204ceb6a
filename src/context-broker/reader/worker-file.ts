import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkerOptions } from 'node:worker_threads';

const compiled = join(__dirname, 'reader.worker.js');
const source = join(__dirname, 'reader.worker.ts');
const compiler = join(__dirname, '../../../scripts/register-typescript.cjs');

/** The reader worker: the compiled file, or its TypeScript, as in tests, with a compiler. */
export const WORKER: { file: string; options: WorkerOptions } = existsSync(compiled)
  ? { file: compiled, options: {} }
  : { file: source, options: { execArgv: ['--require', compiler] } };
