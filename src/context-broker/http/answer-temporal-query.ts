import type { Request, Response } from 'express';
import { badRequestData } from '../errors';
import type { EntitySelection } from '../reader/entity-selection';
import { answerFormOf, sendJsonList } from './output';
import { type PagingParameters, pagingOf, setPageHeaders } from './paging';
import { brokerOf } from './request-tenant';
import {
  type EvolutionParameters,
  evolutionRequestOf,
  setContentRange,
  writtenPage,
} from './temporal-request';

const ORDERS = new Map([
  [undefined, false],
  ['id', false],
  ['id;asc', false],
  ['id;desc', true],
]);

/** Answers with a page of entities and how they evolved (ETSI GS CIM 009, clause 5.7.4). */
export async function answerTemporalQuery(
  request: Request,
  response: Response,
  parameters: EvolutionParameters & PagingParameters & { orderBy?: string },
  selection: EntitySelection,
): Promise<void> {
  const { history, options } = brokerOf(request);
  const answer = answerFormOf(request);
  const { filter, extent, writing } = evolutionRequestOf(parameters, answer, options.temporalPageSize);
  const paging = pagingOf(parameters);
  const descending = ORDERS.get(parameters.orderBy);
  if (descending === undefined)
    throw badRequestData('orderBy: evolutions are in the order of their ids alone');
  const page = await history.query({ selection, filter, descending, ...extent, ...paging });
  setPageHeaders(request, response, paging, page);
  setContentRange(response, page, filter);
  sendJsonList(response, writtenPage(page, writing), answer);
}
