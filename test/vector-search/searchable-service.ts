import axios from 'axios';
import { TaskQueue } from '../../src/vector-search/indexing/task-queue';
import type { SearchAnswerDto } from '../../src/vector-search/dto/search-answer.dto';
import { clientWith } from '../support/accounts';
import { EmbeddingsServer } from '../support/embeddings-server';
import { type RunningService, startService } from '../support/service';

const LONGEST_WAIT_MS = 60_000;

/** Tries again until it is so. */
export async function eventually<T>(isSo: () => Promise<T | false> | T | false): Promise<T> {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  for (;;) {
    const result = await isSo();
    if (result !== false) return result;
    if (Date.now() > deadline) throw new Error('it never became so');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export interface NewReport {
  description: string;
  category?: string;
  title?: string;
  reportedBy?: string;
}

/** The service with vector search by a stand-in embeddings server. */
export class SearchableService {
  private constructor(
    readonly service: RunningService,
    readonly embeddings: EmbeddingsServer,
  ) {}

  static async start(variables: Record<string, string> = {}): Promise<SearchableService> {
    const embeddings = await EmbeddingsServer.start();
    const service = await startService({
      EMBEDDINGS_BASE_URL: embeddings.url,
      EMBEDDINGS_MODEL: 'hashed',
      EMBEDDINGS_TIMEOUT_MS: '2000',
      KNOWLEDGE_DIR: '/nonexistent',
      ...variables,
    });
    return new SearchableService(service, embeddings);
  }

  get queue(): TaskQueue {
    return this.service.app.get(TaskQueue, { strict: false });
  }

  /** Everything that was queued is indexed, or given up. */
  async indexed(): Promise<void> {
    // Changes are announced once their request has been answered.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await eventually(() => this.queue.isEmpty());
  }

  async report(report: NewReport): Promise<string> {
    const { data } = await axios.post<{ id: string }>(`${this.service.url}/api/v1/citizen-reports`, {
      location: { type: 'Point', coordinates: [106.7, 10.77] },
      ...report,
    });
    return data.id;
  }

  search(body: unknown) {
    return clientWith(this.service).post<SearchAnswerDto>('/ai/search', body);
  }

  /** The ids of what is found. */
  async found(query: string, more: object = {}): Promise<string[]> {
    const { data } = await this.search({ query, ...more });
    return data.results.map(({ id }) => id);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.embeddings.stop();
  }
}
