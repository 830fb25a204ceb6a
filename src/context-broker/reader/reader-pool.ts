import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { workerFile } from '../../common/worker-file';
import { NgsiLdError, overloaded } from '../errors';
import { Cancellation, QueryCancelledError } from './cancellation';
import type { IndexProfile } from '../index-profile';
import type { Answer, Failure, ReaderMethod, Request, WorkerData } from './protocol';
import type { StoreReader } from './store-reader';

const WORKER = workerFile(__dirname, 'reader.worker');

/** Two, so that a long query does not hold up the others: of these only one is worked on at a time. */
const WORKERS = 2;

/** A query that takes longer is a long one, in milliseconds. */
const LONG_MS = 250;

/** Rows are short-lived: room for more of them would only be collected later and make the process larger. */
const LIMITS = { maxYoungGenerationSizeMb: 8 };

/** Queries that may wait for a worker. */
const MAX_WAITING = 1000;

interface Job extends Request {
  resolve(result: unknown): void;
  reject(error: unknown): void;
  /** Ends the job, be it waiting or running. */
  deadline: NodeJS.Timeout;
  isLong: boolean;
  isOver: boolean;
}

interface Reader {
  worker: Worker;
  cancellation: Cancellation;
  /** Whether it has started. */
  ready: boolean;
  /** What it works on. */
  job?: Job;
  /** Tells that the job is a long one. */
  slice?: NodeJS.Timeout;
}

/**
 * Runs queries on stores in worker threads, each with connections of its own, so that none holds up the event loop. A query
 * that takes longer than the time-out, waiting included, is answered and cancelled. Long queries wait for each other, so that
 * the rest is not held up by several at once. Workers start with the first query.
 */
export class ReaderPool {
  private readonly readers = new Set<Reader>();
  private readonly waiting: Job[] = [];
  /** Long jobs that wait for the one before them. */
  private readonly long: Job[] = [];
  private closed = false;

  constructor(
    private readonly profiles: readonly IndexProfile[],
    private readonly timeoutMs: number,
  ) {}

  /** @throws NgsiLdError TooComplexQuery past the time-out. */
  run<M extends ReaderMethod>(
    file: string,
    method: M,
    ...parameters: Parameters<StoreReader[M]>
  ): Promise<ReturnType<StoreReader[M]>> {
    if (this.closed || this.waiting.length + this.long.length >= MAX_WAITING)
      return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      const job: Job = {
        file,
        method,
        parameters,
        resolve,
        reject,
        deadline: setTimeout(() => this.giveUp(job), this.timeoutMs),
        isLong: false,
        isOver: false,
      };
      this.waiting.push(job);
      this.assign();
    });
  }

  /** Refuses what is waiting, cancels what is running and ends the workers. */
  async close(): Promise<void> {
    this.closed = true;
    this.refuseWaiting(overloaded());
    await Promise.all([...this.readers].map((reader) => this.end(reader)));
  }

  private assign(): void {
    const queue = this.long.length > 0 && !this.isLongRunning() ? this.long : this.waiting;
    if (queue.length === 0) return;
    const reader = this.idleReader();
    if (reader === undefined) return;
    const job = queue.shift();
    if (job === undefined) return;
    reader.job = job;
    reader.slice = setTimeout(() => this.recogniseLong(reader, job), LONG_MS);
    reader.cancellation.reset();
    reader.worker.ref();
    const { file, method, parameters } = job;
    reader.worker.postMessage({ file, method, parameters } satisfies Request);
    // What came meanwhile may need another worker.
    this.assign();
  }

  private isLongRunning(): boolean {
    return [...this.readers].some(({ job }) => job?.isLong);
  }

  /** Goes on with a long job where it is the only one; otherwise it is begun anew when it is its turn. */
  private recogniseLong(reader: Reader, job: Job): void {
    if (!job.isLong && this.isLongRunning()) reader.cancellation.cancel();
    job.isLong = true;
  }

  private idleReader(): Reader | undefined {
    const readers = [...this.readers];
    const idle = readers.find(({ ready, job }) => ready && job === undefined);
    // One that is being started is waited for, as it takes no longer than another would.
    const starting = readers.some(({ ready }) => !ready);
    if (idle === undefined && !starting && readers.length < WORKERS) this.start();
    return idle;
  }

  private start(): void {
    const cancellation = new Cancellation();
    const workerData: WorkerData = { profiles: this.profiles, cancellation: cancellation.buffer };
    const worker = new Worker(WORKER, { workerData, resourceLimits: LIMITS });
    const reader: Reader = { worker, cancellation, ready: false };
    worker.once('message', () => {
      reader.ready = true;
      worker.on('message', (answer: Answer) => this.settle(reader, answer));
      this.settle(reader);
    });
    worker.on('error', (error) => this.lose(reader, error));
    this.readers.add(reader);
  }

  /** Answers what the reader was asked, and gives it the next query. */
  private settle(reader: Reader, answer?: Answer): void {
    const { job } = reader;
    clearTimeout(reader.slice);
    reader.job = undefined;
    // A thread that waits for work does not keep the process alive.
    reader.worker.unref();
    if (job !== undefined && answer !== undefined) this.take(job, answer);
    this.assign();
  }

  private take(job: Job, answer: Answer): void {
    if ('error' in answer && isCancelled(answer.error) && !job.isOver && !this.closed) {
      this.long.push(job);
      return;
    }
    clearTimeout(job.deadline);
    if ('error' in answer) job.reject(toError(answer.error));
    else job.resolve(answer.result);
  }

  /** A worker that cannot even start would not start for the next query either. */
  private lose(reader: Reader, error: unknown): void {
    this.readers.delete(reader);
    clearTimeout(reader.slice);
    clearTimeout(reader.job?.deadline);
    reader.job?.reject(error);
    if (!reader.ready) this.refuseWaiting(error);
    this.assign();
  }

  /** The time of a query is over. */
  private giveUp(job: Job): void {
    job.isOver = true;
    const neverBegan = remove(this.waiting, job);
    remove(this.long, job);
    for (const reader of this.readers) if (reader.job === job) reader.cancellation.cancel();
    job.reject(neverBegan ? overloaded() : tooComplex(this.timeoutMs));
  }

  private refuseWaiting(error: unknown): void {
    for (const job of [...this.waiting.splice(0), ...this.long.splice(0)]) {
      clearTimeout(job.deadline);
      job.reject(error);
    }
  }

  private async end(reader: Reader): Promise<void> {
    if (reader.job !== undefined || !reader.ready) {
      reader.cancellation.cancel();
      await Promise.race([once(reader.worker, 'message'), once(reader.worker, 'exit')]);
    }
    await reader.worker.terminate();
  }
}

/** Runs queries on one store. */
export class StoreReaders {
  constructor(
    private readonly pool: ReaderPool,
    private readonly file: string,
  ) {}

  /** @throws NgsiLdError TooComplexQuery past the time-out. */
  run<M extends ReaderMethod>(
    method: M,
    ...parameters: Parameters<StoreReader[M]>
  ): Promise<ReturnType<StoreReader[M]>> {
    return this.pool.run(this.file, method, ...parameters);
  }
}

const isCancelled = ({ name }: Failure): boolean => name === QueryCancelledError.name;

/** Whether it was there. */
function remove(jobs: Job[], job: Job): boolean {
  const place = jobs.indexOf(job);
  if (place !== -1) jobs.splice(place, 1);
  return place !== -1;
}

const toError = ({ type, ...error }: Failure): Error =>
  type === undefined ? Object.assign(new Error(error.message), error) : new NgsiLdError(type, error.message);

const tooComplex = (milliseconds: number): NgsiLdError =>
  new NgsiLdError('TooComplexQuery', `the query takes longer than ${milliseconds} ms: ask for less`);
