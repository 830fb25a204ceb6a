import type { Searcher } from './searcher';

/** What the search thread is started with. */
export interface ThreadData {
  /** The SQLite file of the service database. */
  file: string;
}

/** What the thread can be asked. */
export type SearchMethod = 'words' | 'nearest';

export interface ThreadRequest<M extends SearchMethod = SearchMethod> {
  call: number;
  method: M;
  parameters: Parameters<Searcher[M]>;
}

export type ThreadAnswer = { call: number } & ({ result: unknown } | { error: string });
