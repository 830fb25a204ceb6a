import { parentPort, workerData } from 'node:worker_threads';
import { Database } from '../../common/sqlite/database';
import type { ThreadAnswer, ThreadData, ThreadRequest } from './protocol';
import { Searcher } from './searcher';

const { file } = workerData as ThreadData;
const searcher = new Searcher(new Database(file, { readOnly: true }));

function answer({ call, method, parameters }: ThreadRequest): ThreadAnswer {
  try {
    const run = searcher[method].bind(searcher) as (...parameters: unknown[]) => unknown;
    return { call, result: run(...parameters) };
  } catch (error) {
    return { call, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (request: ThreadRequest) => parentPort?.postMessage(answer(request)));
