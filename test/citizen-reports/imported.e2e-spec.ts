import { type Entity, geoProperty, property } from '../../src/ngsi-ld/entity';
import { NgsiLdBrokerService } from '../../src/ngsi-ld/ngsi-ld-broker.service';
import { type RunningService, startService } from '../support/service';
import { ReportsClient } from './reports-client';

/** As another system wrote it: a status, a category and attributes of its own, dates as text, and a road for a place. */
const FOREIGN: Entity = {
  id: 'urn:ngsi-ld:CitizenReport:HCMC-TEST-01',
  type: 'CitizenReport',
  category: property('streetlight_broken'),
  status: property('auto_classified'),
  dateCreated: property('2025-01-21T10:00:00.000Z'),
  dateModified: property('2025-01-21'),
  address: property({ streetAddress: '12 Nguyễn Huệ', addressLocality: 'Quận 1' }),
  verified: property(false),
  refRoadSegment: { type: 'Relationship', object: 'urn:ngsi-ld:RoadSegment:HCMC-1' },
  location: geoProperty({
    type: 'LineString',
    coordinates: [
      [106.7, 10.77],
      [106.71, 10.78],
    ],
  }),
};

const PLAIN = {
  id: FOREIGN.id,
  type: 'CitizenReport',
  category: 'streetlight_broken',
  status: 'auto_classified',
  dateCreated: '2025-01-21T10:00:00.000Z',
  dateModified: '2025-01-21',
  address: { streetAddress: '12 Nguyễn Huệ', addressLocality: 'Quận 1' },
  verified: false,
  refRoadSegment: 'urn:ngsi-ld:RoadSegment:HCMC-1',
  location: {
    type: 'LineString',
    coordinates: [
      [106.7, 10.77],
      [106.71, 10.78],
    ],
  },
};

/** Nothing but what makes it an entity. */
const BARE: Entity = { id: 'urn:ngsi-ld:CitizenReport:bare', type: 'CitizenReport' };

describe('reports from other systems', () => {
  let service: RunningService;
  let reports: ReportsClient;
  beforeEach(async () => {
    service = await startService();
    reports = new ReportsClient(service.url);
    const { failed } = await service.app.get(NgsiLdBrokerService).writeEntities([FOREIGN, BARE], 'create');
    expect(failed).toEqual([]);
  });
  afterEach(() => service.stop());

  it('are read with all that they have', async () => {
    expect((await reports.get(FOREIGN.id, { options: 'keyValues' })).data).toEqual(PLAIN);
    expect((await reports.get(BARE.id, { options: 'keyValues' })).data).toEqual(BARE);
    expect((await reports.list({ sort_by: 'category' })).data.data).toEqual([PLAIN, BARE]);
  });

  it('are found by categories, times and places of their own', async () => {
    const filters = [
      { category: 'streetlight_broken' },
      { created_after: '2025-01-21', created_before: '2025-01-21T10:00:00Z' },
      { near: '106.7,10.77', radius: 10 },
      { bbox: '106.69,10.76,106.705,10.775' },
    ];
    for (const filter of filters) {
      expect((await reports.list(filter)).data.data.map(({ id }) => id)).toEqual([FOREIGN.id]);
    }
  });

  it('are GeoJSON too', async () => {
    const { id, location, ...properties } = PLAIN;
    const { data } = await reports.list<{ features: object[] }>(
      { sort_by: 'category' },
      'application/geo+json',
    );
    expect(data.features).toEqual([
      { type: 'Feature', id, geometry: location, properties },
      { type: 'Feature', id: BARE.id, geometry: null, properties: { type: 'CitizenReport' } },
    ]);
  });

  it.each([FOREIGN.id, BARE.id])('are followed up: %s', async (id) => {
    const { status, data } = await reports.update(id, { status: 'resolved', notes: 'Đã sửa.' });
    expect(status).toBe(200);
    expect(data).toMatchObject({ status: property('resolved'), notes: property('Đã sửa.') });
    const { events } = (await reports.history(id)).data;
    expect(events.at(-1)?.changes).toContainEqual({
      attribute: 'status',
      from: id === BARE.id ? null : 'auto_classified',
      to: 'resolved',
    });
  });
});
