import { type RawBuilder, sql } from 'kysely';
import type { ExemptionState } from '#modules/assessment/rules.exempt.ts';
import type { Db } from '#platform/server/db.ts';
import { type Scope, within } from '#platform/server/scope.ts';

export interface ExemptionRecord {
  id: string;
  memberId: string;
  memberName: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  itemId: string | null;
  itemName: string;
  fromOn: string;
  toOn: string;
  reason: string;
  files: string[];
  state: ExemptionState;
  askedById: string | null;
  askedBy: string;
  decidedBy: string;
  opinion: string;
  version: number;
}

const COLUMNS = sql`e.id, e.member_id as "memberId", m.name as "memberName", e.org_id as "orgId", e.org_code as "orgCode",
  o.name as "orgName", e.item_id as "itemId", coalesce(p.year || '年' || i.name, '全部项目') as "itemName", e.from_on::text as "fromOn",
  e.to_on::text as "toOn", e.reason, e.files, e.state, e.asked_by_id as "askedById", e.asked_by as "askedBy",
  e.decided_by as "decidedBy", e.opinion, e.version`;
const FROM = sql`assess_exemption e join member m on m.id = e.member_id join organisation o on o.id = e.org_id
  left join assess_item i on i.id = e.item_id left join assess_plan p on p.id = i.plan_id`;

/** A page of the exemptions of people, those that wait first. */
export async function pageOfExemptions(
  db: Db,
  scope: Scope,
  filter: { state: number | null; words: string | null },
  limit: number,
  offset: number,
) {
  const parts: RawBuilder<unknown>[] = [within(scope, 'e.org_code'), sql`o.deleted_at is null`];
  if (filter.state !== null) parts.push(sql`e.state = ${filter.state}`);
  if (filter.words) parts.push(sql`strpos(m.name, ${filter.words}) > 0`);
  const where = sql.join(parts, sql` and `);
  const [page, total] = await Promise.all([
    sql<ExemptionRecord>`select ${COLUMNS} from ${FROM} where ${where} order by e.state, e.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${FROM} where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** An exemption of the scope; `lock` keeps it. */
export async function findExemption(
  db: Db,
  scope: Scope,
  id: string,
  lock = false,
): Promise<ExemptionRecord | undefined> {
  const { rows } = await sql<ExemptionRecord>`
    select ${COLUMNS} from ${FROM} where e.id = ${id} and ${within(scope, 'e.org_code')} and o.deleted_at is null
    ${lock ? sql`for update of e` : sql``}`.execute(db);
  return rows[0];
}

export async function insertExemption(
  db: Db,
  one: {
    memberId: string;
    orgId: string;
    orgCode: string;
    itemId: string | null;
    fromOn: string;
    toOn: string;
    reason: string;
    byId: string;
    by: string;
  },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into assess_exemption (member_id, org_id, org_code, item_id, from_on, to_on, reason, asked_by_id, asked_by)
    values (${one.memberId}, ${one.orgId}, ${one.orgCode}, ${one.itemId}, ${one.fromOn}, ${one.toOn}, ${one.reason}, ${one.byId}, ${one.by})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export const setExemptionFiles = (db: Db, id: string, files: readonly string[]) =>
  sql`update assess_exemption set files = ${[...files]}::text[] where id = ${id}`.execute(db);

/** Who stands apart in the ranks follows by a trigger. */
export const writeExemption = (db: Db, id: string, state: ExemptionState, opinion: string, by: string) =>
  sql`update assess_exemption set state = ${state}, opinion = ${opinion}, decided_by = ${by}, decided_at = now(),
             version = version + 1 where id = ${id}`.execute(db);

/** Whether another exemption of the same, waiting or confirmed, has one of these days. */
export async function overlaps(
  db: Db,
  one: { memberId: string; itemId: string | null; fromOn: string; toOn: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from assess_exemption where member_id = ${one.memberId} and item_id is not distinct from ${one.itemId}::bigint and state in (0, 1)
       and from_on <= ${one.toOn}::date and to_on >= ${one.fromOn}::date limit 1`.execute(db);
  return rows.length > 0;
}

/** A year of these whose result is shown to the people of a branch right now; null: none. */
export async function yearOnShow(db: Db, orgId: string, first: number, last: number): Promise<number | null> {
  const { rows } = await sql<{ year: number }>`
    select year from assess_result where org_id = ${orgId} and state = 1 and year between ${first} and ${last} order by year limit 1`.execute(
    db,
  );
  return rows[0]?.year ?? null;
}

/** What was scored of a person in the months of an item's plan, by month: to be totalled anew without the item, or with it. */
export async function scoredCells(db: Db, memberId: string, itemId: string) {
  const { rows } = await sql<{
    monthId: string;
    year: number;
    month: number;
    state: 0 | 1 | 2 | 3;
    total: number;
    itemId: string;
    score: number;
    most: number;
  }>`
    select a.id as "monthId", a.year, a.month, a.state, a.total, c.item_id as "itemId", c.score, i.most
      from assess_month a join assess_cell c on c.month_id = a.id join assess_item i on i.id = c.item_id
     where a.member_id = ${memberId} and a.plan_id = (select plan_id from assess_item where id = ${itemId})
     order by a.id, i.sort, i.id for update of a`.execute(db);
  return rows;
}

export const setTotal = (db: Db, monthId: string, total: number) =>
  sql`update assess_month set total = ${total}, version = version + 1, updated_at = now() where id = ${monthId}`.execute(
    db,
  );
