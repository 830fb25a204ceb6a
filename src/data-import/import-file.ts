import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { types } from 'node:util';
import type { NgsiLdBrokerService } from '../ngsi-ld/ngsi-ld-broker.service';
import { type ImportOptions, sourceOf } from './command-line';
import { readerFor } from './readers/file-format';
import { FileError } from './row';
import { type RowCounts, RowWriter } from './row-writer';

export interface FileResult extends RowCounts {
  seconds: number;
  /** Why the rest of the file could not be read. */
  failure?: string;
}

/** Where rows go to. */
export interface ImportTarget {
  broker: NgsiLdBrokerService;
  /** Keys of the categories that reports can have there. */
  categories: readonly string[];
}

export interface ImportListener {
  onBytes: (count: number) => void;
  onBadRow: (at: string, reason: string) => void;
}

/** Size in bytes, for progress; 0 where it cannot be told. */
export const sizeOf = async (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/**
 * Imports one file. What makes a row or the file unusable is part of the result.
 *
 * @throws BrokerError, BrokerUnavailableError
 */
export async function importFile(
  file: string,
  { broker, categories }: ImportTarget,
  { format, update, source = sourceOf(file) }: ImportOptions,
  { onBytes, onBadRow }: ImportListener,
): Promise<FileResult> {
  const begin = performance.now();
  const writer = new RowWriter(broker, { update, origin: { source, categories }, onBadRow });
  let failure: string | undefined;
  try {
    await writer.write(readerFor(file, format)(chunksOf(file, onBytes)));
  } catch (error) {
    failure = fileFailure(error);
  }
  return { ...writer.counts, seconds: (performance.now() - begin) / 1000, failure };
}

async function* chunksOf(file: string, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    onBytes(chunk.length);
    yield chunk;
  }
}

function fileFailure(error: unknown): string {
  if (error instanceof FileError) {
    return error.message;
  }
  if (types.isNativeError(error) && 'syscall' in error && 'code' in error) {
    return error.code === 'ENOENT' ? 'no such file' : `cannot be read (${String(error.code)})`;
  }
  throw error;
}
