import type { Response } from 'express';
import { badRequestData } from '../errors';
import { ENTITY_MEMBERS, type JsonObject } from '../model/entity';
import {
  aggregationOf,
  TEMPORAL_PARAMETERS,
  temporalFilterOf,
  temporalFormOf,
} from '../temporal/temporal-parameters';
import type { TemporalParameters } from '../temporal/temporal-parameters';
import type { TemporalExtent, TemporalFilter, TemporalPage } from '../temporal/temporal-query';
import { temporalRepresentation, type TemporalWriting } from '../temporal/temporal-representation';
import { SCOPE } from '../store/history-table';
import { formatTime } from '../temporal/format-time';
import type { AnswerForm } from './output';
import { outputFormOf, type OutputParameters } from './output-form';

/** Parameters of every request for the evolution of entities. */
export const EVOLUTION_PARAMETERS = [
  'attrs',
  'pick',
  'omit',
  'lang',
  'csf',
  'local',
  ...TEMPORAL_PARAMETERS,
] as const;

export type EvolutionParameters = Pick<OutputParameters, 'attrs' | 'pick' | 'omit' | 'lang'> &
  TemporalParameters & { csf?: string };

/** What is asked of the history, and how it is to be written. */
export interface EvolutionRequest {
  filter: TemporalFilter;
  extent: TemporalExtent;
  writing: TemporalWriting;
}

/** @throws NgsiLdError BadRequestData, InvalidRequest */
export function evolutionRequestOf(
  { attrs, pick, omit, lang, csf, ...temporal }: EvolutionParameters,
  { mediaType, context: { terms } }: AnswerForm,
  pageSize: number,
): EvolutionRequest {
  if (csf !== undefined) throw badRequestData('csf: there are no context sources to choose from');
  const output = { attrs, pick, omit, lang };
  const { projected, languages } = outputFormOf(defined(output), mediaType, terms);
  const { attributes, pick: picked, omit: omitted } = projected;
  const form = temporalFormOf(temporal);
  const shows = (member: string) => picked?.has(member) !== false && omitted?.has(member) !== true;
  const filter: TemporalFilter = {
    ...temporalFilterOf(temporal),
    ...(attributes && { attributes: [...attributes].filter(isAttribute) }),
    ...(picked && { picked: [...picked.keys()].filter(isAttribute) }),
    ...(omitted && { omitted: [...omitted.keys()] }),
    withoutScope: !shows(SCOPE) || attributes?.has(SCOPE) === false,
  };
  return {
    filter,
    extent: {
      pageSize,
      ...(form.format === 'aggregatedValues' && { aggregation: aggregationOf(temporal) }),
    },
    writing: { ...form, filter, terms, shows, ...(languages && { languages }) },
  };
}

const isAttribute = (name: string): boolean => !ENTITY_MEMBERS.has(name);

const defined = (parameters: { [name in keyof OutputParameters]: string | undefined }): OutputParameters =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined));

/** The entities of a page that have members left to show, in JSON. */
export const writtenPage = ({ entities }: TemporalPage, writing: TemporalWriting): JsonObject[] =>
  entities
    .map((entity) => temporalRepresentation(entity, writing))
    .filter((json) => Object.keys(json).length > 0);

/** Says which part of the time an answer covers, when instances were cut off (clause 6.3.10). */
export function setContentRange(
  response: Response,
  { covered }: TemporalPage,
  { lastN }: TemporalFilter,
): void {
  if (covered === undefined) return;
  const range = `${formatTime(covered.start)}-${formatTime(covered.end)}`;
  response.status(206).setHeader('Content-Range', `date-time ${range}/${lastN ?? '*'}`);
}
