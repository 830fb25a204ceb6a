import { Readable, Writable } from 'node:stream';
import { userCommand } from '../../src/user-command/user-command';
import { clientWith, logIn, makeAccount, PASSWORD } from '../support/accounts';
import { type RunningService, startService } from '../support/service';

describe('npm run user', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  /** Runs the command beside the running service, on the same database. */
  async function run(args: string, input = '') {
    const written = { out: '', err: '' };
    const into = (name: 'out' | 'err') =>
      new Writable({
        write: (chunk: Buffer, _encoding, done) => {
          written[name] += chunk.toString();
          done();
        },
      });
    const terminal = { in: Readable.from([input]), out: into('out'), err: into('err') };
    const code = await userCommand(args.split(' '), { DATA_DIR: service.dataDirectory }, terminal);
    return { code, ...written };
  }

  it('makes an account that can log in to the running service', async () => {
    const made = await run('create ada --role admin --email ada@city.example', `${PASSWORD}\n`);
    expect(made).toEqual({ code: 0, out: 'made the account ada, admin\n', err: '' });
    const me = await clientWith(service, { token: await logIn(service, 'ada') }).get('/api/v1/users/me');
    expect(me.data).toMatchObject({ username: 'ada', role: 'admin', email: 'ada@city.example' });
  });

  it('changes roles, and keeps the last administrator', async () => {
    await run('create bob', PASSWORD);
    expect(await run('set-role bob city_official')).toMatchObject({ code: 0 });
    expect(await run('set-role ada citizen')).toMatchObject({
      code: 2,
      err: expect.stringContaining('last active administrator') as string,
    });
    expect(await run('disable ada')).toMatchObject({ code: 2 });
  });

  it('sets passwords and disables accounts, which ends their tokens at once', async () => {
    const { token } = await makeAccount(service, 'cyd', 'citizen');
    const statusOf = async (of: string) =>
      (await clientWith(service, { token: of }).get('/api/v1/users/me')).status;
    await run('set-password cyd', 'another password');
    expect(await statusOf(token)).toBe(401);
    const newToken = await logIn(service, 'cyd', 'another password');
    expect(await statusOf(newToken)).toBe(200);
    await run('disable cyd');
    expect(await statusOf(newToken)).toBe(401);
    expect(await run('enable cyd')).toMatchObject({ code: 0 });
    expect(await statusOf(await logIn(service, 'cyd', 'another password'))).toBe(200);
  });

  it.each([
    ['', '', /^user: name an account/],
    ['remove ada', '', /^user: say what to do/],
    ['create Ada', PASSWORD, /^user: name an account/],
    ['create eve --role king', PASSWORD, /^user: the role must be/],
    ['create eve --email nobody', PASSWORD, /^user: the e-mail/],
    ['create eve --password secret123', PASSWORD, /^user: Unknown option/],
    ['create eve', '', /^user: a password must be/],
    ['create eve', '1234567', /^user: a password must be/],
    ['create ada', PASSWORD, /^user: username: is taken/],
    ['disable nobody', '', /^user: there is no account nobody/],
    ['set-role ada', '', /^user: the role must be/],
    ['disable ada bob', '', /^user: too many arguments/],
  ])('refuses "%s" with %j as input', async (args, input, message) => {
    expect(await run(args, input)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(message) as string,
    });
  });
});
