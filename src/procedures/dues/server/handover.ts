import { announceBelonging } from '#people/org/server/belongings.ts';
import type { Home } from '#people/org/server/residents.ts';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { monthAndToday } from './queries/bills.ts';
import { lockBooks } from './queries/books.ts';
import {
  balanceOf,
  booksWithBalance,
  moveUnpaidBills,
  sumCarriedEntries,
  undecidedHandups,
  unpaidBills,
  waitingOrders,
} from './queries/handover.ts';
import { BOOKS, bookVoucher, type Entries } from './queries/payments.ts';

/** Both ends in one transaction; answers the voucher of whoever receives. */
async function carry(ctx: Ctx, from: Home, to: Home, sums: Entries, month: string): Promise<string> {
  const by = ctx.session.accountName;
  const turned = Object.fromEntries(Object.entries(sums).map(([account, sum]) => [account, -sum]));
  const voucher = { month, kind: 'carried', by };
  await bookVoucher(
    ctx.db,
    { ...voucher, orgId: from.id, orgCode: from.code, summary: `余额结转到${to.name}` },
    turned,
  );
  return bookVoucher(
    ctx.db,
    { ...voucher, orgId: to.id, orgCode: to.code, summary: `${from.name}的余额结转到本组织` },
    sums,
  );
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
    count: booksWithBalance,
    async move(ctx, from, to, ids, reason) {
      const { current } = await monthAndToday(ctx.db);
      await lockBoth(ctx, from, to, current);
      const sums = ids ? await sumCarriedEntries(ctx.db, ids) : await balanceOf(ctx.db, from.id, current.slice(0, 4));
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
    count: unpaidBills,
    move: (ctx, from, to, ids) => moveUnpaidBills(ctx.db, from.id, to, ids),
  });
  announceBelonging({
    subject: 'duesHandup',
    noun: '待确认的党费上缴、下拨',
    measure: '笔',
    waits: true,
    count: undecidedHandups,
  });
  announceBelonging({
    subject: 'duesOrder',
    noun: '在途的党费订单和待审批的冲销',
    measure: '笔',
    waits: true,
    count: waitingOrders,
  });
}
