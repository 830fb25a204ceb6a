import { type Role, ROLES } from '../auth/caller';
import { parseArguments, UsageError } from '../common/command-line/parse-arguments';
import { isUsername } from '../users/account-rules';

export const USAGE = `Usage: npm run user -- create NAME [--role ${ROLES.join('|')}] [--email ADDRESS]
       npm run user -- set-role NAME ${ROLES.join('|')}
       npm run user -- set-password NAME
       npm run user -- disable NAME
       npm run user -- enable NAME

Works on the service database of the environment, while the service runs or not. A password is asked for, or read from
standard input; it is never an argument, which others on the machine could see.
`;

export type Command =
  | { action: 'create'; username: string; role: Role; email?: string }
  | { action: 'set-role'; username: string; role: Role }
  | { action: 'set-password' | 'disable' | 'enable'; username: string }
  | { action: 'help' };

/** @throws UsageError */
export function parseCommandLine(args: string[]): Command {
  const { values, positionals } = parseArguments(args, {
    role: { type: 'string' },
    email: { type: 'string' },
  });
  if (values.help) return { action: 'help' };
  const [action, username, ...rest] = positionals;
  if (!isUsername(username)) {
    throw new UsageError('name an account by its username: 3 to 32 of a-z, 0-9, dot, hyphen and underscore');
  }
  if (rest.length > (action === 'set-role' ? 1 : 0)) throw new UsageError('too many arguments');
  switch (action) {
    case 'create':
      return { action, username, role: roleOf(values.role ?? 'citizen'), email: values.email };
    case 'set-role':
      return { action, username, role: roleOf(rest[0]) };
    case 'set-password':
    case 'disable':
    case 'enable':
      return { action, username };
    default:
      throw new UsageError('say what to do: create, set-role, set-password, disable or enable');
  }
}

function roleOf(name: string | undefined): Role {
  const role = ROLES.find((candidate) => candidate === name);
  if (role === undefined) throw new UsageError(`the role must be one of ${ROLES.join(', ')}`);
  return role;
}
