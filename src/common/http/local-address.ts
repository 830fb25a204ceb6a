import type { AddressInfo, Server } from 'node:net';

/** The address under which a listening server is reached from its own machine. */
export function localAddress(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
