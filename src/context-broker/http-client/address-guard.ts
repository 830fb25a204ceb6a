import { lookup as resolve, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The address is not one of the public Internet, and so none that strangers may make the broker call. */
export class AddressNotAllowedError extends Error {
  override name = 'AddressNotAllowedError';

  constructor(host: string) {
    super(`${host} is not an address of the public Internet`);
  }
}

/** IPv6 addresses that stand for IPv4 ones, of old (RFC 4291, section 2.5.5.1). */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96');

/**
 * Whether an IP address is of the public Internet: not loopback, private, link-local, multicast or reserved, also where
 * an IPv6 address is one of these in disguise.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6 && parsed.match(IPV4_COMPATIBLE)) return false;
  return parsed.range() === 'unicast';
}

/** Whether the host is an IP address, which is never looked up, and not a public one. */
export function isPrivateAddress(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  return isIP(address) > 0 && !isPublic(address);
}

/**
 * Looks up a host name as `dns.lookup` does, and fails unless all of its addresses are public. The connection is made
 * to the very addresses that were looked at, so that a name server has no second chance to give another answer.
 */
export const lookUpPublic: LookupFunction = (host, options, callback) => {
  resolve(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const [first] = error === null ? found : [];
    if (first === undefined) return callback(error ?? new Error(`${host} has no address`), '');
    if (!found.every(({ address }) => isPublic(address)))
      return callback(new AddressNotAllowedError(host), '');
    if (options.all === true) return callback(null, found);
    return callback(null, first.address, first.family);
  });
};
