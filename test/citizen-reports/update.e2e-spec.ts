import { NgsiLdBrokerService } from '../../src/ngsi-ld/ngsi-ld-broker.service';
import { nextStatuses } from '../../src/citizen-reports/status-transitions';
import { STATUSES, type Status } from '../../src/citizen-reports/citizen-report';
import { type RunningService, startService } from '../support/service';
import { type Envelope, expectInvalid, ReportsClient } from './reports-client';
import { LEAST, POTHOLE } from './sample';

describe('PATCH /api/v1/citizen-reports/{entity_id}', () => {
  let service: RunningService;
  let reports: ReportsClient;
  beforeAll(async () => {
    service = await startService();
    reports = new ReportsClient(service.url);
  });
  afterAll(() => service.stop());

  const create = async (body: object = POTHOLE) => (await reports.create(body)).data.id;
  const plain = async (id: string) => (await reports.get(id, { options: 'keyValues' })).data;

  async function inStatus(status: Status): Promise<string> {
    const id = await create();
    if (status !== 'pending') await reports.update(id, { status });
    return id;
  }

  it('sets what is named, leaves the rest, and answers with the report', async () => {
    const id = await create();
    const before = await plain(id);
    const change = {
      status: 'acknowledged',
      assignedTo: 'Đội cầu đường Quận 1',
      notes: 'Seen on site;\nasphalt ordered. 🚧',
      category: 'drainage_flooding',
      priority: 'high',
    };
    const { status, data } = await reports.update(id, change);
    expect(status).toBe(200);
    expect(data).toEqual((await reports.get(id)).data);
    const { dateModified, ...after } = await plain(id);
    const { dateModified: dateCreated, ...unchanged } = before;
    expect(after).toEqual({ ...unchanged, ...change });
    expect(Date.parse(String(dateModified))).toBeGreaterThanOrEqual(Date.parse(String(dateCreated)));
  });

  it('moves dateModified with every change', async () => {
    const id = await create();
    const created = (await plain(id)).dateModified;
    await new Promise((resolve) => setTimeout(resolve, 2));
    await reports.update(id, { notes: 'Seen on site.' });
    expect((await plain(id)).dateModified).not.toBe(created);
    expect((await plain(id)).dateCreated).toBe(created);
  });

  const pairs = STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const));

  it.each(pairs.filter(([from, to]) => nextStatuses(from).includes(to)))(
    'lets %s become %s',
    async (from, to) => {
      const id = await inStatus(from);
      expect((await reports.update(id, { status: to })).status).toBe(200);
      expect((await plain(id)).status).toBe(to);
    },
  );

  it.each(pairs.filter(([from, to]) => !nextStatuses(from).includes(to)))(
    'does not let %s become %s, and says what it may become',
    async (from, to) => {
      const id = await inStatus(from);
      const before = await plain(id);
      const answer = await reports.update<Envelope>(id, { status: to, notes: 'Not to be stored.' });
      expectInvalid(answer, ['body', 'status'], 'transition');
      expect(answer.data.detail).toContain(`allowed next: ${nextStatuses(from).join(', ')}`);
      expect(await plain(id)).toEqual(before);
    },
  );

  describe('with bad input', () => {
    let id: string;
    let before: object;
    beforeAll(async () => {
      id = await create(LEAST);
      before = await plain(id);
    });
    afterEach(async () => expect(await plain(id)).toEqual(before));

    const patch = (body: unknown) => reports.update<Envelope>(id, body);

    it('refuses an empty body', async () => {
      expectInvalid(await patch({}), ['body'], 'notEmpty');
    });

    it.each([
      ['status', null],
      ['status', ''],
      ['status', 'done'],
      ['status', 'Resolved'],
      ['status', ['resolved']],
      ['status', { value: 'resolved' }],
      ['priority', null],
      ['priority', 'urgent'],
      ['priority', 3],
      ['category', 'pothole'],
      ['category', null],
      ['assignedTo', null],
      ['assignedTo', ''],
      ['assignedTo', '  '],
      ['assignedTo', 7],
      ['assignedTo', 'a\u0000b'],
      ['assignedTo', 'x'.repeat(201)],
      ['notes', null],
      ['notes', ''],
      ['notes', ['Seen']],
      ['notes', '\ud83d'],
      ['notes', 'urn:ngsi-ld:null'],
      ['notes', 'x'.repeat(4001)],
      ['notes', 'x'.repeat(1_000_000)],
    ])('refuses %s: %.50j', async (field, value) => {
      expectInvalid(await patch({ [field]: value }), ['body', field]);
    });

    it.each([
      'description',
      'title',
      'location',
      'id',
      'type',
      'dateModified',
      'dateCreated',
      'reportedBy',
      'hasOwnProperty',
    ])('refuses and names the field %s', async (field) =>
      expectInvalid(await patch({ notes: 'Seen.', [field]: 'x' }), ['body', field], 'unknown'),
    );
  });

  describe('at the same time', () => {
    it('loses no change to another attribute', async () => {
      const id = await create();
      const changes = [
        { status: 'acknowledged' },
        { assignedTo: 'Đội cầu đường Quận 1' },
        { notes: 'Asphalt ordered.' },
        { category: 'drainage_flooding' },
        { priority: 'critical' },
      ];
      const all = Array.from({ length: 50 }, (_, index) => changes[index % changes.length]);
      const answers = await Promise.all(all.map((change) => reports.update(id, change)));
      const refused = answers.filter(({ status }) => status === 422).length;
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(50 - refused);
      // Of ten who acknowledge the report, one comes first.
      expect(refused).toBe(9);
      expect(await plain(id)).toMatchObject(Object.assign({}, ...changes) as object);
    });

    it('keeps what others write straight into the broker', async () => {
      const id = await create();
      const broker = service.app.get(NgsiLdBrokerService);
      await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          index % 2 === 0
            ? reports.update(id, { notes: `Note ${index}` })
            : broker.updateAttributes(id, { [`sensor${index}`]: { type: 'Property', value: index } }),
        ),
      );
      const report = await plain(id);
      for (let index = 1; index < 50; index += 2) expect(report[`sensor${index}`]).toBe(index);
      expect(report.notes).toMatch(/^Note \d+$/);
    });

    it('decides racing transitions one after the other', async () => {
      const id = await create();
      const targets: Status[] = ['resolved', 'rejected', 'closed', 'acknowledged', 'in_progress'];
      const answers = await Promise.all(targets.map((status) => reports.update(id, { status })));
      const { data } = await reports.history(id);
      const steps = data.events
        .flatMap(({ changes }) => changes)
        .filter(({ attribute }) => attribute === 'status')
        .map(({ from, to }) => ({ from, to }));
      expect(steps).toHaveLength(1 + answers.filter(({ status }) => status === 200).length);
      for (const { from, to } of steps.slice(1)) expect(nextStatuses(from)).toContain(to);
    });
  });
});
