import { originOf } from '../../../test/data-import/row-origin';
import { type Entity, type JsonObject, type JsonValue, property } from '../../ngsi-ld/entity';
import { RowError } from '../row';
import { toEntity } from './to-entity';

const location = { type: 'Point', coordinates: [106.7, 10.77] };
const geo = { type: 'GeoProperty', value: location };
const report = { description: 'Pothole', location };
const dateTime = (value: string) => property({ '@type': 'DateTime', '@value': value });

/** Attributes by name as values, where they are properties. */
function valuesOf(entity: Entity): JsonObject {
  const entries = Object.entries(entity).map(([name, attribute]) => [
    name,
    typeof attribute === 'object' && attribute !== null && 'value' in attribute
      ? attribute['value']
      : attribute,
  ]);
  return Object.fromEntries(entries) as JsonObject;
}

const imported = (row: JsonValue, source = 'city'): Entity => toEntity(row, originOf(source));
const values = (row: JsonValue) => valuesOf(imported(row));

describe('toEntity', () => {
  describe("a report in the service's own fields", () => {
    it('becomes a report entity', () => {
      expect(
        imported({
          id: '17',
          title: ' Đèn hỏng ',
          description: 'Đèn đường không sáng',
          location,
          category: 'streetlight',
          status: 'in_progress',
          priority: 'high',
          address: '12 Nguyễn Huệ',
          images: ['https://images.example.org/1.jpg'],
          reportedBy: 'Mai',
          assignedTo: 'Crew 2',
          notes: 'Lamp ordered',
          dateCreated: '2026-01-31T08:00:00+07:00',
          dateModified: '2026-02-01T08:00:00Z',
        }),
      ).toEqual({
        id: 'urn:ngsi-ld:CitizenReport:city-17',
        type: 'CitizenReport',
        title: property('Đèn hỏng'),
        description: property('Đèn đường không sáng'),
        location: geo,
        category: property('streetlight'),
        status: property('in_progress'),
        priority: property('high'),
        address: property('12 Nguyễn Huệ'),
        images: property(['https://images.example.org/1.jpg']),
        reportedBy: property('Mai'),
        assignedTo: property('Crew 2'),
        notes: property('Lamp ordered'),
        dateCreated: dateTime('2026-01-31T01:00:00.000Z'),
        dateModified: dateTime('2026-02-01T08:00:00.000Z'),
        source: property('city'),
      });
    });

    it('is new and made now when it says nothing else', () => {
      const before = Date.now();
      const { status, dateCreated, dateModified, ...others } = values(report);
      expect(status).toBe('pending');
      expect(dateModified).toEqual(dateCreated);
      const created = Date.parse((dateCreated as { '@value': string })['@value']);
      expect(created).toBeGreaterThanOrEqual(before);
      expect(created).toBeLessThanOrEqual(Date.now());
      expect(Object.keys(others).sort()).toEqual(['description', 'id', 'location', 'source', 'type']);
    });

    it.each<[string, JsonObject]>([
      ['lat, lng', { lat: 10.77, lng: 106.7 }],
      ['lat, lon', { lat: 10.77, lon: 106.7 }],
      ['lat, long', { lat: 10.77, long: 106.7 }],
      ['latitude, longitude', { latitude: 10.77, longitude: 106.7 }],
      ['numerals', { latitude: '10.77', longitude: '1.067e2' }],
      ['a Point with altitude', { location: { type: 'Point', coordinates: [106.7, 10.77, 12] } }],
      ['zero', { lat: 0, lng: 0 }],
    ])('takes its position from %s', (what, position) => {
      const coordinates = what === 'zero' ? [0, 0] : [106.7, 10.77];
      expect(values({ description: 'x', ...position })['location']).toEqual({ type: 'Point', coordinates });
    });

    it.each<[string, JsonObject, JsonObject]>([
      ['text', { text: 'Hole' }, { description: 'Hole' }],
      ['details and subject', { details: 'Hole', subject: 'Road' }, { description: 'Hole', title: 'Road' }],
      ['a title alone', { title: 'Hole' }, { description: 'Hole', title: 'Hole' }],
      ['an empty description', { title: 'Hole', description: ' ' }, { description: 'Hole' }],
      ['a number as text', { description: 311 }, { description: '311' }],
      ['reported_by', { title: 'x', reported_by: 'Mai' }, { reportedBy: 'Mai' }],
      ['assigned_to', { title: 'x', assigned_to: 'B' }, { assignedTo: 'B' }],
      ['one image', { title: 'x', image: 'http://a.example/1.png' }, { images: ['http://a.example/1.png'] }],
      [
        'images in one cell',
        { title: 'x', images: 'http://a.example/1 http://a.example/2' },
        { images: ['http://a.example/1', 'http://a.example/2'] },
      ],
    ])('reads %s', (_what, fields, expected) => {
      expect(values({ lat: 1, lng: 2, ...fields })).toMatchObject(expected);
    });

    it.each<[string, JsonObject, JsonObject]>([
      ['status', { status: 'In Progress' }, { status: 'in_progress' }],
      ['an open status', { status: 'Open' }, { status: 'pending' }],
      ['an archived one', { status: 'Archived' }, { status: 'closed' }],
      [
        'an unknown status',
        { status: 'auto_classified' },
        { status: 'pending', sourceStatus: 'auto_classified' },
      ],
      [
        "an object's own words",
        { status: 'constructor' },
        { status: 'pending', sourceStatus: 'constructor' },
      ],
      ['category', { category: 'Road-Damage' }, { category: 'road_damage' }],
      ['priority', { priority: 'HIGH' }, { priority: 'high' }],
    ])('knows %s by its name', (_what, fields, expected) => {
      expect(values({ ...report, ...fields })).toMatchObject(expected);
    });

    it('leaves an unknown category or priority to the service, and keeps its name', () => {
      const entity = values({ ...report, category: 'Potholes', priority: 'P1' });
      expect(entity).toMatchObject({ sourceCategory: 'Potholes', sourcePriority: 'P1' });
      expect(entity).not.toHaveProperty('category');
      expect(entity).not.toHaveProperty('priority');
    });

    it.each<[string, string]>([
      ['2026-01-31', '2026-01-31T00:00:00.000Z'],
      ['2026-01-31T08:00', '2026-01-31T08:00:00.000Z'],
      ['2026-01-31 08:00:00', '2026-01-31T08:00:00.000Z'],
      ['2026-01-31T08:00:00.123456Z', '2026-01-31T08:00:00.123Z'],
      ['2026-01-31T08:00:00-0500', '2026-01-31T13:00:00.000Z'],
    ])('reads the date %s', (date, expected) => {
      expect(imported({ ...report, created_at: date })['dateCreated']).toEqual(dateTime(expected));
    });
  });

  describe('the id of a report', () => {
    const idOf = (row: JsonObject, source?: string) => imported({ ...report, ...row }, source).id;

    it('is made from the source and the id there', () => {
      expect(idOf({ id: 17 })).toBe('urn:ngsi-ld:CitizenReport:city-17');
      expect(idOf({ id: 17 }, 'other')).toBe('urn:ngsi-ld:CitizenReport:other-17');
    });

    it('is kept when it is one of a report already', () => {
      expect(idOf({ id: 'urn:ngsi-ld:CitizenReport:x' })).toBe('urn:ngsi-ld:CitizenReport:x');
    });

    it('tells apart ids that cannot stand in a URN', () => {
      const ids = ['a b', 'a-b', 'a%20b', 'ã', 'x'.repeat(5000)].map((id) => idOf({ id }));
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) {
        expect(id).toMatch(/^urn:ngsi-ld:CitizenReport:city-[\w.-]{1,100}$/);
      }
    });

    it('is, without one there, made from what the report is about', () => {
      const row = { title: 'Hole', created_at: '2026-01-31T08:00:00Z' };
      const id = idOf(row);
      expect(id).toMatch(
        /^urn:ngsi-ld:CitizenReport:[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/,
      );
      expect(idOf({ ...row, status: 'closed', notes: 'Filled' })).toBe(id);
      expect(idOf({ ...row, created_at: '2026-01-31T15:00:00+07:00' })).toBe(id);
      const others = [
        { ...row, title: 'Holes' },
        { ...row, description: 'Deep' },
        { ...row, created_at: '2026-02-01' },
        { ...row, location: { type: 'Point', coordinates: [106.7, 10.78] } },
      ].map((other) => idOf(other));
      expect(new Set([id, ...others]).size).toBe(5);
    });
  });

  it('takes a GeoJSON Feature for its properties, id and geometry', () => {
    const properties = { description: 'Pothole', status: 'open' };
    expect(values({ type: 'Feature', id: 7, geometry: location, properties })).toMatchObject({
      id: 'urn:ngsi-ld:CitizenReport:city-7',
      description: 'Pothole',
      status: 'pending',
      location,
    });
  });

  it.each<[string, JsonValue, string]>([
    ['nothing', null, 'must be an object'],
    ['text', 'pothole', 'must be an object'],
    ['an array', [report], 'must be an object'],
    ['an empty object', {}, 'no position'],
    ['no position', { description: 'x' }, 'no position'],
    ['half a position', { description: 'x', lat: 1 }, 'no position'],
    ['a position of null', { description: 'x', lat: null, lng: null }, 'no position'],
    ['no text', { location }, 'no description or title'],
    ['a blank text', { location, description: ' \n', title: '' }, 'no description or title'],
    ['an invisible text', { location, description: '\u200b' }, 'description: must not be blank'],
    ['an object as text', { location, description: { a: 1 } }, 'description: must be text'],
    ['a boolean as text', { location, description: true }, 'description: must be text'],
    ['a long text', { location, description: 'x'.repeat(1_000_000) }, 'description: must have at most 4000'],
    ['a long title', { ...report, title: 'x'.repeat(201) }, 'title: must have at most 200'],
    ['a NUL', { location, description: 'a\0b' }, 'control characters'],
    ['half a surrogate pair', { location, description: '\ud83d' }, 'broken Unicode'],
    ['a NUL in a name', { ...report, 'a\0': 1 }, 'control characters'],
    ['a latitude beyond the pole', { description: 'x', lat: 91, lng: 0 }, 'latitude must be'],
    ['a longitude beyond the date line', { description: 'x', lat: 0, lng: 181 }, 'longitude must be'],
    ['swapped coordinates', { description: 'x', lat: 106.7, lng: 10.77 }, 'latitude must be'],
    ['text as coordinates', { description: 'x', lat: 'north', lng: 'east' }, 'must be a number'],
    ['infinity', { description: 'x', lat: '1e999', lng: '0' }, 'latitude must be'],
    ['hexadecimal', { description: 'x', lat: '0x10', lng: '0' }, 'lat: must be a number'],
    ['NaN', { description: 'x', lat: 'NaN', lng: '0' }, 'lat: must be a number'],
    ['an array as coordinate', { description: 'x', lat: [1], lng: 0 }, 'lat: must be a number'],
    [
      'a LineString',
      {
        description: 'x',
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
    ['a Point without coordinates', { description: 'x', location: { type: 'Point' } }, 'location'],
    [
      'a Point of one number',
      { description: 'x', location: { type: 'Point', coordinates: [1] } },
      'location',
    ],
    ['a date that is none', { ...report, created_at: 'yesterday' }, 'created_at: must be a date'],
    ['a day that is none', { ...report, created_at: '2026-02-30' }, 'created_at: must be a date'],
    ['a number as date', { ...report, date: 1_700_000_000 }, 'date: must be a date'],
    ['an image that is none', { ...report, image: 'javascript:alert(1)' }, 'images: each element'],
    ['images that are no text', { ...report, images: [1] }, 'images: must be addresses'],
    ['an object as id', { ...report, id: {} }, 'id: must be text'],
  ])('refuses %s', (_what, row, reason) => {
    expect(() => imported(row)).toThrow(RowError);
    expect(() => imported(row)).toThrow(reason);
  });

  it('refuses what tampers with objects, and nesting without end', () => {
    const row = JSON.parse('{"__proto__":{"description":"x"}}') as JsonObject;
    expect(() => imported(row)).toThrow('__proto__');
    let nested: JsonValue = 'x';
    for (let depth = 0; depth < 50_000; depth += 1) {
      nested = [nested];
    }
    expect(() => imported({ ...report, nested })).toThrow('deeper than 64 levels');
  });
});
