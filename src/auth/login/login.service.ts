import { Injectable } from '@nestjs/common';
import { foldCase, isAscii, isUsername } from '../../users/account-rules';
import { PasswordHasher } from '../../users/password-hasher.service';
import { type User, UsersRepository } from '../../users/users.repository';
import { UnauthorizedError } from '../auth-errors';
import { type AccessToken, TokensService } from '../tokens/tokens.service';
import { LoginThrottle } from './login-throttle.service';

/** Logs people in by username or e-mail and password. */
@Injectable()
export class LoginService {
  constructor(
    private readonly users: UsersRepository,
    private readonly hasher: PasswordHasher,
    private readonly tokens: TokensService,
    private readonly throttle: LoginThrottle,
  ) {}

  /**
   * @param login username or e-mail, in any case
   * @param network where the request comes from, for counting failures
   * @throws UnauthorizedError with the same words and after the same work, whatever is wrong.
   * @throws ServiceError 429 after many failures.
   */
  async login(login: string, password: string, network: string): Promise<AccessToken> {
    const account = foldCase(login);
    const user = await this.throttle.run(account, network, () => this.check(account, password));
    if (user === undefined) throw new UnauthorizedError('the username or the password is wrong');
    return this.tokens.issue(user);
  }

  private async check(account: string, password: string): Promise<User | undefined> {
    const user = await this.find(account);
    const right = await this.hasher.matches(password, user?.password_hash);
    return right && user?.disabled_at === null ? user : undefined;
  }

  /** What can be the name of no account is not looked up. */
  private async find(account: string): Promise<User | undefined> {
    if (isUsername(account)) return this.users.findByUsername(account);
    return isAscii(account) ? this.users.findByEmail(account) : undefined;
  }
}
