import { type RunningService, startService } from '../support/service';
import { REPORTS, ReportsClient } from './reports-client';
import { LEAST, POTHOLE, STREETLIGHT } from './sample';

const CORE_CONTEXT = 'https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context.jsonld';
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const instantProperty = {
  type: 'Property',
  value: { '@type': 'DateTime', '@value': expect.stringMatching(INSTANT) as string },
};

describe('POST /api/v1/citizen-reports', () => {
  let service: RunningService;
  let reports: ReportsClient;
  beforeAll(async () => {
    service = await startService();
    reports = new ReportsClient(service.url);
  });
  afterAll(() => service.stop());

  it('stores a report and answers with the normalized entity and its address', async () => {
    const { status, data, headers } = await reports.create(STREETLIGHT);
    expect(status).toBe(201);
    expect(headers.location).toBe(`${REPORTS}/${data.id}`);
    const { location, ...texts } = STREETLIGHT;
    expect(data).toEqual({
      '@context': CORE_CONTEXT,
      id: expect.stringMatching(/^urn:ngsi-ld:CitizenReport:[\da-f-]{36}$/) as string,
      type: 'CitizenReport',
      ...Object.fromEntries(
        Object.entries(texts).map(([name, value]) => [name, { type: 'Property', value }]),
      ),
      location: { type: 'GeoProperty', value: location },
      status: { type: 'Property', value: 'pending' },
      dateCreated: instantProperty,
      dateModified: data.dateCreated,
    });
    expect((await reports.get(data.id)).data).toEqual(data);
  });

  it('needs a description and a location alone', async () => {
    const { data } = await reports.create(LEAST);
    expect(Object.keys(data).sort()).toEqual([
      '@context',
      'dateCreated',
      'dateModified',
      'description',
      'id',
      'location',
      'status',
      'type',
    ]);
  });

  it('names its own context before the core context', async () => {
    const own = 'https://city.example/context.jsonld';
    const city = await startService({ NGSI_LD_CONTEXT: own });
    try {
      const { data } = await new ReportsClient(city.url).create(LEAST);
      expect(data['@context']).toEqual([own, CORE_CONTEXT]);
    } finally {
      await city.stop();
    }
  });

  it('takes application/ld+json for JSON', async () => {
    expect((await reports.create(POTHOLE, 'application/ld+json')).status).toBe(201);
  });

  it.each([
    ['emoji', '💡🚧 Đèn hỏng 👨‍👩‍👧‍👦'],
    ['right-to-left text', 'عمود إنارة مكسور قرب المدرسة ‏— خطر'],
    ['several lines', 'Line one\r\nline two\twith a tab\n'],
    ['white space around', '  kept as it is  '],
    ['quotes and operators', `"'; DROP TABLE entities; -- | (%) \\ <script>alert(1)</script>`],
    ['4000 emoji', '💡'.repeat(4000)],
    ['decomposed diacritics', 'Đèn hỏng'.normalize('NFD')],
  ])('keeps a description with %s literally', async (_what, description) => {
    const { status, data } = await reports.create({ ...LEAST, description });
    expect(status).toBe(201);
    expect((await reports.get(data.id, { options: 'keyValues' })).data.description).toBe(description);
  });

  it.each([
    [-180, -90],
    [180, 90],
    [0, 0],
    [106.70098765432101, 10.77561234567],
  ])('keeps the position [%d, %d]', async (...coordinates) => {
    const { data } = await reports.create({ ...LEAST, location: { type: 'Point', coordinates } });
    expect(data.location).toEqual({ type: 'GeoProperty', value: { type: 'Point', coordinates } });
  });
});
