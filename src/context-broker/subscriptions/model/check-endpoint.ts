import { badRequestData } from '../../errors';
import { isPrivateAddress } from '../../http-client/address-guard';

/**
 * Refuses an address that notifications could never be sent to, as far as it can be told without a name server; what a
 * name stands for is looked at whenever a connection is made.
 *
 * @throws NgsiLdError BadRequestData
 */
export function checkEndpointHost(uri: string): void {
  const { hostname } = new URL(uri);
  const isLocal = /(^|\.)localhost\.?$/i.test(hostname) || isPrivateAddress(hostname);
  if (isLocal) throw badRequestData(`notification.endpoint.uri: ${hostname} is not open to notifications`);
}
