import type { IndexProfile } from './index-profile';

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
}
