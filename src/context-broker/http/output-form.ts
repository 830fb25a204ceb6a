import type { Terms } from '../context/terms';
import { badRequestData, NgsiLdError } from '../errors';
import { parseLanguages } from '../model/language';
import { checkedName } from '../model/names';
import { memberDepth, type Members, parseMembers } from '../model/projection-terms';
import type { Format, Projected } from '../model/representation';
import { parseNames } from '../selection-parameters';
import { type Join, JOIN_PARAMETERS, joinOf } from './join';
import type { MediaType } from './media-type';

/** Parameters that say how entities are written (ETSI GS CIM 009, clauses 6.4.3.2 and 6.5.3.1). */
export const OUTPUT_PARAMETERS = [
  'attrs',
  'pick',
  'omit',
  'datasetId',
  'lang',
  'options',
  'format',
  'geometryProperty',
  ...JOIN_PARAMETERS,
] as const;

export type OutputParameters = Partial<Record<(typeof OUTPUT_PARAMETERS)[number], string>>;

/** How entities are written. */
export interface OutputForm {
  projected: Projected;
  format: Format;
  sysAttrs: boolean;
  /** By stored name. */
  geometryProperty: string;
  /** The languages that texts are wanted in, best first. */
  languages?: string[];
  join?: Join;
}

const FORMATS = new Map<string, Format>([
  ['normalized', 'normalized'],
  ['concise', 'concise'],
  ['simplified', 'simplified'],
  ['keyValues', 'simplified'],
]);

/** @throws NgsiLdError BadRequestData, InvalidRequest */
export function outputFormOf(parameters: OutputParameters, mediaType: MediaType, terms: Terms): OutputForm {
  const { geometryProperty, lang } = parameters;
  if (geometryProperty !== undefined && mediaType !== 'application/geo+json') {
    throw badRequestData('geometryProperty: is for answers in application/geo+json');
  }
  const join = joinOf(parameters);
  return {
    ...formatOf(parameters),
    projected: projectedOf(parameters, terms, join?.level ?? 0),
    geometryProperty: checkedName(geometryProperty ?? 'location', 'geometryProperty', terms),
    ...(lang !== undefined && { languages: parseLanguages(lang) }),
    ...(join && { join }),
  };
}

/**
 * The representation that `format` asks for, or else `options` (clause 6.3.7).
 *
 * @throws NgsiLdError InvalidRequest for a representation that there is not (clause 6.3.20), BadRequestData for several
 */
export function formatOf({ options, format }: Pick<OutputParameters, 'options' | 'format'>): {
  format: Format;
  sysAttrs: boolean;
} {
  const [byOptions, byFormat] = [parseOptions('options', options), parseOptions('format', format)];
  return {
    format: byFormat.format ?? byOptions.format ?? 'normalized',
    sysAttrs: byOptions.sysAttrs || byFormat.sysAttrs,
  };
}

function parseOptions(parameter: string, text = ''): { format?: Format; sysAttrs: boolean } {
  const names = text === '' ? [] : text.split(',');
  const [first, ...others] = names
    .filter((name) => name !== 'sysAttrs')
    .map((name) => knownFormat(parameter, name));
  if (others.some((other) => other !== first)) throw badRequestData(`${parameter}: more than one format`);
  return { ...(first && { format: first }), sysAttrs: names.includes('sysAttrs') };
}

function knownFormat(parameter: string, name: string): Format {
  const known = FORMATS.get(name);
  if (known !== undefined) return known;
  const shown = JSON.stringify(name.slice(0, 80));
  throw new NgsiLdError('InvalidRequest', `${parameter}: ${shown} is not supported`);
}

function projectedOf(
  { attrs, pick, omit, datasetId }: OutputParameters,
  terms: Terms,
  level: number,
): Projected {
  if (attrs !== undefined && (pick ?? omit) !== undefined) {
    throw badRequestData('attrs: cannot be combined with pick or omit');
  }
  const picked = pick === undefined ? undefined : parseMembers(pick, 'pick', terms);
  const omitted = omit === undefined ? undefined : parseMembers(omit, 'omit', terms);
  for (const members of [picked, omitted]) {
    if (members !== undefined && memberDepth(members) > level) {
      throw badRequestData('pick, omit: braces need join, and as high a joinLevel as they are deep');
    }
  }
  if (picked && omitted && contradict(picked, omitted))
    throw badRequestData('pick, omit: name the same member');
  return {
    ...(attrs !== undefined && { attributes: new Set(parseNames(attrs, 'attrs', terms)) }),
    ...(picked && { pick: picked }),
    ...(omitted && { omit: omitted }),
    ...(datasetId !== undefined && { datasets: datasetsOf(datasetId) }),
  };
}

const contradict = (picked: Members, omitted: Members): boolean =>
  [...omitted].some(([name, inner]) => inner === undefined && picked.has(name));

const datasetsOf = (text: string): ReadonlySet<string | undefined> =>
  new Set(text.split(',').map((name) => (name.trim() === '@none' ? undefined : name.trim())));
