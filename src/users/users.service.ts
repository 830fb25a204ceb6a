import { Injectable } from '@nestjs/common';
import type { Role } from '../auth/caller';
import { type FieldError, NotFoundError, ValidationError } from '../common/errors/service-error';
import { PasswordHasher } from './password-hasher.service';
import { LastAdministratorError, type User, type UserChange, UsersRepository } from './users.repository';

export interface NewAccount {
  username: string;
  email?: string;
  password: string;
  full_name?: string;
  role: Role;
}

/** Accounts and what may be done to them. */
@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly hasher: PasswordHasher,
  ) {}

  /** @throws ValidationError when the username or e-mail is taken. */
  async create({ username, email, password, full_name, role }: NewAccount): Promise<User> {
    const user = await this.users.insert({
      username,
      email: email ?? null,
      full_name: full_name ?? null,
      role,
      password_hash: await this.hasher.hash(password),
    });
    if (user === undefined) throw new ValidationError(await this.taken(username, email));
    return user;
  }

  /** @throws NotFoundError */
  async find(id: string): Promise<User> {
    const user = await this.users.findById(id);
    if (user === undefined) throw notFound();
    return user;
  }

  list(page: { role?: Role; limit: number; offset: number }): Promise<{ users: User[]; total: number }> {
    return this.users.list(page);
  }

  /**
   * Disabling ends the account's tokens and stops its API keys at once.
   *
   * @throws NotFoundError
   * @throws ValidationError when nothing is to be changed, or nobody would be left to administer the service.
   */
  async change(id: string, change: UserChange): Promise<User> {
    if (change.role === undefined && change.active === undefined) {
      const msg = 'must have at least one of role, active';
      throw new ValidationError([{ loc: ['body'], msg, type: 'notEmpty' }]);
    }
    try {
      const user = await this.users.change(id, change);
      if (user === undefined) throw notFound();
      return user;
    } catch (error) {
      throw error instanceof LastAdministratorError ? lastAdministrator(change) : error;
    }
  }

  /**
   * Ends the account's tokens.
   *
   * @throws NotFoundError
   */
  async setPassword(id: string, password: string): Promise<void> {
    if (!(await this.users.setPasswordHash(id, await this.hasher.hash(password)))) throw notFound();
  }

  private async taken(username: string, email: string | undefined): Promise<FieldError[]> {
    const errors: FieldError[] = [];
    const add = (field: string) =>
      errors.push({ loc: ['body', field], msg: 'is taken by another account', type: 'unique' });
    if (await this.users.findByUsername(username)) add('username');
    if (email !== undefined && (await this.users.findByEmail(email))) add('email');
    return errors;
  }
}

const notFound = () => new NotFoundError('there is no user of this id');

const lastAdministrator = ({ active }: UserChange) =>
  new ValidationError([
    {
      loc: ['body', active === false ? 'active' : 'role'],
      msg: 'the last active administrator cannot be demoted or disabled',
      type: 'lastAdministrator',
    },
  ]);
