import { parentPort, workerData } from 'node:worker_threads';
import { improvementOf } from './retraining';
import { train } from './train';
import type { TrainingJob, TrainingResult } from './training-protocol';

const job = workerData as TrainingJob;
const { state } = train([...job.phrases, ...job.corrections], job.categories);
const improvement = job.known === undefined ? undefined : improvementOf(job, job.known);
const result: TrainingResult = { model: state, improvement };

const { weights, intercepts, vectorizer } = state;
parentPort?.postMessage(
  result,
  [weights, intercepts, vectorizer.hashes, vectorizer.rarities].map(({ buffer }) => buffer as ArrayBuffer),
);
