import { setTimeout } from 'node:timers/promises';
import { DataDirectoryInUseError } from '../../common/data-directory/data-directory-lock';
import { ServiceError } from '../../common/errors/service-error';
import { EnvironmentError, loadEnvironment } from '../../config/load-environment';
import { NoAdministratorError } from '../../data-import/administrator-token';
import { printable, showProgress, type Terminal } from '../../common/command-line/terminal';
import { DatabaseError } from '../../database/open-database';
import { openSearch, type Search } from './open-search';

/** Exit codes: everything is indexed · some pieces or files could not be · a server, a setting or an argument is unusable. */
export const ALL_INDEXED = 0;
export const SOME_LEFT = 1;
export const UNUSABLE = 2;

const USAGE = `Usage: npm run index

Reads the documents under KNOWLEDGE_DIR, compares all reports with the index and indexes what is new, changed or was
given up. Works while the service runs and while it does not.
`;

/** Pieces that are indexed at once, and how long nobody else is given them. */
const BATCH = 32;
const LEASE_MS = 2 * 60_000;

/** Others may be at work on what is left. */
const LOOK_EVERY_MS = 500;

/** The command `npm run index`: returns the exit code. */
export async function indexCommand(
  args: string[],
  variables: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  if (args.length > 0) {
    const isHelp = ['--help', '-h'].includes(args[0] ?? '');
    (isHelp ? terminal.out : terminal.err).write(USAGE);
    return isHelp ? ALL_INDEXED : UNUSABLE;
  }
  try {
    const search = await openSearch(loadEnvironment(variables));
    try {
      return await run(search, terminal);
    } finally {
      await search.close();
    }
  } catch (error) {
    if (!isMeantToBeRead(error)) throw error;
    terminal.err.write(`index: ${printable(error.message)}\n`);
    return UNUSABLE;
  }
}

async function run(search: Search, terminal: Terminal): Promise<number> {
  const { documents, changed, removed, skipped } = await search.documents.run();
  for (const { path, reason } of skipped) terminal.err.write(printable(`${path} ${reason}`) + '\n');
  terminal.out.write(
    `${documents} documents: ${changed} changed, ${removed} removed, ${skipped.length} skipped\n`,
  );
  if (!search.embeddings.enabled) {
    terminal.out.write(
      'documents are searched by words; EMBEDDINGS_BASE_URL or EMBEDDINGS_API_KEY switches vector search on\n',
    );
    return skipped.length > 0 ? SOME_LEFT : ALL_INDEXED;
  }
  await search.index.open();
  await search.queue.retryFailed();
  await compareReports(search, terminal);
  const failed = await workOff(search, terminal);
  return failed > 0 || skipped.length > 0 ? SOME_LEFT : ALL_INDEXED;
}

async function compareReports({ comparison }: Search, terminal: Terminal): Promise<void> {
  const progress = showProgress(terminal, 'comparing reports', 100);
  let shown = 0;
  try {
    await comparison.compareModified();
    await comparison.compareAll(undefined, (compared, total) => {
      const percent = total === 0 ? 100 : Math.floor((100 * compared) / total);
      progress.advance(percent - shown);
      shown = percent;
    });
  } finally {
    progress.stop();
  }
}

/** @returns how many pieces were given up. */
async function workOff({ queue, indexer }: Search, terminal: Terminal): Promise<number> {
  const begin = performance.now();
  const { pending } = await queue.counts();
  const progress = showProgress(terminal, 'indexing', Math.max(pending, 1));
  const { signal } = new AbortController();
  try {
    while (!(await queue.isEmpty())) {
      const tasks = await queue.claim(BATCH, LEASE_MS);
      if (tasks.length === 0) await setTimeout(LOOK_EVERY_MS);
      const failure = tasks.length > 0 ? await indexer.work(tasks, signal) : undefined;
      if (failure !== undefined) throw failure;
      progress.advance(tasks.length);
    }
  } finally {
    progress.stop();
  }
  const { failed } = await queue.counts();
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  terminal.out.write(`${pending} pieces indexed in ${seconds} s, ${failed} given up\n`);
  return failed;
}

const isMeantToBeRead = (error: unknown): error is Error =>
  [EnvironmentError, DatabaseError, DataDirectoryInUseError, NoAdministratorError, ServiceError].some(
    (type) => error instanceof type,
  );
