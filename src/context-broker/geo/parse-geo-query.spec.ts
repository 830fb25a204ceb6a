import { type GeoParameters, parseGeoQuery } from './parse-geo-query';

const near: GeoParameters = {
  georel: 'near;maxDistance==1000',
  geometry: 'Point',
  coordinates: '[106.7,10.7]',
};

describe('parseGeoQuery', () => {
  it('reads a distance', () => {
    expect(parseGeoQuery(near)).toEqual({
      relation: 'near',
      bound: { maxDistance: 1000 },
      geometry: { type: 'Point', coordinates: [106.7, 10.7] },
      geoproperty: 'location',
    });
    expect(parseGeoQuery({ ...near, georel: 'near;minDistance==0.5', geoproperty: 'site' })).toMatchObject({
      bound: { minDistance: 0.5 },
      geoproperty: 'site',
    });
  });

  it('takes coordinates outside of the usual ranges', () => {
    expect(parseGeoQuery({ ...near, coordinates: '[200,100]' })).toBeDefined();
  });

  it('is none without its parameters', () => {
    expect(parseGeoQuery({ geoproperty: 'location' })).toBeUndefined();
  });

  it.each<[GeoParameters, string]>([
    [{ georel: 'within' }, 'a geo-query needs'],
    [{ coordinates: '[1,2]' }, 'a geo-query needs'],
    [{ ...near, georel: 'near' }, 'georel: near needs'],
    [{ ...near, georel: 'near;maxDistance=1000' }, 'georel: near needs'],
    [{ ...near, georel: 'near;maxDistance==-1' }, 'georel: near needs'],
    [{ ...near, georel: 'near;maxDistance==1e999' }, 'georel: near needs'],
    [{ ...near, georel: 'near;maxDistance==1;x' }, 'georel: near needs'],
    [{ ...near, georel: 'touches' }, 'georel: must be'],
    [{ ...near, georel: '' }, 'georel: must be'],
    [{ ...near, geometry: 'Circle' }, 'geometry: must be one of'],
    [{ ...near, geometry: 'Polygon' }, 'coordinates:'],
    [{ ...near, georel: 'near;maxDistance==0' }, 'georel: near needs'],
    [
      { ...near, geometry: 'MultiPoint', coordinates: JSON.stringify(Array(10_001).fill([1, 2])) },
      'more than 10000 positions',
    ],
    [{ ...near, coordinates: '1,2' }, 'coordinates: must be a JSON array'],
    [{ ...near, coordinates: '[1]' }, 'coordinates: a position'],
    [{ ...near, coordinates: '[1,"2"]' }, 'coordinates: a position'],
    [{ ...near, coordinates: '[1,2,3,4]' }, 'coordinates: a position'],
    [{ ...near, coordinates: '{}' }, 'coordinates: a position'],
    [{ ...near, geoproperty: 'a b' }, 'geoproperty: "a b" is no valid name'],
  ])('refuses %j', (parameters, problem) => {
    expect(() => parseGeoQuery(parameters)).toThrow(problem);
  });
});
