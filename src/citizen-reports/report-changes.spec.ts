import { setImmediate } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type ReportChange, ReportChanges } from './report-changes';

const created: ReportChange = { kind: 'created', id: 'urn:ngsi-ld:CitizenReport:1' };
const deleted: ReportChange = { kind: 'deleted', id: 'urn:ngsi-ld:CitizenReport:1' };

describe('ReportChanges', () => {
  beforeAll(() => void Logger.overrideLogger(false));

  it('tells all listeners of all changes in their order, after the announcer has gone on', async () => {
    const changes = new ReportChanges();
    const [first, second]: [ReportChange[], ReportChange[]] = [[], []];
    changes.listen((change) => first.push(change));
    changes.listen((change) => second.push(change));
    changes.announce(created);
    changes.announce(deleted);
    expect(first).toEqual([]);
    await setImmediate();
    expect(first).toEqual([created, deleted]);
    expect(second).toEqual([created, deleted]);
  });

  it('keeps the failure of a listener from the announcer and from other listeners', async () => {
    const changes = new ReportChanges();
    const told: ReportChange[] = [];
    changes.listen(() => {
      throw new Error('broken listener');
    });
    changes.listen((change) => told.push(change));
    changes.announce(created);
    await setImmediate();
    expect(told).toEqual([created]);
  });

  it('tells nothing to those who listen no more', async () => {
    const changes = new ReportChanges();
    const told: ReportChange[] = [];
    const stop = changes.listen((change) => told.push(change));
    stop();
    changes.announce(created);
    await setImmediate();
    expect(told).toEqual([]);
  });
});
