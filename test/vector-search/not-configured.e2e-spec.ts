import axios from 'axios';
import { expectDocumented } from '../support/openapi';
import { type RunningService, startService } from '../support/service';

describe('vector search that is not configured', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ KNOWLEDGE_DIR: '/nonexistent' });
  });
  afterAll(() => service.stop());

  it('is 503 and names the variables', async () => {
    const answer = await axios.post(
      `${service.url}/ai/search`,
      { query: 'x' },
      { validateStatus: () => true },
    );
    expectDocumented('search', answer);
    expect(answer).toMatchObject({
      status: 503,
      data: {
        error_type: 'VectorSearchDisabled',
        detail: expect.stringMatching(/EMBEDDINGS_BASE_URL.*EMBEDDINGS_API_KEY.*EMBEDDINGS_MODEL/) as string,
      },
    });
  });

  it('loads nothing of the libraries for it', () => {
    const loaded = Object.keys(require.cache);
    expect(loaded.filter((file) => file.includes('vector-search.service'))).toHaveLength(1);
    expect(loaded.filter((file) => file.includes('langchain'))).toEqual([]);
  });
});
