import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { workerFile } from '../../common/worker-file';
import { Environment } from '../../config/environment';
import { SQLITE_FILE } from '../../database/open-database';
import { SearchOverloadedError, SearchTooSlowError } from '../vector-search.errors';
import type { SearchMethod, ThreadAnswer, ThreadData, ThreadRequest } from './protocol';
import type { Searcher } from './searcher';

const WORKER = workerFile(__dirname, 'search.worker');

/** Searches that may wait for the thread. */
const MOST_WAITING = 200;

/** The longest a search may take, waiting included, in milliseconds. */
const TIMEOUT_MS = 10_000;

interface Call {
  resolve(result: unknown): void;
  reject(error: unknown): void;
  deadline: NodeJS.Timeout;
}

/** Searches the embedded database in a thread of its own, which starts with the first search. */
@Injectable()
export class SearchThread implements OnApplicationShutdown {
  private readonly file: string;
  private readonly calls = new Map<number, Call>();
  private worker: Worker | undefined;
  private lastCall = 0;

  constructor({ DATA_DIR }: Environment) {
    this.file = join(DATA_DIR, SQLITE_FILE);
  }

  /**
   * @throws SearchOverloadedError when too many searches wait already.
   * @throws SearchTooSlowError when there is no answer in ten seconds.
   */
  run<M extends SearchMethod>(
    method: M,
    ...parameters: Parameters<Searcher[M]>
  ): Promise<ReturnType<Searcher[M]>> {
    if (this.calls.size >= MOST_WAITING) return Promise.reject(new SearchOverloadedError());
    const call = (this.lastCall += 1);
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(
        () => this.take(call)?.reject(new SearchTooSlowError(TIMEOUT_MS)),
        TIMEOUT_MS,
      );
      this.calls.set(call, { resolve: resolve, reject, deadline });
      this.worker ??= this.start();
      this.worker.ref();
      this.worker.postMessage({ call, method, parameters } satisfies ThreadRequest<M>);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    for (const call of this.calls.keys()) this.take(call)?.reject(new SearchOverloadedError());
    await this.worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(WORKER, {
      workerData: { file: this.file } satisfies ThreadData,
    });
    worker.on('message', (answer: ThreadAnswer) => this.settle(answer));
    worker.on('error', (error) => this.lose(error));
    return worker;
  }

  private settle(answer: ThreadAnswer): void {
    const call = this.take(answer.call);
    // A thread that waits for work does not keep the process alive.
    if (this.calls.size === 0) this.worker?.unref();
    if ('error' in answer) call?.reject(new Error(answer.error));
    else call?.resolve(answer.result);
  }

  /** The thread has ended; the next search starts another. */
  private lose(error: unknown): void {
    this.worker = undefined;
    for (const call of this.calls.keys()) this.take(call)?.reject(error);
  }

  private take(id: number): Call | undefined {
    const call = this.calls.get(id);
    clearTimeout(call?.deadline);
    this.calls.delete(id);
    return call;
  }
}
