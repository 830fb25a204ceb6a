import { parentPort, workerData } from 'node:worker_threads';
import { NgsiLdError } from '../errors';
import { Cancellation } from './cancellation';
import type { Answer, Request, WorkerData } from './protocol';
import { StoreReader } from './store-reader';

const { file, profiles, cancellation } = workerData as WorkerData;
const reader = new StoreReader(file, profiles, new Cancellation(cancellation));

function answer({ method, parameters }: Request): Answer {
  try {
    const run = reader[method].bind(reader) as (...parameters: unknown[]) => unknown;
    return { result: run(...parameters) };
  } catch (error) {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    const type = error instanceof NgsiLdError ? error.type : undefined;
    return { error: { name, message, stack, type } };
  }
}

parentPort?.on('message', (request: Request) => parentPort?.postMessage(answer(request)));

// The store is open.
parentPort?.postMessage('ready');
