import { identifier } from '../../common/sqlite/database';
import { foldedWords } from '../../common/fold-text';
import type { BoundingBox } from '../model/geometry';
import { bandsOf, type Narrow, PLACE_COLUMNS } from '../projection/place';
import type { Projection } from '../projection/projection';
import type { Query } from '../query-language/ast';
import { type ConditionContext, equalStrings, isPlain, querySql } from './condition-sql';
import type { EntitySelection, EntitySelector } from './entity-selection';
import { attributePath, entityFragment, fragment, type Fragment, joined, placeholders } from './fragment';
import {
  bandsIn,
  betweenLatitudes,
  candidateBoxes,
  distanceSql,
  exactTest,
  IN_PROJECTION,
  IN_TREE,
  locationsIn,
  narrowing,
  scannedDistanceSql,
  scanTest,
} from './geo-sql';

/** The table that entities are taken from, by what is known of their type. */
export interface Subject {
  table: string;
  pk: string;
  id: string;
  /** The index that gives them in the order of their ids. */
  idIndex: string;
}

/** What a selection means in SQL. */
export interface Plan {
  subject: Subject;
  /** A table that yields the candidates, where an index of ids, places or words is to be used. */
  lead: Fragment | undefined;
  /** The condition under which rows of the lead and the subject belong together. */
  leadJoin: string;
  /** The lead as a condition, where it can be one. */
  leadAsFilter: Fragment | undefined;
  /** The index of the subject that is to be used; undefined leaves it to SQLite. */
  index: string | undefined;
  filters: Fragment[];
  /** Metres from the point of the geo-query. */
  distance: Fragment | undefined;
  /** Conditions on facets, which are among the filters too. */
  facets: { column: string; values: string[] }[];
  /** Whether there are no filters beyond the type and the facets. */
  facetsOnly: boolean;
  /** The span of the profile's timeline, where it, the type and the facets are the only filters. */
  span: TimeSpan | undefined;
  /** Whether the store has entities whose time is over, which the totals that are kept count too. */
  hasOverdue: boolean;
}

/** Microseconds since 1970, both ends included. */
export interface TimeSpan {
  from: number;
  to: number;
}

/** The type when a selection is of exactly one. */
export function singleType({ types }: EntitySelection): string | undefined {
  const [alternative, ...others] = types ?? [];
  return others.length === 0 && alternative?.length === 1 ? alternative[0] : undefined;
}

export function planSelection(selection: EntitySelection, context: ConditionContext): Plan {
  const subject = subjectOf(selection, context.projection);
  const terms = conjuncts(selection.query);
  const facets = facetConditions(terms, context.projection);
  const timeline = context.projection?.profile.timeline;
  const spans = terms.flatMap((term) => timeSpan(term, timeline) ?? []);
  const other = [
    ...attributeFilter(selection.attributes),
    ...patternFilter(selection, subject),
    ...selectorFilter(selection, subject),
    ...scopeFilter(selection),
    ...(context.overdueAt === undefined ? [] : [notEnded(context.overdueAt)]),
  ];
  const undivided = singleType(selection) !== undefined && other.length === 0;
  const plan: Plan = {
    subject,
    lead: undefined,
    leadJoin: '',
    leadAsFilter: undefined,
    index: undefined,
    distance: undefined,
    filters: [...typeFilter(selection, subject), ...terms.map((term) => querySql(term, context)), ...other],
    facets,
    facetsOnly: terms.length === facets.length && undivided,
    span:
      spans.length > 0 && terms.length === facets.length + spans.length && undivided
        ? overlap(spans)
        : undefined,
    hasOverdue: context.overdueAt !== undefined,
  };
  addIds(plan, selection);
  addGeo(plan, selection, context);
  addText(plan, selection, context.projection);
  return plan;
}

function subjectOf(selection: EntitySelection, projection: Projection | undefined): Subject {
  if (selection.ids === undefined && projection !== undefined) {
    return { table: `${projection.table} p`, pk: 'p.entity', id: 'p.id', idIndex: projection.idIndex };
  }
  if (selection.ids === undefined && singleType(selection) !== undefined) {
    return { table: 'entity_type t', pk: 't.entity', id: 't.id', idIndex: '' };
  }
  return { table: 'entity e', pk: 'e.pk', id: 'e.id', idIndex: '' };
}

function typeFilter(selection: EntitySelection, subject: Subject): Fragment[] {
  const type = singleType(selection);
  if (subject.pk === 'p.entity') return [];
  if (subject.pk === 't.entity' && type !== undefined) {
    return [fragment('t.type = ? AND t.deleted = 0', type)];
  }
  const live = entityFragment('e.body IS NOT NULL');
  return selection.types === undefined ? [live] : [live, ofTypes(selection.types)];
}

/** The entity is of all types of one of the lists. */
const ofTypes = (lists: string[][]): Fragment =>
  joined(
    'OR',
    lists.map((types) =>
      entityFragment(
        `(SELECT count(*) FROM entity_type WHERE entity = e.pk AND deleted = 0
          AND type IN (${placeholders(types)})) = ${types.length}`,
        ...types,
      ),
    ),
  );

/** The terms that are all to be met. */
function conjuncts(query: Query | undefined): Query[] {
  if (query === undefined) return [];
  return query.kind === 'and' ? query.operands.flatMap(conjuncts) : [query];
}

function facetConditions(terms: readonly Query[], projection: Projection | undefined): Plan['facets'] {
  return terms.flatMap((term) => {
    const values = equalStrings(term);
    if (values === undefined || term.kind !== 'condition') return [];
    const { attribute } = term.path;
    return projection?.profile.facets.includes(attribute) ? [{ column: identifier(attribute), values }] : [];
  });
}

/** Kept counts do not tell how many there are. */
function isFilteredFurther(plan: Plan): void {
  plan.facetsOnly = false;
  plan.span = undefined;
}

/** The span of time that a condition on the attribute asks for, where it asks for no more. */
function timeSpan(term: Query, attribute: string | undefined): TimeSpan | undefined {
  if (term.kind !== 'condition' || !isPlain(term) || term.path.attribute !== attribute) return undefined;
  const { comparison } = term;
  switch (comparison?.operator) {
    case '>':
    case '>=':
      return comparison.operand.kind === 'dateTime'
        ? { from: comparison.operand.value + (comparison.operator === '>' ? 1 : 0), to: Infinity }
        : undefined;
    case '<':
    case '<=':
      return comparison.operand.kind === 'dateTime'
        ? { from: -Infinity, to: comparison.operand.value - (comparison.operator === '<' ? 1 : 0) }
        : undefined;
    default:
      return undefined;
  }
}

const overlap = (spans: readonly TimeSpan[]): TimeSpan => ({
  from: Math.max(...spans.map(({ from }) => from)),
  to: Math.min(...spans.map(({ to }) => to)),
});

function attributeFilter(names: readonly string[] | undefined): Fragment[] {
  if (names === undefined) return [];
  return [
    joined(
      'OR',
      names.map((name) => entityFragment('e.body -> ? IS NOT NULL', attributePath(name))),
    ),
  ];
}

function patternFilter({ idPattern }: EntitySelector, { id }: Pick<Subject, 'id'>): Fragment[] {
  return idPattern === undefined ? [] : [fragment(`matches_pattern(?, ${id})`, idPattern)];
}

/** Any of the selectors is met. */
function selectorFilter({ selectors }: EntitySelection, subject: Subject): Fragment[] {
  if (selectors === undefined) return [];
  const alternatives = selectors.map((selector) => {
    const { types, ids } = selector;
    return joined('AND', [
      ...(types === undefined ? [] : [ofTypes(types)]),
      ...(ids === undefined
        ? []
        : [fragment(`${subject.id} IN (SELECT value FROM json_each(?))`, JSON.stringify(ids))]),
      ...patternFilter(selector, subject),
      fragment('TRUE'),
    ]);
  });
  return [joined('OR', alternatives)];
}

function scopeFilter({ scope }: EntitySelection): Fragment[] {
  if (scope === undefined) return [];
  return [entityFragment(`meets_scope_query(?, e.body -> '$.scope') IS TRUE`, JSON.stringify(scope))];
}

/** Of those whose time is over but that are still in the store. */
const notEnded = (now: number): Fragment =>
  entityFragment('(e.expires_at IS NULL OR e.expires_at > ? OR NOT has_ended(?, e.sys))', now, String(now));

function addIds(plan: Plan, { ids }: EntitySelection): void {
  if (ids === undefined) return;
  plan.lead = fragment('(SELECT DISTINCT value FROM json_each(?)) wanted', JSON.stringify(ids));
  plan.leadJoin = 'e.id = wanted.value';
  isFilteredFurther(plan);
}

function addGeo(plan: Plan, { geo }: EntitySelection, context: ConditionContext): void {
  if (geo === undefined) return;
  isFilteredFurther(plan);
  const boxes = candidateBoxes(geo);
  if (boxes === undefined || plan.lead !== undefined) {
    plan.filters.push(scanTest(geo));
    plan.distance = scannedDistanceSql(geo);
    return;
  }
  const bands = bandsFor(plan, boxes, narrowing(geo), context);
  if (bands !== undefined) {
    const { lead, join } = bandsIn(bands);
    Object.assign(plan, { lead, leadJoin: join, index: context.projection?.placeIndex });
    plan.filters.push(betweenLatitudes(boxes));
  } else {
    Object.assign(plan, { lead: locationsIn(boxes), leadJoin: `${plan.subject.pk} = l.entity` });
  }
  const located = bands === undefined ? IN_TREE : IN_PROJECTION;
  plan.filters.push(exactTest(geo, located));
  plan.distance = distanceSql(geo, located);
}

/** The bands to look through, where the type's locations are all points and the boxes are not too high. */
function bandsFor(
  { subject }: Plan,
  boxes: readonly BoundingBox[],
  narrow: Narrow,
  context: ConditionContext,
) {
  if (subject.pk !== 'p.entity' || context.hasUndecided(PLACE_COLUMNS[0])) return undefined;
  return bandsOf(boxes, narrow);
}

function addText(plan: Plan, { text }: EntitySelection, projection: Projection | undefined): void {
  if (text === undefined) return;
  isFilteredFurther(plan);
  const words = text.words.map(foldedWords);
  if (words.length === 0 || words.some((tokens) => tokens.length === 0)) {
    plan.filters.push(fragment('FALSE'));
    return;
  }
  if (projection === undefined || !text.attributes.every((name) => projection.profile.text.includes(name))) {
    plan.filters.push(...words.flat().map((word) => wordTest(word, text.attributes)));
    return;
  }
  const match = fragment(
    `(SELECT rowid AS entity FROM ${projection.text} WHERE ${projection.text} MATCH ?)`,
    matchExpression(words.flat(), text.attributes),
  );
  const filter = { ...match, sql: `${plan.subject.pk} IN ${match.sql}` };
  if (plan.lead !== undefined) {
    plan.filters.push(filter);
    return;
  }
  plan.lead = { ...match, sql: `${match.sql} x` };
  plan.leadJoin = `${plan.subject.pk} = x.entity`;
  plan.leadAsFilter = filter;
}

/** A query of FTS5: words are folded letters and digits, so that they need no escapes inside of quotes. */
const matchExpression = (words: readonly string[], attributes: readonly string[]): string =>
  `{${attributes.map(identifier).join(' ')}} : (${words.map((word) => `"${word}" *`).join(' AND ')})`;

const wordTest = (word: string, attributes: readonly string[]): Fragment =>
  joined(
    'OR',
    attributes.map((name) =>
      entityFragment("has_word(?, e.body -> ? ->> '$.value')", word, attributePath(name)),
    ),
  );
