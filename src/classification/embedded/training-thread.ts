import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { workerFile } from '../../common/worker-file';
import type { TrainingJob, TrainingResult } from './training-protocol';

const WORKER = workerFile(__dirname, 'training.worker');

/** Trains in a thread that lives for one training, so that the event loop is not held up. */
export async function trainInThread(job: TrainingJob, signal: AbortSignal): Promise<TrainingResult> {
  signal.throwIfAborted();
  const worker = new Worker(WORKER, { workerData: job });
  try {
    // Rejects with what the thread failed of, or with the signal's reason.
    const [result] = (await once(worker, 'message', { signal })) as [TrainingResult];
    return result;
  } finally {
    await worker.terminate();
  }
}
