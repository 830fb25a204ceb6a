import type { JsonObject, JsonValue } from '../../ngsi-ld/entity';
import { originOf } from '../../../test/data-import/row-origin';
import { ngsiLdShape } from './ngsi-ld.shape';

const property = (value: JsonValue): JsonObject => ({ type: 'Property', value });

const id = 'urn:ngsi-ld:Thing:1';
const toEntity = (row: JsonObject) => ngsiLdShape.toEntity(row, originOf('unused'));

describe('ngsiLdShape', () => {
  it.each<[JsonObject, boolean]>([
    [{ id, type: 'Thing' }, true],
    [{ id: 'https://example.org/1', type: ['A', 'B'] }, true],
    [{ id, type: '' }, false],
    [{ id, type: [] }, false],
    [{ id, type: 5 }, false],
    [{ id: '17', type: 'pothole' }, false],
    [{ id: 'urn:with space', type: 'Thing' }, false],
    [{ id: 17, type: 'Thing' }, false],
    [{ type: 'Thing' }, false],
  ])('recognises %j: %s', (row, expected) => {
    expect(ngsiLdShape.recognises(row)).toBe(expected);
  });

  it.each<[string, string, JsonValue, JsonObject]>([
    ['text', 'name', 'Tân Thành', property('Tân Thành')],
    ['a number', 'length', 83.5, property(83.5)],
    ['a boolean', 'oneway', false, property(false)],
    ['an object', 'address', { a: { b: null } }, property({ a: { b: null } })],
    ['an array', 'category', ['school'], property(['school'])],
    ['an empty array', 'category', [], property([])],
    [
      'a DateTime',
      'openedAt',
      { '@type': 'DateTime', '@value': '2026-01-01T00:00:00Z' },
      property({ '@type': 'DateTime', '@value': '2026-01-01T00:00:00Z' }),
    ],
    [
      'a date',
      'dateModified',
      '2026-01-01',
      property({ '@type': 'DateTime', '@value': '2026-01-01T00:00:00.000Z' }),
    ],
    ['text for a date', 'dateModified', 'spring', property('spring')],
    ['a reference', 'refRoad', 'urn:ngsi-ld:Road:1', { type: 'Relationship', object: 'urn:ngsi-ld:Road:1' }],
    ['a word that begins with ref', 'reference', 'urn:ngsi-ld:Road:1', property('urn:ngsi-ld:Road:1')],
    ['text under a reference', 'refRoad', 'Main St', property('Main St')],
    [
      'a Point',
      'location',
      { type: 'Point', coordinates: [1, 2] },
      { type: 'GeoProperty', value: { type: 'Point', coordinates: [1, 2] } },
    ],
    [
      'a LineString',
      'location',
      {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
      {
        type: 'GeoProperty',
        value: {
          type: 'LineString',
          coordinates: [
            [1, 2],
            [3, 4],
          ],
        },
      },
    ],
    [
      'a normalized attribute',
      'pm10',
      { ...property(4), unitCode: 'GQ' },
      { ...property(4), unitCode: 'GQ' },
    ],
  ])('maps %s', (_what, name, value, expected) => {
    expect(toEntity({ id, type: 'Thing', [name]: value })).toEqual({ id, type: 'Thing', [name]: expected });
  });

  it('keeps several instances of an attribute', () => {
    const speed = [
      { ...property(54), datasetId: 'urn:gps' },
      { ...property(55), datasetId: 'urn:wheel' },
    ];
    expect(toEntity({ id, type: 'Car', speed })).toEqual({ id, type: 'Car', speed });
  });

  it('leaves out what is null and what the broker writes itself', () => {
    const row = { id, type: 'Thing', '@context': [], createdAt: 'x', modifiedAt: 'x', a: null, b: 1 };
    expect(toEntity(row)).toEqual({ id, type: 'Thing', b: property(1) });
  });

  it('keeps the scope', () => {
    expect(toEntity({ id, type: 'Thing', scope: '/City/North' })).toEqual({
      id,
      type: 'Thing',
      scope: '/City/North',
    });
  });

  it.each<[string, JsonValue, string]>([
    [
      'out of range',
      [
        [200, 0],
        [0, 0],
      ],
      'longitude: must be between -180 and 180',
    ],
    ['text', ['a', 'b'], 'longitude: must be a number'],
    ['nothing', [], 'coordinates: must be numbers'],
    ['a hole in it', [[1, 2], null], 'longitude: must be a number'],
  ])('refuses a geometry with %s', (_what, coordinates, reason) => {
    const geometry = { type: 'LineString', coordinates };
    expect(() => toEntity({ id, type: 'Road', location: geometry })).toThrow(reason);
    expect(() => toEntity({ id, type: 'Road', location: { type: 'GeoProperty', value: geometry } })).toThrow(
      reason,
    );
  });

  describe('an observation', () => {
    const observedAt = '2025-11-24T10:57:10.000Z';

    it.each<[string, JsonValue]>([
      ['text', '2025-11-24T10:57:10Z'],
      ['a DateTime', { '@type': 'DateTime', '@value': '2025-11-24T10:57:10Z' }],
      ['a normalized attribute', property('2025-11-24T10:57:10Z')],
    ])('has its time on every attribute when it is %s', (_what, dateObserved) => {
      const { pm10, no2 } = toEntity({
        id,
        type: 'Air',
        dateObserved,
        pm10: 46.3,
        no2: [{ ...property(1) }],
      });
      expect(pm10).toEqual({ ...property(46.3), observedAt });
      expect(no2).toEqual([{ ...property(1), observedAt }]);
    });

    it('keeps the time that an attribute has of its own', () => {
      const pm10 = { ...property(46.3), observedAt: '2025-11-24T10:00:00Z' };
      expect(toEntity({ id, type: 'Air', dateObserved: observedAt, pm10 })['pm10']).toEqual(pm10);
    });

    it('without a usable time is as it is', () => {
      const row = { id, type: 'Air', dateObserved: '2025-11-24T00:00:00Z/2025-11-24T01:00:00Z', pm10: 1 };
      expect(toEntity(row)['pm10']).toEqual(property(1));
    });
  });

  describe('a report', () => {
    const row = {
      id: 'urn:ngsi-ld:CitizenReport:HCMC-1',
      type: 'CitizenReport',
      description: 'Đèn không sáng',
      location: { type: 'Point', coordinates: [106.7, 10.77] },
      dateCreated: '2026-01-21T10:00:00Z',
    };

    it('keeps its id and attributes, and gets what the service relies on', () => {
      expect(
        toEntity({ ...row, assignedTo: 'urn:team:1', address: { street: 'x' }, status: 'auto_classified' }),
      ).toEqual({
        id: row.id,
        type: 'CitizenReport',
        description: property(row.description),
        location: { type: 'GeoProperty', value: row.location },
        status: property('pending'),
        sourceStatus: property('auto_classified'),
        assignedTo: property('urn:team:1'),
        address: property({ street: 'x' }),
        dateCreated: property({ '@type': 'DateTime', '@value': '2026-01-21T10:00:00.000Z' }),
        dateModified: property({ '@type': 'DateTime', '@value': '2026-01-21T10:00:00.000Z' }),
      });
    });

    it('gives up a category that is not known here, but not its name', () => {
      const entity = toEntity({ ...row, category: 'streetlight_broken' });
      expect(entity).not.toHaveProperty('category');
      expect(entity['sourceCategory']).toEqual(property('streetlight_broken'));
    });

    it('keeps the sub-attributes of what it is given normalized', () => {
      const status = { ...property('pending'), observedAt: '2026-01-21T10:00:00Z' };
      expect(toEntity({ ...row, status })['status']).toEqual(status);
    });

    it.each<[string, JsonObject, string]>([
      ['without text', { description: null }, 'no description or title'],
      ['without position', { location: null }, 'no position'],
      [
        'along a line',
        {
          location: {
            type: 'LineString',
            coordinates: [
              [1, 2],
              [3, 4],
            ],
          },
        },
        'location',
      ],
      ['of a time that is none', { dateCreated: 'x' }, 'dateCreated: must be a date'],
    ])('%s is refused', (_what, fields, reason) => {
      expect(() => toEntity({ ...row, ...fields })).toThrow(reason);
    });
  });
});
