import { type RunningService, startService } from '../support/service';
import { type Envelope, expectError, expectInvalid, ReportsClient } from './reports-client';
import { LEAST, STREETLIGHT } from './sample';

const TEXTS = { title: 200, description: 4000, reportedBy: 200, address: 500 };

const IMAGE = 'https://images.example.org/1.jpg';

describe('POST /api/v1/citizen-reports with bad input', () => {
  let service: RunningService;
  let reports: ReportsClient;
  beforeAll(async () => {
    service = await startService();
    reports = new ReportsClient(service.url);
  });
  afterEach(async () => expect(await reports.count()).toBe(0));
  afterAll(() => service.stop());

  const post = (body: unknown) => reports.create<Envelope>(body);
  const postWith = (fields: object) => post({ ...STREETLIGHT, ...fields });
  const postAt = (location: unknown) => post({ ...LEAST, location });

  it.each(['description', 'location'])('refuses a report without %s', async (field) => {
    expectInvalid(await postWith({ [field]: undefined }), ['body', field], 'required');
  });

  it('names everything that is missing', async () => {
    const { data } = await post({});
    expect(data.errors?.map(({ loc }) => loc)).toEqual([
      ['body', 'description'],
      ['body', 'location'],
    ]);
  });

  describe.each(Object.entries(TEXTS))('in %s', (field, longest) => {
    it.each([
      ['null', null, 'isString'],
      ['a number', 7, 'isString'],
      ['a boolean', true, 'isString'],
      ['a list', ['text'], 'isString'],
      ['an object', { value: 'text' }, 'isString'],
      ['nothing', '', 'isNotBlank'],
      ['white space', ' \t\r\n\u00a0\u2003', 'isNotBlank'],
      ['what is not seen', '\u200b\u200e\ufeff', 'isNotBlank'],
      ['NUL', 'a\u0000b', 'isCleanText'],
      ['an escape sequence', 'a\u001b[31mb', 'isCleanText'],
      ['a C1 control character', 'a\u0085b', 'isCleanText'],
      ['half a surrogate pair', 'a\ud83d', 'isCleanText'],
      ['a character too many', '💡'.repeat(longest + 1), 'maxLength'],
      ['1 MB', 'x'.repeat(1_000_000), 'maxLength'],
      ['what brokers take for null', 'urn:ngsi-ld:null', 'isNotNgsiLdNull'],
    ])('refuses %s', async (_what, value, type) => {
      expectInvalid(await postWith({ [field]: value }), ['body', field], type);
    });
  });

  it.each([null, 7, '', 'pothole', 'Streetlight', 'streetlight ', ['streetlight'], {}])(
    'refuses the category %j',
    async (category) => {
      const answer = await postWith({ category });
      expectInvalid(answer, ['body', 'category'], 'isIn');
      expect(answer.data.detail).toContain('road_damage, streetlight, ');
    },
  );

  it.each([
    ['null', null, 'isArray'],
    ['a text', IMAGE, 'isArray'],
    ['an object', { 0: IMAGE }, 'isArray'],
    ['eleven', Array.from({ length: 11 }, () => IMAGE), 'arrayMaxSize'],
    ['very many', Array.from({ length: 400_000 }, () => 0), 'maxMembers'],
    ['null in it', [null], 'isImageUrl'],
    ['a number in it', [7], 'isImageUrl'],
    ['nothing in it', [''], 'isImageUrl'],
    ['a list in it', [[IMAGE]], 'isImageUrl'],
    ['a relative URL', ['/1.jpg'], 'isImageUrl'],
    ['a script', ['javascript:alert(1)'], 'isImageUrl'],
    ['data', ['data:image/png;base64,AAAA'], 'isImageUrl'],
    ['a file', ['file:///etc/passwd'], 'isImageUrl'],
    ['no host', ['http://'], 'isImageUrl'],
    ['white space', ['https://images.example.org/a b.jpg'], 'isImageUrl'],
    ['a line feed', [`${IMAGE}\n`], 'isImageUrl'],
    ['2049 characters', [`${IMAGE}?${'x'.repeat(2048 - IMAGE.length)}`], 'isImageUrl'],
  ])('refuses images that are or have %s', async (_what, images, type) => {
    expectInvalid(await postWith({ images }), ['body', 'images'], type);
  });

  it.each([
    ['null', null],
    ['text', '106.7009,10.7756'],
    ['a list', [106.7009, 10.7756]],
    ['a list of points', [LEAST.location]],
    ['a number', 7],
  ])('refuses a location that is %s', async (_what, location) => {
    expectInvalid(await postAt(location), ['body', 'location'], 'isInstance');
  });

  it.each([
    ['missing', undefined, 'required'],
    ['null', null, 'isPoint'],
    ['in lower case', 'point', 'isPoint'],
    ['Polygon', 'Polygon', 'isPoint'],
    ['GeometryCollection', 'GeometryCollection', 'isPoint'],
    ['Feature', 'Feature', 'isPoint'],
  ])('refuses a location whose type is %s', async (_what, type, error) => {
    expectInvalid(await postAt({ ...LEAST.location, type }), ['body', 'location', 'type'], error);
  });

  it.each([
    ['missing', undefined, 'required'],
    ['null', null, 'isInstance'],
    ['text', '106.7009,10.7756', 'isInstance'],
    ['an object', { 0: 106.7009, 1: 10.7756, length: 2 }, 'isInstance'],
    ['empty', [], 'isInstance'],
    ['one number', [106.7009], 'isInstance'],
    ['three numbers', [106.7009, 10.7756, 12], 'isInstance'],
    ['two positions', [[106.7009, 10.7756], [106.7009, 10.7756], []], 'isInstance'],
    ['very many numbers', Array.from({ length: 400_000 }, () => 0), 'maxMembers'],
  ])('refuses coordinates that are %s', async (_what, coordinates, type) => {
    expectInvalid(await postAt({ type: 'Point', coordinates }), ['body', 'location', 'coordinates'], type);
  });

  it.each([
    ['a longitude that is too great', [180.0001, 10], 0],
    ['a longitude that is too small', [-181, 10], 0],
    ['a latitude that is too great', [106, 90.0001], 1],
    ['a latitude that is too small', [106, -91], 1],
    ['the two swapped', [10.7756, 106.7009], 1],
    ['a longitude that is text', ['106.7009', 10.7756], 0],
    ['a latitude that is null', [106.7009, null], 1],
    ['a latitude that is a list', [106.7009, [10.7756]], 1],
  ])('refuses %s, and says where', async (_what, coordinates, index) => {
    const answer = await postAt({ type: 'Point', coordinates });
    expectInvalid(answer, ['body', 'location', 'coordinates', index]);
    expect(answer.data.detail).toMatch(
      index === 0
        ? /longitude must be a number between -180 and 180/
        : /latitude must be a number between -90 and 90/,
    );
  });

  it.each(['NaN', 'Infinity', '-Infinity', '0x10', '.5', '1e400'])(
    'refuses the number %s',
    async (number) => {
      expectError(await post(JSON.stringify(LEAST).replace('106.66', number)), 400, 'InvalidRequest');
    },
  );

  it.each(['id', 'type', 'status', 'priority', 'dateCreated', 'assignedTo', '@context', 'reported_by'])(
    'refuses and names the field %s',
    async (field) => {
      const answer = await postWith({ [field]: 'pending' });
      expectInvalid(answer, ['body', field], 'unknown');
      expect(answer.data.detail).toContain(field);
    },
  );

  it.each(['constructor', 'toString', 'hasOwnProperty', '__defineGetter__', 'isPrototypeOf'])(
    'refuses the field %s, which every object has',
    async (field) => expectInvalid(await postWith({ [field]: {} }), ['body', field], 'unknown'),
  );

  it('refuses and names a field of the location', async () => {
    expectInvalid(
      await postAt({ ...LEAST.location, crs: 'EPSG:4326' }),
      ['body', 'location', 'crs'],
      'unknown',
    );
  });

  it.each([
    [{ location: { ...LEAST.location, constructor: 1 } }, ['location', 'constructor']],
    [{ title: { constructor: 'x' } }, ['title', 'constructor']],
    [{ images: [{ a: { hasOwnProperty: null } }] }, ['images', 0, 'a', 'hasOwnProperty']],
  ])('refuses names deep inside that every object has: %j', async (fields, path) => {
    expectInvalid(await postWith(fields), ['body', ...path], 'unknown');
  });

  it('refuses a body of very many fields', async () => {
    const fields = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`field${index}`, 0]));
    expectInvalid(await postWith(fields), ['body'], 'maxMembers');
  });

  it('refuses parameters', async () => {
    const url = `${service.url}/api/v1/citizen-reports?options=keyValues`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(LEAST),
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ loc: ['query', 'options'], type: 'unknown' }] });
  });

  it.each([
    ['duplicate names', JSON.stringify(LEAST).replace('{', '{"description":"first",')],
    ['__proto__', JSON.stringify(LEAST).replace('{', '{"__proto__":{"status":"closed"},')],
    ['100 levels', `{"description":${'['.repeat(100)}${']'.repeat(100)}}`],
    ['its end missing', JSON.stringify(LEAST).slice(0, -1)],
    ['an array around it', JSON.stringify([LEAST])],
  ])('answers JSON with %s with 400', async (_what, body) => {
    expectError(await post(body), 400, 'InvalidRequest');
  });

  it('answers a body that is no JSON with 415', async () => {
    expectError(
      await reports.create<Envelope>('description=Pothole', 'text/plain'),
      415,
      'UnsupportedMediaType',
    );
  });

  it('answers no body with 400', async () => {
    expectError(await reports.create<Envelope>(undefined), 400, 'InvalidRequest');
  });
});
