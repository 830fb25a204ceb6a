import { CORE_TERMS } from './terms';

describe('CORE_TERMS', () => {
  it.each([
    ['speed', 'speed'],
    ['location', 'location'],
    ['https://uri.etsi.org/ngsi-ld/default-context/speed', 'speed'],
    ['https://uri.etsi.org/ngsi-ld/location', 'location'],
    ['ngsi-ld:location', 'location'],
    ['http://purl.org/dc/terms/description', 'description'],
    ['https://uri.etsi.org/ngsi-ld/unheardOf', 'ngsi-ld:unheardOf'],
    ['https://purl.org/geojson/vocab#Point', 'Point'],
    ['https://schema.org/name', 'https://schema.org/name'],
    ['schema:name', 'schema:name'],
    ['https://uri.etsi.org/ngsi-ld/default-context/location', 'ngsi-ld:default-context/location'],
  ])('keeps %s as %s', (name, stored) => {
    expect(CORE_TERMS.toStored(name)).toBe(stored);
    expect(CORE_TERMS.toStored(stored)).toBe(stored);
  });
});
