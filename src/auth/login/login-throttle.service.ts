import { HttpStatus, Injectable } from '@nestjs/common';
import { ServiceError } from '../../common/errors/service-error';
import { FailureCounter } from './failure-counter';

/**
 * Slows down guessing passwords: the more logins failed, the longer the next has to wait. What is counted is
 *
 * - an account at one client's network, where guessing shows first;
 * - an account at all networks together, for guessing from many; the delay stays short, or strangers could lock its
 *   owner out;
 * - a network for all accounts together, for one password tried on many accounts.
 *
 * Accounts are counted by what was typed, whether they exist or not. Each instance counts for itself.
 */
@Injectable()
export class LoginThrottle {
  private readonly accountsAtNetworks = new FailureCounter({ free: 5, longestDelay: 900 });
  private readonly accounts = new FailureCounter({ free: 20, longestDelay: 30 });
  private readonly networks = new FailureCounter({ free: 50, longestDelay: 900 });

  /**
   * Makes a try of a login, which counts as failed while it runs, so that trying many at once gains nothing.
   *
   * @param attempt whose result is undefined when the login failed.
   * @throws ServiceError 429 when it has to wait.
   */
  async run<T>(
    account: string,
    network: string,
    attempt: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const counted = [
      [this.accountsAtNetworks, `${account}\n${network}`],
      [this.accounts, account],
      [this.networks, network],
    ] as const;
    const delay = Math.max(...counted.map(([counter, key]) => counter.delay(key)));
    if (delay > 0) throw tooMany(delay);
    for (const [counter, key] of counted) counter.add(key);

    const takeBack = () => counted.forEach(([counter, key]) => counter.takeBack(key));
    const result = await attempt().catch((error: unknown) => {
      takeBack();
      throw error;
    });
    if (result !== undefined) {
      this.accountsAtNetworks.clear(`${account}\n${network}`);
      this.accounts.clear(account);
      // No more than this: or logging in to an account of one's own would allow for guessing on.
      this.networks.takeBack(network);
    }
    return result;
  }
}

const tooMany = (retryAfterSeconds: number) =>
  new ServiceError(
    HttpStatus.TOO_MANY_REQUESTS,
    'RateLimitExceeded',
    `too many logins failed; try again in ${retryAfterSeconds} s`,
    undefined,
    { retryAfterSeconds },
  );
