import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { Side, View } from '#procedures/floating/contract.ts';

export interface ListFilter {
  view: View;
  reason: number | null;
  range: number | null;
  trade: number | null;
  region: string;
  overdue: boolean;
  name: string;
  /** Left out: both. */
  side?: Side;
  /** Only what has waited for more than seven days. */
  late?: true;
}

export interface ListRecord {
  side: Side;
  rowId: string;
  memberId: string | null;
  name: string;
  orgName: string;
  otherName: string;
  status: number;
  region: string;
  reason: number;
  trade: number;
  startedOn: string;
  plannedTo: string | null;
  endedOn: string | null;
  contactName: string;
  lastContactOn: string | null;
  dueOn: string | null;
  isOverdue: boolean;
  isLost: boolean;
  askedBy: string | null;
  version: number;
}

/**
 * By which day the next contact of a running outflow `f` is due: a month after the last one, at first after it went out; of who
 * studies abroad six months.
 */
export const DUE = sql`(case when f.status in (2, 3)
  then (coalesce(f.last_contact_on, f.confirmed_on)
    + case when f.range = 3 and f.reason = 2 then interval '6 months' else interval '1 month' end)::date end)`;
/** The contact of a running outflow `f` is overdue. */
export const OVERDUE = sql<boolean>`(f.status in (2, 3) and ${DUE} < ${dbToday})`;

/** What was registered more than seven days ago. @param alias of an outflow or inflow */
export const waitsLong = (alias: 'f' | 'i') =>
  sql<boolean>`(${sql.ref(`${alias}.created_at`)} at time zone 'Asia/Shanghai')::date < (select ${dbToday}) - 7`;

/** Which outflows `f` of people `m` a view holds; null: none. */
const OUTS: Readonly<Record<View, RawBuilder<boolean> | null>> = {
  out: sql<boolean>`f.status in (2, 3)`,
  in: null,
  waiting: sql<boolean>`f.status = 1 and f.dropped_on is null`,
  // Looked up among the few who are lost, not in everybody's record.
  lost: sql<boolean>`f.status in (2, 3) and f.member_id in (select l.id from member l where l.is_lost_contact)`,
  history: sql<boolean>`f.status in (4, 5)`,
};
/** Which inflows `i` a view holds. */
const INS: Readonly<Record<View, RawBuilder<boolean> | null>> = {
  out: null,
  in: sql<boolean>`i.status = 2`,
  waiting: sql<boolean>`i.status = 1`,
  lost: null,
  history: sql<boolean>`i.status in (3, 4)`,
};

const outSide = (scope: Scope, filter: ListFilter, where: RawBuilder<boolean>) => {
  const parts = [within(scope, 'f.org_code'), where, sql<boolean>`m.deleted_at is null`];
  if (filter.reason !== null) parts.push(sql`f.reason = ${filter.reason}`);
  if (filter.trade !== null) parts.push(sql`f.trade = ${filter.trade}`);
  if (filter.range !== null) parts.push(sql`f.range = ${filter.range}`);
  if (filter.region) parts.push(sql`position(${filter.region} in f.region) = 1`);
  if (filter.name) parts.push(textHolds(sql`m.name`, filter.name));
  if (filter.overdue) parts.push(OVERDUE);
  if (filter.late) parts.push(waitsLong('f'));
  return sql`
    select 'out' as side, f.id, f.member_id, m.name, o.name as org_name, coalesce(t.name, f.to_org_name) as other_name, f.status,
           f.region, f.reason, f.trade, f.started_on, f.planned_to, f.ended_on, coalesce(c.name, '') as contact_name,
           f.last_contact_on, ${DUE} as due_on, coalesce(${OVERDUE}, false) as is_overdue, m.is_lost_contact, f.asked_by, f.version,
           f.org_code
      from mobile_outflow f join member m on m.id = f.member_id join organisation o on o.id = f.org_id
      left join organisation t on t.id = f.to_org_id left join member c on c.id = f.contact_id
     where ${sql.join(parts, sql` and `)}`;
};

const inSide = (scope: Scope, filter: ListFilter, where: RawBuilder<boolean>) => {
  const parts = [within(scope, 'i.org_code'), where];
  if (filter.reason !== null) parts.push(sql`i.reason = ${filter.reason}`);
  if (filter.trade !== null) parts.push(sql`i.trade = ${filter.trade}`);
  if (filter.region) parts.push(sql`position(${filter.region} in i.region) = 1`);
  if (filter.name) parts.push(textHolds(sql`coalesce(m.name, i.name)`, filter.name));
  if (filter.late) parts.push(waitsLong('i'));
  // Neither how far somebody went nor a contact is known of who came.
  if (filter.range !== null || filter.overdue) parts.push(sql`false`);
  return sql`
    select 'in' as side, i.id, i.member_id, coalesce(m.name, i.name) as name, o.name as org_name,
           coalesce(h.name, i.home_org) as other_name, i.status, i.region, i.reason, i.trade, i.started_on, i.planned_to,
           i.left_on as ended_on, '' as contact_name, null::date as last_contact_on, null::date as due_on, false as is_overdue,
           false as is_lost_contact, null::bigint as asked_by, i.version, i.org_code
      from mobile_inflow i join organisation o on o.id = i.org_id left join member m on m.id = i.member_id
      left join organisation h on h.id = m.org_id
     where ${sql.join(parts, sql` and `)}`;
};

/** A page of the list: overdue first, then the newest. */
export async function pageOfFloats(db: Db, scope: Scope, filter: ListFilter, limit: number, offset: number) {
  const out = filter.side === 'in' ? null : OUTS[filter.view];
  const into = filter.side === 'out' ? null : INS[filter.view];
  const sides = [...(out ? [outSide(scope, filter, out)] : []), ...(into ? [inSide(scope, filter, into)] : [])];
  const from = sql.join(sides, sql` union all `);
  const [page, total] = await Promise.all([
    sql<ListRecord>`
      select side, id::text as "rowId", member_id as "memberId", name, org_name as "orgName", other_name as "otherName", status,
             region, reason, trade, started_on as "startedOn", planned_to as "plannedTo", ended_on as "endedOn",
             contact_name as "contactName", last_contact_on as "lastContactOn", due_on as "dueOn", is_overdue as "isOverdue",
             is_lost_contact as "isLost", asked_by as "askedBy", version
        from (${from}) r
       order by is_overdue desc, case when is_overdue then due_on end, coalesce(ended_on, started_on) desc, side, id desc
       limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from (${from}) r`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** The person of an outflow `f` is on record; looked up among the deleted, who are few. */
export const ON_RECORD = sql<boolean>`not exists (select from member d where d.id = f.member_id and d.deleted_at is not null)`;

/** One row: how many rows each view has among those of which `where` holds, and how many contacts are overdue. */
export const countsOf = (where: (codeColumn: string) => RawBuilder<boolean>) => sql`
    select away.out, here.in, away.waiting + here.waiting as waiting, away.lost, away.history + here.history as history, away.overdue
      from (select count(*) filter (where ${OUTS.out})::int as out, count(*) filter (where ${OUTS.waiting})::int as waiting,
                   count(*) filter (where ${OUTS.lost})::int as lost, count(*) filter (where ${OUTS.history})::int as history,
                   count(*) filter (where ${OVERDUE})::int as overdue
              from mobile_outflow f where ${where('f.org_code')} and ${ON_RECORD}) away
      cross join (select count(*) filter (where ${INS.in})::int as in, count(*) filter (where ${INS.waiting})::int as waiting,
                         count(*) filter (where ${INS.history})::int as history
                    from mobile_inflow i where ${where('i.org_code')}) here`;

/** How many rows each view has in a scope, and how many contacts are overdue there. */
export async function countFloats(db: Db, scope: Scope): Promise<Record<View | 'overdue', number>> {
  const counts = countsOf((column) => within(scope, column));
  const { rows } = await sql<Record<View | 'overdue', number>>`${counts}`.execute(db);
  return rows[0] ?? { out: 0, in: 0, waiting: 0, lost: 0, history: 0, overdue: 0 };
}
