import type { AxiosInstance } from 'axios';
import { type Account, clientWith, makeAccount } from '../support/accounts';
import { type RunningService, startService } from '../support/service';
import { type History, type Page, type Report, REPORTS } from './reports-client';

const REPORT = {
  description: 'A pothole in front of the market',
  location: { type: 'Point', coordinates: [106.7, 10.77] },
};
const BROKER = '/ngsi-ld/v1/entities';
const SECRET = 'a neighbour who wants no trouble';

describe('reports once callers have to log in', () => {
  let service: RunningService;
  let ada: Account;
  let bob: Account;
  let citizen: AxiosInstance;
  let neighbour: AxiosInstance;
  let official: AxiosInstance;
  let own: Report;
  let others: Report;
  beforeAll(async () => {
    service = await startService({ AUTH_ENABLED: 'true' });
    ada = await makeAccount(service, 'ada', 'citizen');
    bob = await makeAccount(service, 'bob', 'citizen');
    citizen = clientWith(service, ada);
    neighbour = clientWith(service, bob);
    official = clientWith(service, await makeAccount(service, 'official', 'city_official'));
    own = (await citizen.post<Report>(REPORTS, REPORT)).data;
    others = (await neighbour.post<Report>(REPORTS, REPORT)).data;
    await official.post(BROKER, {
      id: 'urn:ngsi-ld:CitizenReport:imported',
      type: 'CitizenReport',
      description: { type: 'Property', value: 'Imported from another system' },
      location: { type: 'GeoProperty', value: REPORT.location },
      reportedBy: { type: 'Property', value: SECRET },
      reporterEmail: { type: 'Property', value: `${SECRET}@city.example` },
    });
  });
  afterAll(() => service.stop());

  it('belong to the account that made them, whatever they say themselves', async () => {
    expect(own['reportedBy']).toEqual({ type: 'Property', value: ada.id });
    const forged = await citizen.post<Report>(REPORTS, { ...REPORT, reportedBy: bob.id });
    expect(forged.status).toBe(201);
    expect(forged.data['reportedBy']).toEqual({ type: 'Property', value: ada.id });
    await official.delete(`${REPORTS}/${forged.data.id}`);
  });

  it('are listed by citizens when they are their own, whatever is asked', async () => {
    for (const query of ['', `?reported_by=${ada.id}`, '?sort_by=status&order=asc', '?q=pothole']) {
      const { data } = await citizen.get<Page>(`${REPORTS}${query}`);
      expect(data).toMatchObject({ data: [{ id: own.id, reportedBy: ada.id }], meta: { total: 1 } });
    }
    const { data } = await citizen.get<Page>(`${REPORTS}?reported_by=${bob.id}`);
    expect(data).toMatchObject({ data: [], meta: { total: 0 } });
  });

  it('are all listed by officials, with those who made them', async () => {
    const { data } = await official.get<Page>(`${REPORTS}?sort_by=dateCreated&order=asc`);
    expect(data.meta.total).toBe(3);
    expect(data.data.map(({ reportedBy }) => reportedBy).sort()).toEqual([SECRET, ada.id, bob.id].sort());
  });

  it('are read by citizens without who made them, but for their own', async () => {
    expect((await citizen.get<Report>(`${REPORTS}/${own.id}`)).data).toHaveProperty('reportedBy');
    for (const [path, accept] of [
      [`${REPORTS}/${others.id}`, 'application/json'],
      [`${REPORTS}/${others.id}?options=keyValues`, 'application/json'],
      [`${REPORTS}/${others.id}`, 'application/geo+json'],
    ] as const) {
      const { status, data } = await citizen.get<Report>(path, { headers: { Accept: accept } });
      expect(status).toBe(200);
      expect(JSON.stringify(data)).toContain('pothole');
      expect(JSON.stringify(data)).not.toMatch(new RegExp(`reportedBy|${bob.id}`));
    }
  });

  it('of other systems are read without what these tell of who made them', async () => {
    const path = `${REPORTS}/urn:ngsi-ld:CitizenReport:imported`;
    for (const place of [path, `${path}?options=keyValues`, `${path}/history`]) {
      expect(JSON.stringify((await official.get<object>(place)).data)).toContain(`${SECRET}@`);
      const { status, data } = await citizen.get<object>(place);
      expect({ status, text: JSON.stringify(data) }).toEqual({
        status: 200,
        text: expect.not.stringMatching(new RegExp(`reporter|${SECRET}`)) as string,
      });
    }
  });

  it('have a history without who made them', async () => {
    const attributesOf = async (client: AxiosInstance, { id }: Report) => {
      const { data } = await client.get<History>(`${REPORTS}/${id}/history`);
      return data.events.flatMap(({ changes }) => changes.map(({ attribute }) => attribute));
    };
    expect(await attributesOf(citizen, own)).toContain('reportedBy');
    expect(await attributesOf(citizen, others)).toEqual(expect.arrayContaining(['description', 'status']));
    expect(await attributesOf(citizen, others)).not.toContain('reportedBy');
    expect(await attributesOf(official, others)).toContain('reportedBy');
  });

  describe('asked for at the broker itself', () => {
    it.each([
      `${BROKER}?type=CitizenReport`,
      `${BROKER}?type=CitizenReport&options=keyValues,sysAttrs`,
      `${BROKER}/?type=CitizenReport`,
      '/NGSI-LD/v1/entities?type=CitizenReport',
      '/ngsi-ld/V1/Entities/urn:ngsi-ld:CitizenReport:imported',
      `${BROKER}?type=CitizenReport&omit=reportedBy`,
      `${BROKER}/urn:ngsi-ld:CitizenReport:imported`,
      `${BROKER}/urn:ngsi-ld:CitizenReport:imported?options=concise`,
      '/ngsi-ld/v1/temporal/entities?type=CitizenReport&timerel=after&timeAt=2020-01-01T00:00:00Z&timeproperty=modifiedAt',
      '/ngsi-ld/v1/temporal/entities/urn:ngsi-ld:CitizenReport:imported',
      '/ngsi-ld/v1/temporal/entities/urn:ngsi-ld:CitizenReport:imported?options=temporalValues',
    ])('have nobody in them for citizens: %s', async (path) => {
      for (const accept of ['application/json', 'application/ld+json', 'application/geo+json']) {
        const { status, data, headers } = await citizen.get<string>(path, {
          headers: { Accept: accept },
          transformResponse: (text: string) => text,
        });
        expect([200, 406]).toContain(status);
        expect(data).not.toMatch(new RegExp(`reportedBy|${SECRET}|${ada.id}|${bob.id}`));
        expect(Number(headers['content-length'])).toBe(Buffer.byteLength(data));
        expect(() => void JSON.parse(data)).not.toThrow();
      }
      const { data } = await official.get<unknown>(path);
      if (!path.includes('omit')) expect(JSON.stringify(data)).toContain(SECRET);
    });

    it.each([
      `q=reportedBy=="${SECRET}"`,
      'q=reportedBy~=".*"',
      'q=status=="pending";reportedBy',
      'q=(status=="x"|reportedBy=="y")',
      'q=%72eportedBy',
      'q=https://uri.etsi.org/ngsi-ld/default-context/reportedBy',
      'attrs=reportedBy',
      `q=reporterEmail=="${SECRET}@city.example"`,
      'attrs=reporterEmail',
      'attrs=status,reportedBy',
      'pick=reportedBy',
      'geoproperty=reportedBy',
    ])('cannot be told apart by it: %s', async (query) => {
      const { status, data } = await citizen.get<object>(`${BROKER}?type=CitizenReport&${query}`);
      expect({ status, data }).toEqual({
        status: 403,
        data: { type: 'about:blank', title: 'Forbidden', status: 403, detail: expect.any(String) as string },
      });
    });

    describe('under another name', () => {
      let headers: Record<string, string>;
      beforeAll(async () => {
        const context = {
          by: 'https://uri.etsi.org/ngsi-ld/default-context/reportedBy',
          whoReportedThat: 'https://uri.etsi.org/ngsi-ld/default-context/reportedBy',
          p: { '@id': 'https://uri.etsi.org/ngsi-ld/default-context/reported', '@prefix': true },
        };
        const added = await official.post('/ngsi-ld/v1/jsonldContexts', { '@context': context });
        const url = `${service.url}${String(added.headers['location'])}`;
        headers = { Link: `<${url}>; rel="http://www.w3.org/ns/json-ld#context"` };
      });

      it.each(['', '&options=keyValues', '&options=concise', '&attrs=by,status', '&pick=id,status,by'])(
        'have nobody in them for citizens: %s',
        async (more) => {
          const path = `${BROKER}?type=CitizenReport${more}`;
          const { status, data } = await citizen.get<object[]>(path, { headers });
          expect(status).toBe(200);
          expect(JSON.stringify(data)).not.toMatch(new RegExp(`"by"|${SECRET}|${ada.id}|${bob.id}`));
          const whole = await official.get<object[]>(path, { headers });
          expect(JSON.stringify(whole.data)).toContain(SECRET);
        },
      );

      it.each(['by', 'whoReportedThat', 'p:By'])('cannot be told apart by %s', async (name) => {
        for (const query of [`q=${name}=="${SECRET}"`, `q=${name}`, `attrs=${name}`]) {
          const path = `${BROKER}?type=CitizenReport&${query}`;
          expect((await citizen.get(path, { headers })).data).toEqual([]);
          expect((await official.get<object[]>(path, { headers })).data).not.toHaveLength(0);
        }
      });
    });

    it('cannot be told apart by a query in a body', async () => {
      const path = '/ngsi-ld/v1/entityOperations/query';
      const ask = (more: object) => ({ type: 'Query', entities: [{ type: 'CitizenReport' }], ...more });
      const all = await citizen.post<object[]>(path, ask({ omit: ['reportedBy'] }));
      expect(all.status).toBe(200);
      expect(all.data).not.toHaveLength(0);
      expect(JSON.stringify((await citizen.post<object[]>(path, ask({}))).data)).not.toContain(SECRET);
      expect((await citizen.post(path, ask({ q: `reportedBy=="${SECRET}"` }))).status).toBe(403);
      const aliased = ask({
        q: `by=="${SECRET}"`,
        '@context': { by: 'https://uri.etsi.org/ngsi-ld/default-context/reportedBy' },
      });
      const headers = { 'Content-Type': 'application/ld+json' };
      expect((await citizen.post(path, aliased, { headers })).data).toEqual([]);
      expect((await official.post<object[]>(path, aliased, { headers })).data).not.toHaveLength(0);
    });

    it('cannot be told apart by their history', async () => {
      const path =
        '/ngsi-ld/v1/temporal/entities?type=CitizenReport&timerel=after&timeAt=2020-01-01T00:00:00Z';
      expect((await citizen.get(`${path}&attrs=reportedBy`)).status).toBe(403);
      expect((await official.get(`${path}&attrs=reportedBy`)).status).toBe(200);
    });
  });
});

describe('reports while nobody has to log in', () => {
  it('are open to everybody, and still belong to a caller who is known', async () => {
    const service = await startService();
    const ada = await makeAccount(service, 'ada', 'citizen');
    const anonymous = clientWith(service);
    const free = await anonymous.post<Report>(REPORTS, { ...REPORT, reportedBy: 'Mai' });
    expect(free.data['reportedBy']).toEqual({ type: 'Property', value: 'Mai' });
    const known = await clientWith(service, ada).post<Report>(REPORTS, { ...REPORT, reportedBy: 'Mai' });
    expect(known.data['reportedBy']).toEqual({ type: 'Property', value: ada.id });
    expect((await anonymous.get<Page>(REPORTS)).data.meta.total).toBe(2);
    expect((await clientWith(service, ada).get<Page>(REPORTS)).data.meta.total).toBe(2);
    await service.stop();
  });
});
