import axios from 'axios';
import { type ServiceProcess, startServiceProcess } from '../support/service-process';
import { temporaryDirectory } from '../support/service';
import { STATUSES } from '../../src/citizen-reports/citizen-report';
import { OPENAPI } from '../support/openapi';

describe('the OpenAPI document', () => {
  const directory = temporaryDirectory();
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await startServiceProcess({ DATA_DIR: directory.path });
  });
  afterAll(async () => {
    await service.stop();
    directory.remove();
  });

  it('is served as it is committed: after a change of the interface, run `npm run openapi`', async () => {
    const { data } = await axios.get<object>(`${service.url}/openapi.json`);
    expect(data).toEqual(OPENAPI);
  });

  it('names every operation once, with a summary and a tag', () => {
    const operations = Object.values(OPENAPI.paths).flatMap((item) => Object.values(item));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const operation of operations) {
      expect(operation).toMatchObject({
        operationId: expect.stringMatching(/^[a-z][A-Za-z]+$/) as string,
        summary: expect.stringMatching(/\S/) as string,
        tags: [expect.any(String) as string],
      });
    }
  });

  it('declares every tag', () => {
    const used = Object.values(OPENAPI.paths).flatMap((item) =>
      Object.values(item).flatMap(({ tags }) => tags),
    );
    const declared = OPENAPI.tags.map(({ name }) => name);
    expect(used.filter((tag) => !declared.includes(tag))).toEqual([]);
  });

  it('gives a default only to what clients may leave out', () => {
    const defaults = Object.entries(OPENAPI.components.schemas).flatMap(
      ([name, { properties = {}, required = [] }]) =>
        Object.keys(properties)
          .filter((property) => 'default' in (properties[property] ?? {}) && required.includes(property))
          .map((property) => `${name}.${property}`),
    );
    expect(defaults).toEqual([]);
  });

  it('says how our own reports are, before what another system may have', () => {
    expect(OPENAPI.components.schemas['ReportDto']?.properties).toMatchObject({
      location: { anyOf: [{ $ref: '#/components/schemas/GeoJsonPointDto' }, {}] },
      status: { anyOf: [{ enum: [...STATUSES] }, { type: 'string' }] },
      categoryConfidence: { anyOf: [{ type: 'number' }, {}] },
      needsReview: { anyOf: [{ type: 'boolean' }, {}] },
      poiProximity: { anyOf: [{ $ref: '#/components/schemas/ReportedPoiProximityDto' }, {}] },
      dateCreated: { anyOf: [{ format: 'date-time' }, {}] },
    });
  });

  it.each(['/', '/docs', '/docs/', '/redoc'])('is shown at %s from local assets alone', async (path) => {
    const response = await axios.get<string>(service.url + path);
    const { data, headers } = response;
    const shown = (response.request as { res: { responseUrl: string } }).res.responseUrl;
    expect(headers['content-type']).toMatch(/^text\/html/);
    const assets = [...data.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, asset]) => asset ?? '');
    expect(assets.length).toBeGreaterThan(0);
    for (const asset of assets) {
      const url = new URL(asset, shown);
      expect(url.origin).toBe(service.url);
      expect((await axios.get(url.href)).status).toBe(200);
    }
  });
});
