import { Injectable } from '@nestjs/common';
import { InjectThrottlerStorage, type ThrottlerStorage } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { AuthService } from '../auth/auth.service';
import type { Caller } from '../auth/caller';
import { clientNetwork } from '../common/http/client-network';
import { Environment } from '../config/environment';
import { RateLimitExceededError } from './rate-limit-exceeded.error';
import { RedisStorage } from './storage/redis-storage';

/** The length of every limit's window. */
export const HOUR_MS = 3_600_000;

/** Counts requests, says in the headers `X-RateLimit-*` what is left, and refuses what is beyond the limit. */
@Injectable()
export class RateLimiter {
  constructor(
    private readonly environment: Environment,
    private readonly auth: AuthService,
    @InjectThrottlerStorage() private readonly storage: ThrottlerStorage,
  ) {}

  /** Whether instances share their counts at present. */
  get sharedStore(): 'up' | 'down' | 'disabled' {
    if (!(this.storage instanceof RedisStorage)) return 'disabled';
    return this.storage.isUp ? 'up' : 'down';
  }

  /**
   * Counts a request against the limit of its caller: of a user or an API key by role, else of a client's network.
   * Credentials that are no good make no caller, so that guessing them is limited too.
   *
   * @throws RateLimitExceededError
   */
  async countRequest(request: Request, response: Response): Promise<void> {
    const caller = await this.auth.identify(request);
    const who = caller ? accountOf(caller) : networkOf(request);
    await this.count('requests', who, this.limitOf(caller), response);
  }

  /**
   * Counts a request against the smaller limit of an operation, by the client's network.
   *
   * @throws RateLimitExceededError
   */
  async countOperation(name: string, limit: number, request: Request, response: Response): Promise<void> {
    await this.count(name, networkOf(request), limit, response);
  }

  private async count(name: string, who: string, limit: number, response: Response): Promise<void> {
    const hit = await this.storage.increment(`${name}:${who}`, HOUR_MS, limit, HOUR_MS, name);
    response.setHeader('X-RateLimit-Limit', limit);
    response.setHeader('X-RateLimit-Remaining', Math.max(0, limit - hit.totalHits));
    response.setHeader('X-RateLimit-Reset', Math.ceil(Date.now() / 1000 + hit.timeToExpire));
    if (hit.isBlocked) throw new RateLimitExceededError(limit, Math.max(1, Math.ceil(hit.timeToBlockExpire)));
  }

  private limitOf(caller: Caller | undefined): number {
    if (caller === undefined) return this.environment.RATE_LIMIT_ANONYMOUS;
    return caller.role === 'admin'
      ? this.environment.RATE_LIMIT_ADMIN
      : this.environment.RATE_LIMIT_AUTHENTICATED;
  }
}

const accountOf = ({ id, apiKeyId }: Caller): string => (apiKeyId ? `key:${apiKeyId}` : `user:${id}`);
const networkOf = (request: Request): string => `network:${clientNetwork(request)}`;
