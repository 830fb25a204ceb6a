import { Agent as HttpAgent, type AgentOptions, type ClientRequestArgs } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { AddressNotAllowedError, isPrivateAddress, lookUpPublic } from './address-guard';

/** Connections of outgoing calls, for axios and for `node:http`. */
export interface Agents {
  httpAgent: HttpAgent;
  httpsAgent: HttpsAgent;
}

/**
 * Agents for addresses that clients of the broker give it, such as those of contexts and of receivers. They connect to
 * the public Internet alone, unless private hosts are allowed; anything else fails with AddressNotAllowedError. As each
 * connection is looked at, redirects may be followed. Whoever makes them destroys them.
 */
export function guardedAgents(allowPrivateHosts: boolean, options: AgentOptions = {}): Agents {
  const complete = { keepAlive: true, maxSockets: 64, ...options };
  if (allowPrivateHosts) {
    return { httpAgent: new HttpAgent(complete), httpsAgent: new HttpsAgent(complete) };
  }
  const guarded = { ...complete, lookup: lookUpPublic };
  return { httpAgent: new GuardedHttpAgent(guarded), httpsAgent: new GuardedHttpsAgent(guarded) };
}

type Callback = NonNullable<Parameters<HttpAgent['createConnection']>[1]>;

class GuardedHttpAgent extends HttpAgent {
  override createConnection(options: ClientRequestArgs, callback: Callback) {
    return refuse(options, callback) ? undefined : super.createConnection(options, callback);
  }
}

class GuardedHttpsAgent extends HttpsAgent {
  override createConnection(options: ClientRequestArgs, callback: Callback) {
    return refuse(options, callback) ? undefined : super.createConnection(options, callback);
  }
}

/** Fails a connection to an address that must not be called; not at once, as nobody catches what agents throw. */
function refuse({ host }: ClientRequestArgs, callback: Callback): boolean {
  const refused = typeof host === 'string' && isPrivateAddress(host);
  if (refused) process.nextTick(callback, new AddressNotAllowedError(host), undefined);
  return refused;
}
