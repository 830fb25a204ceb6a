import { Module } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { Environment, isRateLimited } from '../../config/environment';
import { MemoryStorage } from './memory-storage';
import { RedisStorage } from './redis-storage';

/** Injects the {@link ThrottlerStorage} that the environment asks for. */
export const STORAGE = Symbol('throttler storage');

function createStorage(environment: Environment): ThrottlerStorage {
  const memory = new MemoryStorage();
  const shared = isRateLimited(environment) && environment.REDIS_URL;
  return shared ? new RedisStorage(shared, memory) : memory;
}

@Module({
  providers: [{ provide: STORAGE, inject: [Environment], useFactory: createStorage }],
  exports: [STORAGE],
})
export class StorageModule {}
