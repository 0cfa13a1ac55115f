import { type RawBuilder, sql } from 'kysely';
import { announceBelonging } from '#modules/org/server/belongings.ts';
import type { Home } from '#modules/org/server/residents.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db.ts';
import { refuse } from '#platform/server/errors.ts';
import { clock } from './queries/bills.ts';
import { lockBooks } from './queries/books.ts';
import { BOOKS, book, type Entries } from './queries/payments.ts';

const counted = async (db: Db, query: RawBuilder<{ id: string; n: number }>): Promise<Map<string, number>> =>
  new Map((await query.execute(db)).rows.map(({ id, n }) => [id, n]));

/** Accounts of which the whole balance goes along. */
const KEPT = ['现金', '银行', '渠道在途', '大额党费', '待退款'] as const;
/** Accounts of which this year's part goes along: the successor hands up what was received and not handed up. */
const OF_THE_YEAR = ['党费收入', '利息', '下级上缴', '应上缴'] as const;
const accounts = (all: readonly string[]) => sql`array[${sql.join([...all])}]::text[]`;

/** What of an organisation's books goes to the one that takes over, with the counter-account that balances it. */
async function standing(db: Db, orgId: string, year: string): Promise<Entries> {
  const { rows } = await sql<{ account: string; sum: string }>`
    select e.account, sum(e.amount)::text as sum from dues_entry e join dues_voucher v on v.id = e.voucher_id
     where v.org_id = ${orgId} and (e.account = any(${accounts(KEPT)})
        or (e.account = any(${accounts(OF_THE_YEAR)}) and left(v.month, 4) = ${year}))
     group by e.account having sum(e.amount) <> 0 order by e.account`.execute(db);
  const sums: Record<string, number> = Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
  const rest = Object.values(sums).reduce((all, sum) => all + sum, 0);
  return rest === 0 ? sums : { ...sums, 组织结转: -rest };
}

/** Both ends in one transaction; answers the voucher of whoever receives. */
async function carry(ctx: Ctx, from: Home, to: Home, sums: Entries, month: string): Promise<string> {
  const by = ctx.session.accountName;
  const turned = Object.fromEntries(Object.entries(sums).map(([account, sum]) => [account, -sum]));
  const voucher = { month, kind: 'carried', by };
  await book(ctx.db, { ...voucher, orgId: from.id, orgCode: from.code, summary: `余额结转到${to.name}` }, turned);
  return book(ctx.db, { ...voucher, orgId: to.id, orgCode: to.code, summary: `${from.name}的余额结转到本组织` }, sums);
}

/** The lines of vouchers that were carried, added up. */
async function carried(db: Db, ids: readonly string[]): Promise<Entries> {
  const { rows } = await sql<{ account: string; sum: string }>`
    select e.account, sum(e.amount)::text as sum from dues_entry e join dues_voucher v on v.id = e.voucher_id
     where v.id = any(${ids}::bigint[]) and v.kind = 'carried' group by e.account order by e.account`.execute(db);
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
}

/** Both books held against others, in one order for all. */
async function lockBoth(ctx: Ctx, from: Home, to: Home, month: string): Promise<void> {
  for (const { id, name } of [from, to].sort((a, b) => (a.code < b.code ? -1 : 1)))
    if ((await lockBooks(ctx.db, id, month)) === 2) throw refuse(`${name}${month}的党费账已结账，余额不能结转`);
}

/**
 * Announces what of the dues belongs to an organisation: the balance of its books and its open bills go to whoever takes
 * over, by a voucher at both ends; what somebody still has to decide, or what is on its way, is finished first. What was
 * closed, paid and printed stays where it was.
 */
export function announceDuesHandover(): void {
  announceBelonging({
    subject: BOOKS,
    noun: '有余额的党费账',
    measure: '本',
    waits: true,
    lasts: true,
    count: (db, orgIds) =>
      counted(
        db,
        sql<{ id: string; n: number }>`
          select org_id as id, 1 as n from (
            select v.org_id from dues_entry e join dues_voucher v on v.id = e.voucher_id
             where v.org_id = any(${orgIds}::bigint[]) and e.account = any(${accounts(KEPT)})
             group by v.org_id, e.account having sum(e.amount) <> 0) held group by org_id`,
      ),
    async move(ctx, from, to, ids, reason) {
      const { current } = await clock(ctx.db);
      await lockBoth(ctx, from, to, current);
      const sums = ids ? await carried(ctx.db, ids) : await standing(ctx.db, from.id, current.slice(0, 4));
      if (Object.keys(sums).length === 0) return [];
      const id = await carry(ctx, from, to, sums, current);
      ctx.audit({ type: 'duesMonth', id: to.id, name: `${from.name}的党费账`, orgCode: to.code, reason });
      return [id];
    },
  });
  announceBelonging({
    subject: 'duesBill',
    noun: '未缴的党费',
    measure: '笔',
    waits: true,
    count: (db, orgIds) =>
      counted(
        db,
        sql<{ id: string; n: number }>`
          select org_id as id, count(*)::int as n from dues_bill
           where org_id = any(${orgIds}::bigint[]) and state in (1, 5) group by 1`,
      ),
    async move(ctx, from, to, ids) {
      const { rows } = await sql<{ id: string }>`
        update dues_bill set org_id = ${to.id}, org_code = ${to.code}, version = version + 1, updated_at = now()
         where org_id = ${from.id} and state in (1, 5) ${ids ? sql`and id = any(${ids}::bigint[])` : sql``}
        returning id`.execute(ctx.db);
      return rows.map(({ id }) => id);
    },
  });
  announceBelonging({
    subject: 'duesHandup',
    noun: '待确认的党费上缴、下拨',
    measure: '笔',
    waits: true,
    count: (db, orgIds) =>
      counted(
        db,
        sql<{ id: string; n: number }>`
          select org.id, count(*)::int as n from dues_handup h
            join unnest(${orgIds}::bigint[]) org (id) on org.id in (h.org_id, h.to_org_id)
           where h.state = 'pending' group by 1`,
      ),
  });
  announceBelonging({
    subject: 'duesOrder',
    noun: '在途的党费订单和待审批的冲销',
    measure: '笔',
    waits: true,
    count: (db, orgIds) =>
      counted(
        db,
        sql<{ id: string; n: number }>`
          select id, count(*)::int as n from (
            select org_id as id from dues_order where org_id = any(${orgIds}::bigint[]) and state in (1, 4)
            union all
            select org_id from dues_payment where org_id = any(${orgIds}::bigint[]) and state = 'asked') waiting group by 1`,
      ),
  });
}
