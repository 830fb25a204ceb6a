import { Logger } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Redis } from 'ioredis';
import { type HitRecord, hitRecord } from './hit-record';

/**
 * Counts a hit and answers the count and the milliseconds left of the window. As one script it is atomic: no key can be
 * left behind without an end.
 */
const COUNT_HIT = `
local hits = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return { hits, left }`;

const KEY_PREFIX = 'civic-issue-service:hits:';

/** A request waits no longer for its count than this, in milliseconds. */
const COMMAND_TIMEOUT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 1_000;
const DISCONNECT_TIMEOUT_MS = 100;
const LONGEST_RECONNECT_DELAY_MS = 2_000;

/**
 * Counts hits in Redis, which several instances share. While Redis is away, hits are counted by `fallback`, so that the
 * service answers on and its limits hold for each instance by itself; the log says so once, and once when Redis is back.
 */
export class RedisStorage implements ThrottlerStorage {
  private readonly logger = new Logger(RedisStorage.name);
  private redis: Redis | undefined;
  private away = false;
  /** Why a connection is about to close. */
  private trouble = 'the connection was closed';

  constructor(
    private readonly url: string,
    private readonly fallback: ThrottlerStorage,
  ) {}

  /** Whether Redis counted when it was asked last. */
  get isUp(): boolean {
    return !this.away;
  }

  /** Resolves without a connection too, which is then tried again until {@link disconnect}. */
  async connect(): Promise<void> {
    const { Redis } = await import('ioredis');
    this.redis = new Redis(this.url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      connectTimeout: CONNECT_TIMEOUT_MS,
      disconnectTimeout: DISCONNECT_TIMEOUT_MS,
      commandTimeout: COMMAND_TIMEOUT_MS,
      retryStrategy: (attempt) => Math.min(attempt * 100, LONGEST_RECONNECT_DELAY_MS),
    });
    this.redis.on('error', ({ message }) => (this.trouble = message));
    this.redis.on('close', () => this.noteAway(this.trouble));
    await this.redis.connect().catch(({ message }: Error) => this.noteAway(message));
  }

  disconnect(): void {
    this.redis?.removeAllListeners('close');
    this.redis?.disconnect();
  }

  async increment(...hit: Parameters<ThrottlerStorage['increment']>): Promise<HitRecord> {
    if (this.redis?.status !== 'ready') return this.fallback.increment(...hit);
    const [key, ttl, limit] = hit;
    try {
      const [hits, left] = (await this.redis.eval(COUNT_HIT, 1, KEY_PREFIX + key, ttl)) as [number, number];
      this.noteBack();
      return hitRecord(hits, left, limit);
    } catch (error) {
      this.noteAway((error as Error).message);
      // Without an answer the server may hang: no further request waits for it before it has answered a new connection.
      if ((error as Error).name !== 'ReplyError') this.redis.disconnect(true);
      return this.fallback.increment(...hit);
    }
  }

  private noteAway(reason: string): void {
    if (this.away) return;
    this.away = true;
    this.logger.warn(`Redis cannot count requests; this instance counts for itself until it can: ${reason}`);
  }

  private noteBack(): void {
    if (!this.away) return;
    this.away = false;
    this.logger.log('Redis counts requests again');
  }
}
