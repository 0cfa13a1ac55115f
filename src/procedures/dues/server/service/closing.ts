import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { narrowScope } from '#platform/server/database/scope.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotices } from '#platform/server/inbox/notices.ts';
import {
  CLOSING_HOURS,
  type listClosing,
  MOST_CLOSING,
  type remindClosing,
} from '#procedures/dues/contract.closing.ts';
import { blocksOf, type ClosingFacts, warnsOf } from '#procedures/dues/rules.closing.ts';
import { addMonths, MONTH_STATES } from '#procedures/dues/rules.ts';
import { findPlace, monthAndToday } from '../queries/bills.ts';
import * as queries from '../queries/closing.ts';
import { placeOf } from './bills.ts';

/** Dictionary 0178. */
const SYSTEM_NOTICE = '5';

const factsOf = (row: queries.ClosingRecord, month: string, isOver: boolean): ClosingFacts => ({
  orgId: row.id,
  month,
  state: row.state,
  isOver,
  cash: Number(row.cash),
  orders: { open: row.ordersOpen, odd: row.ordersOdd },
  bills: { open: row.billsOpen, odd: row.billsOdd },
  asked: row.asked,
  owed: Number(row.owed),
  noStandard: row.noStandard,
});

/** 月结一页: every branch of a month with what it lacks, who has it, and whether they were reminded. */
export async function closing(ctx: Ctx, input: ParsedOf<typeof listClosing>): Promise<ReplyOf<typeof listClosing>> {
  const { scope, orgId } = placeOf(ctx, input.orgId);
  const { current } = await monthAndToday(ctx.db);
  const month = input.month ?? addMonths(current, -1);
  const isOver = month < current;
  const filter = {
    month,
    onlyOrg: input.searchRange === 'onlySelf' ? orgId : null,
    view: input.view ?? null,
    isOver,
  };
  const offset = (input.pageNum - 1) * input.pageSize;
  const [rows, { total, branches, closed }] = await Promise.all([
    queries.closingRows(ctx.db, scope, filter, CLOSING_HOURS, input.pageSize, offset),
    queries.countClosing(ctx.db, scope, filter),
  ]);
  return {
    rows: rows.map((row) => {
      const facts = factsOf(row, month, isOver);
      const isClosed = row.state === 2;
      return {
        id: row.id,
        orgName: row.orgName,
        state: row.state,
        stateName: row.state === 0 ? '未开账' : (MONTH_STATES[row.state as keyof typeof MONTH_STATES] ?? ''),
        blocks: isClosed ? [] : blocksOf(facts),
        warns: isClosed ? [] : warnsOf(facts),
        workers: row.workers.map(({ name }) => name),
        closedBy: row.closedBy,
        remindedAt: row.remindedAt?.toISOString() ?? null,
      };
    }),
    total,
    month,
    current,
    branches,
    closed,
  };
}

/**
 * Tells the workers of each branch that has not closed the month what is still lacking there. An organisation hears of it
 * once in two hours, whoever presses; whoever presses is not told.
 */
export async function remindOfClosing(
  ctx: Ctx,
  { orgId, month }: ParsedOf<typeof remindClosing>,
): Promise<ReplyOf<typeof remindClosing>> {
  const place = await findPlace(ctx.db, ctx.scope, orgId);
  const scope = place && narrowScope(ctx.scope, place.code);
  if (!place || !scope) throw notFound('组织不存在');
  const { current } = await monthAndToday(ctx.db);
  if (month >= current) throw badInput({ month: '月份结束以后才提醒结账' });
  const filter = { month, onlyOrg: null, view: 'open' as const, isOver: true };
  const open = await queries.closingRows(ctx.db, scope, filter, CLOSING_HOURS, MOST_CLOSING + 1, 0);
  if (open.length === 0) throw refuse(`${place.name}${month}的账都已结清，不用提醒`);
  const now = open.slice(0, MOST_CLOSING);
  const toldOf = (row: queries.ClosingRecord) =>
    row.workers.filter(({ accountId }) => accountId !== ctx.session.accountId).map(({ accountId }) => accountId);
  const reachable = now.filter((row) => toldOf(row).length > 0);
  const taken = await queries.takeReminders(
    ctx.db,
    reachable.map(({ id }) => id),
    month,
    ctx.session.accountName,
    CLOSING_HOURS,
  );
  const notices = reachable
    .filter(({ id }) => taken.has(id))
    .map((row) => {
      const facts = factsOf(row, month, true);
      const lacks = [...blocksOf(facts), ...warnsOf(facts)].map(({ sentence }) => sentence);
      return {
        type: SYSTEM_NOTICE,
        orgId: row.id,
        accountIds: toldOf(row),
        createdBy: ctx.session.accountName,
        title: `请办理${month}党费结账`,
        remark: `${lacks.length > 0 ? `还差：${lacks.join('；')}。` : '账目已经齐全。'}请在“党费管理—月结”办理。`,
      };
    });
  await sendNotices(ctx.db, notices);
  ctx.audit({
    type: 'org',
    id: place.id,
    name: place.name,
    orgCode: place.code,
    reason: `${month}，提醒${taken.size}个组织`,
  });
  return {
    reminded: taken.size,
    skipped: reachable.length - taken.size,
    unstaffed: now.filter(({ workers }) => workers.length === 0).map(({ orgName }) => orgName),
    more: open.length > now.length,
  };
}
