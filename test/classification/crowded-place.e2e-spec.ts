import { type RunningService, startService } from '../support/service';
import { ClassificationClient, east, HERE, place } from './classification-client';

/** Within the radius, all around. */
const around = (number: number): [number, number] => {
  const angle = number * 2.4;
  const radius = 0.0005 + (0.003 * number) / 10_000;
  return [HERE[0] + radius * Math.cos(angle), HERE[1] + radius * Math.sin(angle)];
};

describe('10,000 places within the radius', () => {
  let service: RunningService;
  let client: ClassificationClient;
  beforeAll(async () => {
    service = await startService();
    client = new ClassificationClient(service);
    const schools = Array.from({ length: 10_000 }, (_, number) =>
      place(`school-${number}`, ['school'], { type: 'Point', coordinates: around(number) }),
    );
    for (let at = 0; at < schools.length; at += 1000) {
      await client.broker.writeEntities(schools.slice(at, at + 1000), 'create');
    }
    const hospital = place('hospital', ['hospital'], { type: 'Point', coordinates: east(400) }, 'General');
    await client.broker.createEntity(hospital);
  });
  afterAll(() => service.stop());

  it('count as the nearest of each kind', async () => {
    const { poi_proximity: proximity } = await client.classified('Pothole');
    expect(proximity.nearby_pois.map(({ id }) => id).sort()).toEqual([
      'urn:ngsi-ld:PointOfInterest:hospital',
      'urn:ngsi-ld:PointOfInterest:school-0',
    ]);
  });
});
