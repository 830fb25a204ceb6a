import { Logger } from '@nestjs/common';
import type { EntityStore } from './entity-store';
import type { WriteQueue } from './write-queue';

/** The longest that a timer waits, in milliseconds; then it looks again. */
const MAX_WAIT_MS = 60_000;

/** The shortest, so that many entities that end one after another are ended together. */
const MIN_WAIT_MS = 20;

/** Ends entities and attributes when their time has come (ETSI GS CIM 009, clause 4.8, `expiresAt`). */
export class ExpiryTimer {
  private readonly logger = new Logger(ExpiryTimer.name);
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly entities: EntityStore,
    private readonly writes: WriteQueue,
  ) {
    this.schedule();
  }

  /** To be called when something has been written that may end earlier than all that was known. */
  schedule(): void {
    clearTimeout(this.timer);
    // What was written last, at the closing of the store, is looked at after the next start.
    if (this.stopped) return;
    const next = this.entities.nextExpiry();
    if (next === undefined) return;
    const wait = Math.ceil(next / 1000) - Date.now();
    const bounded = Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, wait));
    this.timer = setTimeout(() => this.endExpired(), bounded).unref();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private endExpired(): void {
    this.writes
      .submit(() => this.entities.endExpired())
      .then(
        () => this.schedule(),
        // What has ended is not shown meanwhile.
        (error: unknown) => {
          if (this.stopped) return;
          this.logger.warn({ message: 'could not end what has expired', error: String(error) });
          this.timer = setTimeout(() => this.endExpired(), MAX_WAIT_MS).unref();
        },
      );
  }
}
