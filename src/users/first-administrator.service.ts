import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Environment } from '../config/environment';
import { PasswordHasher } from './password-hasher.service';
import { UsersRepository } from './users.repository';

/** Makes the administrator of ADMIN_USERNAME and ADMIN_PASSWORD at a start that finds none. */
@Injectable()
export class FirstAdministrator implements OnApplicationBootstrap {
  private readonly logger = new Logger(FirstAdministrator.name);

  constructor(
    private readonly environment: Environment,
    private readonly users: UsersRepository,
    private readonly hasher: PasswordHasher,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = this.environment;
    if (username === undefined || password === undefined || (await this.users.findAdministrator())) return;
    const user = await this.users.insert({
      username,
      email: null,
      full_name: null,
      role: 'admin',
      password_hash: await this.hasher.hash(password),
    });
    // Another instance that starts at the same time may have been quicker.
    if (user === undefined && !(await this.users.findAdministrator())) {
      throw new Error(`ADMIN_USERNAME: the account ${username} exists and is no administrator`);
    }
    if (user !== undefined) this.logger.log(`made the first administrator, ${username}`);
  }
}
