import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type User, UsersRepository } from '../users/users.repository';
import { ApiKeysService } from './api-keys/api-keys.service';
import { UnauthorizedError } from './auth-errors';
import type { Caller } from './caller';
import { type Credential, credentialsOf } from './credentials/credentials';
import { TokensService } from './tokens/tokens.service';

/**
 * Finds out who makes a request. The account is looked up each time, so that disabling it, another role or another
 * password count from the next request on.
 */
@Injectable()
export class Authenticator {
  private readonly known = new WeakMap<Request, Promise<Caller | undefined>>();

  constructor(
    private readonly users: UsersRepository,
    private readonly tokens: TokensService,
    private readonly apiKeys: ApiKeysService,
  ) {}

  /**
   * Who makes the request, found out once per request; undefined without credentials. Of several credentials, which
   * must all be right, the first counts.
   *
   * @throws UnauthorizedError when a credential is wrong.
   */
  authenticate(request: Request): Promise<Caller | undefined> {
    const known = this.known.get(request) ?? this.check(request);
    this.known.set(request, known);
    return known;
  }

  /** Like {@link authenticate}, but nobody where that fails: for what only counts, such as rate limits. */
  identify(request: Request): Promise<Caller | undefined> {
    return this.authenticate(request).catch(() => undefined);
  }

  private async check(request: Request): Promise<Caller | undefined> {
    let first: Caller | undefined;
    for (const credential of credentialsOf(request)) {
      const user = await this.ownerOf(credential);
      if (user === undefined || user.disabled_at !== null) throw wrong(credential);
      await this.users.noteSeen(user, new Date());
      first ??= { id: user.id, username: user.username, role: user.role, credential: credential.kind };
    }
    return first;
  }

  private async ownerOf({ kind, value }: Credential): Promise<User | undefined> {
    if (kind === 'api-key') {
      const owner = await this.apiKeys.ownerOf(value);
      return owner === undefined ? undefined : this.users.findById(owner);
    }
    const claims = await this.tokens.read(value);
    const user = claims === undefined ? undefined : await this.users.findById(claims.sub);
    return user?.token_version === claims?.ver ? user : undefined;
  }
}

const wrong = ({ kind }: Credential) =>
  new UnauthorizedError(
    kind === 'token' ? 'the access token is wrong or has expired' : 'the API key is wrong or was revoked',
  );
