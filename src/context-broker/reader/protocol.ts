import type { NgsiLdErrorType } from '../errors';
import type { IndexProfile } from '../index-profile';
import type { StoreReader } from './store-reader';

/** What a worker is started with. */
export interface WorkerData {
  profiles: readonly IndexProfile[];
  /** The memory of its {@link Cancellation}. */
  cancellation: SharedArrayBuffer;
}

/** The queries that a worker answers. */
export type ReaderMethod = Exclude<keyof StoreReader, 'close'>;

export interface Request {
  /** The store that is asked. */
  file: string;
  method: ReaderMethod;
  parameters: unknown[];
}

export type Answer = { result: unknown } | { error: Failure };

/** An error on its way between threads, which keeps neither its class nor its members. */
export interface Failure {
  name: string;
  message: string;
  stack?: string;
  /** Of an NgsiLdError. */
  type?: NgsiLdErrorType;
}
