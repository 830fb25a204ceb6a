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
export class AuthService {
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
      const caller = await (credential.kind === 'token'
        ? this.byToken(credential)
        : this.byApiKey(credential));
      if (caller === undefined) throw wrong(credential);
      first ??= caller;
    }
    return first;
  }

  private async byToken({ value }: Credential): Promise<Caller | undefined> {
    const claims = await this.tokens.read(value);
    const user = claims && (await this.users.findById(claims.sub));
    return user?.token_version === claims?.ver ? this.callerFor(user) : undefined;
  }

  private async byApiKey({ value }: Credential): Promise<Caller | undefined> {
    const key = await this.apiKeys.find(value);
    return key && this.callerFor(await this.users.findById(key.user_id), key.id);
  }

  private async callerFor(user: User | undefined, apiKeyId?: string): Promise<Caller | undefined> {
    if (user === undefined || user.disabled_at !== null) return undefined;
    await this.users.noteSeen(user, new Date());
    return { id: user.id, username: user.username, role: user.role, apiKeyId };
  }
}

const wrong = ({ kind }: Credential) =>
  new UnauthorizedError(
    kind === 'token' ? 'the access token is wrong or has expired' : 'the API key is wrong or was revoked',
  );
