import type { Entity, JsonValue } from '../ngsi-ld/entity';
import { simplified, withContext } from './report-representation';

// Reports that stay in JSON from the store to the client: to parse a page of them and write it anew takes longer than to
// find it. The patterns take JSON as `JSON.stringify` writes it; whatever they do not know is parsed.

const STRING = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;

const POINT = String.raw`\{"type":"Point","coordinates":\[[^\]]*\]\}`;

const PLAIN = String.raw`${STRING}|-?\d[\d.eE+-]*|true|false|\[(?:${STRING},?)*\]|${POINT}`;

const HEAD = new RegExp(String.raw`\{"id":${STRING},"type":${STRING}`, 'y');

/** An attribute without anything but its value. */
const ATTRIBUTE = new RegExp(
  String.raw`,(${STRING}):\{"type":"(?:Geo)?Property","value":(?:(${PLAIN})|\{"@type":${STRING},"@value":(${STRING})\})\}`,
  'y',
);

/** {@link simplified}, from JSON to JSON. */
export const simplifiedInJson = (json: string): string =>
  simplifiedByPattern(json) ?? JSON.stringify(simplified(parsed(json)));

function simplifiedByPattern(json: string): string | undefined {
  HEAD.lastIndex = 0;
  const [head] = HEAD.exec(json) ?? [];
  if (head === undefined) return undefined;
  let plain = head;
  for (let at = head.length; at < json.length - 1; at = ATTRIBUTE.lastIndex) {
    ATTRIBUTE.lastIndex = at;
    const [found, name, value, typed] = ATTRIBUTE.exec(json) ?? [];
    if (found === undefined) return undefined;
    plain += `,${name}:${value ?? typed}`;
  }
  return `${plain}}`;
}

/** {@link withContext}, from JSON to JSON. */
export const withContextInJson = (json: string, context: JsonValue): string =>
  json.includes('"@context"')
    ? JSON.stringify(withContext(parsed(json), context))
    : `${json.slice(0, -1)},"@context":${JSON.stringify(context)}}`;

export const parsed = (json: string): Entity => JSON.parse(json) as Entity;
