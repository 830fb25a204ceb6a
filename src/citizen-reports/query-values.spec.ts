import { parseBox, parseEnd, parsePosition, parseStart, parseWords } from './query-values';

describe('parsePosition', () => {
  it.each([
    ['106.7009,10.7756', { longitude: 106.7009, latitude: 10.7756 }],
    ['-180,-90', { longitude: -180, latitude: -90 }],
    ['180,90', { longitude: 180, latitude: 90 }],
    ['1e-7,0', { longitude: 1e-7, latitude: 0 }],
  ])('reads %s', (text, position) => expect(parsePosition(text)).toEqual(position));

  it.each([
    '',
    ',',
    '1',
    '1,',
    ',1',
    '1,2,3',
    '1,2,3,4,5,6',
    '10.7756,106.7009',
    '180.001,0',
    '0,90.001',
    'NaN,0',
    'Infinity,0',
    '0x10,0',
    '1e999,0',
    ' 1,2',
    '1;2',
    '1,2)',
    "1,2' OR '1'='1",
  ])('refuses %j', (text) => expect(parsePosition(text)).toBeUndefined());
});

describe('parseBox', () => {
  it('reads west, south, east and north', () => {
    expect(parseBox('106.65,10.74,106.72,10.80')).toEqual({
      west: 106.65,
      south: 10.74,
      east: 106.72,
      north: 10.8,
    });
  });

  it('reads a box across the antimeridian', () => {
    expect(parseBox('179,-20,-179,-10')).toEqual({ west: 179, south: -20, east: -179, north: -10 });
  });

  it.each([
    '',
    '1,2,3',
    '1,2,3,4,5',
    '0,10,1,10',
    '0,10,1,9',
    '-181,0,1,1',
    '0,0,181,1',
    '0,-91,1,1',
    '0,0,1,91',
    'a,b,c,d',
  ])('refuses %j', (text) => expect(parseBox(text)).toBeUndefined());
});

describe('parseStart and parseEnd', () => {
  it('take a date as a whole day in UTC', () => {
    expect(parseStart('2026-11-21')?.toISOString()).toBe('2026-11-21T00:00:00.000Z');
    expect(parseEnd('2026-11-21')?.toISOString()).toBe('2026-11-21T23:59:59.999Z');
  });

  it.each([
    ['2026-11-21T10:30', '2026-11-21T10:30:00.000Z'],
    ['2026-11-21T10:30:15', '2026-11-21T10:30:15.000Z'],
    ['2026-11-21T10:30:15.123Z', '2026-11-21T10:30:15.123Z'],
    ['2026-11-21T10:30:15.123456Z', '2026-11-21T10:30:15.123Z'],
    ['2026-11-21T10:30:15+07:00', '2026-11-21T03:30:15.000Z'],
    ['2024-02-29T00:00:00-05:30', '2024-02-29T05:30:00.000Z'],
  ])('read %s', (text, instant) => {
    expect(parseStart(text)?.toISOString()).toBe(instant);
    expect(parseEnd(text)?.toISOString()).toBe(instant);
  });

  it.each([
    '',
    'yesterday',
    '2026',
    '2026-11',
    '2026-13-01',
    '2025-02-29',
    '2026-02-30T10:00:00Z',
    '2026-11-21T25:00:00Z',
    '2026-11-21T10:61:00Z',
    '2026-11-21T10:30:00 07:00',
    '2026-11-21 10:30:00',
    '21/11/2026',
    '1763721000',
    '2026-11-21T10:30:00Z; DROP TABLE entities',
  ])('refuse %j', (text) => {
    expect(parseStart(text)).toBeUndefined();
    expect(parseEnd(text)).toBeUndefined();
  });
});

describe('parseWords', () => {
  it('splits at any white space', () => {
    expect(parseWords('  đèn \t đường\n12 ')).toEqual(['đèn', 'đường', '12']);
  });
});
