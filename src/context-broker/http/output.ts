import type { Request, Response } from 'express';
import type { JsonObject } from '../model/entity';
import type { EntityRow } from '../reader/entity-selection';
import { EntityRowWriter, type FindRow, mayTellExpiry } from './entity-row-writer';
import { acceptedMediaType, type MediaType } from './media-type';
import type { KnownContext } from '../context/known-context';
import { contextLink } from './context-header';
import { type OutputForm, outputFormOf, type OutputParameters } from './output-form';
import { contextOf } from './request-context';
import { brokerOf } from './request-tenant';

/** What every answer has in common. */
export interface AnswerForm {
  mediaType: MediaType;
  context: KnownContext;
  /** Whether the context stands in the Link header rather than in the body (clause 6.3.6). */
  isLinked: boolean;
}

/** How the entities of an answer are written. */
export interface Output extends AnswerForm, OutputForm {
  /** Finds the entities that relationships lead to. */
  find: FindRow;
}

/** @throws NgsiLdError BadRequestData, ServiceError 406 */
export function outputOf(request: Request, parameters: OutputParameters): Output {
  const form = formOf(request, acceptedMediaType(request));
  const { context, mediaType } = form;
  return {
    ...form,
    find: (id) => brokerOf(request).find(id),
    ...outputFormOf(parameters, mediaType, context.terms),
  };
}

/**
 * Writes one entity, in JSON; a list where entities that it is linked to stand behind it. What needs no change is not
 * parsed.
 */
export function sendEntity(response: Response, row: EntityRow, output: Output): void {
  sendJson(response, isStored([row], output) ? row.body : entityText(row, output), output);
}

function entityText(row: EntityRow, output: Output): string {
  const entities = written([row], output);
  const [only = {}] = entities;
  return entities.length > 1 ? inList(entities, output) : JSON.stringify(inContext(only, output));
}

/** Writes a list of entities, in JSON. */
export function sendEntities(response: Response, rows: readonly EntityRow[], output: Output): void {
  const text = isStored(rows, output)
    ? `[${rows.map(({ body }) => body).join(',')}]`
    : inList(written(rows, output), output);
  sendJson(response, text, output);
}

function inList(entities: JsonObject[], output: Output): string {
  if (output.mediaType !== 'application/geo+json') {
    return JSON.stringify(entities.map((entity) => inContext(entity, output)));
  }
  return JSON.stringify(inContext({ type: 'FeatureCollection', features: entities }, output));
}

/** Of an answer that is written in JSON or JSON-LD. @throws ServiceError 406 */
export const answerFormOf = (request: Request): AnswerForm =>
  formOf(request, acceptedMediaType(request, ['application/json', 'application/ld+json']));

/** GeoJSON has the context in it, unless the client would rather not. */
const formOf = (request: Request, mediaType: MediaType): AnswerForm => ({
  mediaType,
  context: contextOf(request),
  isLinked:
    mediaType === 'application/json' ||
    (mediaType === 'application/geo+json' && /\bbody=json\b/.test(request.get('Prefer') ?? '')),
});

export const sendJsonObject = (response: Response, json: JsonObject, form: AnswerForm): void =>
  sendJson(response, JSON.stringify(inContext(json, form)), form);

export const sendJsonList = (response: Response, list: readonly JsonObject[], form: AnswerForm): void =>
  sendJson(response, JSON.stringify(list.map((item) => inContext(item, form))), form);

/** Sends text that is JSON already, with the context where the media type wants it. */
export function sendJson(
  response: Response,
  text: string,
  { mediaType, context, isLinked }: AnswerForm,
): void {
  if (isLinked) response.append('Link', contextLink(context.url));
  sendText(response, text, mediaType);
}

/** JSON is in UTF-8, which its media types have no parameter for (RFC 8259, section 11). */
export function sendText(response: Response, text: string, mediaType: MediaType): void {
  response.setHeader('Content-Type', mediaType);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

/** Whether entities are sent as they are stored. */
const isStored = (rows: readonly EntityRow[], output: Output): boolean =>
  isStoredForm(output) && !rows.some(mayTellExpiry);

const isStoredForm = ({
  mediaType,
  context,
  format,
  sysAttrs,
  projected,
  languages,
  join,
}: Output): boolean =>
  mediaType === 'application/json' &&
  context.terms.isCore &&
  format === 'normalized' &&
  !sysAttrs &&
  Object.keys(projected).length === 0 &&
  (languages ?? join) === undefined;

/** What is sent, with the context in it where the media type wants it. */
export const inContext = (json: JsonObject, { isLinked, context }: AnswerForm): JsonObject =>
  isLinked ? json : { ...json, '@context': context.inBody };

function written(rows: readonly EntityRow[], output: Output): JsonObject[] {
  const asGeoJson = output.mediaType === 'application/geo+json';
  return new EntityRowWriter(output, output.context.terms, asGeoJson, output.find).write(rows);
}
