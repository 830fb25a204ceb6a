import type { ErrorEnvelopeDto } from '../../src/common/errors/error-envelope.dto';
import { geoProperty, property } from '../../src/ngsi-ld/entity';
import { expectError } from '../citizen-reports/reports-client';
import { expectComponent } from '../support/openapi';
import { type RunningService, startService } from '../support/service';
import { ClassificationClient, east, HERE, place } from './classification-client';

let service: RunningService;
let client: ClassificationClient;

beforeAll(async () => {
  service = await startService();
  client = new ClassificationClient(service);
  const around = 0.0001;
  const [x, y] = east(300);
  await client.broker.writeEntities(
    [
      place('school', ['publicService', 'school'], { type: 'Point', coordinates: east(100) }, 'Hoa Mai'),
      place('hospital', ['hospital'], { type: 'Point', coordinates: east(200) }, 'Unnamed POI'),
      place('park', ['park'], {
        type: 'Polygon',
        coordinates: [
          [
            [x, y - around],
            [x + around, y - around],
            [x + around, y + around],
            [x, y + around],
            [x, y - around],
          ],
        ],
      }),
      place('bench', ['bench'], { type: 'Point', coordinates: HERE }),
      place('far', ['school'], { type: 'Point', coordinates: east(600) }),
    ],
    'create',
  );
});
afterAll(() => service.stop());

describe('POST /api/v1/citizen-reports/classify/{entity_id}', () => {
  it('answers with category, priority and their reasons, and writes them to the report', async () => {
    const id = await client.report('The street light is dark, exposed wires hang out of the pole');
    const { data, status } = await client.classify(id);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      entity_id: id,
      category: 'streetlight',
      confidence: expect.any(Number) as number,
      priority: 'critical',
      poi_proximity: { radius: 500 },
      possible_duplicates: [],
      classifier: 'embedded/1',
    });
    expect(data.alternatives).toHaveLength(3);
    expect(data.priority_reason).toMatch(
      /^Street light, medium to begin with \(\+0\.35\); dangerous wording \("exposed wires", .*\b100 m from Hoa Mai \(school\)/,
    );
    // Which of them is the heaviest depends on the time of day.
    const [school, hospital, park, ...others] = data.poi_proximity.nearby_pois.sort(
      (a, b) => a.distance - b.distance,
    );
    expect(school).toMatchObject({ name: 'Hoa Mai', category: 'school' });
    expect(school?.distance).toBeCloseTo(100, -1);
    expect(hospital).toMatchObject({ id: 'urn:ngsi-ld:PointOfInterest:hospital', category: 'hospital' });
    expect(hospital).not.toHaveProperty('name');
    expect(park?.distance).toBeCloseTo(300, -1);
    expect(others).toEqual([]);

    const plain = await client.plain(id);
    expectComponent('ReportedPoiProximityDto', plain['poiProximity']);
    expect(plain).toMatchObject({
      status: 'pending',
      category: data.category,
      categoryConfidence: data.confidence,
      alternatives: data.alternatives,
      needsReview: data.needs_review,
      priority: data.priority,
      priorityScore: data.priority_score,
      priorityReason: data.priority_reason,
      poiProximity: {
        radius: 500,
        nearbyPois: expect.arrayContaining(data.poi_proximity.nearby_pois) as [],
        priorityBoost: data.poi_proximity.priority_boost,
      },
      classifiedAt: data.updated_at,
      classifiedBy: 'embedded/1',
    });
  });

  it('never changes the status', async () => {
    const id = await client.report('Pothole');
    await client.reports.update(id, { status: 'resolved' });
    await client.classify(id);
    expect(await client.plain(id)).toMatchObject({ status: 'resolved', classifiedBy: 'embedded/1' });
  });

  it.each<[string, string]>([
    ['one word', 'x'],
    ['4,000 characters', 'pothole '.repeat(500)],
    ['emoji', '🕳️🚗💥'],
    ['another script', 'გზაზე დიდი ორმოა'],
    ['code', 'SELECT * FROM reports; <script>alert(1)</script> {{7*7}}'],
    ['nonsense', 'asdkjh qwe zxcvbn'],
    ['several languages', 'Pothole. Ổ gà rất sâu. Ein tiefes Schlagloch.'],
  ])('takes %s', async (_what, text) => {
    const { status, data } = await client.classify(await client.report(text));
    expect(status).toBe(200);
    expect(data.confidence).toBeGreaterThanOrEqual(0);
    expect(data.confidence).toBeLessThanOrEqual(1);
    expect(data.needs_review).toBe(data.confidence < 0.6);
  });

  it.each(['🕳️🚗💥', 'გზაზე დიდი ორმოა', 'asdkjh qwe zxcvbn'])('asks for a review of %j', async (text) => {
    expect((await client.classified(text)).needs_review).toBe(true);
  });

  it('takes a report without a place, and one without text', async () => {
    const base = { type: 'CitizenReport', status: property('pending') };
    const entities = [
      { ...base, id: 'urn:ngsi-ld:CitizenReport:nowhere', description: property('Pothole') },
      {
        ...base,
        id: 'urn:ngsi-ld:CitizenReport:silent',
        location: geoProperty({ type: 'Point', coordinates: [...HERE] }),
      },
    ];
    await client.broker.writeEntities(entities, 'create');
    const { data } = await client.classify('urn:ngsi-ld:CitizenReport:nowhere');
    expect(data).toMatchObject({
      category: 'road_damage',
      poi_proximity: { nearby_pois: [], priority_boost: 0 },
      possible_duplicates: [],
    });
    expect((await client.classify('urn:ngsi-ld:CitizenReport:silent')).data.needs_review).toBe(true);
  });

  it('is 404 for what is no report', async () => {
    for (const id of ['urn:ngsi-ld:CitizenReport:none', 'urn:ngsi-ld:PointOfInterest:school']) {
      expectError(await client.classify<ErrorEnvelopeDto>(id), 404, 'NotFound');
    }
  });
});

describe('who decides', () => {
  it('is the caller of the endpoint rather than the reporter', async () => {
    const id = await client.report('Deep pothole in the road, the asphalt is broken', { category: 'noise' });
    expect((await client.classify(id)).data).toMatchObject({ category: 'road_damage' });
    expect(await client.plain(id)).toMatchObject({ category: 'road_damage' });
  });

  it('is an official rather than anybody else, whatever comes after', async () => {
    const id = await client.report('Deep pothole in the road, the asphalt is broken');
    await client.classify(id);
    await client.reports.update(id, { category: 'drainage_flooding' });
    expect(await client.plain(id)).toMatchObject({ category: 'drainage_flooding', needsReview: false });
    const { data } = await client.classify(id);
    expect(data).toMatchObject({ category: 'drainage_flooding', needs_review: false });
    expect(data.alternatives[0]).toMatchObject({ category: 'road_damage' });
    expect(data.priority_reason).toMatch(/^Drainage and flooding, /);

    await client.reports.update(id, { priority: 'low' });
    const again = await client.classify(id);
    expect(again.data).toMatchObject({ category: 'drainage_flooding', priority: 'low' });
    expect(again.data.priority_reason).toMatch(/^set by an official; by the rules it would be \w+: /);
    expect(await client.plain(id)).toMatchObject({ category: 'drainage_flooding', priority: 'low' });
  });

  it('is the official too when everything happens at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await client.report('Deep pothole in the road, the asphalt is broken');
      const answers = await Promise.all([
        client.classify(id),
        client.reports.update(id, { category: 'graffiti', priority: 'low' }),
        client.classify(id),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await client.plain(id)).toMatchObject({ category: 'graffiti', priority: 'low' });
    }
  });
});

describe('GET /api/v1/citizen-reports/{entity_id}/similar', () => {
  it('lists open reports of the same thing, and so does the classification', async () => {
    const at = (metres: number) => ({ location: { type: 'Point', coordinates: east(5_000 + metres) } });
    const first = await client.report('Large pothole on Main Street in front of the bakery', at(0));
    const [same, other, far, done] = await Promise.all([
      client.report('pothole in front of the bakery on main street', at(20)),
      client.report('Loud music from the bar every night', at(20)),
      client.report('Large pothole on Main Street in front of the bakery', at(2_000)),
      client.report('Large pothole on Main Street in front of the bakery', at(10)),
    ]);
    await client.reports.update(done, { status: 'resolved' });
    for (const id of [first, other, far, done]) await client.classify(id);
    const { data } = await client.classify(same);
    expect(data.possible_duplicates.map(({ id }) => id)).toEqual([first]);
    expect(data.priority_reason).toContain('another open report of the same nearby (+0.05)');

    const { data: list } = await client.similar(first);
    expect(list).toMatchObject({ entity_id: first, similar: [{ id: same }] });
    expect(list.similar[0]?.distance).toBeCloseTo(20, -1);
    expect(list.similar[0]?.similarity).toBeGreaterThan(0.5);
    expect(await client.plain(same)).toMatchObject({ possibleDuplicates: data.possible_duplicates });

    await client.reports.update(first, { status: 'closed' });
    expect((await client.classify(same)).data.possible_duplicates).toEqual([]);
    expect(await client.plain(same)).toMatchObject({ possibleDuplicates: [] });
  });

  it('is 404 for what is no report', async () => {
    expectError(await client.similar<ErrorEnvelopeDto>('urn:ngsi-ld:CitizenReport:none'), 404, 'NotFound');
  });
});
