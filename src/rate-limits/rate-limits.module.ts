import { type ExecutionContext, Module } from '@nestjs/common';
import { APP_GUARD, Reflector } from '@nestjs/core';
import { ThrottlerModule, type ThrottlerModuleOptions, type ThrottlerStorage } from '@nestjs/throttler';
import { AuthModule } from '../auth/auth.module';
import { Environment, isRateLimited } from '../config/environment';
import { OperationLimitGuard } from './operation-limit.guard';
import { LIMITED_OPERATIONS, type LimitedOperation, RateLimit } from './rate-limit.decorator';
import { HOUR_MS, RateLimiter } from './rate-limiter.service';
import { StorageModule, STORAGE } from './storage/storage.module';

const LIMITS = {
  login: 'RATE_LIMIT_LOGIN',
  registration: 'RATE_LIMIT_REGISTRATION',
  chat: 'RATE_LIMIT_CHAT',
} as const satisfies Record<LimitedOperation, keyof Environment>;

/** One throttler for each operation with a limit of its own; the limit of all requests is the middleware's. */
function throttlers(
  environment: Environment,
  storage: ThrottlerStorage,
  reflector: Reflector,
): ThrottlerModuleOptions {
  const limited = isRateLimited(environment);
  return {
    storage,
    throttlers: LIMITED_OPERATIONS.map((name) => ({
      name,
      ttl: HOUR_MS,
      limit: environment[LIMITS[name]],
      skipIf: (context: ExecutionContext) =>
        !limited || reflector.get(RateLimit, context.getHandler()) !== name,
    })),
  };
}

/** Limits how often a caller may ask; see RATE_LIMIT_ENABLED. */
@Module({
  imports: [
    AuthModule,
    ThrottlerModule.forRootAsync({
      imports: [StorageModule],
      inject: [Environment, STORAGE, Reflector],
      useFactory: throttlers,
    }),
  ],
  providers: [RateLimiter, { provide: APP_GUARD, useClass: OperationLimitGuard }],
  exports: [RateLimiter],
})
export class RateLimitsModule {}
