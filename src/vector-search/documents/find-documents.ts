import type { Dirent } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isMarkdown } from './split-document';

/** The most documents, and the largest one in bytes. */
export const MOST_DOCUMENTS = 5_000;
export const LARGEST_DOCUMENT = 2 ** 20;

const DEEPEST = 16;

/** A file below the directory: its text, or why it was left out. */
export type Found = { path: string } & ({ text: string } | { reason: string });

/**
 * The Markdown and text files below the directory in the order of their paths; nothing when there is no such directory.
 * Hidden files are passed over, and so is whatever a link leads to outside.
 */
export async function* findDocuments(directory: string): AsyncGenerator<Found> {
  const root = await realpath(directory).catch(missing);
  if (root === undefined) return;
  let count = 0;
  for await (const path of paths(root, '', 0)) {
    count += 1;
    if (count > MOST_DOCUMENTS) {
      yield { path, reason: `there are more than ${MOST_DOCUMENTS} documents` };
      return;
    }
    yield { path, ...(await read(root, path)) };
  }
}

/** With slashes, relative to the root. */
async function* paths(root: string, folder: string, depth: number): AsyncGenerator<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  for (const entry of entries.sort(byName)) {
    if (entry.name.startsWith('.')) continue;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (depth < DEEPEST) yield* paths(root, path, depth + 1);
    } else if (isMarkdown(path) || /\.txt$/i.test(path)) yield path;
  }
}

const byName = (one: Dirent, other: Dirent): number => (one.name < other.name ? -1 : 1);

async function read(root: string, path: string): Promise<{ text: string } | { reason: string }> {
  try {
    const real = await realpath(join(root, path));
    if (!real.startsWith(`${root}${sep}`)) return { reason: 'is a link out of the directory' };
    // Before it is opened: a pipe would wait for a writer.
    const status = await stat(real);
    if (!status.isFile()) return { reason: 'is no file' };
    if (status.size > LARGEST_DOCUMENT) return { reason: `has more than ${LARGEST_DOCUMENT} bytes` };
    return decode(await readFile(real));
  } catch (error) {
    return { reason: `cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}` };
  }
}

function decode(bytes: Buffer): { text: string } | { reason: string } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\u0000') ? { reason: 'is no text' } : { text };
  } catch {
    return { reason: 'is not UTF-8 text' };
  }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
