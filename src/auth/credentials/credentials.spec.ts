import type { Request, Response } from 'express';
import { takeApiKeyParameter } from './api-key-parameter';
import { credentialsOf } from './credentials';

function request(url: string, headers: Request['headers'] = {}): Request {
  const made = { url, originalUrl: url, headers } as Request;
  takeApiKeyParameter(made, {} as Response, () => undefined);
  return made;
}

describe('takeApiKeyParameter', () => {
  it.each([
    ['/reports', '/reports'],
    ['/reports?api_key=secret', '/reports'],
    ['/reports?limit=1&api_key=secret&q=a+b%20c', '/reports?limit=1&q=a+b%20c'],
    ['/reports?api%5Fkey=secret&x', '/reports?x'],
    ['/reports?coordinates=[1,2]&maxDistance==5&api_key=', '/reports?coordinates=[1,2]&maxDistance==5'],
    ['/reports?my_api_key=x', '/reports?my_api_key=x'],
    ['/reports?q=api_key', '/reports?q=api_key'],
  ])('leaves of %s what is not the key', (url, rest) => {
    const { url: routed, originalUrl } = request(url);
    expect([routed, originalUrl]).toEqual([rest, rest]);
  });
});

describe('credentialsOf', () => {
  it('finds none where there are none', () => {
    expect(credentialsOf(request('/reports?limit=1'))).toEqual([]);
  });

  it('finds all of them, in the order in which they count', () => {
    const headers = { 'x-api-key': 'header', authorization: 'bearer a.b.c' };
    expect(credentialsOf(request('/reports?api_key=p%61rameter', headers))).toEqual([
      { kind: 'token', value: 'a.b.c' },
      { kind: 'api-key', value: 'header' },
      { kind: 'api-key', value: 'parameter' },
    ]);
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a b', 'Bearer ä', `Bearer ${'a'.repeat(10_000)}`])(
    'refuses the header Authorization: %j',
    (authorization) => {
      expect(() => credentialsOf(request('/', { authorization }))).toThrow(/Authorization/);
    },
  );

  it('refuses a key that stands twice', () => {
    expect(() => credentialsOf(request('/?api_key=a&api_key=b'))).toThrow(/more than once/);
  });
});
