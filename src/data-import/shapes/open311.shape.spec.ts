import { type JsonObject, property } from '../../ngsi-ld/entity';
import { originOf } from '../../../test/data-import/row-origin';
import { open311Shape } from './open311.shape';

const request = {
  service_request_id: '638344',
  status: 'closed',
  status_notes: 'Duplicate request.',
  service_name: 'Sidewalk and Curb Issues',
  service_code: 'sidewalk',
  description: 'Slab lifted by a root',
  agency_responsible: 'Public Works',
  service_notice: null,
  requested_datetime: '2026-04-14T06:37:38-08:00',
  updated_datetime: '2026-04-15T06:37:38-08:00',
  expected_datetime: null,
  address: '8th and Elm',
  address_id: '545483',
  zipcode: '94122',
  lat: 37.762221815,
  long: -122.4651145,
  media_url: 'https://images.example.org/638344.jpg',
} satisfies JsonObject;

describe('open311Shape', () => {
  it('recognises service requests, whether or not they have an id yet', () => {
    expect(open311Shape.recognises(request)).toBe(true);
    expect(open311Shape.recognises({ service_code: 'x' })).toBe(true);
    expect(open311Shape.recognises({ description: 'x', lat: 1, long: 2 })).toBe(false);
  });

  it('maps a request', () => {
    expect(open311Shape.toEntity(request, originOf('sf'))).toEqual({
      id: 'urn:ngsi-ld:CitizenReport:sf-638344',
      type: 'CitizenReport',
      title: property('Sidewalk and Curb Issues'),
      description: property('Slab lifted by a root'),
      location: { type: 'GeoProperty', value: { type: 'Point', coordinates: [-122.4651145, 37.762221815] } },
      status: property('closed'),
      address: property('8th and Elm'),
      images: property(['https://images.example.org/638344.jpg']),
      assignedTo: property('Public Works'),
      notes: property('Duplicate request.'),
      sourceCategory: property('Sidewalk and Curb Issues'),
      source: property('sf'),
      dateCreated: property({ '@type': 'DateTime', '@value': '2026-04-14T14:37:38.000Z' }),
      dateModified: property({ '@type': 'DateTime', '@value': '2026-04-15T14:37:38.000Z' }),
    });
  });

  it.each<[string, JsonObject, object]>([
    ['an open request', { status: 'open' }, { status: property('pending') }],
    ['a service that is a category here', { service_name: 'Graffiti' }, { category: property('graffiti') }],
    [
      'a request without description',
      { description: null },
      { description: property('Sidewalk and Curb Issues') },
    ],
    [
      'coordinates as text',
      { lat: '1.5', long: '-2' },
      { location: { value: { type: 'Point', coordinates: [-2, 1.5] } } },
    ],
  ])('maps %s', (_what, fields, expected) => {
    expect(open311Shape.toEntity({ ...request, ...fields }, originOf('sf'))).toMatchObject(expected);
  });

  it('has no image where there is none', () => {
    expect(open311Shape.toEntity({ ...request, media_url: '' }, originOf('sf'))).not.toHaveProperty('images');
  });
});
