import { parentPort, workerData } from 'node:worker_threads';
import { NgsiLdError } from '../errors';
import { Cancellation } from './cancellation';
import type { Answer, Request, WorkerData } from './protocol';
import { StoreReader } from './store-reader';

/** Stores that are kept open for the next query. */
const MAX_OPEN = 8;

const { profiles, cancellation } = workerData as WorkerData;

/** By file, in the order of their last use. */
const readers = new Map<string, StoreReader>();

function readerOf(file: string): StoreReader {
  const reader = readers.get(file) ?? new StoreReader(file, profiles, new Cancellation(cancellation));
  readers.delete(file);
  readers.set(file, reader);
  const [[oldest, unused] = []] = readers;
  if (readers.size > MAX_OPEN && oldest !== undefined) {
    unused?.close();
    readers.delete(oldest);
  }
  return reader;
}

function answer({ file, method, parameters }: Request): Answer {
  try {
    const reader = readerOf(file);
    const run = reader[method].bind(reader) as (...parameters: unknown[]) => unknown;
    return { result: run(...parameters) };
  } catch (error) {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    const type = error instanceof NgsiLdError ? error.type : undefined;
    return { error: { name, message, stack, type } };
  }
}

parentPort?.on('message', (request: Request) => parentPort?.postMessage(answer(request)));

parentPort?.postMessage('ready');
