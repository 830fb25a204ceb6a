import { Database } from './database';

describe('Database', () => {
  let database: Database;
  let broken: boolean;

  beforeEach(() => {
    broken = false;
    database = new Database(':memory:');
    database.define(
      'unless_broken',
      (value) => {
        if (broken) throw new Error('broken');
        return value ?? null;
      },
      { deterministic: false },
    );
    database.exec('CREATE TABLE number (n); INSERT INTO number VALUES (1), (2), (3), (4), (5)');
  });

  afterEach(() => database.close());

  const SQL = 'SELECT unless_broken(n) AS n FROM number WHERE n >= ?';

  it.each<[string, () => unknown[]]>([
    ['get', () => [database.get(SQL, 3)]],
    ['all', () => database.all(SQL, 3)],
    ['iterate', () => [...database.iterate(SQL, 3)]],
  ])('takes a statement again that failed: %s', (_method, read) => {
    const before = read();
    broken = true;
    expect(read).toThrow('broken');
    broken = false;
    expect(before.length).toBeGreaterThan(0);
    expect(read()).toEqual(before);
  });
});
