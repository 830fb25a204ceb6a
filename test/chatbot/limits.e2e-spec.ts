import { ConversationCleaner } from '../../src/chatbot/conversations/conversation-cleaner.service';
import { clientWith } from '../support/accounts';
import { type RunningService, startService } from '../support/service';
import { NO_DOCUMENTS, stream } from './chat-client';

const DAY_MS = 86_400_000;

describe('the limits of the chatbot', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({
      ...NO_DOCUMENTS,
      RATE_LIMIT_ENABLED: 'true',
      RATE_LIMIT_CHAT: '2',
      CHAT_RETENTION_DAYS: '30',
    });
  });
  afterAll(() => service.stop());

  it('are RATE_LIMIT_CHAT messages an hour from one address', async () => {
    for (const id of ['one', 'two']) {
      expect((await stream(service, { message: 'Hello', conversation_id: id })).status).toBe(200);
    }
    const { status, headers, body } = await stream(service, { message: 'Hello' });
    expect({ status, limit: headers['x-ratelimit-limit'], body: JSON.parse(body) as object }).toMatchObject({
      status: 429,
      limit: '2',
      body: { error_type: 'RateLimitExceeded' },
    });
  });

  it('are CHAT_RETENTION_DAYS for conversations that rest', async () => {
    const cleaner = service.app.get(ConversationCleaner, { strict: false });
    const read = () => clientWith(service).get('/ai-service/chatbot/history/one');
    expect(await cleaner.clean(new Date(Date.now() + 29 * DAY_MS))).toBe(0);
    expect((await read()).status).toBe(200);
    expect(await cleaner.clean(new Date(Date.now() + 31 * DAY_MS))).toBe(2);
    expect((await read()).status).toBe(404);
  });
});
