import { Worker } from 'node:worker_threads';
import { NgsiLdError, overloaded } from '../errors';
import type { Answer, ReaderMethod, Request, WorkerData } from './protocol';
import type { StoreReader } from './store-reader';
import { WORKER } from './worker-file';

/** Two, so that one long query does not hold up all the others. */
const WORKERS = 2;

/** Queries that may wait for a worker. */
const MAX_WAITING = 1000;

interface Job extends Request {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface Reader {
  worker: Worker;
  /** What it works on. */
  job?: Job;
  deadline?: NodeJS.Timeout;
}

/**
 * Runs queries in worker threads, each with a connection of its own, so that none holds up the event loop. A query
 * that takes longer than the time-out ends with its worker. Workers start with the first query.
 */
export class ReaderPool {
  private readonly readers = new Set<Reader>();
  private readonly waiting: Job[] = [];
  private closed = false;

  constructor(
    private readonly data: WorkerData,
    private readonly timeoutMs: number,
  ) {}

  /** @throws NgsiLdError TooComplexQuery past the time-out. */
  run<M extends ReaderMethod>(
    method: M,
    ...parameters: Parameters<StoreReader[M]>
  ): Promise<ReturnType<StoreReader[M]>> {
    if (this.closed || this.waiting.length >= MAX_WAITING) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      this.waiting.push({ method, parameters, resolve: resolve, reject });
      this.assign();
    });
  }

  /** Refuses what is waiting and ends the workers. */
  async close(): Promise<void> {
    this.closed = true;
    for (const job of this.waiting.splice(0)) job.reject(overloaded());
    await Promise.all([...this.readers].map((reader) => this.end(reader, overloaded())));
  }

  private assign(): void {
    if (this.waiting.length === 0) return;
    const reader = this.idleReader();
    if (reader === undefined) return;
    const job = this.waiting.shift();
    if (job === undefined) return;
    reader.job = job;
    reader.deadline = setTimeout(() => void this.end(reader, tooComplex(this.timeoutMs)), this.timeoutMs);
    reader.worker.ref();
    reader.worker.postMessage({ method: job.method, parameters: job.parameters } satisfies Request);
  }

  private idleReader(): Reader | undefined {
    for (const reader of this.readers) if (reader.job === undefined) return reader;
    return this.readers.size < WORKERS ? this.start() : undefined;
  }

  private start(): Reader {
    const reader: Reader = { worker: new Worker(WORKER.file, { ...WORKER.options, workerData: this.data }) };
    reader.worker.on('message', (answer: Answer) => this.settle(reader, answer));
    reader.worker.on('error', (error) => void this.end(reader, error));
    // A thread that waits for work does not keep the process alive.
    reader.worker.unref();
    this.readers.add(reader);
    return reader;
  }

  private settle(reader: Reader, answer: Answer): void {
    const { job } = reader;
    clearTimeout(reader.deadline);
    reader.job = undefined;
    reader.worker.unref();
    if ('result' in answer) job?.resolve(answer.result);
    else job?.reject(Object.assign(new Error(answer.error.message), answer.error));
    this.assign();
  }

  /** Ends a worker; the next query starts another. */
  private async end(reader: Reader, error: unknown): Promise<void> {
    clearTimeout(reader.deadline);
    this.readers.delete(reader);
    reader.job?.reject(error);
    reader.job = undefined;
    this.assign();
    await reader.worker.terminate();
  }
}

const tooComplex = (milliseconds: number): NgsiLdError =>
  new NgsiLdError('TooComplexQuery', `the query takes longer than ${milliseconds} ms: ask for less`);
