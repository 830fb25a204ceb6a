import { Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
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

/** Counts hits in this process, or in Redis with REDIS_URL. */
@Module({
  providers: [{ provide: STORAGE, inject: [Environment], useFactory: createStorage }],
  exports: [STORAGE],
})
export class StorageModule implements OnModuleInit, OnApplicationShutdown {
  constructor(@Inject(STORAGE) private readonly storage: ThrottlerStorage) {}

  async onModuleInit(): Promise<void> {
    if (this.storage instanceof RedisStorage) await this.storage.connect();
  }

  onApplicationShutdown(): void {
    if (this.storage instanceof RedisStorage) this.storage.disconnect();
  }
}
