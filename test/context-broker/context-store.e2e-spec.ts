import { join } from 'node:path';
import { temporaryDirectory } from '../support/temporary-directory';
import { ContextStore } from '../../src/context-broker/context/context-store';

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
});
