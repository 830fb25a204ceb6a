import type { Request } from 'express';
import type { KnownContext } from '../context/known-context';
import type { Terms } from '../context/terms';

const hiddenNames = new WeakMap<Request, ReadonlySet<string>>();

/** What a hidden name is taken for: the name of nothing. */
const NOTHING = 'urn:ngsi-ld:nothing';

/**
 * Makes attributes, by their stored names, nothing that the request could ask for, whatever its context calls them.
 * That they are not in the answer is for the caller to see to. To be called before the request's context is found.
 */
export function hideNames(request: Request, names: Iterable<string>): void {
  hiddenNames.set(request, new Set(names));
}

/** The context as the request may use it. */
export function withoutHidden(request: Request, context: KnownContext): KnownContext {
  const hidden = hiddenNames.get(request);
  if (hidden === undefined) return context;
  return {
    terms: withoutNames(context.terms, hidden),
    inBody: context.inBody,
    get url() {
      return context.url;
    },
  };
}

const withoutNames = ({ isCore, toStored, toTerm }: Terms, hidden: ReadonlySet<string>): Terms => ({
  isCore,
  toTerm,
  toStored: (name) => {
    const stored = toStored(name);
    return hidden.has(stored) ? NOTHING : stored;
  },
});
