import { type Entity, geoProperty, type JsonValue } from '../ngsi-ld/entity';
import { toFeature } from './report-geojson';
import { simplified, withContext } from './report-representation';

const POINT = { type: 'Point', coordinates: [106.7009, 10.7756] };

/** As other systems write them: kinds of attributes, sub-attributes and system attributes that ours do not have. */
const FOREIGN: Entity = {
  id: 'urn:ngsi-ld:CitizenReport:HCMC-7',
  type: ['CitizenReport', 'Alert'],
  '@context': 'https://example.org/context.jsonld',
  scope: '/Vietnam/HCMC',
  createdAt: '2026-11-21T10:30:00.000Z',
  description: { type: 'LanguageProperty', languageMap: { vi: 'Ngập nước', en: 'Flooded street' } },
  location: { type: 'GeoProperty', value: POINT },
  address: { type: 'Property', value: { streetAddress: '40 Lê Lợi', addressLocality: 'Quận 1' } },
  status: { type: 'Property', value: 'auto_classified', verified: { type: 'Property', value: false } },
  dateCreated: { type: 'Property', value: '2026-11-20' },
  dateModified: { type: 'Property', value: { '@type': 'DateTime', '@value': '2026-11-21T10:30:00Z' } },
  refRoadSegment: {
    type: 'Relationship',
    object: ['urn:ngsi-ld:RoadSegment:1', 'urn:ngsi-ld:RoadSegment:2'],
  },
  depth: [
    { type: 'Property', value: 0.3 },
    { type: 'Property', value: 0.4, datasetId: 'urn:ngsi-ld:Dataset:sensor' },
  ],
  kind: { type: 'VocabProperty', vocab: 'Flooding' },
  raw: { type: 'JsonProperty', json: { a: [1, null] } },
  steps: { type: 'ListProperty', valueList: [1, 2] },
  seenBy: { type: 'ListRelationship', objectList: [{ object: 'urn:ngsi-ld:Person:1' }] },
  verified: { type: 'Property', value: false },
};

describe('simplified', () => {
  it('gives every attribute as a plain value', () => {
    expect(simplified(FOREIGN)).toEqual({
      id: 'urn:ngsi-ld:CitizenReport:HCMC-7',
      type: ['CitizenReport', 'Alert'],
      description: { languageMap: { vi: 'Ngập nước', en: 'Flooded street' } },
      location: POINT,
      address: { streetAddress: '40 Lê Lợi', addressLocality: 'Quận 1' },
      status: 'auto_classified',
      dateCreated: '2026-11-20',
      dateModified: '2026-11-21T10:30:00Z',
      refRoadSegment: ['urn:ngsi-ld:RoadSegment:1', 'urn:ngsi-ld:RoadSegment:2'],
      depth: 0.3,
      kind: { vocab: 'Flooding' },
      raw: { json: { a: [1, null] } },
      steps: { valueList: [1, 2] },
      seenBy: { objectList: [{ object: 'urn:ngsi-ld:Person:1' }] },
      verified: false,
    });
  });

  it('does with an entity that has no attributes', () => {
    expect(simplified({ id: 'urn:x:1', type: 'CitizenReport' })).toEqual({
      id: 'urn:x:1',
      type: 'CitizenReport',
    });
  });
});

describe('withContext', () => {
  it('puts the context in the place of another', () => {
    expect(withContext(FOREIGN, ['https://city.example/context.jsonld'])).toEqual({
      ...FOREIGN,
      '@context': ['https://city.example/context.jsonld'],
    });
  });
});

describe('toFeature', () => {
  const located = (location: Entity[string]) =>
    toFeature({
      id: 'urn:x:1',
      type: 'CitizenReport',
      status: { type: 'Property', value: 'pending' },
      location,
    });

  it.each<JsonValue>([
    POINT,
    {
      type: 'LineString',
      coordinates: [
        [106.7, 10.7],
        [106.8, 10.8],
      ],
    },
    { type: 'GeometryCollection', geometries: [POINT] },
  ])('has the place as geometry and the rest as properties: %j', (geometry) => {
    expect(located(geoProperty(geometry))).toEqual({
      type: 'Feature',
      id: 'urn:x:1',
      geometry,
      properties: { type: 'CitizenReport', status: 'pending' },
    });
  });

  it.each([
    ['is missing', undefined],
    ['is text', { type: 'Property' as const, value: 'Quận 1' }],
    ['is a list', { type: 'Property' as const, value: [106.7, 10.7] }],
    ['is no geometry', { type: 'GeoProperty' as const, value: { type: 'Point' } }],
  ])('has no geometry where the place %s', (_what, location) => {
    expect(located(location).geometry).toBeNull();
  });
});
