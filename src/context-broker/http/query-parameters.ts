import type { Terms } from '../context/terms';
import { badRequestData } from '../errors';
import { parseGeometry } from '../geo/parse-geo-query';
import { linkDepth } from '../query-language/parser';
import { parseOrder } from '../query-language/order';
import { ANY_TYPE } from '../query-language/type-selection';
import type { EntitySelection, EntitySelector, PageQuery } from '../reader/entity-selection';
import { isTooWide, parseSelection } from '../selection-parameters';
import { joinOf } from './join';
import { OUTPUT_PARAMETERS } from './output-form';
import { type Paging, PAGING_PARAMETERS } from './paging';
import { booleanParameter } from './query-string';

/** Parameters that say which entities are meant. */
export const SELECTION_PARAMETERS = [
  'type',
  'id',
  'idPattern',
  'q',
  'expandValues',
  'jsonKeys',
  'scopeQ',
  'georel',
  'geometry',
  'coordinates',
  'geoproperty',
  'local',
] as const;

const ORDER_PARAMETERS = ['orderBy', 'orderFrom', 'orderGeometry', 'collation'] as const;

/** Parameters of a query of entities (ETSI GS CIM 009, clause 6.4.3.2). */
export const QUERY_PARAMETERS = [
  ...SELECTION_PARAMETERS,
  ...ORDER_PARAMETERS,
  ...OUTPUT_PARAMETERS,
  ...PAGING_PARAMETERS,
] as const;

export type QueryParameters = Partial<Record<(typeof QUERY_PARAMETERS)[number], string>>;

/**
 * A query that says nothing of which entities it is about is of all local ones: too wide is what would have to ask
 * other brokers (clause 5.7.2), and this one has none to ask.
 */
export const localWhenBare = (parameters: QueryParameters): QueryParameters =>
  SELECTION_PARAMETERS.some((name) => name in parameters) || 'attrs' in parameters
    ? parameters
    : { ...parameters, local: 'true' };

/**
 * The entities that a query is about, unless that is all there are. `idsNarrow`: whether it may be of ids alone.
 *
 * @throws NgsiLdError BadRequestData
 */
export function selectionOf(
  parameters: QueryParameters,
  terms: Terms,
  selectors?: EntitySelector[],
  idsNarrow = true,
): EntitySelection {
  const anyType = parameters.type === ANY_TYPE;
  const local = parameters.local !== undefined && booleanParameter('local', parameters.local);
  if (anyType && parameters.local !== undefined && !local) {
    throw badRequestData('local: cannot be false when type is *');
  }
  const selection = { ...parseSelection(parameters, terms), ...(selectors && { selectors }) };
  if (!anyType && !local && isTooWide(selection, idsNarrow)) {
    const ids = idsNarrow ? 'id, idPattern, ' : '';
    throw badRequestData(`too wide: one of type, attrs, q, georel, ${ids}scopeQ or local=true is needed`);
  }
  const level = joinOf(parameters)?.level ?? 0;
  if (selection.query !== undefined && linkDepth(selection.query) > level) {
    throw badRequestData('q: too deep: braces need join, and as high a joinLevel as they are deep');
  }
  return selection;
}

/** A page of them, with one entity more than is shown, to tell whether another page follows. */
export function pageQueryOf(
  parameters: QueryParameters,
  terms: Terms,
  paging: Paging,
  selectors?: EntitySelector[],
): PageQuery {
  const [order, ...further] = orderOf(parameters, terms);
  return {
    ...selectionOf(parameters, terms, selectors),
    ...paging,
    ...(order && { order }),
    ...(further.length > 0 && { further }),
    limit: paging.limit === 0 ? 0 : paging.limit + 1,
  };
}

function orderOf({ orderBy, orderFrom, orderGeometry = 'Point', collation }: QueryParameters, terms: Terms) {
  if (collation !== undefined) {
    throw badRequestData('collation: texts are only ordered by the code points of their characters');
  }
  const from = orderFrom === undefined ? undefined : parseGeometry(orderGeometry, orderFrom);
  return orderBy === undefined ? [] : parseOrder(orderBy, terms, from);
}
