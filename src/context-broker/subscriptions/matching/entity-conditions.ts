import { meetsScopeQuery } from '../../query-language/scope-query';
import { meets } from '../../geo/predicates';
import { asGeometry } from '../../model/geometry';
import { instancesOf, typesOf } from '../../model/normalize-entity';
import { compileEntityQuery, type EntityTest, type FindState } from '../../query-language/entity-query';
import { compilePattern } from '../../query-language/pattern';
import type { EntitySelector, Subscription } from '../model/subscription';

/** All conditions of a subscription but those on what changed. */
export function compileConditions({ entities, q, geoQ, scopeQ }: Subscription, find: FindState): EntityTest {
  const tests: EntityTest[] = [];
  if (entities !== undefined) tests.push(anyOf(entities.map(compileSelector)));
  if (scopeQ !== undefined) tests.push(({ entity }) => meetsScopeQuery(entity['scope'], scopeQ.query));
  if (q !== undefined) tests.push(compileEntityQuery(q.query, find));
  if (geoQ !== undefined) tests.push(geoTest(geoQ.query));
  return (state) => tests.every((test) => test(state));
}

const anyOf =
  (tests: readonly EntityTest[]): EntityTest =>
  (state) =>
    tests.some((test) => test(state));

function compileSelector({ types, id, idPattern }: EntitySelector): EntityTest {
  const ids = id === undefined ? undefined : new Set([id].flat());
  const pattern =
    ids === undefined && idPattern !== undefined ? compilePattern(idPattern, 'idPattern') : undefined;
  return ({ entity }) => {
    if (ids !== undefined && !ids.has(entity.id)) return false;
    if (types !== undefined) {
      const own = typesOf(entity);
      if (!types.some((all) => all.every((type) => own.includes(type)))) return false;
    }
    return pattern === undefined || pattern.matcher(entity.id).find();
  };
}

const geoTest =
  (query: NonNullable<Subscription['geoQ']>['query']): EntityTest =>
  ({ entity }) =>
    instancesOf(entity, query.geoproperty).some(({ value }) => {
      const geometry = asGeometry(value);
      return geometry !== undefined && meets(geometry, query);
    });
