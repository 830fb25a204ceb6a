import { boundsOf, type Period } from './period-in-text';

/** Sunday 1 March 2026 in Ho Chi Minh City, still February in UTC. */
const NOW = new Date('2026-02-28T18:00:00Z');

it.each<[period: Period, first: string, last: string]>([
  ['today', '2026-02-28T17:00:00.000Z', '2026-03-01T16:59:59.999Z'],
  ['yesterday', '2026-02-27T17:00:00.000Z', '2026-02-28T16:59:59.999Z'],
  ['thisWeek', '2026-02-22T17:00:00.000Z', '2026-03-01T16:59:59.999Z'],
  ['lastWeek', '2026-02-15T17:00:00.000Z', '2026-02-22T16:59:59.999Z'],
  ['thisMonth', '2026-02-28T17:00:00.000Z', '2026-03-31T16:59:59.999Z'],
  ['lastMonth', '2026-01-31T17:00:00.000Z', '2026-02-28T16:59:59.999Z'],
])('%s is as long as it is in the city', (period, first, last) => {
  const bounds = boundsOf(period, NOW, 'Asia/Ho_Chi_Minh');
  expect([bounds.first.toISOString(), bounds.last.toISOString()]).toEqual([first, last]);
});
