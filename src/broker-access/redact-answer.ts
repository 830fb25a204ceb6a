import type { Response } from 'express';

/** Leaves the member of this name out of the JSON that is about to be sent, at whatever depth it stands. */
export function redactAnswer(response: Response, member: string): void {
  const end = response.end.bind(response) as (body?: unknown) => Response;
  response.end = ((body?: unknown) => {
    if (typeof body !== 'string' && !Buffer.isBuffer(body)) return end(body);
    const text = withoutMember(body.toString(), member);
    response.setHeader('Content-Length', Buffer.byteLength(text));
    return end(text);
  }) as typeof response.end;
}

function withoutMember(json: string, member: string): string {
  // Most answers do not have it, and need not be parsed.
  if (!json.includes(`"${member}"`)) return json;
  return JSON.stringify(JSON.parse(json, (name, value: unknown) => (name === member ? undefined : value)));
}
