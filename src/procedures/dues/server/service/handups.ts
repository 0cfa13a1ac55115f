import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { openTodo } from '#platform/server/inbox/todos.ts';
import type * as contract from '#procedures/dues/contract.handup.ts';
import {
  COMMITTEES,
  HANDUP_KINDS,
  HANDUP_STATES,
  PURPOSES,
  ratioOf,
  ratioText,
  toHandUp,
} from '#procedures/dues/rules.handup.ts';
import { findPlace, monthAndToday, type Place } from '../queries/bills.ts';
import { lockBooks } from '../queries/books.ts';
import * as queries from '../queries/handups.ts';
import { placeOf } from './bills.ts';

const WORKER = 3;
const NO_ORG = '组织不存在';
const TOP = '上面没有党委，不用上缴';
export const subjectOf = (id: string) => `duesHandup:${id}`;
const yuan = (fen: number) => `${(fen / 100).toFixed(2)}元`;

/** Whoever stands at the committee or above it; never whoever asked. */
export const mayDecide = (ctx: Ctx, row: queries.HandupRecord) =>
  row.state === 'pending' &&
  ctx.may('dues:account') &&
  row.toOrgCode.startsWith(ctx.session.orgCode) &&
  row.askedBy !== ctx.session.accountId;

const basisOf = (row: queries.HandupRecord): string => {
  if (row.kind === 3) return PURPOSES[row.purpose as keyof typeof PURPOSES] ?? '';
  if (row.kind === 2) return '一次自愿多缴1000元以上，全额上缴（第十一条）';
  return row.ratio === null
    ? `收到${yuan(Number(row.received))}`
    : `收到${yuan(Number(row.received))}×${ratioText(row.ratio)}`;
};

/** What was handed up and down in the scope. */
export async function handups(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listHandups>,
): Promise<ReplyOf<typeof contract.listHandups>> {
  const { scope, orgId } = placeOf(ctx, input.orgId);
  const filter = {
    onlyOrg: input.searchRange === 'onlySelf' ? orgId : null,
    state: input.state ?? null,
    kind: input.kind ?? null,
    year: input.year ?? null,
  };
  const page = await queries.pageOfHandups(ctx.db, scope, filter, input.pageSize, (input.pageNum - 1) * input.pageSize);
  return {
    rows: page.rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      kindName: HANDUP_KINDS[row.kind],
      orgId: row.orgId,
      orgName: row.orgName,
      toOrgName: row.toOrgName,
      year: row.year,
      amount: Number(row.amount),
      basis: basisOf(row),
      way: row.kind === 3 ? '' : row.inCash ? '现金' : '银行转账',
      paidOn: row.paidOn,
      slip: row.slip,
      note: row.note,
      state: row.state,
      stateName: HANDUP_STATES[row.state],
      askedName: row.askedName,
      askedAt: row.createdAt.toISOString(),
      decidedBy: row.decidedBy,
      opinion: row.opinion,
      version: row.version,
      can: {
        decide: mayDecide(ctx, row),
        withdraw: row.state === 'pending' && row.askedBy === ctx.session.accountId,
      },
    })),
    total: page.total,
  };
}

/** An organisation strictly above another one may set its ratio. */
const isAbove = (ctx: Ctx, code: string) => code !== ctx.session.orgCode && code.startsWith(ctx.session.orgCode);

function standingShown(ctx: Ctx, row: queries.StandingRecord) {
  const [received, handed, pending] = [Number(row.received), Number(row.handed), Number(row.pending)];
  const ratio = ratioOf(row.type, row.set);
  const due = ratio === null ? null : toHandUp(received, ratio);
  return {
    orgId: row.orgId,
    orgName: row.orgName,
    isCommittee: COMMITTEES.some((one) => one === row.type),
    received,
    ratio,
    due,
    handed,
    pending,
    remaining: due === null ? null : Math.max(0, due - handed - pending),
    ratioVersion: row.ratioVersion,
    can: { ratio: ctx.may('dues:account') && isAbove(ctx, row.code) },
  };
}

async function chosen(ctx: Ctx, orgId: string): Promise<Place> {
  const place = await findPlace(ctx.db, ctx.scope, orgId);
  if (!place) throw notFound(NO_ORG);
  return place;
}

/** What one organisation has to hand up of a year, and what lies in its books. */
export async function standing(
  ctx: Ctx,
  { orgId, year }: ParsedOf<typeof contract.handupStanding>,
): Promise<ReplyOf<typeof contract.handupStanding>> {
  const place = await chosen(ctx, orgId);
  const [row, superior, books, pending, { today }] = await Promise.all([
    queries.standing(ctx.db, place.id, year),
    queries.superiorOf(ctx.db, place.code),
    queries.balancesNow(ctx.db, place.id),
    queries.pendingOf(ctx.db, place.id),
    monthAndToday(ctx.db),
  ]);
  if (!row) throw notFound(NO_ORG);
  return {
    ...standingShown(ctx, row),
    superior: superior?.name ?? null,
    large: Math.max(0, -(books.大额党费 ?? 0) - pending.large),
    bank: (books.银行 ?? 0) - pending.bank,
    cash: (books.现金 ?? 0) - pending.cash,
    today,
    may: { ask: ctx.may('dues:account') && superior !== undefined },
  };
}

/** Those who hand up to a committee, and how far they are. */
export async function below(
  ctx: Ctx,
  input: ParsedOf<typeof contract.handupBelow>,
): Promise<ReplyOf<typeof contract.handupBelow>> {
  const { orgId } = placeOf(ctx, input.orgId);
  const { current } = await monthAndToday(ctx.db);
  const year = input.year ?? Number(current.slice(0, 4));
  const all = (await queries.standingBelow(ctx.db, orgId, year)).map((row) => ({
    id: row.orgId,
    ...standingShown(ctx, row),
  }));
  const isOpen = ({ remaining }: (typeof all)[number]) => remaining === null || remaining > 0;
  const shown = input.state === undefined ? all : all.filter((row) => isOpen(row) === (input.state === 'open'));
  const total = (of: (row: (typeof all)[number]) => number | null) =>
    shown.reduce((sum, row) => sum + (of(row) ?? 0), 0);
  const offset = (input.pageNum - 1) * input.pageSize;
  return {
    rows: shown.slice(offset, offset + input.pageSize),
    total: shown.length,
    sums: {
      due: total(({ due }) => due),
      handed: total(({ handed }) => handed),
      remaining: total(({ remaining }) => remaining),
    },
  };
}

async function notifyAbove(
  ctx: Ctx,
  place: Place,
  to: { id: string; code: string },
  { id, title, detail, act }: { id: string; title: string; detail: string; act: string },
): Promise<void> {
  await openTodo(ctx, {
    roleId: WORKER,
    orgId: to.id,
    orgCode: to.code,
    accountId: null,
    module: '党费管理',
    title,
    detail,
    act,
    jumpUrl: `/affairs/dues?tab=handup&orgId=${place.id}&state=pending`,
    dueOn: null,
    subject: subjectOf(id),
  });
}

/** Hands up: the money has left, the committee above confirms that it came, and both books take it then. */
export async function ask(
  ctx: Ctx,
  input: ParsedOf<typeof contract.askHandup>,
): Promise<ReplyOf<typeof contract.askHandup>> {
  const place = await chosen(ctx, input.orgId);
  const to = await queries.superiorOf(ctx.db, place.code);
  if (!to) throw refuse(TOP);
  const { current, today } = await monthAndToday(ctx.db);
  const thisYear = Number(current.slice(0, 4));
  const faults: Record<string, string> = {};
  if (input.paidOn > today) faults.paidOn = '上缴日期不能晚于今天';
  if (input.year > thisYear || input.year < thisYear - 1) faults.year = '只能上缴今年或去年的党费';
  if (!input.inCash && input.slip === '') faults.slip = '转账请填写回单编号';
  // One at a time takes money out of these books.
  await lockBooks(ctx.db, place.id, current);
  const [row, books, pending] = await Promise.all([
    queries.standing(ctx.db, place.id, input.year),
    queries.balancesNow(ctx.db, place.id),
    queries.pendingOf(ctx.db, place.id),
  ]);
  const from = input.inCash ? '现金' : '银行';
  const held = (books[from] ?? 0) - (input.inCash ? pending.cash : pending.bank);
  if (input.amount > held) faults.amount = `账上${from}只有${yuan(Math.max(0, held))}`;
  const large = Math.max(0, -(books.大额党费 ?? 0) - pending.large);
  if (input.kind === 2 && input.amount !== large)
    faults.amount = large === 0 ? '账上没有要转缴的大额党费' : `大额党费要全额上缴，应为${yuan(large)}（第十一条）`;
  if (Object.keys(faults).length > 0) throw badInput(faults);
  const received = Number(row?.received ?? 0);
  const ratio = row ? ratioOf(row.type, row.set) : null;
  const id = await queries.insertHandup(ctx.db, {
    kind: input.kind,
    orgId: place.id,
    orgCode: place.code,
    toOrgId: to.id,
    year: input.year,
    amount: input.amount,
    received,
    ratio,
    inCash: input.inCash,
    paidOn: input.paidOn,
    slip: input.slip,
    note: input.note,
    askedBy: ctx.session.accountId,
    askedName: ctx.session.accountName,
  });
  await notifyAbove(ctx, place, to, {
    id,
    title: `${place.name}上缴${HANDUP_KINDS[input.kind] === '上缴' ? '党费' : '大额党费'}${yuan(input.amount)}`,
    detail: `${input.paidOn}，${input.inCash ? '现金' : `回单${input.slip}`}`,
    act: '确认',
  });
  ctx.audit({
    type: 'duesHandup',
    id,
    name: `${place.name}上缴${input.year}年党费`,
    orgCode: place.code,
    changes: { amount: [null, input.amount], paidOn: [null, input.paidOn] },
  });
  return { id, toOrgName: to.name };
}

/** Asks the committee one level above for money with a purpose (articles 19 to 21). */
export async function allocation(
  ctx: Ctx,
  input: ParsedOf<typeof contract.askAllocation>,
): Promise<ReplyOf<typeof contract.askAllocation>> {
  const place = await chosen(ctx, input.orgId);
  const to = await queries.superiorOf(ctx.db, place.code);
  if (!to) throw refuse('上面没有可以下拨党费的党委');
  const { current } = await monthAndToday(ctx.db);
  const id = await queries.insertHandup(ctx.db, {
    kind: 3,
    orgId: place.id,
    orgCode: place.code,
    toOrgId: to.id,
    year: Number(current.slice(0, 4)),
    amount: input.amount,
    purpose: input.purpose,
    note: input.note,
    askedBy: ctx.session.accountId,
    askedName: ctx.session.accountName,
  });
  await notifyAbove(ctx, place, to, {
    id,
    title: `${place.name}申请下拨党费${yuan(input.amount)}`,
    detail: PURPOSES[input.purpose],
    act: '审批',
  });
  ctx.audit({
    type: 'duesHandup',
    id,
    name: `${place.name}申请下拨党费`,
    orgCode: place.code,
    reason: input.note,
    changes: { amount: [null, input.amount] },
  });
  return { id, toOrgName: to.name };
}

/** Sets which part an organisation below hands up in a year. */
export async function setRatio(
  ctx: Ctx,
  input: ParsedOf<typeof contract.setRatio>,
): Promise<ReplyOf<typeof contract.setRatio>> {
  const place = await chosen(ctx, input.orgId);
  if (!isAbove(ctx, place.code)) throw refuse('上缴比例由上级党委设置');
  const { current } = await monthAndToday(ctx.db);
  const thisYear = Number(current.slice(0, 4));
  if (Math.abs(input.year - thisYear) > 1) throw badInput({ year: '只能设置去年、今年和明年的比例' });
  const before = await queries.standing(ctx.db, place.id, input.year);
  const version = await queries.saveRatio(ctx.db, { ...input, by: ctx.session.accountName });
  if (version === undefined) throw conflict('上缴比例已被改动，请核对后再操作');
  ctx.audit({
    type: 'duesRatio',
    id: place.id,
    name: `${place.name}${input.year}年`,
    orgCode: place.code,
    changes: { ratio: [before?.set ?? null, input.ratio] },
  });
  return { version };
}
