import type { Entity, JsonValue } from '../ngsi-ld/entity';
import { simplified, withContext } from './report-representation';

// Reports that stay in JSON from the store to the client: to parse a page of them and write it anew takes longer than to
// find it. What is read here is JSON as `JSON.stringify` writes it; what is not known is parsed.

const STRING = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;

const HEAD = new RegExp(String.raw`\{"id":${STRING},"type":${STRING}`, 'y');

/** An attribute up to its value. */
const ATTRIBUTE = new RegExp(String.raw`,(${STRING}:)\{"type":"(?:Geo)?Property","value":`, 'y');

const SCALAR = new RegExp(String.raw`${STRING}|-?\d[\d.eE+-]*|true|false`, 'y');

/** A value that is written alone, without its type. */
const TYPED = new RegExp(String.raw`\{"@type":${STRING},"@value":(${STRING})\}`, 'y');

/** From one bracket to the next. */
const STRETCH = new RegExp(String.raw`[^"[\]{}]*(?:${STRING}[^"[\]{}]*)*`, 'y');

/** {@link simplified}, from JSON to JSON. */
export const simplifiedInJson = (json: string): string =>
  withValuesOnly(json) ?? JSON.stringify(simplified(parsed(json)));

/** The entity if its attributes have nothing but their values. */
function withValuesOnly(json: string): string | undefined {
  const [head] = match(HEAD, json, 0) ?? [];
  if (head === undefined) return undefined;
  let plain = head;
  for (let at = head.length; at < json.length - 1;) {
    const [start, name] = match(ATTRIBUTE, json, at) ?? [];
    if (start === undefined) return undefined;
    at += start.length;
    const [typed, typedValue] = match(TYPED, json, at) ?? [];
    const value = typed ?? valueAt(json, at);
    at += value?.length ?? 0;
    if (value === undefined || json[at] !== '}') return undefined;
    at += 1;
    plain += `,${name}${typedValue ?? value}`;
  }
  return `${plain}}`;
}

/** The value that begins there; undefined where that is not known, or it may have a type. */
function valueAt(json: string, start: number): string | undefined {
  if (!isOpening(json[start])) return match(SCALAR, json, start)?.[0];
  let depth = 0;
  for (let at = start; at < json.length; at += match(STRETCH, json, at)?.[0].length ?? 0) {
    depth += isOpening(json[at]) ? 1 : -1;
    at += 1;
    if (depth === 0) {
      const value = json.slice(start, at);
      return value.includes('"@') ? undefined : value;
    }
  }
  return undefined;
}

const isOpening = (character: string | undefined): boolean => character === '{' || character === '[';

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** {@link withContext}, from JSON to JSON. */
export const withContextInJson = (json: string, context: JsonValue): string =>
  json.includes('"@context"')
    ? JSON.stringify(withContext(parsed(json), context))
    : `${json.slice(0, -1)},"@context":${JSON.stringify(context)}}`;

const parsed = (json: string): Entity => JSON.parse(json) as Entity;
