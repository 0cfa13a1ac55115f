import { type RawBuilder, sql } from 'kysely';
import type { OrgRow, ROLES } from '#assessment/trinity/contract.read.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

export interface OrgFilter {
  words: string | null;
  role: keyof typeof ROLES | null;
  year: number | null;
}

/** A page of the scope's organisations that evaluate, review or are evaluated, with the years; in the order of the tree. */
export async function pageOfOrgs(
  db: Db,
  scope: Scope,
  { words, role, year }: OrgFilter,
  limit: number,
  offset: number,
): Promise<{ rows: OrgRow[]; total: number }> {
  const inYear = year === null ? sql`true` : sql`e.year = ${year}`;
  const units = sql`(select u.id, e.id as evaluation, e.year, e.name, u.group_name, u.place, e.grades -> u.grade ->> 'label' as grade
      from trinity_unit u join trinity_evaluation e on e.id = u.evaluation_id and e.deleted_at is null and e.state <> 'draft'
     where u.org_id = o.id and ${inYear})`;
  const reviews = sql`(select count(*)::int from trinity_item p join trinity_evaluation e on e.id = p.evaluation_id and e.deleted_at is null
     where p.reviewer_id = o.id and ${inYear})`;
  const gives = sql`(select count(*)::int from trinity_evaluation e where e.org_id = o.id and e.deleted_at is null and ${inYear})`;
  const is: Readonly<Record<keyof typeof ROLES, RawBuilder<unknown>>> = {
    unit: sql`exists ${units}`,
    review: sql`${reviews} > 0`,
    give: sql`${gives} > 0`,
  };
  const parts: RawBuilder<unknown>[] = [
    within(scope, 'o.code'),
    sql`o.deleted_at is null`,
    role ? is[role] : sql`(${is.unit} or ${is.review} or ${is.give})`,
  ];
  if (words) parts.push(textHolds(sql`o.name`, words));
  // Only organisations that the module knows are looked at, however many the scope has.
  const known = sql`(select org_id from trinity_unit union select org_id from trinity_evaluation
    union select reviewer_id from trinity_item where reviewer_id is not null)`;
  const from = sql`organisation o join ${known} k on k.org_id = o.id where ${sql.join(parts, sql` and `)}`;
  const [rows, total] = await Promise.all([
    sql<OrgRow>`
      select o.id, o.name, ${gives} as gives, ${reviews} as reviews,
             coalesce((select json_agg(json_build_object('unitId', u.id::text, 'year', u.year, 'name', u.name, 'group', u.group_name,
                        'place', u.place, 'grade', coalesce(u.grade, '')) order by u.year desc, u.evaluation desc) from ${units} u), '[]') as years
        from ${from} order by o.code limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}
