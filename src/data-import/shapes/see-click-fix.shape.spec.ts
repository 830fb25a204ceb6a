import { type JsonObject, property } from '../../ngsi-ld/entity';
import { originOf } from '../../../test/data-import/row-origin';
import { seeClickFixShape } from './see-click-fix.shape';

const issue = {
  id: 1696,
  status: 'Acknowledged',
  summary: 'Street Light',
  description: 'Dark for three weeks',
  lat: 42.30293,
  lng: -72.234234,
  address: '123 Example St',
  created_at: '2026-04-22T13:33:48-04:00',
  acknowledged_at: '2026-04-23T13:33:48-04:00',
  closed_at: null,
  updated_at: '2026-04-24T13:33:48-04:00',
  request_type: { title: 'Lamps', organization: 'Example' },
  media: { image_full: 'https://images.example.org/1.jpg', video_url: null },
  reporter: { name: 'somebody', id: 1 },
} satisfies JsonObject;

describe('seeClickFixShape', () => {
  it('recognises issues by their summary and time', () => {
    expect(seeClickFixShape.recognises(issue)).toBe(true);
    expect(seeClickFixShape.recognises({ summary: 'x', lat: 1, lng: 2 })).toBe(false);
  });

  it('maps an issue, without the person who reported it', () => {
    expect(seeClickFixShape.toEntity(issue, originOf('scf'))).toEqual({
      id: 'urn:ngsi-ld:CitizenReport:scf-1696',
      type: 'CitizenReport',
      title: property('Street Light'),
      description: property('Dark for three weeks'),
      location: { type: 'GeoProperty', value: { type: 'Point', coordinates: [-72.234234, 42.30293] } },
      status: property('acknowledged'),
      address: property('123 Example St'),
      images: property(['https://images.example.org/1.jpg']),
      sourceCategory: property('Lamps'),
      source: property('scf'),
      dateCreated: property({ '@type': 'DateTime', '@value': '2026-04-22T17:33:48.000Z' }),
      dateModified: property({ '@type': 'DateTime', '@value': '2026-04-24T17:33:48.000Z' }),
    });
  });

  it.each([
    ['Open', 'pending'],
    ['Acknowledged', 'acknowledged'],
    ['Closed', 'closed'],
    ['Archived', 'closed'],
  ])('maps the status %s', (status, expected) => {
    expect(seeClickFixShape.toEntity({ ...issue, status }, originOf('scf'))['status']).toEqual(
      property(expected),
    );
  });

  it.each([null, '', '  '])('takes the summary where the description is %j', (description) => {
    expect(seeClickFixShape.toEntity({ ...issue, description }, originOf('scf'))['description']).toEqual(
      property('Street Light'),
    );
  });

  it.each<[string, JsonObject]>([
    ['nothing', { media: null }],
    ['null', { media: { image_full: null } }],
    ['null as text', { media: { image_full: 'null' } }],
  ])('has no image where there is %s', (_what, fields) => {
    expect(seeClickFixShape.toEntity({ ...issue, ...fields }, originOf('scf'))).not.toHaveProperty('images');
  });

  it('takes the last time that it knows for the last change', () => {
    const closed = { ...issue, updated_at: null, closed_at: '2026-05-01' };
    expect(seeClickFixShape.toEntity(closed, originOf('scf'))['dateModified']).toEqual(
      property({ '@type': 'DateTime', '@value': '2026-05-01T00:00:00.000Z' }),
    );
  });
});
