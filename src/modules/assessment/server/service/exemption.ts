import { sql } from 'kysely';
import type * as contract from '#modules/assessment/contract.exempt.ts';
import {
  coversAny,
  EXEMPTION_STATES,
  EXEMPTION_YEARS,
  type ExemptionState,
  itemExempt,
} from '#modules/assessment/rules.exempt.ts';
import { monthTotal } from '#modules/assessment/rules.ts';
import { uploadedFiles } from '#modules/files/server/accept.ts';
import { insertNotice } from '#modules/message/server/index.ts';
import { accountOf, orgAt, today } from '#modules/points/server/index.ts';
import { ROLE } from '#modules/session/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import { addMonths } from '#platform/days.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, canReadFile } from '#platform/server/fileRights.ts';
import { peopleWithin } from '#platform/server/scope.ts';
import { closeTodos, openTodo } from '#platform/server/todos.ts';
import * as queries from '../queries/exemption.ts';
import * as months from '../queries/months.ts';

export const EXEMPTION_FILES = 'assessment.exemption';
const MISSING = '这件免考不存在，或不在管理范围内';
const NO_PERSON = '党员不存在，或不在管理范围内';
const MODULE = '党员考核';
const PAGE = '/integral/exemptionsSet?tab=people';
/** Dictionary 0178: 通知. */
const NOTICE = '1';
const subjectOf = (id: string) => `assessExemption:${id}`;
const yearOf = (day: string) => Number(day.slice(0, 4));

/** Whoever sees the exemption reads its papers. */
export const announceFiles = (): void =>
  canReadFile(
    EXEMPTION_FILES,
    async (ctx, { rowId }) =>
      rowId !== null && ctx.may('assess:read') && (await queries.findExemption(ctx.db, ctx.scope, rowId)) !== undefined,
  );

/** From above: at an organisation over that of the person, by another account than the one that asked, never one's own. */
const isAbove = (ctx: Ctx, row: queries.ExemptionRecord) =>
  ctx.may('assess:score') && row.orgId !== ctx.session.orgId && row.memberId !== ctx.session.memberId;
const decides = (ctx: Ctx, row: queries.ExemptionRecord) =>
  row.state === 0 && isAbove(ctx, row) && row.askedById !== ctx.session.accountId;
const ends = (ctx: Ctx, row: queries.ExemptionRecord) =>
  row.state === 0
    ? ctx.may('assess:score') && (row.askedById === ctx.session.accountId || row.orgId === ctx.session.orgId)
    : row.state === 1 && isAbove(ctx, row);

export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listPersonExemptions>,
): Promise<ReplyOf<typeof contract.listPersonExemptions>> {
  const { rows, total } = await queries.pageOfExemptions(
    ctx.db,
    ctx.scope,
    { state: input.state ?? null, words: input.keyWords || null },
    input.pageSize,
    (input.pageNum - 1) * input.pageSize,
  );
  const files = await uploadedFiles(
    ctx.db,
    rows.flatMap((row) => row.files),
  );
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      memberId: row.memberId,
      memberName: row.memberName,
      orgName: row.orgName,
      itemName: row.itemName,
      fromOn: row.fromOn,
      toOn: row.toOn,
      reason: row.reason,
      files: files.filter(({ id }) => row.files.includes(id)),
      state: row.state,
      stateName: EXEMPTION_STATES[row.state],
      askedBy: row.askedBy,
      decidedBy: row.decidedBy,
      opinion: row.opinion,
      version: row.version,
      can: { decide: decides(ctx, row), end: ends(ctx, row) },
    })),
  };
}

async function personOf(ctx: Ctx, id: string): Promise<months.Person> {
  const year = yearOf(await today(ctx.db));
  const [person] = await months.people(ctx.db, sql`m.id = ${id} and ${peopleWithin(ctx.scope, 'm')}`, year);
  if (!person) throw notFound(NO_PERSON);
  return person;
}

/** The items of a person's published plans of this year and the last. */
async function itemsOf(ctx: Ctx, person: months.Person) {
  const now = yearOf(await today(ctx.db));
  const found: { id: string; name: string; year: number }[] = [];
  for (const year of [now, now - 1]) {
    const plan = await months.planFor(ctx.db, person.orgCode, year);
    for (const { id, name } of plan ? await months.itemsOf(ctx.db, plan.id) : []) found.push({ id, name, year });
  }
  return found;
}

export async function items(
  ctx: Ctx,
  input: ParsedOf<typeof contract.exemptionItems>,
): Promise<ReplyOf<typeof contract.exemptionItems>> {
  return itemsOf(ctx, await personOf(ctx, input.memberId));
}

/** What is on show to its people changes only by a new edition. */
async function refuseOnShow(ctx: Ctx, orgId: string, fromOn: string, toOn: string): Promise<void> {
  const year = await queries.yearOnShow(ctx.db, orgId, yearOf(fromOn), yearOf(toOn));
  if (year !== null) throw refuse(`${year}年考核结果正在公示，期满后再办理免考`);
}

/** Asks that a person be left out of everything or of one item, from a day to a day; never for oneself. */
export async function ask(
  ctx: Ctx,
  input: ParsedOf<typeof contract.askPersonExemption>,
): Promise<ReplyOf<typeof contract.askPersonExemption>> {
  const person = await personOf(ctx, input.memberId);
  if (person.id === ctx.session.memberId) throw badInput({ memberId: '不能为本人申请免考，请由其他工作人员申请' });
  const { fromOn, toOn } = input;
  if (fromOn > toOn) throw badInput({ toOn: '结束日期不能早于开始日期' });
  if (toOn >= addMonths(fromOn, 12 * EXEMPTION_YEARS)) throw badInput({ toOn: `一次最长${EXEMPTION_YEARS}年` });
  if (yearOf(fromOn) < yearOf(await today(ctx.db)) - 1) throw badInput({ fromOn: '只办理去年以来的免考' });
  if (!coversAny(fromOn, toOn)) throw badInput({ toOn: '按月考核，期间至少要包含一个月的最后一天' });
  const item = input.itemId ? (await itemsOf(ctx, person)).find(({ id }) => id === input.itemId) : undefined;
  if (input.itemId && !item) throw badInput({ itemId: '这名党员的考核方案里没有这个项目' });
  if (item && (yearOf(fromOn) !== item.year || yearOf(toOn) !== item.year))
    throw badInput({ toOn: `这个项目属于${item.year}年，期间须在${item.year}年以内` });
  if (await queries.overlaps(ctx.db, { memberId: person.id, itemId: input.itemId ?? null, fromOn, toOn }))
    throw refuse('这名党员在这段期间已有同样的免考');
  await refuseOnShow(ctx, person.orgId, fromOn, toOn);
  const { accountId, accountName } = ctx.session;
  const id = await queries.insertExemption(ctx.db, {
    memberId: person.id,
    orgId: person.orgId,
    orgCode: person.orgCode,
    itemId: input.itemId ?? null,
    fromOn,
    toOn,
    reason: input.reason,
    byId: accountId,
    by: accountName,
  });
  const place = { kind: EXEMPTION_FILES, rowId: id, orgCode: person.orgCode };
  await queries.setExemptionFiles(
    ctx.db,
    id,
    await attachFiles(ctx, 'files', input.files, place, { format: 'common' }),
  );
  const above = await orgAt(ctx.db, person.orgCode.slice(0, -4));
  if (above)
    await openTodo(ctx.db, {
      roleId: ROLE.worker,
      orgId: above.id,
      orgCode: above.code,
      accountId: null,
      module: MODULE,
      title: `确认${person.name}的免考`,
      detail: `${person.orgName}，${item?.name ?? '全部项目'}，${fromOn}至${toOn}`,
      act: '确认',
      jumpUrl: PAGE,
      dueOn: null,
      subject: subjectOf(id),
    });
  ctx.audit({ type: 'assessExemption', id, name: person.name, orgCode: person.orgCode, reason: input.reason });
  return { id };
}

async function hold(ctx: Ctx, id: string, version: number): Promise<queries.ExemptionRecord> {
  const row = await queries.findExemption(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(MISSING);
  if (row.version !== version) throw conflict('这件免考已有变化，请核对后再操作');
  return row;
}

/** Months that were scored already are totalled anew without an exempt item, or with it again; each change is noted. */
async function totalAnew(ctx: Ctx, row: queries.ExemptionRecord): Promise<void> {
  if (row.itemId === null) return;
  const cells = await queries.scoredCells(ctx.db, row.memberId, row.itemId);
  const [first] = cells;
  if (!first) return;
  const exemptions = await months.exemptionsOf(ctx.db, row.memberId, first.year);
  for (const own of Map.groupBy(cells, ({ monthId }) => monthId).values()) {
    const [of] = own;
    if (!of) continue;
    const month = `${of.year}-${String(of.month).padStart(2, '0')}`;
    const total = monthTotal(own.filter(({ itemId }) => itemExempt(exemptions, itemId, month) === ''));
    if (total === of.total) continue;
    await queries.setTotal(ctx.db, of.monthId, total);
    await months.noteChange(ctx.db, of.monthId, {
      itemId: row.itemId,
      act: '免考折算',
      old: of.total,
      new: total,
      reason: row.reason,
      by: ctx.session.accountName,
    });
  }
}

async function write(ctx: Ctx, row: queries.ExemptionRecord, state: ExemptionState, opinion: string): Promise<void> {
  await queries.writeExemption(ctx.db, row.id, state, opinion, ctx.session.accountName);
  await totalAnew(ctx, row);
  await closeTodos(ctx.db, [subjectOf(row.id)]);
  const account = await accountOf(ctx.db, row.memberId);
  if (account && (state === 1 || row.state === 1))
    await insertNotice(ctx.db, {
      type: NOTICE,
      title: state === 1 ? '您的考核免考已确认' : '您的考核免考已撤销',
      remark: `${row.itemName}，${row.fromOn}至${row.toOn}。${opinion}`,
      orgId: ctx.session.orgId,
      createdBy: ctx.session.accountName,
      accountIds: [account],
    });
  ctx.audit({
    type: 'assessExemption',
    id: row.id,
    name: row.memberName,
    orgCode: row.orgCode,
    reason: opinion,
    changes: { state: [EXEMPTION_STATES[row.state], EXEMPTION_STATES[state]] },
  });
}

/** Confirms or refuses, from above. */
export async function decide(ctx: Ctx, input: ParsedOf<typeof contract.decidePersonExemption>): Promise<null> {
  const row = await hold(ctx, input.id, input.version);
  if (row.state !== 0) throw refuse('已经办理过');
  if (row.askedById === ctx.session.accountId) throw refuse('须由另一人确认');
  if (row.memberId === ctx.session.memberId) throw refuse('不能确认本人的免考');
  if (!decides(ctx, row)) throw refuse('免考由上级组织确认');
  if (!input.agree && input.opinion === '') throw badInput({ opinion: '请输入不同意的原因' });
  if (input.agree) await refuseOnShow(ctx, row.orgId, row.fromOn, row.toOn);
  await write(ctx, row, input.agree ? 1 : 2, input.opinion);
  return null;
}

/** Takes a waiting one back, or ends a confirmed one from above: the person is assessed as everybody else. */
export async function end(ctx: Ctx, input: ParsedOf<typeof contract.endPersonExemption>): Promise<null> {
  const row = await hold(ctx, input.id, input.version);
  if (row.state > 1) throw refuse('已经办理过');
  if (!ends(ctx, row)) throw refuse(row.state === 0 ? '由申请的组织撤回' : '已确认的免考由上级组织撤销');
  if (row.state === 1) await refuseOnShow(ctx, row.orgId, row.fromOn, row.toOn);
  await write(ctx, row, 3, input.reason);
  return null;
}
