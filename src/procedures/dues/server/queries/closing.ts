import { type RawBuilder, sql } from 'kysely';
import { ROLE } from '#kernel/session/contract.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import type { ClosingView } from '#procedures/dues/contract.closing.ts';
import { memberIn, PAYS } from './bills.ts';

export interface ClosingRecord {
  id: string;
  orgName: string;
  state: number;
  cash: string;
  ordersOpen: number;
  ordersOdd: number;
  billsOpen: number;
  billsOdd: number;
  asked: number;
  owed: string;
  noStandard: number;
  workers: { accountId: string; name: string }[];
  closedBy: string;
  remindedAt: Date | null;
  /** Reminded within the last hours. */
  recently: boolean;
}

const cashOf = (month: string) => sql`(select sum(e.amount) from dues_entry e join dues_voucher v on v.id = e.voucher_id
  where v.org_id = o.id and v.month <= ${month} and e.account = '现金')`;

/** Nothing stands in the way of closing the month of the organisation `o`. */
const isReady = (month: string) => sql`(d.org_id is not null
  and coalesce(${cashOf(month)}, 0) = 0
  and not exists (select from dues_order q where q.org_id = o.id and q.state in (1, 4))
  and not exists (select from dues_payment p where p.org_id = o.id and p.month = ${month}
    and (p.state = 'asked' or (p.order_id is not null and p.state <> 'refunded' and p.reconcile in (0, 2, 3)))))`;

const conditionOf = (view: ClosingView | null, month: string, isOver: boolean): RawBuilder<unknown> => {
  if (view === 'closed') return sql`d.state = 2`;
  if (view === 'open') return sql`d.state is distinct from 2`;
  if (view === 'ready') return isOver ? sql`d.state is distinct from 2 and ${isReady(month)}` : sql`false`;
  return sql`true`;
};

/** Organisations that have members in a month, or books of it. */
const holders = (scope: Scope, onlyOrg: string | null, month: string) => sql`
  organisation o left join dues_month d on d.org_id = o.id and d.month = ${month}
   where o.deleted_at is null and ${within(scope, 'o.code')} and ${onlyOrg === null ? sql`true` : sql`o.id = ${onlyOrg}`}
     and (d.org_id is not null or exists (select from member m where m.org_id = o.id and ${PAYS} and ${memberIn(month)}))`;

export interface ClosingFilter {
  month: string;
  onlyOrg: string | null;
  view: ClosingView | null;
  /** The month is over. */
  isOver: boolean;
}

/** Branches with what their month lacks: not opened first, closed ones last, then in tree order. */
export async function closingRows(
  db: Db,
  scope: Scope,
  { month, onlyOrg, view, isOver }: ClosingFilter,
  hours: number,
  limit: number,
  offset: number,
): Promise<ClosingRecord[]> {
  const { rows } = await sql<ClosingRecord>`
    select o.id, o.name as "orgName", coalesce(o.state, 0) as state, coalesce(o.closed_by, '') as "closedBy",
           coalesce(${cashOf(month)}, 0)::text as cash, orders.open as "ordersOpen", orders.odd as "ordersOdd",
           bills.open as "billsOpen", bills.odd as "billsOdd", bills.asked,
           coalesce((select sum(b.amount) from dues_bill b where b.org_id = o.id and b.month = ${month} and b.state in (1, 2)), 0)::text as owed,
           (select count(*)::int from member m where m.org_id = o.id and ${PAYS} and ${memberIn(month)}
              and not exists (select from dues_standard s where s.member_id = m.id and s.from_month <= ${month})
              and not exists (select from dues_bill b where b.member_id = m.id and b.month = ${month} and b.state <> 6)) as "noStandard",
           (select coalesce(json_agg(json_build_object('accountId', g.account_id::text, 'name', g.account_name) order by g.account_name), '[]')
              from (select distinct account_id, account_name from usable_grant where org_id = o.id and role_id = ${ROLE.worker}) g) as workers,
           r.reminded_at as "remindedAt", coalesce(r.reminded_at > now() - make_interval(hours => ${hours}), false) as recently
      from (select o.id, o.name, o.code, d.state, d.closed_by from ${holders(scope, onlyOrg, month)} and ${conditionOf(view, month, isOver)}
             order by coalesce(d.state, 0) = 2, coalesce(d.state, 0), o.code limit ${limit} offset ${offset}) o
      left join dues_closing_reminder r on r.org_id = o.id and r.month = ${month}
      cross join lateral (select count(*) filter (where state = 1)::int as open, count(*) filter (where state = 4)::int as odd
        from dues_order where org_id = o.id and state in (1, 4)) orders
      cross join lateral (
        select count(*) filter (where order_id is not null and state <> 'refunded' and reconcile = 0)::int as open,
               count(*) filter (where order_id is not null and state <> 'refunded' and reconcile in (2, 3))::int as odd,
               count(*) filter (where state = 'asked')::int as asked
          from dues_payment where org_id = o.id and month = ${month}) bills
     order by coalesce(o.state, 0) = 2, coalesce(o.state, 0), o.code`.execute(db);
  return rows;
}

/** How many branches there are, how many are closed, and how many the view shows. */
export async function countClosing(db: Db, scope: Scope, { month, onlyOrg, view, isOver }: ClosingFilter) {
  const { rows } = await sql<{ branches: number; closed: number; total: number }>`
    select count(*)::int as branches, count(*) filter (where state = 2)::int as closed, count(*) filter (where shown)::int as total
      from (select d.state, ${conditionOf(view, month, isOver)} as shown from ${holders(scope, onlyOrg, month)}) o`.execute(
    db,
  );
  return rows[0] ?? { branches: 0, closed: 0, total: 0 };
}

/** Notes who is reminded now; of two presses at once one has each organisation. Answers whose turn it was. */
export async function takeReminders(
  db: Db,
  orgIds: readonly string[],
  month: string,
  by: string,
  hours: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    insert into dues_closing_reminder (org_id, month, reminded_by)
    select id, ${month}, ${by} from unnest(${orgIds}::bigint[]) as one (id) order by id
    on conflict (org_id, month) do update set reminded_at = now(), reminded_by = excluded.reminded_by
      where dues_closing_reminder.reminded_at <= now() - make_interval(hours => ${hours})
    returning org_id as id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
