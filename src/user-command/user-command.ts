import type { Readable, Writable } from 'node:stream';
import { UsageError } from '../common/command-line/parse-arguments';
import { ServiceError } from '../common/errors/service-error';
import { EnvironmentError, loadEnvironment } from '../config/load-environment';
import { DatabaseError, openDatabase } from '../database/open-database';
import { isEmailAddress, isPassword } from '../users/account-rules';
import { PasswordHasher } from '../users/password-hasher.service';
import { UsersRepository } from '../users/users.repository';
import { UsersService } from '../users/users.service';
import { type Command, parseCommandLine, USAGE } from './command-line';
import { readPassword } from './read-password';

export interface Terminal {
  in: Readable & { isTTY?: boolean };
  out: Writable;
  err: Writable;
}

/** The command `npm run user`: returns the exit code, 0 when it is done, 2 when it is not. */
export async function userCommand(
  args: string[],
  variables: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  try {
    const command = parseCommandLine(args);
    terminal.out.write(command.action === 'help' ? USAGE : `${await run(command, variables, terminal)}\n`);
    return 0;
  } catch (error) {
    if (!isMeantToBeRead(error)) throw error;
    terminal.err.write(`user: ${error.message}\n${error instanceof UsageError ? USAGE : ''}`);
    return 2;
  }
}

const isMeantToBeRead = (error: unknown): error is Error =>
  [UsageError, EnvironmentError, DatabaseError, ServiceError].some((type) => error instanceof type);

type Action = Exclude<Command, { action: 'help' }>;

async function run(command: Action, variables: NodeJS.ProcessEnv, terminal: Terminal): Promise<string> {
  const database = await openDatabase(loadEnvironment(variables));
  try {
    const users = new UsersRepository(database);
    return await perform(command, users, new UsersService(users, new PasswordHasher()), terminal);
  } finally {
    await database.destroy();
  }
}

/** What was done. */
async function perform(
  command: Action,
  users: UsersRepository,
  service: UsersService,
  terminal: Terminal,
): Promise<string> {
  const { action, username } = command;
  if (action === 'create') {
    const { role, email } = command;
    if (email !== undefined && !isEmailAddress(email)) throw new UsageError('the e-mail address is none');
    await service.create({ username, email, role, password: await newPassword(terminal) });
    return `made the account ${username}, ${role}`;
  }
  const user = await users.findByUsername(username);
  if (user === undefined) throw new UsageError(`there is no account ${username}`);
  switch (action) {
    case 'set-role':
      await service.change(user.id, { role: command.role });
      return `${username} is ${command.role} now`;
    case 'set-password':
      await service.setPassword(user.id, await newPassword(terminal));
      return `${username} has a new password; its access tokens have ended`;
    case 'disable':
      await service.change(user.id, { active: false });
      return `${username} is disabled; its access tokens have ended`;
    case 'enable':
      await service.change(user.id, { active: true });
      return `${username} is active`;
  }
}

async function newPassword(terminal: Terminal): Promise<string> {
  const password = await readPassword(terminal.in, terminal.err);
  if (!isPassword(password)) {
    throw new UsageError('a password must be 8 to 128 characters without control characters');
  }
  return password;
}
