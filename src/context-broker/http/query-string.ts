import type { Request } from 'express';
import { badRequestData, NgsiLdError } from '../errors';

/**
 * The parameters of a request by name. Read from the raw query string, split at `&` and the first `=` alone: the values
 * of NGSI-LD have `;`, `==`, `[` and `,` in them, encoded or not.
 *
 * @throws NgsiLdError InvalidRequest for a parameter that the operation does not know (clause 6.3.20), BadRequestData for
 * one that is given twice.
 */
export function parametersOf<Name extends string>(
  request: Request,
  known: readonly Name[],
): Partial<Record<Name, string>> {
  const parameters: Partial<Record<Name, string>> = {};
  const start = request.originalUrl.indexOf('?');
  const pairs = start === -1 ? [] : request.originalUrl.slice(start + 1).split('&');
  for (const pair of pairs.filter((text) => text !== '')) {
    const [, encodedName = '', encodedValue = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    const given = decode(encodedName);
    const name = known.find((candidate) => candidate === given);
    if (name === undefined) {
      throw new NgsiLdError('InvalidRequest', `${given.slice(0, 80)}: unknown query parameter`);
    }
    if (parameters[name] !== undefined) throw badRequestData(`${name}: given twice`);
    parameters[name] = decode(encodedValue);
  }
  liftCount(parameters, known);
  return parameters;
}

/** What clients ask for as `options=count`, as NGSIv2 has it, is a parameter of its own. */
function liftCount<Name extends string>(
  parameters: Partial<Record<Name, string>>,
  known: readonly Name[],
): void {
  const options = known.find((name) => name === 'options');
  const count = known.find((name) => name === 'count');
  if (options === undefined || count === undefined) return;
  const given = parameters[options]?.split(',') ?? [];
  const others = given.filter((option) => option !== 'count');
  if (others.length === given.length) return;
  parameters[count] ??= 'true';
  if (others.length > 0) parameters[options] = others.join(',');
  else delete parameters[options];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new NgsiLdError('InvalidRequest', 'the query string is not valid percent-encoding');
  }
}

/** A whole number in decimal notation. @throws NgsiLdError BadRequestData */
export function integerParameter(
  name: string,
  text: string | undefined,
  range: { minimum: number; maximum: number; default: number },
): number {
  if (text === undefined) return range.default;
  const value = /^\d{1,12}$/.test(text) ? Number(text) : NaN;
  if (value >= range.minimum && value <= range.maximum) return value;
  throw badRequestData(`${name}: must be a whole number from ${range.minimum} to ${range.maximum}`);
}

/** `true` or `false`, false when absent. @throws NgsiLdError BadRequestData */
export function booleanParameter(name: string, text: string | undefined): boolean {
  if (text === undefined || text === 'false') return false;
  if (text === 'true') return true;
  throw badRequestData(`${name}: must be true or false`);
}
