import {
  type BeforeApplicationShutdown,
  HttpStatus,
  Injectable,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { ServiceError } from '../common/errors/service-error';
import { Environment } from '../config/environment';
import { AiServiceUnavailableError } from './language-model/model-errors';

/** How much of SHUTDOWN_TIMEOUT_MS is kept for answers to be ended in an orderly way. */
const LAST_PART = 0.2;

/** The client has closed its connection. */
export class ClientLeftError extends Error {}

/** An answer that is being written: aborted when its reader leaves, its time is over, or the service stops. */
export class RunningAnswer {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly leave = () => this.controller.abort(new ClientLeftError('the client left'));

  constructor(
    private readonly client: AbortSignal,
    timeoutMs: number,
    private readonly ended: (answer: RunningAnswer) => void,
  ) {
    this.timer = setTimeout(() => this.abort(late(timeoutMs)), timeoutMs);
    client.addEventListener('abort', this.leave, { once: true });
    // A reader who takes nothing in any more keeps the answer from ending, but not others from theirs.
    this.signal.addEventListener('abort', () => this.end(), { once: true });
    if (client.aborted) this.leave();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  abort(reason: ServiceError): void {
    this.controller.abort(reason);
  }

  /** May be called any number of times. */
  end(): void {
    clearTimeout(this.timer);
    this.client.removeEventListener('abort', this.leave);
    this.ended(this);
  }
}

/** Bounds how many answers are written at once, and ends them when the service stops. */
@Injectable()
export class RunningAnswers implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly running = new Set<RunningAnswer>();
  /** Turns whose end is being stored. */
  private readonly storing = new Set<Promise<unknown>>();
  private deadline: NodeJS.Timeout | undefined;

  constructor(private readonly environment: Environment) {}

  get count(): number {
    return this.running.size;
  }

  /**
   * @param client aborts when the client leaves
   * @throws AiServiceUnavailableError when CHAT_MAX_CONCURRENT answers are being written.
   */
  begin(client: AbortSignal): RunningAnswer {
    if (this.running.size >= this.environment.CHAT_MAX_CONCURRENT) throw tooMany();
    const answer = new RunningAnswer(client, this.environment.CHAT_TIMEOUT_MS, (ended) =>
      this.running.delete(ended),
    );
    if (!client.aborted) this.running.add(answer);
    return answer;
  }

  /** Keeps the database open until the work is done. */
  async finishing<T>(work: Promise<T>): Promise<T> {
    this.storing.add(work);
    try {
      return await work;
    } finally {
      this.storing.delete(work);
    }
  }

  /** Answers have most of the time that all requests have; then they end while there is time to say so. */
  beforeApplicationShutdown(): void {
    const wait = this.environment.SHUTDOWN_TIMEOUT_MS * (1 - LAST_PART);
    this.deadline = setTimeout(() => this.running.forEach((answer) => answer.abort(stopping())), wait);
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.deadline);
    await Promise.allSettled(this.storing);
  }
}

const late = (milliseconds: number) =>
  new AiServiceUnavailableError(`the answer was not complete after ${milliseconds} ms`, {
    retryAfterSeconds: 5,
  });

const tooMany = () =>
  new AiServiceUnavailableError('too many answers are being written at once; try again in a moment', {
    retryAfterSeconds: 5,
  });

const stopping = () =>
  new ServiceError(
    HttpStatus.SERVICE_UNAVAILABLE,
    'ServiceUnavailable',
    'the service is being stopped; ask again in a moment',
    undefined,
    { retryAfterSeconds: 5 },
  );
