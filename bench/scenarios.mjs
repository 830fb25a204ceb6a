import { category, entity, id, position, random, report, searched, status } from './support/city.mjs';

/** A request that creates something; autocannon adds to the headers, so each has its own. */
const post = (path, body) => ({
  path,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** What is measured, with `size` reports in the broker. */
export function scenarios(size) {
  const any = () => id(Math.floor(random() * size));
  const reports = '/api/v1/citizen-reports';
  const broker = '/ngsi-ld/v1/entities';
  const near = () => position().join(',');
  // Other ids in every run, as stores may be kept.
  let created = size + (Date.now() % 1e9);

  return [
    { name: 'liveness', request: () => ({ path: '/healthz' }) },
    { name: 'report by id', request: () => ({ path: `${reports}/${any()}` }) },
    { name: 'list, 100 newest', request: () => ({ path: reports }) },
    {
      name: 'filtered by category and status, sorted, 100',
      request: () => ({ path: `${reports}?category=${category()}&status=${status()}&sort_by=dateModified` }),
    },
    {
      name: 'filtered, sorted by priority, 20',
      request: () => ({ path: `${reports}?status=${status()}&sort_by=priority&limit=20` }),
    },
    { name: 'near, 500 m', request: () => ({ path: `${reports}?near=${near()}&radius=500` }) },
    { name: 'word', request: () => ({ path: `${reports}?q=${searched()}&limit=20` }) },
    { name: 'two words', request: () => ({ path: `${reports}?q=${searched()}+${searched()}&limit=20` }) },
    {
      name: 'create report',
      expect: 201,
      request: () => post(reports, report()),
    },
    { name: 'broker: entity by id', request: () => ({ path: `${broker}/${any()}` }) },
    { name: 'broker: page of 100', request: () => ({ path: `${broker}?type=CitizenReport&limit=100` }) },
    {
      name: 'broker: near, 500 m',
      request: () => ({
        path: `${broker}?type=CitizenReport&georel=near;maxDistance==500&geometry=Point&coordinates=[${near()}]`,
      }),
    },
    {
      name: 'broker: create entity',
      expect: 201,
      request: () => post(broker, entity(created++)),
    },
    {
      name: 'broker: upsert 20 in a batch',
      expect: 204,
      request: () => post('/ngsi-ld/v1/entityOperations/upsert', someOf(size)),
    },
  ];
}

/** Twenty reports that are there, written anew. */
const someOf = (size) => {
  const first = Math.floor(random() * (size - 20));
  return Array.from({ length: 20 }, (_, index) => entity(first + index));
};
