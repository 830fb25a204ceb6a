import { Environment } from '../../src/config/environment';
import { writeNote } from '../../src/service-address';
import { join } from 'node:path';
import axios from 'axios';
import { runImport } from './run-import';
import { realFiles, sampleFiles, type SourceFile, writeSourceFiles } from './source-files';
import { type RunningService, startService, temporaryDirectory } from '../support/service';

interface Report {
  id: string;
  location: { coordinates: [number, number] };
}

interface Page {
  data: Report[];
  meta: { total: number };
}

const sum = (files: SourceFile[], count: 'rows' | 'reports') =>
  files.reduce((total, file) => total + file[count], 0);

const counted = (out: string, what: string) =>
  [...out.matchAll(new RegExp(`(\\d+) ${what}`, 'g'))].reduce((total, [, count]) => total + Number(count), 0);

describe.each(['before the service starts', 'while the service runs'])('npm run import %s', (when) => {
  const directory = temporaryDirectory();
  const ownFiles = [...writeSourceFiles(directory.path), ...sampleFiles()];
  const files = [...ownFiles, ...realFiles()];
  const paths = files.map(({ path }) => path);
  const variables = { NODE_ENV: 'test', DATA_DIR: join(directory.path, 'data') };
  let service: RunningService;

  const start = async () => {
    service = await startService(variables);
    writeNote(service.app.get(Environment), service.url);
  };
  const reports = `/api/v1/citizen-reports`;
  const get = async <T>(path: string) => (await axios.get<T>(service.url + path)).data;

  if (when === 'while the service runs') {
    beforeAll(start);
  }

  afterAll(async () => {
    await service.stop();
    directory.remove();
  });

  it('imports all of every file', async () => {
    const { code, out, err } = await runImport(paths, variables);
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(counted(out, 'created')).toBe(sum(files, 'rows'));
    expect(out.includes('through the running service')).toBe(when === 'while the service runs');
  });

  it('leaves everything as it is when it is run again', async () => {
    const { code, out } = await runImport(paths, variables);
    expect(code).toBe(0);
    expect(counted(out, 'created')).toBe(0);
    expect(counted(out, 'existing')).toBe(sum(files, 'rows'));
  });

  it('replaces what is there when asked to', async () => {
    const { code, out } = await runImport(['--update', ...ownFiles.map(({ path }) => path)], variables);
    expect(code).toBe(0);
    expect(counted(out, 'updated')).toBe(sum(ownFiles, 'rows'));
  });

  it('has every report found by list, id and place', async () => {
    if (when === 'before the service starts') {
      await start();
    }
    const { data, meta } = await get<Page>(`${reports}?limit=1000`);
    expect(meta.total).toBe(sum(files, 'reports'));
    expect(new Set(data.map(({ id }) => id)).size).toBe(meta.total);
    for (const { id, location } of data) {
      const [longitude, latitude] = location.coordinates;
      expect(await get<Report>(`${reports}/${id}?options=keyValues`)).toMatchObject({ id, location });
      const near = await get<Page>(`${reports}?near=${longitude},${latitude}&radius=1&limit=1000`);
      expect(near.data.map((report) => report.id)).toContain(id);
    }
  });

  it('has the observations where temporal queries look for them', async () => {
    const query = 'type=AirQualityObserved&timerel=after&timeAt=2025-12-24T00:00:00Z';
    const found = await get<{ id: string }[]>(`/ngsi-ld/v1/temporal/entities?${query}`);
    expect(found.map(({ id }) => id)).toContain('urn:ngsi-ld:AirQualityObserved:1');
  });

  it('takes an external broker at its address', async () => {
    const elsewhere = { NODE_ENV: 'test', DATA_DIR: join(directory.path, 'other'), BROKER_URL: service.url };
    const { code, out } = await runImport(
      ownFiles.map(({ path }) => path),
      elsewhere,
    );
    expect(code).toBe(0);
    expect(counted(out, 'existing')).toBe(sum(ownFiles, 'rows'));
  });
});
