import { join } from 'node:path';
import { HttpAdapterHost } from '@nestjs/core';
import { ContextLibrary } from '../../src/context-broker/context/context-library';
import { ContextStore } from '../../src/context-broker/context/context-store';
import { Contexts } from '../../src/context-broker/context/contexts';
import { CORE_TERMS } from '../../src/context-broker/context/terms';
import { ContextBrokerOptions } from '../../src/context-broker/context-broker.options';
import { Tenants } from '../../src/context-broker/tenants/tenants';
import { temporaryDirectory } from '../support/temporary-directory';
import { subscription, unique } from './subscription-client';

describe('ContextStore', () => {
  const directory = temporaryDirectory();
  const store = new ContextStore(join(directory.path, 'contexts.sqlite'), { contexts: 3, bytes: 1000 });
  afterAll(() => {
    store.close();
    directory.remove();
  });

  const cached = () => store.list('Cached', '').map(({ url }) => url);
  const put = (name: string, size = 10) => store.putCached(`http://a/${name}`, 'x'.repeat(size), 1000);

  it('makes room for new copies at the cost of the oldest', () => {
    for (const name of ['1', '2', '3', '4']) put(name);
    expect(cached()).toEqual(['http://a/2', 'http://a/3', 'http://a/4']);
    put('large', 900);
    expect(cached()).toEqual(['http://a/3', 'http://a/4', 'http://a/large']);
    put('larger', 950);
    expect(cached()).toEqual(['http://a/larger']);
  });

  it('never drops a hosted one, but takes no more than it has room for', () => {
    const ids = [1, 2, 3].map((n) => store.addHosted({ a: `urn:a:${n}` }, ''));
    expect(() => store.addHosted({}, '')).toThrow(/busy/);
    put('another');
    expect(store.list('Hosted', '').map(({ id }) => id)).toEqual(ids);
  });

  it('makes the same implicit context once for each tenant', () => {
    const first = store.addImplicit(['http://a'], '');
    expect(store.addImplicit(['http://a'], '')).toBe(first);
    expect(store.addImplicit(['http://a'], 'other')).not.toBe(first);
    expect(store.list('ImplicitlyCreated', '').map(({ id }) => id)).toEqual([first]);
  });

  it('writes nothing for an implicit context that is there', () => {
    const first = store.addImplicit(['http://b'], '');
    const transaction = jest.spyOn(store['database'], 'transaction');
    expect(store.addImplicit(['http://b'], '')).toBe(first);
    expect(transaction).not.toHaveBeenCalled();
  });
});

describe('ContextLibrary', () => {
  const directory = temporaryDirectory();
  const options = Object.assign(new ContextBrokerOptions(), { dataDirectory: directory.path });
  const library = new ContextLibrary(options, new HttpAdapterHost());
  const tenants = new Tenants(options, new Contexts(options, library));
  afterAll(async () => {
    await tenants.onApplicationShutdown();
    directory.remove();
  });

  it.each([undefined, 'other'])(
    'has what a subscription names and others took the room of: %s',
    async (name) => {
      const id = `urn:ngsi-ld:Context:${unique()}`;
      const url = `http://localhost/ngsi-ld/v1/jsonldContexts/${id}`;
      const { broker, release } = tenants.lease(name, { create: true });
      const { subscriptions } = broker;
      const context = { terms: CORE_TERMS, url, inBody: [{ mine: 'urn:mine' }] };
      const subscribed = await subscriptions.create(subscription('Thing', 'https://example.org/'), context);
      for (const key of [id, url]) {
        const found = library.find(key, name ?? '');
        expect(found).toMatchObject({ id, kind: 'ImplicitlyCreated', body: '[{"mine":"urn:mine"}]' });
        expect(library.find(key, 'third')).toBeUndefined();
      }
      await subscriptions.delete(subscribed);
      release();
      expect(library.find(id, name ?? '')).toBeUndefined();
    },
  );
});
