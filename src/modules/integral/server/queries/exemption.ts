import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { type Scope, within } from '#platform/server/scope.ts';

export interface ExemptionRecord {
  id: string;
  planId: string;
  planName: string;
  planState: number;
  orgId: string;
  orgCode: string;
  orgName: string;
  itemName: string;
  fromOn: string;
  toOn: string;
  reason: string;
  files: string[];
  state: 0 | 1 | 2;
  askedById: string | null;
  askedBy: string;
  decidedBy: string;
  opinion: string;
  version: number;
}

const COLUMNS = sql`e.id, e.plan_id as "planId", p.name as "planName", p.state as "planState", e.org_id as "orgId",
  e.org_code as "orgCode", o.name as "orgName", coalesce(i.name, '全部项目') as "itemName", e.from_on::text as "fromOn",
  e.to_on::text as "toOn", e.reason, e.files, e.state, e.asked_by_id as "askedById", e.asked_by as "askedBy",
  e.decided_by as "decidedBy", e.opinion, e.version`;
const FROM = sql`integral_exemption e join integral_plan p on p.id = e.plan_id join organisation o on o.id = e.org_id
  left join integral_item i on i.id = e.item_id`;

/** A page of exemptions, those that wait first. */
export async function pageOfExemptions(
  db: Db,
  scope: Scope,
  filter: { state: number | null; words: string | null },
  limit: number,
  offset: number,
) {
  const parts: RawBuilder<unknown>[] = [within(scope, 'e.org_code')];
  if (filter.state !== null) parts.push(sql`e.state = ${filter.state}`);
  if (filter.words) parts.push(sql`strpos(o.name, ${filter.words}) > 0`);
  const where = sql.join(parts, sql` and `);
  const [page, total] = await Promise.all([
    sql<ExemptionRecord>`select ${COLUMNS} from ${FROM} where ${where} order by e.state, e.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${FROM} where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

export async function findExemption(
  db: Db,
  scope: Scope,
  id: string,
  lock = false,
): Promise<ExemptionRecord | undefined> {
  const { rows } = await sql<ExemptionRecord>`
    select ${COLUMNS} from ${FROM} where e.id = ${id} and ${within(scope, 'e.org_code')} and o.deleted_at is null ${lock ? sql`for update of e` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** Whether a plan assesses an organisation within the scope, and has the item where one is named. */
export async function isAssessed(db: Db, scope: Scope, planId: string, orgId: string, itemId: string | null) {
  const { rows } = await sql<{ orgCode: string; orgName: string; hasItem: boolean }>`
    select t.org_code as "orgCode", o.name as "orgName",
           ${itemId}::bigint is null or exists (select from integral_item i where i.id = ${itemId}::bigint and i.plan_id = t.plan_id) as "hasItem"
      from integral_target t join organisation o on o.id = t.org_id
     where t.plan_id = ${planId} and t.org_id = ${orgId} and ${within(scope, 't.org_code')}`.execute(db);
  return rows[0];
}

export async function insertExemption(
  db: Db,
  one: {
    orgId: string;
    orgCode: string;
    planId: string;
    itemId: string | null;
    fromOn: string;
    toOn: string;
    reason: string;
    byId: string;
    by: string;
  },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into integral_exemption (org_id, org_code, plan_id, item_id, from_on, to_on, reason, asked_by_id, asked_by)
    values (${one.orgId}, ${one.orgCode}, ${one.planId}, ${one.itemId}, ${one.fromOn}, ${one.toOn}, ${one.reason}, ${one.byId}, ${one.by})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export const setExemptionFiles = (db: Db, id: string, files: readonly string[]) =>
  sql`update integral_exemption set files = ${[...files]}::text[] where id = ${id}`.execute(db);

export const decideExemption = (db: Db, id: string, agree: boolean, opinion: string, by: string) =>
  sql`update integral_exemption set state = ${agree ? 1 : 2}, opinion = ${opinion}, decided_by = ${by}, decided_at = now(),
             version = version + 1 where id = ${id}`.execute(db);
