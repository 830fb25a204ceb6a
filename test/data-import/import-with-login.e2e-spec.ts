import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Environment } from '../../src/config/environment';
import { writeNote } from '../../src/service-address';
import { runImport } from './run-import';
import { clientWith, makeAccount } from '../support/accounts';
import { type RunningService, startService } from '../support/service';

describe('npm run import through a service that asks for a log-in', () => {
  let service: RunningService;
  let file: string;
  beforeAll(async () => {
    service = await startService({ AUTH_ENABLED: 'true' });
    writeNote(service.app.get(Environment), service.url);
    file = join(service.dataDirectory, 'reports.ndjson');
    const report = { description: 'A pothole', location: { type: 'Point', coordinates: [1, 2] } };
    writeFileSync(file, JSON.stringify(report));
  });
  afterAll(() => service.stop());

  const run = () => runImport([file], { NODE_ENV: 'test', DATA_DIR: service.dataDirectory });

  it('says so when there is no administrator to do it', async () => {
    const { code, err } = await run();
    expect([code, err]).toEqual([2, expect.stringContaining('no administrator')]);
  });

  it('does it as the administrator', async () => {
    const admin = await makeAccount(service, 'admin', 'admin');
    expect(await run()).toMatchObject({ code: 0, err: '' });
    const { data } = await clientWith(service, admin).get<object>('/api/v1/citizen-reports');
    expect(data).toMatchObject({ meta: { total: 1 } });
  });
});
