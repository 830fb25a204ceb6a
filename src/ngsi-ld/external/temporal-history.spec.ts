import { Logger } from '@nestjs/common';
import { problem, ScriptedBroker } from '../../../test/ngsi-ld/scripted-broker';
import { BrokerError } from '../broker-errors';
import { ExternalBrokerAdapter } from './external-broker.adapter';

const id = 'urn:ngsi-ld:CitizenReport:1';
const instance = (value: string, modifiedAt: string) => ({ type: 'Property', value, modifiedAt });
const first = instance('pending', '2026-01-01T00:00:00Z');
const second = instance('in_progress', '2026-01-01T02:00:00+01:00');
const third = instance('resolved', '2026-01-01T01:00:00.001Z');

const broker = new ScriptedBroker();
let adapter: ExternalBrokerAdapter;

beforeAll(async () => {
  Logger.overrideLogger(false);
  adapter = new ExternalBrokerAdapter({ url: await broker.start() });
});
afterAll(async () => {
  adapter.onApplicationShutdown();
  await broker.stop();
});

describe('findHistory', () => {
  it('asks for the newest instances with their times', async () => {
    broker.script = () => ({ status: 200, body: { id, type: 'CitizenReport' } });
    expect(await adapter.findHistory(id, 50)).toEqual({});
    const [request] = broker.requests;
    expect(request?.path).toBe(`/temporal/entities/${id}`);
    expect(Object.fromEntries(request?.query ?? [])).toEqual({
      options: 'sysAttrs',
      timeproperty: 'modifiedAt',
      lastN: '50',
    });
  });

  it.each([200, 206])('gives the instances of each attribute, oldest first, from a %d', async (status) => {
    const body = {
      id,
      type: 'CitizenReport',
      '@context': 'https://example.org/c.jsonld',
      createdAt: '2026-01-01T00:00:00Z',
      status: [third, first, second],
      title: instance('Pothole', '2026-01-01T00:00:00Z'),
    };
    broker.script = () => ({ status, body });
    expect(await adapter.findHistory(id, 50)).toEqual({
      status: [first, second, third],
      title: [body.title],
    });
  });

  it('orders instances of the same millisecond', async () => {
    const [earlier, later] = [
      instance('a', '2026-01-01T00:00:00.123456Z'),
      instance('b', '2026-01-01T00:00:00.123457Z'),
    ];
    broker.script = () => ({ status: 200, body: { id, status: [later, earlier] } });
    expect(await adapter.findHistory(id, 50)).toEqual({ status: [earlier, later] });
  });

  it('keeps to the newest when the broker gives more', async () => {
    broker.script = () => ({ status: 200, body: { id, type: 'T', status: [first, third, second] } });
    expect(await adapter.findHistory(id, 2)).toEqual({ status: [second, third] });
  });

  it.each([problem(404, 'ResourceNotFound'), { status: 404, body: '<html>' }, { status: 501 }])(
    'is undefined for %p',
    async (answer) => {
      broker.script = () => answer;
      expect(await adapter.findHistory(id, 50)).toBeUndefined();
    },
  );

  it.each([
    problem(400, 'BadRequestData'),
    { status: 200, body: [] },
    { status: 200, body: '{"id"' },
    { status: 200, body: { id, status: ['resolved'] } },
    { status: 200, body: { id, status: [{ type: 'Property', value: 'resolved' }] } },
    { status: 200, body: { id, status: [instance('resolved', 'yesterday')] } },
  ])('is an error of the broker for %p', async (answer) => {
    broker.script = () => answer;
    await expect(adapter.findHistory(id, 50)).rejects.toThrow(BrokerError);
  });
});
