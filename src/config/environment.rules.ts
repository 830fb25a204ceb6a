import { isIP } from 'node:net';
import { ValidateBy } from 'class-validator';

const httpUrl = (value: unknown): URL | undefined => {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return /^https?:$/.test(url.protocol) ? url : undefined;
};

const rule = (name: string, message: string, holds: (value: unknown) => boolean) =>
  ValidateBy({ name, validator: { validate: holds, defaultMessage: () => message } });

/** An absolute http or https URL without credentials in it. */
export const IsHttpUrl = () =>
  rule('isHttpUrl', 'must be an http:// or https:// URL without user name or password', (value) => {
    const url = httpUrl(value);
    return url !== undefined && url.username === '' && url.password === '';
  });

/** `*`, or origins (scheme, host and port, nothing more) separated by commas. */
export const IsHttpOrigins = () =>
  rule('isHttpOrigins', 'must be * or origins such as https://city.example separated by commas', (value) => {
    if (value === '*') return true;
    if (typeof value !== 'string') return false;
    return value.split(',').every((origin) => httpUrl(origin.trim())?.origin === origin.trim());
  });

const isAddressOrRange = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return (
    rest.length === 0 &&
    bits > 0 &&
    (prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= bits))
  );
};

/** A number of proxies, or their addresses. */
export const IsTrustProxy = () =>
  rule(
    'isTrustProxy',
    'must be a number of proxies, or addresses such as 10.0.0.0/8 separated by commas',
    (value) => {
      if (typeof value !== 'string') return false;
      if (/^\d{1,2}$/.test(value)) return true;
      return value
        .split(',')
        .map((part) => part.trim())
        .every((part) => ['loopback', 'linklocal', 'uniquelocal'].includes(part) || isAddressOrRange(part));
    },
  );
