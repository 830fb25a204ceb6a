import type { Response } from 'express';

/** Leaves the members of these names out of the JSON that is about to be sent, at whatever depth they stand. */
export function redactAnswer(response: Response, names: () => readonly string[]): void {
  const end = response.end.bind(response) as (body?: unknown) => Response;
  response.end = ((body?: unknown) => {
    if (typeof body !== 'string' && !Buffer.isBuffer(body)) return end(body);
    const text = withoutMembers(body.toString(), new Set(names()));
    response.setHeader('Content-Length', Buffer.byteLength(text));
    return end(text);
  }) as typeof response.end;
}

function withoutMembers(json: string, names: ReadonlySet<string>): string {
  // Most answers have none of them, and need not be parsed.
  if (![...names].some((name) => json.includes(JSON.stringify(name)))) return json;
  return JSON.stringify(JSON.parse(json, (name, value: unknown) => (names.has(name) ? undefined : value)));
}
