import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { Environment } from '../../config/environment';
import { ConversationsRepository } from './conversations.repository';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Deleted with one statement, so that none holds the database up for long. */
const BATCH = 200;

/** Deletes conversations that nobody has continued for CHAT_RETENTION_DAYS, at the start and every hour. */
@Injectable()
export class ConversationCleaner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(ConversationCleaner.name);
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  private work: Promise<void> = Promise.resolve();

  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly environment: Environment,
  ) {}

  onApplicationBootstrap(): void {
    this.begin();
    this.timer = setInterval(() => this.begin(), HOUR_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.work;
  }

  /** How many conversations were deleted. */
  async clean(now: Date): Promise<number> {
    const since = new Date(now.getTime() - this.environment.CHAT_RETENTION_DAYS * DAY_MS);
    let deleted = 0;
    for (let batch = BATCH; batch === BATCH && !this.stopped;) {
      batch = await this.conversations.deleteRestingSince(since, BATCH);
      deleted += batch;
    }
    return deleted;
  }

  private begin(): void {
    this.work = this.work.then(async () => {
      try {
        const deleted = await this.clean(new Date());
        if (deleted > 0) this.logger.log(`${deleted} old conversations were deleted`);
      } catch (error) {
        this.logger.warn(
          `old conversations stay for now: ${error instanceof Error ? error.message : 'unknown'}`,
        );
      }
    });
  }
}
