import { randomBytes } from 'node:crypto';
import { HttpStatus, Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, type Options, verify } from '@node-rs/argon2';
import { Semaphore } from 'async-mutex';
import { ServiceError } from '../common/errors/service-error';
import { canonicalPassword } from './account-rules';

/** OWASP Password Storage Cheat Sheet: argon2id (the library's default) with 19 MiB, two passes, one lane. */
const PARAMETERS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each takes 19 MiB and a thread of Node's pool, which files and the database need too. */
const MOST_AT_ONCE = 2;

/** About two seconds of work. */
const MOST_WAITING = 100;

/** Hashes passwords with argon2id and checks them, a bounded number at a time. */
@Injectable()
export class PasswordHasher implements OnModuleInit {
  private readonly slots = new Semaphore(MOST_AT_ONCE);
  private waiting = 0;
  private nobody = '';

  async onModuleInit(): Promise<void> {
    this.nobody = await this.hash(randomBytes(32).toString('base64'));
  }

  /** @throws ServiceError 503 when too many wait. */
  hash(password: string): Promise<string> {
    return this.run(() => hash(canonicalPassword(password), PARAMETERS));
  }

  /**
   * Whether the password is the one of the hash. Without a hash it takes as long and the answer is no, so that time
   * does not tell whether there is an account.
   *
   * @throws ServiceError 503 when too many wait.
   */
  async matches(password: string, passwordHash: string | undefined): Promise<boolean> {
    const right = await this.run(() => verify(passwordHash ?? this.nobody, canonicalPassword(password)));
    return right && passwordHash !== undefined;
  }

  private async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting >= MOST_WAITING) throw tooBusy();
    this.waiting += 1;
    try {
      return await this.slots.runExclusive(work);
    } finally {
      this.waiting -= 1;
    }
  }
}

const tooBusy = () =>
  new ServiceError(
    HttpStatus.SERVICE_UNAVAILABLE,
    'ServiceUnavailable',
    'too many people are logging in at this moment; try again',
    undefined,
    { retryAfterSeconds: 5 },
  );
