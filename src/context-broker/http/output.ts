import type { Request, Response } from 'express';
import { namedIn } from '../context/name-entity';
import { badRequestData } from '../errors';
import type { Entity, JsonObject } from '../model/entity';
import { checkedName } from '../model/names';
import { asFeature, type Format, project, type Projected, represent } from '../model/representation';
import type { EntityRow } from '../reader/entity-selection';
import { parseNames } from '../selection-parameters';
import { type SystemTimes, withSystemTimes } from '../store/system-times';
import { acceptedMediaType, type MediaType } from './media-type';
import type { KnownContext } from '../context/known-context';
import { contextLink } from './context-header';
import { contextOf } from './request-context';

/** Parameters that say how entities are written. */
export const OUTPUT_PARAMETERS = ['attrs', 'pick', 'omit', 'options', 'format', 'geometryProperty'] as const;

export type OutputParameters = Partial<Record<(typeof OUTPUT_PARAMETERS)[number], string>>;

/** What every answer has in common. */
export interface AnswerForm {
  mediaType: MediaType;
  context: KnownContext;
}

/** How the entities of an answer are written. */
export interface Output extends AnswerForm, Projected {
  format: Format;
  sysAttrs: boolean;
  geometryProperty: string;
}

const FORMATS = new Map<string, Format>([
  ['normalized', 'normalized'],
  ['concise', 'concise'],
  ['simplified', 'simplified'],
  ['keyValues', 'simplified'],
]);

/** @throws NgsiLdError BadRequestData, ServiceError 406 */
export function outputOf(request: Request, parameters: OutputParameters): Output {
  const { attrs, pick, omit, geometryProperty = 'location' } = parameters;
  const shown = pick ?? attrs;
  const options = parameters.options?.split(',') ?? [];
  const formats = [
    ...options.filter((option) => option !== 'sysAttrs'),
    ...(parameters.format?.split(',') ?? []),
  ];
  const [format = 'normalized', ...contradicting] = formats.map((name) => {
    const known = FORMATS.get(name);
    if (known === undefined)
      throw badRequestData(`options: ${JSON.stringify(name.slice(0, 80))} is not supported`);
    return known;
  });
  if (contradicting.some((other) => other !== format)) throw badRequestData('options: more than one format');
  const context = contextOf(request);
  const { terms } = context;
  return {
    context,
    mediaType: acceptedMediaType(request),
    format,
    sysAttrs: options.includes('sysAttrs'),
    geometryProperty: checkedName(geometryProperty, 'geometryProperty', terms),
    ...(shown !== undefined && { pick: parseNames(shown, pick === undefined ? 'attrs' : 'pick', terms) }),
    ...(omit !== undefined && { omit: parseNames(omit, 'omit', terms) }),
  };
}

/** Writes one entity, in JSON. What needs no change is not parsed. */
export function sendEntity(response: Response, row: EntityRow, output: Output): void {
  const text = isStoredForm(output) ? row.body : JSON.stringify(inContext(written(row, output), output));
  sendJson(response, text, output);
}

/** Writes a list of entities, in JSON. */
export function sendEntities(response: Response, rows: readonly EntityRow[], output: Output): void {
  const text = isStoredForm(output) ? `[${rows.map(({ body }) => body).join(',')}]` : listText(rows, output);
  sendJson(response, text, output);
}

function listText(rows: readonly EntityRow[], output: Output): string {
  const entities = rows.map((row) => written(row, output));
  if (output.mediaType !== 'application/geo+json') {
    return JSON.stringify(entities.map((entity) => inContext(entity, output)));
  }
  return JSON.stringify(inContext({ type: 'FeatureCollection', features: entities }, output));
}

/** Sends text that is JSON already, with the context where the media type wants it. */
export function sendJson(response: Response, text: string, { mediaType, context }: AnswerForm): void {
  if (mediaType === 'application/json') response.append('Link', contextLink(context.url));
  response.setHeader('Content-Type', mediaType);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

const isStoredForm = ({ mediaType, context, format, sysAttrs, pick, omit }: Output): boolean =>
  mediaType === 'application/json' &&
  context.terms.isCore &&
  format === 'normalized' &&
  !sysAttrs &&
  pick === undefined &&
  omit === undefined;

/** What is sent, with the context in it where the media type wants it. */
export const inContext = (json: JsonObject, { mediaType, context }: AnswerForm): JsonObject =>
  mediaType === 'application/json' ? json : { ...json, '@context': context.inBody };

function written(row: EntityRow, output: Output): JsonObject {
  const stored = JSON.parse(row.body) as Entity;
  const entity = output.sysAttrs
    ? withSystemTimes(stored, JSON.parse(row.sys) as SystemTimes, row.created_at, row.modified_at)
    : stored;
  const { terms } = output.context;
  const shown = namedIn(terms, project(entity, output));
  return output.mediaType === 'application/geo+json'
    ? { ...asFeature(shown, output.format, terms.toTerm(output.geometryProperty)) }
    : represent(shown, output.format);
}
