import { PasswordHasher } from '../../src/users/password-hasher.service';
import { clientWith, makeAccount } from '../support/accounts';
import { type RunningService, startService } from '../support/service';

const TRIES = 80;

/**
 * The probability that a value of `a` is greater than one of `b` (the effect size of the Mann-Whitney test): 0.5 when
 * both are drawn alike, 0 or 1 when one look tells them apart. With 80 values each and both drawn alike, its standard
 * deviation is 0.046.
 */
function superiority(a: readonly number[], b: readonly number[]): number {
  const wins = a.flatMap((x) => b.map((y): number => (x > y ? 1 : x === y ? 0.5 : 0)));
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
}

describe('the time that a login takes', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ TRUST_PROXY: '1' });
    for (let i = 0; i < TRIES / 4; i++) await makeAccount(service, `known${i}`, 'citizen');
  });
  afterAll(() => service.stop());

  async function timeOf(username: string, address: string): Promise<number> {
    const start = performance.now();
    const { status } = await clientWith(service).post(
      '/auth/login',
      { username, password: 'a wrong password' },
      { headers: { 'X-Forwarded-For': address } },
    );
    expect(status).toBe(401);
    return performance.now() - start;
  }

  it('does not tell whether there is an account', async () => {
    const known: number[] = [];
    const unknown: number[] = [];
    for (let i = 0; i < TRIES; i++) {
      const account = i % (TRIES / 4);
      // In turns, so that whatever else slows the machine down slows both down.
      known.push(await timeOf(`known${account}`, `10.1.0.${i}`));
      unknown.push(await timeOf(`unknown${account}`, `10.2.0.${i}`));
    }
    expect(Math.abs(superiority(known, unknown) - 0.5)).toBeLessThan(0.25);
  });

  it('would tell it by this measure if the password of nobody were not hashed', async () => {
    const hasher = service.app.get(PasswordHasher, { strict: false });
    const time = async (work: () => Promise<unknown>) => {
      const start = performance.now();
      await work();
      return performance.now() - start;
    };
    const hashed: number[] = [];
    const notHashed: number[] = [];
    for (let i = 0; i < 20; i++) {
      hashed.push(await time(() => hasher.matches('a wrong password', undefined)));
      notHashed.push(await time(() => Promise.resolve(false)));
    }
    expect(superiority(hashed, notHashed)).toBeGreaterThan(0.95);
  });
});
