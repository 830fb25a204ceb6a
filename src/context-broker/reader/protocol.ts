import type { IndexProfile } from '../index-profile';
import type { StoreReader } from './store-reader';

/** What a worker is started with. */
export interface WorkerData {
  file: string;
  profiles: readonly IndexProfile[];
  /** The memory of its {@link Cancellation}. */
  cancellation: SharedArrayBuffer;
}

/** The queries that a worker answers. */
export type ReaderMethod = Exclude<keyof StoreReader, 'close'>;

export interface Request {
  method: ReaderMethod;
  parameters: unknown[];
}

export type Answer = { result: unknown } | { error: { name: string; message: string; stack?: string } };
