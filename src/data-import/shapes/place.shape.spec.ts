import { originOf } from '../../../test/data-import/row-origin';
import { geoProperty, type JsonObject, property } from '../../ngsi-ld/entity';
import { RowError } from '../row';
import { isPartOfAnother } from './overpass.shape';
import { toEntity } from './to-entity';

const imported = (row: JsonObject) => toEntity(row, originOf('city'));
const node = { type: 'node', id: 7, lat: 10.77, lon: 106.7, tags: { amenity: 'school', name: 'Hoa Mai' } };
const corner = (lat: number, lon: number) => ({ lat, lon });

describe('an element of the Overpass API', () => {
  it('becomes a point of interest', () => {
    expect(imported({ ...node, tags: { ...node.tags, opening_hours: 'Mo-Fr 07:00-17:00' } })).toEqual({
      id: 'urn:ngsi-ld:PointOfInterest:osm-node-7',
      type: 'PointOfInterest',
      name: property('Hoa Mai'),
      category: property(['school']),
      location: geoProperty({ type: 'Point', coordinates: [106.7, 10.77] }),
      openingHours: property('Mo-Fr 07:00-17:00'),
      source: property('OpenStreetMap node/7'),
    });
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['its centre', { center: corner(1, 2) }, { type: 'Point', coordinates: [2, 1] }],
    [
      'its line',
      { geometry: [corner(1, 2), corner(3, 4)] },
      {
        type: 'LineString',
        coordinates: [
          [2, 1],
          [4, 3],
        ],
      },
    ],
    [
      'its area',
      { geometry: [corner(0, 0), corner(0, 1), corner(1, 1), corner(0, 0)] },
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      },
    ],
  ])('of a way has %s for a place', (_what, where, location) => {
    const way = { type: 'way', id: 8, tags: { leisure: 'park' }, ...where };
    expect(imported(way)).toMatchObject({
      id: 'urn:ngsi-ld:PointOfInterest:osm-way-8',
      category: property(['park']),
      location: geoProperty(location),
    });
  });

  it.each<[JsonObject, string[]]>([
    [{ amenity: 'kindergarten' }, ['kindergarten']],
    [{ amenity: 'childcare' }, ['kindergarten']],
    [{ amenity: 'hospital', healthcare: 'hospital', emergency: 'yes' }, ['hospital']],
    [{ amenity: 'clinic;pharmacy' }, ['clinic', 'pharmacy']],
    [{ amenity: 'social_facility', social_facility: 'nursing_home' }, ['nursing_home']],
    [{ railway: 'station', public_transport: 'station' }, ['train_station']],
    [{ shop: 'supermarket' }, ['market']],
    [{ amenity: 'Ice Cream' }, ['ice cream']],
  ])('with the tags %j is of the kinds %j', (tags, kinds) => {
    expect(imported({ ...node, tags })['category']).toEqual(property(kinds));
  });

  it.each<[string, JsonObject, string]>([
    ['without a telling tag', { ...node, tags: { highway: 'crossing' } }, 'no tag'],
    ['without a position', { type: 'way', id: 8, nodes: [1], tags: { amenity: 'school' } }, 'out center'],
    ['with half a position', { ...node, lat: null }, 'no position'],
    ['beyond the pole', { ...node, lat: 91 }, 'latitude'],
    ['of tags that are none', { ...node, tags: 'school' }, 'no tag'],
  ])('%s is refused', (_what, element, reason) => {
    expect(() => imported(element)).toThrow(RowError);
    expect(() => imported(element)).toThrow(reason);
  });

  it('without tags is only a part of another', () => {
    expect(isPartOfAnother({ type: 'node', id: 1, lat: 1, lon: 2 })).toBe(true);
    expect(isPartOfAnother(node)).toBe(false);
    expect(isPartOfAnother({ type: 'Feature', id: 1 })).toBe(false);
  });
});

describe('a place in GeoJSON', () => {
  const feature = (properties: JsonObject, geometry: JsonObject, id?: string): JsonObject => ({
    type: 'Feature',
    ...(id !== undefined && { id }),
    geometry,
    properties,
  });
  const point = { type: 'Point', coordinates: [106.7, 10.77] };
  const area = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [0, 1],
        [1, 1],
        [0, 0],
      ],
    ],
  };

  it('with tags of OpenStreetMap is the element of that id', () => {
    const row = feature({ '@id': 'way/9', amenity: 'school' }, area, 'way/9');
    expect(imported(row)).toMatchObject({
      id: 'urn:ngsi-ld:PointOfInterest:osm-way-9',
      category: property(['school']),
      location: geoProperty(area),
    });
    expect(imported(row)).not.toHaveProperty('name');
  });

  it('with a name and a category has an id that stays the same', () => {
    const row = feature({ name: 'Hoa Mai', category: 'school' }, point);
    const entity = imported(row);
    expect(entity).toMatchObject({ type: 'PointOfInterest', category: property(['school']) });
    expect(imported(row).id).toBe(entity.id);
    expect(imported(feature({ name: 'Hoa Mai', category: 'school' }, area)).id).not.toBe(entity.id);
  });

  it('that describes a problem is a report', () => {
    expect(imported(feature({ description: 'Dark', name: 'x', category: 'y' }, point)).type).toBe(
      'CitizenReport',
    );
  });

  it('without a place is refused', () => {
    expect(() => imported({ name: 'Hoa Mai', amenity: 'school' })).toThrow('no position');
  });
});
