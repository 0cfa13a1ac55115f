import { uploadedFiles } from '#modules/files/server/accept.ts';
import type * as contract from '#modules/integral/contract.score.ts';
import { EXEMPTION_STATES } from '#modules/integral/rules.ts';
import { orgsById } from '#modules/org/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles } from '#platform/server/fileRights.ts';
import * as queries from '../queries/exemption.ts';
import { tendTodos } from '../queries/score.ts';
import { seePlan } from './plan.ts';
import { notifyOrgs } from './steps.ts';

export const EXEMPTION_FILES = 'integral.exemption';

/** Confirmed from above: by another account, at an organisation above the one that is exempt. */
const decides = (ctx: Ctx, row: queries.ExemptionRecord) =>
  row.state === 0 &&
  row.orgId !== ctx.session.orgId &&
  row.askedById !== ctx.session.accountId &&
  row.planState < 3 &&
  ctx.may('integral:score');

export async function exemptions(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listExemptions>,
): Promise<ReplyOf<typeof contract.listExemptions>> {
  const page = await queries.pageOfExemptions(
    ctx.db,
    ctx.scope,
    { state: input.state ?? null, words: input.keyWords || null },
    input.pageSize,
    (input.pageNum - 1) * input.pageSize,
  );
  const files = await uploadedFiles(
    ctx.db,
    page.rows.flatMap((row) => row.files),
  );
  return {
    total: page.total,
    rows: page.rows.map((row) => ({
      id: row.id,
      planId: row.planId,
      planName: row.planName,
      orgId: row.orgId,
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
      can: { decide: decides(ctx, row) },
    })),
  };
}

/** Asks that an organisation of the scope be left out of a plan, or of one item. */
export async function add(
  ctx: Ctx,
  input: ParsedOf<typeof contract.addExemption>,
): Promise<ReplyOf<typeof contract.addExemption>> {
  const plan = await seePlan(ctx, input.planId);
  const [org] = await orgsById(ctx.db, ctx.scope, [input.orgId]);
  if (!org) throw notFound('组织不存在');
  const found = await queries.isAssessed(ctx.db, ctx.scope, plan.id, input.orgId, input.itemId ?? null);
  if (!found) throw badInput({ orgId: '该组织不在这个方案的考核范围内' });
  if (!found.hasItem) throw badInput({ itemId: '方案里没有这个项目' });
  if (plan.state >= 3) throw refuse('结果已经公示，不能再设免考');
  if (input.fromOn > input.toOn) throw badInput({ toOn: '结束日期不能早于开始日期' });
  const { accountId, accountName } = ctx.session;
  const id = await queries.insertExemption(ctx.db, {
    orgId: input.orgId,
    orgCode: found.orgCode,
    planId: plan.id,
    itemId: input.itemId ?? null,
    fromOn: input.fromOn,
    toOn: input.toOn,
    reason: input.reason,
    byId: accountId,
    by: accountName,
  });
  const place = { kind: EXEMPTION_FILES, rowId: id, orgCode: found.orgCode };
  const files = await attachFiles(ctx, 'files', input.files, place, { format: 'common' });
  await queries.setExemptionFiles(ctx.db, id, files);
  ctx.audit({ type: 'integralExemption', id, name: found.orgName, orgCode: found.orgCode, reason: input.reason });
  return { id };
}

export async function decide(ctx: Ctx, input: ParsedOf<typeof contract.decideExemption>): Promise<null> {
  const row = await queries.findExemption(ctx.db, ctx.scope, input.id, true);
  if (!row) throw notFound('该免考不存在或不在管理范围内');
  if (row.version !== input.version) throw conflict('该免考已有变化，请核对后再操作');
  if (row.state !== 0) throw refuse('已经办理过');
  if (row.askedById === ctx.session.accountId) throw refuse('须由另一人确认');
  if (!decides(ctx, row)) throw refuse(row.planState >= 3 ? '结果已经公示' : '免考由上级组织确认');
  if (!input.agree && input.opinion === '') throw badInput({ opinion: '请输入不同意的原因' });
  await queries.decideExemption(ctx.db, row.id, input.agree, input.opinion, ctx.session.accountName);
  if (input.agree && row.planState > 0) await tendTodos(ctx.db, row.planId);
  await notifyOrgs(
    ctx,
    [row.orgId],
    `免考${input.agree ? '已确认' : '未同意'}：${row.planName}`,
    `${row.itemName}，${row.fromOn}至${row.toOn}。${input.opinion}`,
  );
  ctx.audit({
    type: 'integralExemption',
    id: row.id,
    name: row.orgName,
    orgCode: row.orgCode,
    reason: input.opinion,
    changes: { state: [EXEMPTION_STATES[0], EXEMPTION_STATES[input.agree ? 1 : 2]] },
  });
  return null;
}
