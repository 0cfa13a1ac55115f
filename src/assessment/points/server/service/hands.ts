import type * as contract from '#assessment/points/contract.ts';
import { HAND_STATES } from '#assessment/points/rules.ts';
import { uploadedFiles } from '#kernel/files/server/accept.ts';
import { countOtherUses } from '#kernel/files/server/index.ts';
import { ROLE } from '#kernel/session/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { personIs } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, canReadFile } from '#platform/server/files/fileRights.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import * as queries from '../queries/hands.ts';
import { personOf } from '../queries/scores.ts';
import { needsPaper } from '../queries/sets.ts';
import { findRules, placeOf } from './scores.ts';

export const HAND_FILES = 'points.hand';
const MISSING = '这条手工积分不存在，或不在管理范围内';
const CHANGED = '这条手工积分已有变化，请核对后再操作';
const MODULE = '党员积分';
const PAGE = '/affairs/integral/integralManagement?tab=hand';
const subjectOf = (id: string) => `pointHand:${id}`;

/** Whoever sees the entry reads its papers. */
export const announceFiles = () =>
  canReadFile(
    HAND_FILES,
    async (ctx, { rowId }) =>
      rowId !== null && ctx.may('points:read') && (await queries.findHand(ctx.db, ctx.scope, rowId)) !== undefined,
  );

const canOf = (ctx: Ctx, row: queries.HandRecord) => {
  const mine = row.enteredBy === ctx.session.accountId;
  const writes = ctx.may('points:write');
  return {
    decide: writes && row.state === 0 && !mine && row.memberId !== ctx.session.memberId,
    withdraw: writes && row.state <= 1 && (mine || ctx.session.orgCode.length < row.orgCode.length),
  };
};

export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listHands>,
): Promise<ReplyOf<typeof contract.listHands>> {
  const { scope } = placeOf(ctx, input.orgId);
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfHands(ctx.db, scope, input.state ?? null, input.pageSize, offset);
  const again = await countOtherUses(
    ctx.db,
    found.rows.flatMap(({ files }) => files),
  );
  const rows = await Promise.all(
    found.rows.map(async (row) => ({
      id: row.id,
      memberId: row.memberId,
      memberName: row.memberName,
      orgName: row.orgName,
      itemName: row.itemName,
      day: row.day,
      quantity: row.quantity,
      points: Math.round((row.value * row.quantity) / 100) * (row.minus ? -1 : 1),
      reason: row.reason,
      files: await uploadedFiles(ctx.db, row.files),
      usedAgain: Math.max(0, ...row.files.map((file) => again.get(file) ?? 0)),
      state: row.state,
      stateName: HAND_STATES[row.state],
      enteredName: row.enteredName,
      decidedName: row.decidedName,
      opinion: row.opinion,
      version: row.version,
      can: canOf(ctx, row),
    })),
  );
  return { rows, total: found.total };
}

/** Enters points by hand; they count once a second person has confirmed. Nobody enters them for the own person. */
export async function add(
  ctx: Ctx,
  input: ParsedOf<typeof contract.addHand>,
): Promise<ReplyOf<typeof contract.addHand>> {
  const found = await personOf(ctx.db, personIs(input.memberId, ctx.scope), 0);
  if (!found) throw notFound('党员不存在，或不在管理范围内');
  const today = await todayOf(ctx.db);
  if (input.day > today) throw badInput({ day: '日期不能晚于今天' });
  if (input.day < `${Number(today.slice(0, 4)) - 1}-01-01`) throw badInput({ day: '只录入今年和去年的事项' });
  const { items } = await findRules(ctx.db, found.orgCode, input.day);
  const item = items.find(({ code, source }) => code === input.code && source === '');
  if (!item) throw badInput({ code: '这一天执行的积分办法中没有这个手工项目' });
  if (input.files.length === 0 && (await needsPaper(ctx.db, item.id)))
    throw badInput({ files: '这个项目须上传证明材料' });
  const id = await queries.insertHand(ctx.db, {
    memberId: found.id,
    orgId: found.orgId,
    orgCode: found.orgCode,
    code: item.code,
    itemName: item.name,
    day: input.day,
    quantity: input.quantity,
    reason: input.reason,
    by: ctx.session.accountId,
    name: ctx.session.accountName,
  });
  const place = { kind: HAND_FILES, rowId: id, orgCode: found.orgCode };
  await queries.setHandFiles(ctx.db, id, await attachFiles(ctx, 'files', input.files, place, { format: 'common' }));
  await openTodo(ctx, {
    roleId: ROLE.worker,
    orgId: found.orgId,
    orgCode: found.orgCode,
    accountId: null,
    module: MODULE,
    title: `确认${found.name}的手工积分`,
    detail: `${item.name}，${ctx.session.accountName}录入`,
    act: '确认',
    jumpUrl: PAGE,
    dueOn: null,
    subject: subjectOf(id),
  });
  ctx.audit({
    type: 'pointHand',
    id,
    name: found.name,
    orgCode: found.orgCode,
    changes: { item: [null, item.name] },
    reason: input.reason,
  });
  return { id };
}

async function lock(ctx: Ctx, id: string, version: number) {
  const row = await queries.findHand(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(MISSING);
  if (row.version !== version) throw conflict(CHANGED);
  return row;
}

export async function decide(
  ctx: Ctx,
  input: ParsedOf<typeof contract.decideHand>,
): Promise<ReplyOf<typeof contract.decideHand>> {
  const row = await lock(ctx, input.id, input.version);
  if (row.state !== 0) throw refuse('这条手工积分已经处理');
  if (row.enteredBy === ctx.session.accountId) throw refuse('录入的人不能确认，请由另一名工作人员确认');
  if (!input.agree && input.opinion === '') throw badInput({ opinion: '不同意请写明理由' });
  const { accountId: by, accountName: name } = ctx.session;
  const version = await queries.writeHand(ctx.db, row.id, input.agree ? 1 : 2, { by, name, opinion: input.opinion });
  await closeTodos(ctx.db, [subjectOf(row.id)]);
  ctx.audit({
    type: 'pointHand',
    id: row.id,
    name: row.memberName,
    orgCode: row.orgCode,
    reason: input.agree ? '确认' : `不同意：${input.opinion}`,
  });
  return { version };
}

export async function withdraw(
  ctx: Ctx,
  input: ParsedOf<typeof contract.withdrawHand>,
): Promise<ReplyOf<typeof contract.withdrawHand>> {
  const row = await lock(ctx, input.id, input.version);
  if (!canOf(ctx, row).withdraw) throw refuse('只有录入的人和上级可以撤回');
  const { accountId: by, accountName: name } = ctx.session;
  const version = await queries.writeHand(ctx.db, row.id, 3, { by, name, opinion: input.reason });
  await closeTodos(ctx.db, [subjectOf(row.id)]);
  ctx.audit({ type: 'pointHand', id: row.id, name: row.memberName, orgCode: row.orgCode, reason: input.reason });
  return { version };
}
