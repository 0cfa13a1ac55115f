import { PERSON_CATEGORIES } from '#people/member/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { narrowScope, type Scope, workerScope } from '#platform/server/database/scope.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import type * as contract from '#procedures/dues/contract.ts';
import { billStateName, MAX_PEOPLE, payerName, RATE_MONTHS } from '#procedures/dues/contract.ts';
import { addMonths, PAY_TYPES, receiptText } from '#procedures/dues/rules.ts';
import * as queries from '../queries/bills.ts';
import * as opening from '../queries/opening.ts';
import { countUnbilled, monthProgress } from '../queries/progress.ts';

export const OPEN_JOB = 'dues.open';
const NO_ORG = '组织不存在';
export const NOBODY = '没有这名党员，或不在管理范围内';
const CHUNK = 50;

export const categoryName = (category: number) => PERSON_CATEGORIES[category as keyof typeof PERSON_CATEGORIES] ?? '';

/** The organisation that a list is of: the chosen one within the scope, else the own. */
export function placeOf(ctx: Ctx, orgId: string | undefined): { scope: Scope; orgId: string } {
  if (orgId === undefined) return { scope: ctx.scope, orgId: ctx.session.orgId };
  const chosen = ctx.chosenOrg;
  const scope = chosen && narrowScope(ctx.scope, chosen.code);
  if (!chosen || !scope) throw notFound(NO_ORG);
  return { scope, orgId: chosen.id };
}

/** A month's people by view, with the sums of all views. */
export async function listBills(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listBills>,
): Promise<ReplyOf<typeof contract.listBills>> {
  const { scope, orgId } = placeOf(ctx, input.orgId);
  const onlyOrg = input.searchRange === 'onlySelf' ? orgId : null;
  const { current } = await queries.monthAndToday(ctx.db);
  const month = input.month ?? current;
  const filter = { month, view: input.view, keyWords: input.keyWords || null, onlyOrg };
  const offset = (input.pageNum - 1) * input.pageSize;
  const [page, sums, progress] = await Promise.all([
    queries.pageOfBills(ctx.db, scope, filter, input.pageSize, offset),
    queries.monthSums(ctx.db, scope, onlyOrg, month),
    monthProgress(ctx.db, scope, onlyOrg, month, ctx.services),
  ]);
  const of = (people: number, amount: string) => ({ people, amount: Number(amount) });
  return {
    rows: page.rows.map((row) => ({
      id: row.id,
      memberId: row.memberId,
      name: row.name,
      orgId: row.orgId,
      orgName: row.orgName,
      personCategoryName: categoryName(row.category),
      month: row.month,
      payer: row.payer,
      payerName: payerName(row.payer),
      standardId: row.standardId ?? '0',
      amount: row.amount === null ? null : Number(row.amount),
      state: row.state,
      stateName: billStateName(row.state),
      arrears: row.arrears,
      arrearsAmount: Number(row.arrearsAmount),
      paidOn: row.paidOn,
      payTypeName: row.payType === null ? '' : (PAY_TYPES[row.payType as keyof typeof PAY_TYPES] ?? ''),
      receipt: receiptText(row.receiptYear, row.receiptNo),
      reason: row.reason,
      can: {
        pay: row.state === 1 && ctx.may('dues:collect') && row.memberId !== ctx.session.memberId,
        standard: ctx.may('dues:standard') && row.memberId !== ctx.session.memberId,
      },
    })),
    total: page.total,
    sums: {
      due: of(sums.dueN, sums.due),
      paid: of(sums.paidN, sums.paid),
      owed: of(sums.owedN, sums.owed),
      relief: of(sums.reliefN, sums.relief),
      paying: of(sums.payingN, sums.paying),
      ...progress,
    },
    month,
    current,
  };
}

/** 收缴率 of the last months, as sums: what is due and what came in. */
export async function rate(ctx: Ctx): Promise<ReplyOf<typeof contract.duesRate>> {
  const { current } = await queries.monthAndToday(ctx.db);
  const rows = await queries.ratesOf(ctx.db, ctx.scope, addMonths(current, 1 - RATE_MONTHS), current);
  return rows.map(({ month, due, paid }) => ({ month, due: Number(due), paid: Number(paid) }));
}

/** What the organisations below one owe and paid from one month to another. */
export async function totalDetail(
  ctx: Ctx,
  { orgId, from, until }: ParsedOf<typeof contract.totalDetail>,
): Promise<ReplyOf<typeof contract.totalDetail>> {
  if (from > until) throw badInput({ until: '结束月份不能早于开始月份' });
  const place = await queries.findPlace(ctx.db, ctx.scope, orgId);
  if (!place) throw notFound(NO_ORG);
  const [rows, people] = await Promise.all([
    queries.totals(ctx.db, ctx.scope, place, from, until),
    queries.totalsOfPeople(ctx.db, place.id, from, until, MAX_PEOPLE),
  ]);
  const inFen = <T extends { due: string; paid: string; owed: string }>(row: T) => ({
    ...row,
    due: Number(row.due),
    paid: Number(row.paid),
    owed: Number(row.owed),
  });
  const parentId = place.id === ctx.session.orgId ? null : place.parentId;
  return {
    org: { id: place.id, name: place.name, parentId },
    rows: rows.map(inFen),
    people: people.map(inFen),
  };
}

/** Which months may be opened: the current one and the two that may be prepaid; of earlier ones the last twelve. */
async function openable(ctx: Ctx, orgId: string, month: string): Promise<Scope> {
  const place = await queries.findPlace(ctx.db, ctx.scope, orgId);
  const scope = place && narrowScope(ctx.scope, place.code);
  if (!scope) throw notFound(NO_ORG);
  const { current } = await queries.monthAndToday(ctx.db);
  if (month > addMonths(current, 2)) throw badInput({ month: '最多提前两个月开账' });
  if (month < addMonths(current, -12)) throw badInput({ month: '只能补开最近十二个月的账' });
  return scope;
}

/** What opening a month would bill. Writes nothing. */
export async function previewMonth(
  ctx: Ctx,
  { orgId, month }: ParsedOf<typeof contract.previewOpening>,
): Promise<ReplyOf<typeof contract.previewOpening>> {
  const scope = await openable(ctx, orgId, month);
  const before = addMonths(month, -1);
  const [sums, changes, { branches, opened }, { noStandard }] = await Promise.all([
    opening.previewOpening(ctx.db, scope, month, before),
    opening.openingChanges(ctx.db, scope, month, before, 50),
    opening.countCollecting(ctx.db, scope, month),
    monthProgress(ctx.db, scope, null, month),
  ]);
  return {
    branches,
    openedBranches: opened,
    people: sums.people,
    amount: Number(sums.amount),
    noStandard,
    exempt: sums.exempt,
    before: { people: sums.beforePeople, amount: Number(sums.beforeAmount) },
    changes: changes.map((row) => ({
      ...row,
      before: row.before === null ? null : Number(row.before),
      after: Number(row.after),
    })),
  };
}

/** Queues the opening of a month for an organisation and all below. */
export async function openMonth(
  ctx: Ctx,
  { orgId, month }: ParsedOf<typeof contract.openMonth>,
): Promise<ReplyOf<typeof contract.openMonth>> {
  const scope = await openable(ctx, orgId, month);
  const [any] = await opening.collectingOrgs(ctx.db, scope, '', 1);
  if (!any) throw refuse('该组织及下级没有要缴党费的党员');
  const place = await queries.findPlace(ctx.db, ctx.scope, orgId);
  const title = `${place?.name ?? ''}${month}党费开账`;
  const jobId = await enqueue(ctx, { kind: OPEN_JOB, title, right: 'dues:collect', input: { orgId, month } });
  ctx.audit({ type: 'job', id: jobId, name: title, ...(place ? { orgCode: place.code } : {}) });
  return { jobId };
}

/** Opens the month branch by branch; taken up again it finds what is billed already and goes on. */
export async function runOpening({ services, input, orgCode, accountId, progress }: RunningJob): Promise<JobResult> {
  const { db } = services;
  const [orgId, month] = [String(input.orgId), String(input.month)];
  const whole = workerScope(orgCode);
  const place = await queries.findPlace(db, whole, orgId);
  const scope = place && narrowScope(whole, place.code);
  if (!scope) throw notFound(NO_ORG);
  const { branches } = await opening.countCollecting(db, scope, month);
  const by = await queries.accountName(db, accountId);
  let bills = 0;
  let done = 0;
  let noStandard = 0;
  for (let after = ''; ; ) {
    await progress(done, branches, '正在开账');
    const orgs = await opening.collectingOrgs(db, scope, after, CHUNK);
    const last = orgs.at(-1);
    if (!last) break;
    const ids = orgs.map(({ id }) => id);
    bills += await db.transaction().execute((tx) => opening.openOrgs(tx, ids, month, by));
    noStandard += await countUnbilled(db, ids, month);
    done += orgs.length;
    after = last.code;
  }
  const left = noStandard > 0 ? `，${noStandard}人未设标准，没有开出` : '';
  return { message: `${done}个党支部已开账，新开${bills}人${left}`, result: { branches: done, bills, noStandard } };
}
