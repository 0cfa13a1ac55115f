import type * as contract from '#assessment/points/contract.appeal.ts';
import { APPEAL_DAYS, APPEAL_STATES, signedText } from '#assessment/points/rules.ts';
import { ROLE } from '#kernel/session/contract.ts';
import { withdraw as withdrawInstance } from '#kernel/workflow/server/service/act.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { inScope, personIs, wholeScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import * as queries from '../queries/hands.ts';
import { findOrgByCode, pageOfLines, personOf } from '../queries/scores.ts';
import { sendAgain, sendIn } from './appealFlow.ts';
import { findRules, ownMemberId, placeOf } from './scores.ts';

const MISSING = '这件申诉不存在，或不在管理范围内';
const NO_LINE = '这条积分不存在';
const OVER = '申诉期已过';
const MODULE = '党员积分';
const PAGE = '/affairs/integral/integralManagement?tab=appeal';
/** Dictionary 0178: 通知. */
const NOTICE = '1';
const subjectOf = (id: string) => `pointsAppeal:${id}`;

const rowOf = (
  row: queries.AppealRecord,
  can: { decide: boolean; withdraw: boolean; again: boolean; mend: boolean },
) => ({
  id: row.id,
  memberId: row.memberId,
  memberName: row.memberName,
  orgName: row.orgName,
  kindName: row.lineId === null ? '补记申请' : '申诉',
  itemName: row.itemName,
  day: row.day,
  points: row.points,
  text: row.text,
  level: row.level,
  handlerName: row.handlerName,
  flowName: row.flowName,
  returned: row.returned,
  state: row.state,
  stateName: APPEAL_STATES[row.state],
  opinion: row.opinion,
  decidedName: row.decidedName,
  createdAt: row.createdAt.toISOString(),
  version: row.version,
  can,
});

const decides = (ctx: Ctx, row: queries.AppealRecord) =>
  ctx.may('points:write') &&
  row.state === 1 &&
  row.instanceId === null &&
  ctx.session.orgId === row.handlerId &&
  row.memberId !== ctx.session.memberId &&
  row.enteredBy !== ctx.session.accountId &&
  row.confirmedBy !== ctx.session.accountId;

/** Appeals of a scope. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listAppeals>,
): Promise<ReplyOf<typeof contract.listAppeals>> {
  const { scope } = placeOf(ctx, input.orgId);
  const filter = { memberId: null, state: input.state ?? null };
  const found = await queries.pageOfAppeals(
    ctx.db,
    scope,
    filter,
    input.pageSize,
    (input.pageNum - 1) * input.pageSize,
  );
  return {
    rows: found.rows.map((row) =>
      rowOf(row, { decide: decides(ctx, row), withdraw: false, again: false, mend: false }),
    ),
    total: found.total,
  };
}

export async function own(
  ctx: Ctx,
  input: ParsedOf<typeof contract.ownAppeals>,
): Promise<ReplyOf<typeof contract.ownAppeals>> {
  const filter = { memberId: ownMemberId(ctx), state: null };
  const found = await queries.pageOfAppeals(
    ctx.db,
    wholeScope,
    filter,
    input.pageSize,
    (input.pageNum - 1) * input.pageSize,
  );
  return {
    rows: found.rows.map((row) =>
      rowOf(row, {
        decide: false,
        withdraw: row.state === 1,
        again: row.state === 3 && row.level === 1 && !row.again && row.handlerCode.length > 4,
        mend: row.returned !== '',
      }),
    ),
    total: found.total,
  };
}

async function myself(ctx: Ctx) {
  const found = await personOf(ctx.db, personIs(ownMemberId(ctx)), 0);
  if (!found) throw notFound('您的账号没有对应的党员信息');
  return found;
}

export async function items(ctx: Ctx): Promise<ReplyOf<typeof contract.appealItems>> {
  const person = await myself(ctx);
  const { items: all } = await findRules(ctx.db, person.orgCode, await todayOf(ctx.db));
  return all
    .filter(({ minus }) => !minus)
    .map(({ code, name, dimension, value }) => ({ code, name, dimension, value }));
}

const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

async function openFor(ctx: Ctx, id: string, handler: { id: string; code: string }, name: string, text: string) {
  await openTodo(ctx, {
    roleId: ROLE.worker,
    orgId: handler.id,
    orgCode: handler.code,
    accountId: null,
    module: MODULE,
    title: `答复${name}的积分申诉`,
    detail: text.slice(0, 60),
    act: '答复',
    jumpUrl: PAGE,
    dueOn: null,
    subject: subjectOf(id),
  });
}

/** 申诉 against an own line within 15 days of its coming, or 补记申请 within 15 days of the day. */
export async function ask(
  ctx: Ctx,
  input: ParsedOf<typeof contract.askAppeal>,
): Promise<ReplyOf<typeof contract.askAppeal>> {
  const person = await myself(ctx);
  const today = await todayOf(ctx.db);
  let subject: { code: string; itemName: string; day: string };
  if (input.lineId) {
    const filter = { memberId: person.id, lineId: input.lineId, year: null, dimension: null, less: false };
    const [line] = (await pageOfLines(ctx.db, wholeScope, filter, APPEAL_DAYS, 1, 0)).rows;
    if (!line) throw notFound(NO_LINE);
    if (!line.fresh) throw refuse(OVER);
    if (line.appealed) throw refuse('这条积分已在申诉中');
    subject = { code: line.code, itemName: line.itemName, day: line.day };
  } else {
    if (!input.day) throw badInput({ day: '请选择日期' });
    if (input.day > today) throw badInput({ day: '日期不能晚于今天' });
    if (daysBetween(input.day, today) > APPEAL_DAYS) throw badInput({ day: OVER });
    const { items: all } = await findRules(ctx.db, person.orgCode, input.day);
    const item = all.find(({ code, minus }) => code === input.code && !minus);
    if (!item) throw badInput({ code: '请选择项目' });
    subject = { code: item.code, itemName: item.name, day: input.day };
  }
  const id = await queries.insertAppeal(ctx.db, {
    ...subject,
    memberId: person.id,
    orgId: person.orgId,
    orgCode: person.orgCode,
    lineId: input.lineId ?? null,
    points: input.points,
    text: input.text,
    level: 1,
    firstId: null,
    handlerId: person.orgId,
  });
  if (!(await sendIn(ctx, id)))
    await openFor(ctx, id, { id: person.orgId, code: person.orgCode }, person.name, input.text);
  ctx.audit({ type: 'pointAppeal', id, name: person.name, orgCode: person.orgCode, reason: input.text });
  return { id };
}

async function holdOwn(ctx: Ctx, id: string, lock = true) {
  const row = await queries.findAppeal(ctx.db, wholeScope, id, lock);
  if (!row || row.memberId !== ownMemberId(ctx)) throw notFound(MISSING);
  return row;
}

export async function withdraw(
  ctx: Ctx,
  input: ParsedOf<typeof contract.withdrawAppeal>,
): Promise<ReplyOf<typeof contract.withdrawAppeal>> {
  const known = await holdOwn(ctx, input.id, false);
  if (known.instanceId !== null && known.state === 1) {
    if (known.version !== input.version) throw conflict('这件申诉已有变化，请核对后再操作');
    // The engine locks the matter first, then tells this module.
    await withdrawInstance(ctx, { id: known.instanceId, reason: '撤回申诉' });
    return { version: (await holdOwn(ctx, input.id)).version };
  }
  const row = await holdOwn(ctx, input.id);
  if (row.version !== input.version) throw conflict('这件申诉已有变化，请核对后再操作');
  if (row.state !== 1) throw refuse('只有处理中的申诉可以撤回');
  const version = await queries.writeAppeal(ctx.db, row.id, 4, { by: null, name: '', opinion: '' });
  await closeTodos(ctx.db, [subjectOf(row.id)]);
  ctx.audit({ type: 'pointAppeal', id: row.id, name: row.memberName, orgCode: row.orgCode, reason: '撤回' });
  return { version };
}

/** Fixes an appeal that an approver gave back, and sends it on. */
export async function resubmit(
  ctx: Ctx,
  input: ParsedOf<typeof contract.resubmitAppeal>,
): Promise<ReplyOf<typeof contract.resubmitAppeal>> {
  const row = await holdOwn(ctx, input.id, false);
  if (row.version !== input.version) throw conflict('这件申诉已有变化，请核对后再操作');
  if (row.returned === '') throw refuse('只有被退回的申诉可以补充');
  const version = await sendAgain(ctx, row, input.text);
  ctx.audit({ type: 'pointAppeal', id: row.id, name: row.memberName, orgCode: row.orgCode, reason: input.text });
  return { version };
}

/** Once more, to the organisation above the one that refused. */
export async function appealAgain(
  ctx: Ctx,
  input: ParsedOf<typeof contract.appealAgain>,
): Promise<ReplyOf<typeof contract.appealAgain>> {
  const row = await holdOwn(ctx, input.id);
  if (row.state !== 3 || row.level !== 1 || row.again) throw refuse('只能对第一次不采纳的答复再申诉一次');
  const above = await findOrgByCode(ctx.db, row.handlerCode.slice(0, -4));
  if (!above) throw refuse('没有上一级党组织可以受理');
  const id = await queries.insertAppeal(ctx.db, {
    memberId: row.memberId,
    orgId: row.orgId,
    orgCode: row.orgCode,
    lineId: row.lineId,
    code: row.code,
    itemName: row.itemName,
    day: row.day,
    points: row.points,
    text: input.text,
    level: 2,
    firstId: row.id,
    handlerId: above.id,
  });
  if (!(await sendIn(ctx, id))) await openFor(ctx, id, above, row.memberName, input.text);
  ctx.audit({ type: 'pointAppeal', id, name: row.memberName, orgCode: row.orgCode, reason: input.text });
  return { id };
}

/** Answers an appeal: what is accepted is given as a line of its own; whoever entered or confirmed the line does not decide. */
export async function decide(
  ctx: Ctx,
  input: ParsedOf<typeof contract.decideAppeal>,
): Promise<ReplyOf<typeof contract.decideAppeal>> {
  const row = await queries.findAppeal(ctx.db, ctx.scope, input.id, true);
  if (!row || !inScope(ctx.scope, row.orgCode)) throw notFound(MISSING);
  if (row.version !== input.version) throw conflict('这件申诉已有变化，请核对后再操作');
  if (row.state !== 1) throw refuse('这件申诉已经答复');
  if (row.instanceId !== null) throw refuse(`按审批流程“${row.flowName}”办理，请到“待我审批”审批`);
  if (row.enteredBy === ctx.session.accountId || row.confirmedBy === ctx.session.accountId)
    throw refuse('这条积分由您录入或确认，请由另一名工作人员答复');
  if (!decides(ctx, row)) throw refuse(`由${row.handlerName}答复`);
  if (!input.agree && input.opinion === '') throw badInput({ opinion: '不采纳请写明理由' });
  const { accountId: by, accountName: name } = ctx.session;
  const version = await queries.writeAppeal(ctx.db, row.id, input.agree ? 2 : 3, { by, name, opinion: input.opinion });
  await closeTodos(ctx.db, [subjectOf(row.id)]);
  const account = await queries.accountOf(ctx.db, row.memberId);
  if (account)
    await sendNotice(ctx.db, {
      type: NOTICE,
      title: `积分申诉${input.agree ? '已采纳' : '没有采纳'}：${row.itemName}`,
      remark: [input.agree ? `补记${signedText(row.points)}分。` : '', input.opinion].filter(Boolean).join(''),
      orgId: ctx.session.orgId,
      createdBy: name,
      accountIds: [account],
    });
  ctx.audit({
    type: 'pointAppeal',
    id: row.id,
    name: row.memberName,
    orgCode: row.orgCode,
    reason: input.opinion,
    changes: { state: [1, input.agree ? 2 : 3] },
  });
  return { version };
}
