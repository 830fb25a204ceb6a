/** The core context under any of its published addresses, versioned or not. */
const CORE_URL = /^https?:\/\/uri\.etsi\.org\/ngsi-ld\/v1\/ngsi-ld-core-context(-v\d+\.\d+)?\.jsonld$/;

/** Whether an entry of a JSON-LD context stands for the core context, whose terms are always in force. */
export const isCoreContext = (entry: unknown, configuredUrl: string): boolean =>
  typeof entry === 'string' && (entry === configuredUrl || CORE_URL.test(entry));
