import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import type { ReliefState } from '#procedures/dues/contract.relief.ts';

export interface ReliefRecord {
  id: string;
  memberId: string;
  name: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  kind: number;
  amount: string;
  fromMonth: string;
  untilMonth: string;
  reason: string;
  state: ReliefState;
  askedBy: string;
  askedName: string;
  createdAt: Date;
  deciderOrgId: string;
  deciderCode: string;
  deciderOrgName: string;
  decidedBy: string;
  opinion: string;
  version: number;
}

const COLUMNS = sql`r.id, r.member_id as "memberId", m.name, r.org_id as "orgId", r.org_code as "orgCode", o.name as "orgName",
  r.kind, r.amount::text as amount, r.from_month as "fromMonth", r.until_month as "untilMonth", r.reason, r.state,
  r.asked_by as "askedBy", r.asked_name as "askedName", r.created_at as "createdAt", r.decider_org_id as "deciderOrgId",
  d.code as "deciderCode", d.name as "deciderOrgName", r.decided_by as "decidedBy", r.opinion, r.version`;
const FROM = sql`dues_relief r join member m on m.id = r.member_id join organisation o on o.id = r.org_id
  join organisation d on d.id = r.decider_org_id`;

/** A page of reliefs, those that wait first, then the newest. */
export async function pageOfReliefs(
  db: Db,
  scope: Scope,
  filter: { onlyOrg: string | null; state: string | null },
  limit: number,
  offset: number,
) {
  const parts: RawBuilder<unknown>[] = [within(scope, 'r.org_code')];
  if (filter.onlyOrg) parts.push(sql`r.org_id = ${filter.onlyOrg}`);
  if (filter.state) parts.push(sql`r.state = ${filter.state}`);
  const where = sql.join(parts, sql` and `);
  const [page, total] = await Promise.all([
    sql<ReliefRecord>`select ${COLUMNS} from ${FROM} where ${where}
      order by r.state <> 'pending', r.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from dues_relief r where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** A relief of the scope, locked. */
export async function lockRelief(db: Db, scope: Scope, id: string): Promise<ReliefRecord | undefined> {
  const { rows } = await sql<ReliefRecord>`
    select ${COLUMNS} from ${FROM} where r.id = ${id} and o.deleted_at is null and ${within(scope, 'r.org_code')} for update of r`.execute(
    db,
  );
  return rows[0];
}

/** The nearest committee above an organisation (article 7); where there is none, the nearest organisation above, at last itself. */
export async function committeeAbove(db: Db, code: string) {
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select id, code, name from organisation
     where deleted_at is null and code = any(array(select left(${code}::text, n) from generate_series(4, length(${code}), 4) n))
     order by code = ${code}, type not in (10, 20, 30), length(code) desc limit 1`.execute(db);
  return rows[0];
}

export interface NewRelief {
  memberId: string;
  orgId: string;
  orgCode: string;
  kind: number;
  amount: number;
  fromMonth: string;
  untilMonth: string;
  reason: string;
  askedBy: string;
  askedName: string;
  deciderOrgId: string;
}

export async function insertRelief(db: Db, one: NewRelief): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into dues_relief (member_id, org_id, org_code, kind, amount, from_month, until_month, reason, asked_by, asked_name,
                             decider_org_id)
    values (${one.memberId}, ${one.orgId}, ${one.orgCode}, ${one.kind}, ${one.amount}, ${one.fromMonth}, ${one.untilMonth},
            ${one.reason}, ${one.askedBy}, ${one.askedName}, ${one.deciderOrgId}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export async function setRelief(db: Db, id: string, state: ReliefState, by: string, opinion: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update dues_relief set state = ${state}, decided_by = ${by}, decided_at = now(), opinion = ${opinion}, version = version + 1
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}
