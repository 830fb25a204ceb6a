import { setTimeout } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Kysely, sql } from 'kysely';
import { LanguageModel } from '../chatbot/language-model/language-model';
import { VERSION } from '../common/version';
import { Environment } from '../config/environment';
import type { Tables } from '../database/tables';
import { NgsiLdBrokerService } from '../ngsi-ld/ngsi-ld-broker.service';
import { RateLimiter } from '../rate-limits/rate-limiter.service';
import { VectorSearchHealthService } from '../vector-search/vector-search-health.service';
import type { CheckedPartHealthDto, PartsHealthDto, ServiceHealthDto } from './dto/service-health.dto';

/** What does not answer in this time is down. */
const TIMEOUT_MS = 2_000;

/** Asks the parts of the service how they are. */
@Injectable()
export class ServiceHealthService {
  private readonly logger = new Logger(ServiceHealthService.name);

  constructor(
    private readonly broker: NgsiLdBrokerService,
    private readonly database: Kysely<Tables>,
    private readonly limiter: RateLimiter,
    private readonly model: LanguageModel,
    private readonly vectorSearch: VectorSearchHealthService,
    private readonly environment: Environment,
  ) {}

  /** Takes two seconds at most. */
  async check(): Promise<ServiceHealthDto> {
    const [broker, database, model, vectorSearch] = await Promise.all([
      this.ask(this.broker.kind, () => this.broker.ping()),
      this.ask(this.environment.DATABASE_URL ? 'postgresql' : 'sqlite', () =>
        sql`select 1`.execute(this.database),
      ),
      this.model.health(),
      this.vectorSearch.check(),
    ]);
    const services: PartsHealthDto = {
      backend: { status: 'up' },
      broker,
      database,
      redis: { status: this.limiter.sharedStore },
      ai_service: { status: model },
      vector_search: vectorSearch,
    };
    return { status: overall(services), services, uptime: Math.floor(process.uptime()), version: VERSION };
  }

  private async ask(kind: string, question: () => Promise<unknown>): Promise<CheckedPartHealthDto> {
    const begin = performance.now();
    const reason = await failure(question);
    const latency_ms = Math.round((performance.now() - begin) * 10) / 10;
    if (reason !== undefined) this.logger.warn(`${kind} does not answer: ${reason}`);
    return { status: reason === undefined ? 'up' : 'down', latency_ms, kind };
  }
}

/** Why the question found no answer in time; undefined when it did. */
async function failure(question: () => Promise<unknown>): Promise<string | undefined> {
  const over = new AbortController();
  const late = setTimeout(TIMEOUT_MS, `nothing in ${TIMEOUT_MS} ms`, { signal: over.signal });
  const answer = async () => {
    await question();
    return undefined;
  };
  try {
    return await Promise.race([answer(), late]);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    late.catch(() => undefined);
    over.abort();
  }
}

/** Without the broker or the database nothing works; without the others something does. */
function overall({ broker, database, ...others }: PartsHealthDto): ServiceHealthDto['status'] {
  if (broker.status === 'down' || database.status === 'down') return 'unhealthy';
  return Object.values(others).some(({ status }) => status === 'down') ? 'degraded' : 'healthy';
}
