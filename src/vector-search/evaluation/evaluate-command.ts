import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceError } from '../../common/errors/service-error';
import { EnvironmentError, loadEnvironment } from '../../config/load-environment';
import { showProgress, type Terminal } from '../../common/command-line/terminal';
import type { Entity, JsonValue } from '../../ngsi-ld/entity';
import { property } from '../../ngsi-ld/entity';
import { openSearch, type Search } from '../commands/open-search';
import { embeddedText } from '../pieces/piece';
import { reportPiece } from '../pieces/report-piece';
import { fuse, type RankedList } from '../ranking/fuse';
import { type Figures, figuresOf, meanOf } from './figures';

const ROOT = join(__dirname, '../../..');
const REPORTS = join(ROOT, 'sample/citizen-reports.ndjson');
const DOCUMENTS = join(ROOT, 'knowledge');
const LABELLED = join(ROOT, 'sample/search-evaluation.json');

/** Candidates from each list, and pieces that are embedded at once. */
const DEPTH = 50;
const BATCH = 32;

interface LabelledSet {
  queries: { query: string; relevant: string[] }[];
}

/**
 * The command `npm run search:evaluate`: prints recall@5 and MRR of hybrid, vector and full-text search over the sample
 * city, in a database of its own, with the embeddings server of the environment.
 */
export async function evaluateCommand(variables: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'civic-search-'));
  try {
    const environment = loadEnvironment(variables);
    const alone = {
      DATA_DIR: directory,
      KNOWLEDGE_DIR: DOCUMENTS,
      DATABASE_URL: undefined,
      BROKER_URL: undefined,
    };
    const search = await openSearch({ ...environment, ...alone, VECTOR_STORE_URL: undefined });
    try {
      await evaluate(search, terminal);
      return 0;
    } finally {
      await search.close();
    }
  } catch (error) {
    if (!(error instanceof EnvironmentError || error instanceof ServiceError)) throw error;
    terminal.err.write(`search:evaluate: ${error.message}\n`);
    return 2;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function evaluate(search: Search, terminal: Terminal): Promise<void> {
  await fill(search);
  const { queries } = JSON.parse(readFileSync(LABELLED, 'utf8')) as LabelledSet;
  const figures: Record<string, Figures[]> = {};
  const progress = showProgress(terminal, 'asking', queries.length);
  for (const { query, relevant } of queries) {
    for (const [name, lists] of Object.entries(await listsOf(search, query))) {
      const found = await search.candidates.results(fuse(lists));
      (figures[name] ??= []).push(
        figuresOf(
          found.map(({ id }) => id),
          relevant,
        ),
      );
    }
    progress.advance(1);
  }
  progress.stop();
  terminal.out.write(report(queries.length, search, figures));
}

async function listsOf(
  { candidates, embeddings }: Search,
  query: string,
): Promise<Record<string, RankedList[]>> {
  const words = await candidates.byWords(query, {}, DEPTH);
  if (!embeddings.enabled) return { 'full-text': [words] };
  const meaning = await candidates.byMeaning(query, {}, DEPTH);
  return { hybrid: [meaning, words], vector: [meaning], 'full-text': [words] };
}

/** Stores the sample city's reports and documents, with their vectors where there is an embeddings server. */
async function fill({ pieces, documents, embeddings, index }: Search): Promise<void> {
  await documents.run();
  for (const line of readFileSync(REPORTS, 'utf8').trim().split('\n')) {
    const piece = reportPiece(toEntity(JSON.parse(line) as Record<string, JsonValue>));
    if (piece !== undefined) await pieces.put(piece);
  }
  if (!embeddings.enabled) return;
  const { fingerprint } = await index.open();
  for (;;) {
    const missing = await pieces.withoutVector(fingerprint, -1, BATCH);
    if (missing.length === 0) return;
    const stored = await pieces.find(missing.map(({ key }) => key));
    await index.put(stored, await index.embed(stored.map(embeddedText)));
    await pieces.markIndexed(stored, fingerprint);
  }
}

const toEntity = ({ id, title, description, category, address }: Record<string, JsonValue>): Entity => ({
  id: typeof id === 'string' ? id : '',
  type: 'CitizenReport',
  ...Object.fromEntries(
    Object.entries({ title, description, category, address })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, property(value as JsonValue)]),
  ),
});

function report(queries: number, { embeddings }: Search, figures: Record<string, Figures[]>): string {
  const rows = Object.entries(figures).map(([name, all]) => {
    const { recall, reciprocalRank } = meanOf(all);
    return `${name.padEnd(10)} ${recall.toFixed(3).padStart(8)} ${reciprocalRank.toFixed(3).padStart(6)}\n`;
  });
  const model = embeddings.enabled
    ? `model ${embeddings.model}`
    : 'without EMBEDDINGS_BASE_URL or EMBEDDINGS_API_KEY there is only full-text search';
  return `${queries} queries, ${model}\n${'search'.padEnd(10)} recall@5    MRR\n${rows.join('')}`;
}
