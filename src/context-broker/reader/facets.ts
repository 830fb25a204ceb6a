import type { SqlValue } from '../../common/sqlite/database';
import { UNDECIDED_SQL } from '../projection/projected-value';
import { MISSING_SQL, type Projection } from '../projection/projection';
import { fragment, type Fragment, placeholders } from './fragment';
import type { Plan } from './plan';

/** The combinations of facets that meet the conditions, as a lead to their entities. */
export function facetLead(plan: Plan, projection: Projection): { lead: Fragment; join: string } {
  const where = facetCells(plan.facets);
  const same = projection.facets.map((facet) => `p.${facet} IS nullif(c.${facet}, ${MISSING_SQL})`);
  return {
    lead: { ...where, sql: `(SELECT * FROM ${projection.counts} WHERE ${where.sql}) c` },
    join: same.join(' AND '),
  };
}

/** The condition under which a combination of facets meets the conditions, or may do so. */
export function facetCells(facets: Plan['facets']): Fragment {
  const values: SqlValue[] = facets.flatMap((facet) => facet.values);
  const conditions = facets.map(
    ({ column, values: any }) => `${column} IN (${placeholders(any)}, ${UNDECIDED_SQL})`,
  );
  return fragment(conditions.join(' AND ') || 'TRUE', ...values);
}
