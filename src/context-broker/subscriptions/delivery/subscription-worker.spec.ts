import { SubscriptionEntry } from '../subscription-entry';
import type { Subscription } from '../model/subscription';
import { DELIVERY_OPTIONS } from './delivery.options';
import { DeliveryError } from './notifier';
import { type Outgoing, SubscriptionWorker } from './subscription-worker';

const ENTITY = { id: 'urn:x:1', type: 'T' };
const COOLDOWN = 1_000_000;

/** A worker whose attempts fail as long as `fails`, and what it sent. */
function working(endpoint: object = {}, more: Partial<Subscription> = {}) {
  const entry = new SubscriptionEntry({
    pk: 1,
    createdAt: 0,
    modifiedAt: 0,
    subscription: {
      id: 'urn:x:subscription',
      context: '',
      notification: { endpoint: { uri: 'http://receiver.example/', ...endpoint } },
      ...more,
    },
    record: { timesSent: 0, timesFailed: 0, lastNotification: null, lastSuccess: null, lastFailure: null },
  });
  const waiting = [{ seq: 1, at: 0, entity: ENTITY }];
  const setting = { entry, fails: true };
  let done = () => {};
  const outgoing: Outgoing = {
    next: () => Promise.resolve([...waiting]),
    settle: (doneUpTo) => Promise.resolve(void (doneUpTo !== undefined && waiting.shift())),
    keepLatest: () => Promise.resolve(),
    send: () => (setting.fails ? Promise.reject(new DeliveryError('no answer', false)) : Promise.resolve()),
    done: () => done(),
  };
  const options = { ...DELIVERY_OPTIONS, firstRetryMs: 1, longestRetryMs: 1 };
  const worker = new SubscriptionWorker(entry, outgoing, options);
  /** Resolves once the worker has nothing left to do. */
  const after = (start: () => void) =>
    new Promise<void>((resolve) => {
      done = resolve;
      start();
    });
  return Object.assign(setting, { worker, outgoing, after });
}

describe('SubscriptionWorker', () => {
  it('sends nothing in an interval while the receiver is to be left alone', async () => {
    const { after, entry, worker } = working({ cooldown: COOLDOWN });
    const send = () => after(() => worker.sendNow([ENTITY]));
    await send();
    await send();
    expect(entry.record).toMatchObject({ timesSent: 1, timesFailed: 1 });
    entry.record.lastFailure = (Date.now() - COOLDOWN) * 1000;
    await send();
    expect(entry.record.timesSent).toBe(2);
    entry.change(entry.subscription, Date.now() * 1000 + 1000);
    await send();
    expect(entry.record.timesSent).toBe(3);
  });

  it('does not throttle what failed', async () => {
    const setting = working({}, { throttling: 60 });
    const isDelivered = new Promise<void>((resolve) => {
      jest.spyOn(setting.outgoing, 'settle').mockImplementation((doneUpTo) => {
        setting.fails = false;
        return Promise.resolve(doneUpTo === undefined ? undefined : resolve());
      });
    });
    setting.worker.wake();
    await isDelivered;
    await setting.worker.stop();
    expect(setting.entry.record).toMatchObject({ timesSent: 2, timesFailed: 1 });
  });
});
