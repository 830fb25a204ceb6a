import { NgsiLdError } from '../errors';

/** The core context under any of its published addresses, versioned or not. */
const CORE_CONTEXT = /^https?:\/\/uri\.etsi\.org\/ngsi-ld\/v1\/ngsi-ld-core-context(-v\d+\.\d+)?\.jsonld$/;

/**
 * Makes sure that a context says nothing but what the broker knows by itself: names mean what they mean in the core
 * context.
 *
 * @throws NgsiLdError LdContextNotAvailable for any other context, which must not be ignored.
 */
export function checkContext(context: unknown): void {
  for (const part of [context].flat()) {
    if (typeof part === 'string' && CORE_CONTEXT.test(part)) continue;
    const name = typeof part === 'string' ? part.slice(0, 200) : 'an inline context';
    throw new NgsiLdError(
      'LdContextNotAvailable',
      `@context: ${name} is not available, only the core context is`,
    );
  }
}
