import { type RawBuilder, sql } from 'kysely';
import type { FigureRow } from '#life/keyWork/contract.read.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { filterConditions, OVER, PARTS, type PartFilter, partStanding } from './parts.ts';

export interface FigureFilter extends Pick<PartFilter, 'title' | 'kind' | 'year'> {
  by: 'item' | 'org';
}

const COUNTS = sql`count(*) filter (where state <> 'void')::int as parts,
  count(*) filter (where standing = 'onTime')::int as "onTime", count(*) filter (where standing = 'doneLate')::int as "doneLate",
  count(*) filter (where standing = 'asked')::int as asked, count(*) filter (where standing = 'late')::int as late,
  count(*) filter (where standing = 'open')::int as open, count(*) filter (where returns > 0 and state <> 'void')::int as returned,
  coalesce(sum(periods) filter (where state <> 'void'), 0)::int as periods,
  coalesce(sum(missed) filter (where state <> 'void'), 0)::int as missed`;

/** Parts of the scope as the figures count them; nobody without office sees any. */
const counted = (scope: Scope, filter: FigureFilter): RawBuilder<unknown> => {
  const parts = [
    within(scope, 'p.org_code'),
    sql`${scope.memberId === null}`,
    sql`i.state <> 'withdrawn'`,
    ...filterConditions(filter),
  ];
  return sql`select p.item_id, i.title, s.name as setter, p.org_id, p.org_code, o.name as org, p.state, ${partStanding} as standing, p.returns,
    over.periods, over.missed from ${PARTS} ${OVER} where ${sql.join(parts, sql` and `)}`;
};

/** A page of the figures by item or by organisation, what is late first, with the sum of all. */
export async function pageOfFigures(
  db: Db,
  scope: Scope,
  filter: FigureFilter,
  limit: number,
  offset: number,
): Promise<{ rows: FigureRow[]; total: number; sum: FigureRow }> {
  const group =
    filter.by === 'item'
      ? {
          columns: sql`item_id as id, min(title) as name, min(setter) as note`,
          by: sql`item_id`,
          last: sql`item_id desc`,
        }
      : { columns: sql`org_id as id, min(org) as name, '' as note`, by: sql`org_id`, last: sql`min(org_code), org_id` };
  const [page, all] = await Promise.all([
    sql<FigureRow>`
      with counted as materialized (${counted(scope, filter)})
      select ${group.columns}, ${COUNTS} from counted group by ${group.by}
       order by count(*) filter (where standing = 'late') desc, ${group.last} limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<FigureRow & { groups: number }>`
      with counted as materialized (${counted(scope, filter)})
      select '0' as id, '合计' as name, '' as note, count(distinct ${group.by})::int as groups, ${COUNTS} from counted`.execute(
      db,
    ),
  ]);
  const { groups: total = 0, ...sum } = all.rows[0] ?? ({} as FigureRow & { groups: number });
  return { rows: page.rows, total, sum: sum as FigureRow };
}
