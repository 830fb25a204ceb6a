import { JwtService } from '@nestjs/jwt';
import { tokenSecret } from '../auth/tokens/token-secret';
import { TokensService } from '../auth/tokens/tokens.service';
import type { Environment } from '../config/environment';
import { openDatabase } from '../database/open-database';
import { UsersRepository } from '../users/users.repository';

/** The service asks for a log-in, and there is nobody who may write. */
export class NoAdministratorError extends Error {
  constructor() {
    super('there is no administrator to import as: npm run user -- create NAME --role admin');
  }
}

/**
 * An access token of an administrator, for a command whose user has the service's data and its secret anyway.
 *
 * @throws NoAdministratorError
 */
export async function administratorToken(environment: Environment): Promise<string> {
  const database = await openDatabase(environment);
  try {
    const administrator = await new UsersRepository(database).findAdministrator();
    if (administrator === undefined) throw new NoAdministratorError();
    const tokens = new TokensService(new JwtService({ secret: tokenSecret(environment) }), environment);
    return (await tokens.issue(administrator)).access_token;
  } finally {
    await database.destroy();
  }
}
