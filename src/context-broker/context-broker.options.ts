import type { IndexProfile } from './index-profile';
import { DELIVERY_OPTIONS, type DeliveryOptions } from './subscriptions/delivery/delivery.options';

/** Settings of the embedded broker. */
export class ContextBrokerOptions {
  /** Where the stores are kept; made when missing, for one process at a time. */
  dataDirectory: string = './data';

  /** What queries are to be quick about. */
  indexProfiles: readonly IndexProfile[] = [];

  /** How long a query may take, in milliseconds. */
  queryTimeoutMs: number = 5000;

  /** The address of the NGSI-LD core context in answers. */
  coreContextUrl: string = 'https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context.jsonld';

  /** Whether a JSON-LD context in the Link header beside one in the body is let pass, as existing clients send it. */
  lenientContext: boolean = true;

  /** Whether contexts are fetched from private and loopback addresses, and notifications sent there. */
  allowPrivateHosts: boolean = false;

  /** The broker's address as clients see it, without a trailing slash; undefined: that of the HTTP server. */
  publicUrl?: string;

  /** How notifications are delivered. */
  delivery: DeliveryOptions = DELIVERY_OPTIONS;

  /** Instances of one attribute that a temporal answer has at most; more are cut off and can be asked for in turn. */
  temporalPageSize: number = 1000;

  /** How long the history is kept, in days; 0: for ever. */
  temporalRetentionDays: number = 0;
}
