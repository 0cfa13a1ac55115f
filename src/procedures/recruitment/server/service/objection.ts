import { ROLE } from '#kernel/session/contract.ts';
import { assertStranger } from '#kernel/session/server/captcha/check.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { chosenScope, wholeScope } from '#platform/server/database/scope.ts';
import { conflict, notFound, refuse } from '#platform/server/errors.ts';
import { countHit } from '#platform/server/http/rate.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import type * as contract from '#procedures/recruitment/contract.publicity.ts';
import { CHECK_RESULTS } from '#procedures/recruitment/contract.publicity.ts';
import { approverOf, findFile } from '../queries/file.ts';
import { publicityByCode } from '../queries/meeting.ts';
import * as queries from '../queries/objection.ts';
import { MODULE, objectionSubject, PUBLICITY } from '../todos.ts';
import { openBranchTodo } from './effects.ts';
import { lockFile, logFile, MISSING, stepOf, type WholeFile } from './wholeFile.ts';

/** How often one address may say something about one 公示, and how often all together. */
const PER_ADDRESS = { hits: 5, seconds: 3600 };
const PER_PUBLICITY = { hits: 200, seconds: 86_400 };

export const contentPlace = (id: string) => `development_objection.content.${id}`;
export const contactPlace = (id: string) => `development_objection.contact.${id}`;

type Said = ParsedOf<typeof contract.sayObjection>;

async function running(ctx: Ctx, token: string) {
  const row = await publicityByCode(ctx.db, token);
  if (!row) throw notFound('公示已结束，请直接向党组织反映');
  return row;
}

/** Before something is taken: the 公示 runs, the picture check, and how much was said from there. */
export async function admitObjection(ctx: Ctx, input: Said): Promise<void> {
  const { id } = await running(ctx, input.token);
  await assertStranger(ctx, input);
  await countHit(ctx.services, `gongshi:${id}:${ctx.ip}`, PER_ADDRESS.hits, PER_ADDRESS.seconds);
  await countHit(ctx.services, `gongshi:${id}`, PER_PUBLICITY.hits, PER_PUBLICITY.seconds);
}

/** Takes what somebody says about a 公示, encrypted, and puts it before the superior that agreed to it; the same sent twice is one. */
export async function say(ctx: Ctx, { token, content, contact }: Said): Promise<null> {
  const { id, fileId } = await running(ctx, token);
  const file = await findFile(ctx.db, wholeScope, fileId);
  if (!file) throw notFound(MISSING);
  const digest = ctx.vault.index('development_objection', JSON.stringify([content, contact]));
  const isNew = await queries.insertObjection(ctx.db, id, digest, (row) => ({
    content: ctx.vault.encrypt(contentPlace(row), content),
    contact: contact === '' ? null : ctx.vault.encrypt(contactPlace(row), contact),
  }));
  const { approver } = await approverOf(ctx.db, file.orgCode);
  if (isNew && approver) {
    await openTodo(ctx, {
      roleId: ROLE.worker,
      orgId: approver.id,
      orgCode: approver.code,
      accountId: null,
      module: MODULE,
      title: `核查对${file.name}公示的反映`,
      detail: `${file.orgName}，公示期内收到反映`,
      act: '核查',
      jumpUrl: PUBLICITY,
      dueOn: null,
      subject: objectionSubject(id),
    });
  }
  ctx.audit({ type: 'developmentFile', id: file.id, name: file.name, orgCode: file.orgCode });
  return null;
}

const mayCheck = (ctx: Ctx, row: { approverOrgId: string | null; memberId: string }) =>
  ctx.scope.memberId === null &&
  ctx.may('recruit:approve') &&
  row.approverOrgId === ctx.session.orgId &&
  row.memberId !== ctx.session.memberId;

/** 公示 of the scope with the number of what was said. */
export async function publicities(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listPublicity>,
): Promise<ReplyOf<typeof contract.listPublicity>> {
  const scope = chosenScope(ctx, input.orgId, '所选党组织不存在');
  const filter = { name: input.name || null, state: input.state ?? null };
  const offset = (input.pageNum - 1) * input.pageSize;
  const { rows, total } = await queries.pageOfPublicity(ctx.db, scope, filter, input.pageSize, offset);
  return {
    total,
    rows: rows.map(({ approverOrgId, memberId, ...row }) => ({
      ...row,
      can: { check: row.objections > 0 && mayCheck(ctx, { approverOrgId, memberId }) },
    })),
  };
}

/** The file's 公示, where the session is the superior that agreed to it. */
function checked({ file, steps, publicity }: WholeFile, ctx: Ctx) {
  const step = stepOf({ steps } as WholeFile, 8);
  if (!mayCheck(ctx, { approverOrgId: step.approverOrgId, memberId: file.memberId })) {
    throw refuse(`反映的情况由${step.approverName || '上级党组织'}核查`);
  }
  if (!publicity) throw refuse('没有公示');
  return publicity;
}

/** What was said, opened for the superior alone. */
export async function objections(
  ctx: Ctx,
  { fileId }: ParsedOf<typeof contract.readObjections>,
): Promise<ReplyOf<typeof contract.readObjections>> {
  const held = await lockFile(ctx, fileId);
  const publicity = checked(held, ctx);
  const rows = await queries.objectionsOf(ctx.db, publicity.id);
  logFile(ctx, held.file, { publicity: [null, '查看反映'] });
  return rows.map((row) => ({
    ...row,
    content: ctx.vault.decrypt(contentPlace(row.id), row.content),
    contact: row.contact === null ? '' : ctx.vault.decrypt(contactPlace(row.id), row.contact),
    receivedAt: row.receivedAt.toISOString(),
    handledAt: row.handledAt?.toISOString() ?? null,
  }));
}

/** Writes the result of the superior's check; with the last one the branch is told that it may end the 公示. */
export async function check(ctx: Ctx, input: ParsedOf<typeof contract.checkObjection>): Promise<null> {
  const held = await lockFile(ctx, input.fileId);
  const publicity = checked(held, ctx);
  if (publicity.result !== null) throw refuse('公示已经结束');
  const { result, note } = input;
  const by = ctx.session.accountName;
  if (!(await queries.settleObjection(ctx.db, publicity.id, input.id, { result, note, by }))) {
    throw conflict('这条反映已被处理，请刷新查看');
  }
  logFile(ctx, held.file, { publicity: ['待核查', CHECK_RESULTS[result]] }, note);
  const left = (await queries.objectionsOf(ctx.db, publicity.id)).some((one) => one.result === '');
  if (!left) {
    await closeTodos(ctx.db, [objectionSubject(publicity.id)]);
    await openBranchTodo(ctx, held.file, `${held.file.name}公示的反映已核查`, note, '查看');
  }
  return null;
}

/** Why a 公示 cannot end with a result, by what was said about it; empty where it can. */
export async function obstacleToEndNotice(
  ctx: Ctx,
  held: WholeFile,
  result: 'none' | 'checked' | 'blocking',
): Promise<string> {
  const rows = held.publicity ? await queries.objectionsOf(ctx.db, held.publicity.id) : [];
  const approver = stepOf(held, 8).approverName || '上级党组织';
  const open = rows.filter((one) => one.result === '').length;
  if (open > 0) return `收到${rows.length}条反映，${open}条还没有核查，由${approver}核查后才能结束`;
  if (rows.some((one) => one.result === 'blocking')) {
    return result === 'blocking'
      ? ''
      : `${approver}核查认为有影响入党的问题，不能按“${result === 'none' ? '无异议' : CHECK_RESULTS.checked}”结束`;
  }
  return rows.length > 0 && result === 'none' ? '公示期内收到反映，不能按“无异议”结束' : '';
}
