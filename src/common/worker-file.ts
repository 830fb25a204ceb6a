import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkerOptions } from 'node:worker_threads';

const COMPILER = join(__dirname, '../../scripts/register-typescript.cjs');

/** What a worker thread is started from. */
export interface WorkerFile {
  file: string;
  options: WorkerOptions;
}

/** A worker of ours: the compiled file, or its TypeScript, as in tests, with a compiler. */
export function workerFile(directory: string, name: string): WorkerFile {
  const compiled = join(directory, `${name}.js`);
  return existsSync(compiled)
    ? { file: compiled, options: {} }
    : { file: join(directory, `${name}.ts`), options: { execArgv: ['--require', COMPILER] } };
}
