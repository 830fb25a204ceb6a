/** How long a context is used without being fetched again, in milliseconds: what its server says within these bounds. */
const DEFAULT_MS = 24 * 3_600_000;
const SHORTEST_MS = 60_000;
const LONGEST_MS = 7 * 24 * 3_600_000;

/** What the caching headers of an answer say (RFC 9111, section 4.2.1), within bounds. */
export function freshFor(headers: object): number {
  const { 'cache-control': control, expires } = headers as Record<string, unknown>;
  const given = told(typeof control === 'string' ? control : '', expires);
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, given ?? DEFAULT_MS));
}

function told(control: string, expires: unknown): number | undefined {
  if (/\bno-(?:store|cache)\b/i.test(control)) return 0;
  const [, age] = /\bmax-age\s*=\s*"?(\d{1,10})/i.exec(control) ?? [];
  if (age !== undefined) return Number(age) * 1000;
  const end = typeof expires === 'string' ? Date.parse(expires) : NaN;
  return Number.isNaN(end) ? undefined : end - Date.now();
}
