import { isIP } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/** IPv6 hands every customer at least a network of this length, so an address in it costs nothing to change. */
const IPV6_PREFIX = 64;

/**
 * What tells one client from another by address: the IPv4 address, or the /64 network of an IPv6 address. Behind a proxy
 * it is the address that the proxies of TRUST_PROXY forwarded.
 */
export function clientNetwork(request: Request): string {
  // What a proxy forwarded may be no address, and a client that has left has none any more.
  const address = [request.ip, request.socket.remoteAddress].find((text) => isIP(text ?? '') > 0);
  return address === undefined ? 'unknown' : networkOf(address);
}

/** An IPv4 address in IPv6 notation counts as IPv4. */
export function networkOf(address: string): string {
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_PREFIX}`).toString()}/${IPV6_PREFIX}`;
}
