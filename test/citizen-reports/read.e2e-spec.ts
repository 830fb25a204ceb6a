import { geoProperty, property } from '../../src/ngsi-ld/entity';
import { NgsiLdBrokerService } from '../../src/ngsi-ld/ngsi-ld-broker.service';
import { type RunningService, startService } from '../support/service';
import { type Envelope, expectError, expectInvalid, type Report, ReportsClient } from './reports-client';
import { STREETLIGHT } from './sample';

const OF_ANOTHER_TYPE = 'urn:ngsi-ld:PointOfInterest:school-12';

const UNKNOWN_IDS = [
  'urn:ngsi-ld:CitizenReport:unknown',
  'urn:x',
  'https%3A%2F%2Fcity.example%2Freports%2F1',
  'urn:ngsi-ld:CitizenReport:..%2F..%2Fetc%2Fpasswd',
  "urn:x:';--",
  'urn:x:100%25',
  `urn:x:${'x'.repeat(1018)}`,
];

const NO_IDS = [
  'unknown',
  '1',
  'urn:',
  ':x',
  '1urn:x',
  'urn:a%20b',
  'urn:a%00b',
  'urn:a%0Ab',
  'urn:%3Cscript%3E',
  'urn:%22quoted%22',
  '%2e%2e%2f',
  `urn:x:${'x'.repeat(1019)}`,
  `urn:x:${'x'.repeat(10_000)}`,
];

describe('one report', () => {
  let service: RunningService;
  let reports: ReportsClient;
  let created: Report;
  beforeAll(async () => {
    service = await startService();
    reports = new ReportsClient(service.url);
    await service.app.get(NgsiLdBrokerService).createEntity({
      id: OF_ANOTHER_TYPE,
      type: 'PointOfInterest',
      name: property('Trường Tiểu học Nguyễn Thái Học'),
      location: geoProperty({ type: 'Point', coordinates: [106.69, 10.77] }),
    });
    created = (await reports.create(STREETLIGHT)).data;
  });
  afterAll(() => service.stop());

  describe('GET', () => {
    it('answers with the normalized entity', async () => {
      const { status, data, headers } = await reports.get(created.id);
      expect({ status, data }).toEqual({ status: 200, data: created });
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect((await reports.get(created.id, { options: 'normalized' })).data).toEqual(created);
    });

    it('takes a percent-encoded id', async () => {
      expect((await reports.get(encodeURIComponent(created.id))).data).toEqual(created);
    });

    it('answers with plain values on options=keyValues', async () => {
      const { data } = await reports.get(created.id, { options: 'keyValues' });
      const { dateCreated, dateModified } = data;
      expect(data).toEqual({
        id: created.id,
        type: 'CitizenReport',
        ...STREETLIGHT,
        status: 'pending',
        dateCreated,
        dateModified,
      });
      expect(new Date(String(dateCreated)).toISOString()).toBe(dateCreated);
    });

    it('answers with a GeoJSON Feature when asked to', async () => {
      const { status, data, headers } = await reports.get(created.id, {}, 'application/geo+json');
      expect(status).toBe(200);
      expect(headers['content-type']).toMatch(/^application\/geo\+json/);
      expect(headers.vary).toMatch(/Accept/);
      const { id, location, ...properties } = (await reports.get(created.id, { options: 'keyValues' })).data;
      expect(data).toEqual({ type: 'Feature', id, geometry: location, properties });
    });

    it.each([
      '*/*',
      'application/*',
      'text/html',
      'application/json, application/geo+json',
      'application/geo+json;q=0.5, application/json',
    ])('answers with JSON to Accept: %s', async (accept) => {
      const { status, headers } = await reports.get(created.id, {}, accept);
      expect(status).toBe(200);
      expect(headers['content-type']).toMatch(/^application\/json/);
    });

    it.each(['options=concise', 'options=', 'options=keyValues&options=normalized'])(
      'refuses ?%s',
      async (query) => {
        expectInvalid(await reports.get<Envelope>(created.id, query), ['query', 'options']);
      },
    );

    it('refuses and names an unknown parameter', async () => {
      expectInvalid(
        await reports.get<Envelope>(created.id, { attrs: 'title' }),
        ['query', 'attrs'],
        'unknown',
      );
    });
  });

  describe('DELETE', () => {
    it('answers with 204, and the report is gone', async () => {
      const { id } = (await reports.create(STREETLIGHT)).data;
      const { status, data } = await reports.remove(id);
      expect({ status, data }).toEqual({ status: 204, data: '' });
      expectError(await reports.get<Envelope>(id), 404, 'NotFound');
      expectError(await reports.remove<Envelope>(id), 404, 'NotFound');
      expectError(await reports.history<Envelope>(id), 404, 'NotFound');
      expect((await reports.list()).data.data.map((report) => report.id)).toEqual([created.id]);
    });
  });

  describe.each<[string, (id: string) => ReturnType<typeof reports.get<Envelope>>]>([
    ['GET', (id) => reports.get<Envelope>(id)],
    ['PATCH', (id) => reports.update<Envelope>(id, { notes: 'Seen on site.' })],
    ['DELETE', (id) => reports.remove<Envelope>(id)],
    ['GET …/history', (id) => reports.history<Envelope>(id)],
  ])('%s of another id', (_method, call) => {
    it.each(UNKNOWN_IDS)('answers %s with 404', async (id) => {
      expectError(await call(id), 404, 'NotFound');
    });

    it.each(NO_IDS)('answers %s with 400', async (id) => {
      expectError(await call(id), 400, 'InvalidRequest');
    });

    it('answers the id of an entity of another type with 404 and leaves it alone', async () => {
      const broker = service.app.get(NgsiLdBrokerService);
      const before = await broker.findEntity(OF_ANOTHER_TYPE);
      expectError(await call(OF_ANOTHER_TYPE), 404, 'NotFound');
      expect(await broker.findEntity(OF_ANOTHER_TYPE)).toEqual(before);
    });
  });
});
