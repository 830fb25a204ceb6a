import { type RunningService, startService } from '../support/service';
import { type Envelope, expectInvalid, ReportsClient } from './reports-client';
import { POTHOLE } from './sample';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const aTime = () => expect.stringMatching(INSTANT) as string;

describe('GET /api/v1/citizen-reports/{entity_id}/history', () => {
  let service: RunningService;
  let reports: ReportsClient;
  let id: string;
  beforeAll(async () => {
    service = await startService();
    reports = new ReportsClient(service.url);
    id = (await reports.create(POTHOLE)).data.id;
    await reports.update(id, { status: 'acknowledged', assignedTo: 'Đội cầu đường Quận 1' });
    await reports.update(id, { notes: 'Asphalt ordered.' });
    await reports.update(id, { notes: 'Asphalt ordered.' });
    await reports.update(id, { status: 'in_progress', notes: 'Crew on site.' });
  });
  afterAll(() => service.stop());

  it('tells the creation and every change since, oldest first', async () => {
    const { dateCreated } = (await reports.get(id, { options: 'keyValues' })).data;
    const { status, data } = await reports.history(id);
    expect(status).toBe(200);
    expect(data).toMatchObject({ entity_id: id, complete: true });
    const [creation, ...changes] = data.events;
    expect(creation?.at).toEqual(aTime());
    expect(Object.fromEntries((creation?.changes ?? []).map(({ attribute, to }) => [attribute, to]))).toEqual(
      {
        ...POTHOLE,
        status: 'pending',
        dateCreated,
      },
    );
    expect(creation?.changes.every(({ from }) => from === null)).toBe(true);
    expect(
      changes.map(({ changes }) => changes.toSorted((a, b) => (a.attribute < b.attribute ? -1 : 1))),
    ).toEqual([
      [
        { attribute: 'assignedTo', from: null, to: 'Đội cầu đường Quận 1' },
        { attribute: 'status', from: 'pending', to: 'acknowledged' },
      ],
      [{ attribute: 'notes', from: null, to: 'Asphalt ordered.' }],
      [
        { attribute: 'notes', from: 'Asphalt ordered.', to: 'Crew on site.' },
        { attribute: 'status', from: 'acknowledged', to: 'in_progress' },
      ],
    ]);
    expect(data.meta).toEqual({ total: 4, limit: 100, offset: 0, page: 1, pages: 1 });
  });

  it('turns round and pages', async () => {
    const { events } = (await reports.history(id)).data;
    expect((await reports.history(id, { order: 'desc' })).data.events).toEqual(events.toReversed());
    const { data } = await reports.history(id, { limit: 2, page: 2 });
    expect(data.events).toEqual(events.slice(2, 4));
    expect(data.meta).toEqual({ total: 4, limit: 2, offset: 2, page: 2, pages: 2 });
    expect((await reports.history(id, { offset: 4 })).data).toMatchObject({ events: [], meta: { total: 4 } });
  });

  it.each([
    ['limit=0', 'limit'],
    ['order=up', 'order'],
    ['page=1&offset=0', 'page'],
    ['lastN=5', 'lastN'],
  ])('refuses ?%s', async (query, name) => {
    expectInvalid(await reports.history<Envelope>(id, query), ['query', name]);
  });
});
