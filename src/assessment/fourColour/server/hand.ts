import type * as contract from '#assessment/fourColour/contract.hand.ts';
import { wordsOf } from '#assessment/fourColour/rules.scheme.ts';
import { firstFreezeDay, HAND_STATES } from '#assessment/fourColour/rules.ts';
import { uploadedFiles } from '#kernel/files/server/accept.ts';
import { ROLE } from '#kernel/session/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, canReadFile } from '#platform/server/files/fileRights.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import { quarterText } from '#platform/time/periods.ts';
import * as queries from './queries/hand.ts';
import { frozenOf, listPlaces, orgWithParents } from './queries.ts';
import { schemeOf } from './scheme.ts';
import { currentLevels } from './service.ts';

const KIND = 'colour.hand';
const MODULE = '四色管理';
/** Dictionary 0178: 通知. */
const NOTICE = '1';
const MISSING = '该人工定级不存在或不在管理范围内';
const pageOf = (orgId: string) => `/affairs/villageAndcity/index?org=${orgId}`;
const subject = (id: string) => `colourHand:${id}`;

export function announceHandFiles(): void {
  canReadFile(KIND, async (ctx, { rowId }) => {
    if (rowId === null || !ctx.may('colour:read')) return false;
    return (await queries.findHand(ctx.db, ctx.scope, rowId)) !== undefined;
  });
}

/** From above the asking organisation, by another person; at the top by another person of the same organisation. */
const decides = (ctx: Ctx, one: queries.HandRecord): boolean => {
  const { orgId, orgCode, accountId } = ctx.session;
  const isPlaced = one.atTop
    ? orgId === one.askedOrgId
    : orgCode.length < one.askedOrgCode.length && one.askedOrgCode.startsWith(orgCode);
  return one.state === 0 && !one.isFrozen && isPlaced && accountId !== one.askedId && ctx.may('colour:manage');
};
/** By whoever asked: what waits, and what counts as long as the quarter is open. */
const withdraws = (ctx: Ctx, one: queries.HandRecord): boolean =>
  one.state <= 1 && !one.isFrozen && one.askedId === ctx.session.accountId && ctx.may('colour:manage');

export async function list(
  ctx: Ctx,
  { orgId }: ParsedOf<typeof contract.colourHands>,
): Promise<ReplyOf<typeof contract.colourHands>> {
  if (!(await orgWithParents(ctx.db, ctx.scope, orgId))) throw notFound('组织不存在');
  const found = await queries.handsOf(ctx.db, ctx.scope, orgId);
  return Promise.all(
    found.map(async (one) => ({
      id: one.id,
      year: one.year,
      quarter: one.quarter,
      computed: one.computed,
      level: one.level,
      reason: one.reason,
      files: await uploadedFiles(ctx.db, one.files),
      state: one.state,
      stateName: HAND_STATES[one.state],
      askedBy: one.askedBy,
      askedOrg: one.askedOrgName,
      decidedBy: one.decidedBy,
      opinion: one.opinion,
      version: one.version,
      can: { decide: decides(ctx, one), withdraw: withdraws(ctx, one) },
    })),
  );
}

/** Asks for a level one step from the computed one, for a quarter that is running or not yet frozen. */
export async function ask(
  ctx: Ctx,
  input: ParsedOf<typeof contract.askHand>,
): Promise<ReplyOf<typeof contract.askHand>> {
  const org = await orgWithParents(ctx.db, ctx.scope, input.orgId);
  if (!org) throw notFound('组织不存在');
  if (org.id === ctx.session.orgId) throw refuse('人工定级由上级组织提出');
  const { year, quarter } = input;
  const day = await todayOf(ctx.db);
  if (`${year}-${String(quarter * 3 - 2).padStart(2, '0')}-01` > day) throw badInput({ quarter: '这个季度还没有开始' });
  // What is over and was not frozen may still be put right until then.
  if (day > firstFreezeDay(year + 1, quarter)) throw badInput({ quarter: '这个季度已过一年' });
  await queries.lockQuarter(ctx.db, year, quarter);
  const frozen = await frozenOf(ctx.db, ctx.scope, year, quarter);
  if (frozen.some(({ orgId }) => orgId === org.id)) throw refuse(`${quarterText(year, quarter)}已经冻结，不能再调整`);
  const place = (await listPlaces(ctx.db, ctx.scope)).filter(({ id }) => id === org.id);
  const [standing] = await currentLevels(ctx, place, []);
  if (!standing) throw refuse('只有评定四色的组织可以人工定级');
  if (Math.abs(standing.computed - input.level) !== 1) throw badInput({ level: '人工定级最多调整一级' });
  const { accountId, accountName, orgId } = ctx.session;
  const id = await queries.insertHand(ctx.db, {
    orgId: org.id,
    orgCode: org.code,
    year,
    quarter,
    computed: standing.computed,
    level: input.level,
    reason: input.reason,
    askedOrgId: orgId,
    byId: accountId,
    by: accountName,
  });
  if (!id) throw refuse('这个季度已有人工定级，先撤回再申请');
  const owner = { kind: KIND, rowId: id, orgCode: org.code };
  await queries.setHandFiles(ctx.db, id, await attachFiles(ctx, 'files', input.files, owner, { format: 'common' }));
  const scheme = await schemeOf(ctx);
  const words = `${quarterText(year, quarter)}由${wordsOf(scheme, standing.computed)}调整为${wordsOf(scheme, input.level)}`;
  const at = (await queries.findParentOrg(ctx.db, orgId)) ?? { id: orgId, code: ctx.session.orgCode };
  await openTodo(ctx, {
    roleId: ROLE.worker,
    orgId: at.id,
    orgCode: at.code,
    accountId: null,
    module: MODULE,
    title: `人工定级待确认：${org.name}`,
    detail: words,
    act: '去确认',
    jumpUrl: pageOf(org.id),
    dueOn: firstFreezeDay(year, quarter),
    subject: subject(id),
  });
  ctx.audit({ type: 'colour', id, name: org.name, orgCode: org.code, reason: `${words}：${input.reason}` });
  return { id };
}

async function lock(ctx: Ctx, id: string, version: number): Promise<queries.HandRecord> {
  const seen = await queries.findHand(ctx.db, ctx.scope, id);
  if (seen) await queries.lockQuarter(ctx.db, seen.year, seen.quarter);
  const row = await queries.findHand(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(MISSING);
  if (row.version !== version) throw conflict('该人工定级已有变化，请核对后再操作');
  return row;
}

export async function decide(
  ctx: Ctx,
  input: ParsedOf<typeof contract.decideHand>,
): Promise<ReplyOf<typeof contract.decideHand>> {
  const row = await lock(ctx, input.id, input.version);
  if (!decides(ctx, row)) throw refuse(row.isFrozen ? '这个季度已经冻结' : '由申请组织的上级、不是申请人的人确认');
  if (!input.agree && input.opinion === '') throw badInput({ opinion: '请输入不同意的原因' });
  const state = input.agree ? 1 : 2;
  const version = await queries.writeHand(ctx.db, row.id, state, ctx.session.accountName, input.opinion);
  await closeTodos(ctx.db, [subject(row.id)]);
  if (row.askedId)
    await sendNotice(ctx.db, {
      type: NOTICE,
      title: `人工定级${HAND_STATES[state]}：${row.orgName}`,
      remark: `${quarterText(row.year, row.quarter)}，${ctx.session.orgName}${input.opinion ? `：${input.opinion}` : ''}`,
      orgId: row.askedOrgId,
      createdBy: ctx.session.accountName,
      accountIds: [row.askedId],
    });
  audit(ctx, row, state, input.opinion);
  return { version };
}

export async function withdraw(
  ctx: Ctx,
  input: ParsedOf<typeof contract.withdrawHand>,
): Promise<ReplyOf<typeof contract.withdrawHand>> {
  const row = await lock(ctx, input.id, input.version);
  if (!withdraws(ctx, row)) throw refuse('只有申请人可以在冻结前撤回');
  const version = await queries.writeHand(ctx.db, row.id, 3, ctx.session.accountName, '');
  await closeTodos(ctx.db, [subject(row.id)]);
  audit(ctx, row, 3, '');
  return { version };
}

const audit = (ctx: Ctx, row: queries.HandRecord, state: keyof typeof HAND_STATES, reason: string) =>
  ctx.audit({
    type: 'colour',
    id: row.id,
    name: row.orgName,
    orgCode: row.orgCode,
    reason,
    changes: { state: [HAND_STATES[row.state], HAND_STATES[state]] },
  });
