/** What a client is told of an operation that is on its way out. */
export interface Deprecation {
  /** ISO 8601: since when it is better not used; may lie ahead. */
  since: string;
  /** ISO 8601: from when on it may be gone. */
  sunset?: string;
  /** Path of what to use in its place. */
  successor?: string;
}

/**
 * The headers of a deprecated operation: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link`.
 *
 * @throws RangeError for what is no point in time, and for a sunset before the deprecation.
 */
export function deprecationHeaders({ since, sunset, successor }: Deprecation): Record<string, string> {
  const from = timeOf(since);
  const until = sunset === undefined ? undefined : timeOf(sunset);
  if (until !== undefined && until < from) throw new RangeError(`sunset ${sunset} is before ${since}`);
  return {
    Deprecation: `@${Math.floor(from.getTime() / 1000)}`,
    ...(until && { Sunset: until.toUTCString() }),
    ...(successor !== undefined && { Link: `<${encodeURI(successor)}>; rel="successor-version"` }),
  };
}

function timeOf(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new RangeError(`${text} is no point in time`);
  return time;
}
