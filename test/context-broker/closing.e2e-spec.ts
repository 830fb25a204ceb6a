import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { ContextBroker } from '../../src/context-broker/context-broker';
import { ContextBrokerOptions } from '../../src/context-broker/context-broker.options';
import { CORE_TERMS } from '../../src/context-broker/context/terms';
import { ReaderPool } from '../../src/context-broker/reader/reader-pool';
import { BrokerStore } from '../../src/context-broker/store/broker-store';
import { Deliveries } from '../../src/context-broker/subscriptions/delivery/deliveries';
import { temporaryDirectory } from '../support/temporary-directory';
import { subscription } from './subscription-client';

const CORE = { terms: CORE_TERMS, url: 'urn:core', inBody: 'urn:core' };
const later = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

describe('a store that is closed while something is waiting to be written', () => {
  const directory = temporaryDirectory();
  afterAll(() => directory.remove());

  it('writes it, and looks no more for what ends by itself', async () => {
    const file = join(directory.path, 'written.sqlite');
    const store = new BrokerStore(file, []);
    const written = store.writes.submit(() =>
      store.entities.insert({ id: 'urn:x:1', type: 'Thing', expiresAt: later(3_600_000) }),
    );
    store.close();
    await written;
    await nextTurn();
    const reopened = new BrokerStore(file, []);
    expect(reopened.entities.find('urn:x:1')).toBeDefined();
    reopened.close();
  });

  it('ends what is due, and looks no more for what is next', async () => {
    const store = new BrokerStore(join(directory.path, 'due.sqlite'), []);
    await store.writes.submit(() =>
      store.entities.insert({ id: 'urn:x:1', type: 'Thing', expiresAt: later(50) }),
    );
    const ended = jest.spyOn(store.entities, 'endExpired');
    const submit = store.writes.submit.bind(store.writes);
    await new Promise<void>((closed) => {
      jest.spyOn(store.writes, 'submit').mockImplementation((operation) => {
        const result = submit(operation);
        store.close();
        closed();
        return result;
      });
    });
    await nextTurn();
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('leaves notifications of it for the next start', async () => {
    Logger.overrideLogger(false);
    const options = Object.assign(new ContextBrokerOptions(), { allowPrivateHosts: true });
    const broker = new ContextBroker(
      join(directory.path, 'notifying.sqlite'),
      options,
      new ReaderPool([], 1000),
      {
        tenant: 'notifying',
        deliveries: new Deliveries(options.delivery, true),
        resolveContext: () => Promise.resolve(CORE),
      },
    );
    await broker.subscriptions.create(subscription('Thing', 'http://localhost:1/'), CORE);
    const created = broker.create({ id: 'urn:x:1', type: 'Thing', a: { type: 'Property', value: 1 } });
    broker.close();
    await created;
    await nextTurn();
    expect(broker.isBusy).toBe(false);
  });
});
