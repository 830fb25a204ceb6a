import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerRequest,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { RateLimit } from './rate-limit.decorator';
import { RateLimiter } from './rate-limiter.service';

/** Holds operations under `@RateLimit` to their own limits, each a named throttler of the module. */
@Injectable()
export class OperationLimitGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly limiter: RateLimiter,
  ) {
    super(options, storage, reflector);
  }

  /** Most operations have none, which the guard would find out anew for each throttler. */
  protected override shouldSkip(context: ExecutionContext): Promise<boolean> {
    return Promise.resolve(this.reflector.get(RateLimit, context.getHandler()) === undefined);
  }

  /** Counts and answers as for all requests, so that a client sees one kind of headers and errors. */
  protected override async handleRequest({ context, limit, throttler }: ThrottlerRequest): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    await this.limiter.countOperation(throttler.name ?? '', limit, request, http.getResponse<Response>());
    return true;
  }
}
