import { dateTime, type Entity, geoProperty, property } from '../../src/ngsi-ld/entity';
import { NgsiLdBrokerService } from '../../src/ngsi-ld/ngsi-ld-broker.service';
import { type Report, ReportsClient } from '../citizen-reports/reports-client';
import { type RunningService, startService, temporaryDirectory } from '../support/service';
import { type ServiceProcess, startServiceProcess } from '../support/service-process';
import { ClassificationClient, HERE, until } from './classification-client';
import { nlpAnswer, sendJson, type StandIn, startStandIn } from './stand-ins';

const isClassified = (report: Report) => report['classifiedAt'] !== undefined;
const HOLE = 'Deep pothole in the road, the asphalt is broken';

const imported = (name: string, more: object = {}, daysAgo = 1): Entity => ({
  id: `urn:ngsi-ld:CitizenReport:${name}`,
  type: 'CitizenReport',
  description: property(HOLE),
  location: geoProperty({ type: 'Point', coordinates: HERE }),
  status: property('pending'),
  dateCreated: dateTime(new Date(Date.now() - daysAgo * 86_400_000)),
  ...more,
});

describe('a report that is made', () => {
  let service: RunningService;
  let client: ClassificationClient;
  beforeAll(async () => {
    service = await startService({ AUTO_CLASSIFY: 'true' });
    client = new ClassificationClient(service);
  });
  afterAll(() => service.stop());

  const classified = (id: string) => until(() => client.plain(id), isClassified);

  it('is answered unclassified, and classified a moment later', async () => {
    const location = { type: 'Point', coordinates: HERE };
    const { status, data } = await client.reports.create({ description: HOLE, location });
    expect(status).toBe(201);
    expect(data).not.toHaveProperty('category');
    expect(await classified(data.id)).toMatchObject({
      category: 'road_damage',
      priority: expect.any(String) as string,
      status: 'pending',
      classifiedBy: 'embedded/1',
    });
  });

  it('keeps the category that its reporter gave, beside the opinion of the classifier', async () => {
    const report = await classified(await client.report(HOLE, { category: 'noise' }));
    expect(report).toMatchObject({
      category: 'noise',
      priorityReason: expect.stringMatching(/^Noise, low/) as string,
    });
    expect(report['alternatives']).toMatchObject([{ category: 'road_damage' }, {}, {}]);
  });

  it('keeps what an official says meanwhile', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => client.report(HOLE)));
    await Promise.all(ids.map((id) => client.reports.update(id, { category: 'graffiti' })));
    for (const id of ids) expect(await classified(id)).toMatchObject({ category: 'graffiti' });
  });
});

describe('reports that the service did not make', () => {
  let service: RunningService;
  let client: ClassificationClient;
  beforeAll(async () => {
    service = await startService({ AUTO_CLASSIFY: 'true' });
    client = new ClassificationClient(service);
    await client.broker.writeEntities(
      [
        imported('open'),
        imported('decided', { category: property('noise'), priority: property('low') }),
        imported('urgent', { priority: property('critical') }),
        imported('resolved', { status: property('resolved') }),
        imported('old', {}, 100),
        imported('last', {}, 0.001),
      ],
      'create',
    );
  });
  afterAll(() => service.stop());

  const plain = (name: string) => client.plain(`urn:ngsi-ld:CitizenReport:${name}`);

  it('are classified while they are open, recent and lack something', async () => {
    // Two are classified at once, so that the last one found may not be the last one done.
    const [open, urgent] = await Promise.all(
      ['open', 'urgent', 'last'].map((name) => until(() => plain(name), isClassified)),
    );
    expect(open).toMatchObject({ category: 'road_damage', classifiedBy: 'embedded/1' });
    expect(urgent).toMatchObject({
      category: 'road_damage',
      priority: 'critical',
      priorityReason: expect.stringMatching(/^given with the report; by the rules/) as string,
    });
    for (const name of ['decided', 'resolved', 'old']) {
      expect(await plain(name)).not.toHaveProperty('classifiedAt');
    }
  });
});

describe('a classifier that fails', () => {
  it('neither delays nor fails the making of reports, and is tried again', async () => {
    const standIn = await startStandIn((_body, response) => sendJson(response, {}, 401));
    const service = await startService({ AUTO_CLASSIFY: 'true', NLP_SERVICE_URL: standIn.url });
    const client = new ClassificationClient(service);
    const id = await client.report(HOLE);
    await until(
      () => Promise.resolve(standIn.bodies.length),
      (count) => count > 0,
    );
    expect(await client.plain(id)).not.toHaveProperty('classifiedAt');
    standIn.answer = nlpAnswer('waste');
    expect(await until(() => client.plain(id), isClassified)).toMatchObject({ category: 'waste' });
    await service.stop();
    await standIn.stop();
  });

  it('does not hold up the end of the service', async () => {
    const standIn = await startStandIn(() => undefined);
    const service = await startService({ AUTO_CLASSIFY: 'true', NLP_SERVICE_URL: standIn.url });
    const id = await new ClassificationClient(service).report(HOLE);
    await until(
      () => Promise.resolve(standIn.bodies.length),
      (count) => count > 0,
    );
    const { app } = service;
    const broker = app.get(NgsiLdBrokerService, { strict: false });
    expect(await broker.findEntity(id)).toBeDefined();
    await service.stop();
    await standIn.stop();
  });
});

describe('a service that was killed', () => {
  const directory = temporaryDirectory();
  const processes: ServiceProcess[] = [];
  let standIn: StandIn;
  beforeAll(async () => {
    standIn = await startStandIn(() => undefined);
  });
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.stop('SIGKILL')));
    await standIn.stop();
    directory.remove();
  });

  async function start(variables: Record<string, string> = {}): Promise<ReportsClient> {
    const process = await startServiceProcess({ DATA_DIR: directory.path, ...variables });
    processes.push(process);
    return new ReportsClient(process.url);
  }

  it('finds again what was waiting', async () => {
    const first = await start({ NLP_SERVICE_URL: standIn.url });
    const location = { type: 'Point', coordinates: HERE };
    const { data } = await first.create({ description: HOLE, location });
    await until(
      () => Promise.resolve(standIn.bodies.length),
      (count) => count > 0,
    );
    await processes[0]?.stop('SIGKILL');

    const second = await start();
    const read = async () => (await second.get(data.id, { options: 'keyValues' })).data;
    expect(await until(read, isClassified)).toMatchObject({ category: 'road_damage' });
    expect(await processes[1]?.stop()).toBe(0);
  }, 90_000);
});
