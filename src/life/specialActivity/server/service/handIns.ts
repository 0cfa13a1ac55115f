import { askAbove, decideGiven, registerUrgeable, takeBackAbove } from '#kernel/permission/server/above.ts';
import type * as contract from '#life/specialActivity/contract.ts';
import { mayAct } from '#life/specialActivity/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { conflict, refuse } from '#platform/server/errors.ts';
import { attachResubmitted } from '#platform/server/files/fileRights.ts';
import type { TodoAct } from '#platform/server/module.ts';
import * as queries from '../queries/materials.ts';
import { syncTodos } from '../queries/todos.ts';
import { decideSubject, MODULE, materialPath } from '../todos.ts';
import { HAND_IN_FILES } from './common.ts';
import { decisionRequestOf, materialOf } from './materials.ts';

type Material = queries.MaterialRecord;

const nameOf = ({ title, name }: Material) => `${title} ${name}`;
const log = (ctx: Ctx, one: Material, changes: Record<string, [unknown, unknown]>, reason?: string) =>
  ctx.audit({
    type: 'specialMaterial',
    id: one.id,
    name: nameOf(one),
    orgCode: one.orgCode,
    changes,
    ...(reason ? { reason } : {}),
  });

/** A material, locked. @throws conflict where it has changed since it was read */
async function lockMaterial(ctx: Ctx, id: string, version?: number): Promise<Material> {
  const one = await materialOf(ctx, id, true);
  if (version !== undefined && one.version !== version)
    throw conflict('这份附件已有变化，请核对后再操作', { current: { version: one.version } });
  return one;
}

async function write(ctx: Ctx, one: Material, content: string, files: readonly string[]): Promise<void> {
  const before = new Set((await queries.handInsOf(ctx.db, one.id)).flatMap((time) => time.files));
  const isLate = one.dueOn < one.today;
  const by = ctx.session.accountName;
  const id = await queries.insertHandIn(ctx.db, { materialId: one.id, content, isLate, by });
  const owner = { kind: HAND_IN_FILES, rowId: id, orgCode: one.orgCode };
  const kept = await attachResubmitted(ctx, 'files', files, owner, before, { format: 'common' });
  await queries.setHandInFiles(ctx.db, id, kept);
}

/** Hands a material in: it waits before the workers of whoever started the activity. */
export async function handIn(
  ctx: Ctx,
  input: ParsedOf<typeof contract.handIn>,
): Promise<ReplyOf<typeof contract.handIn>> {
  const one = await lockMaterial(ctx, input.id, input.version);
  if (one.orgId !== ctx.session.orgId) throw refuse('由参加组织上传');
  if (one.activityState !== 'published') throw refuse('该专项活动不在进行中，不用再上传');
  if (!mayAct('handIn', one.state))
    throw refuse(one.state === 'asked' ? '这份附件正在审核，可以先撤回' : '这份附件已经办结，不用再上传');
  const { accountId: by, accountName: name } = ctx.session;
  const { row: version, decider } = await askAbove(ctx, {
    orgId: one.setterId,
    right: 'special:set',
    isFromHere: true,
    write: async ({ id: deciderOrgId }) => {
      await write(ctx, one, input.content, input.files);
      return queries.stepMaterial(ctx.db, one.id, { state: 'asked', asked: { by, name, deciderOrgId } });
    },
    asked: () => ({
      module: MODULE,
      title: `审核活动附件：${one.title}`,
      detail: `${one.name}，${one.orgName}`,
      act: '审核',
      jumpUrl: materialPath(one.id),
      subject: decideSubject(one.id),
    }),
  });
  await syncTodos(ctx.db, one.activityId);
  log(ctx, one, { state: [one.state, 'asked'], files: [one.files, input.files.length] });
  return { version, decider: decider.name };
}

/** Takes a material back while nobody has decided it, by whoever handed it in. */
export async function recall(ctx: Ctx, { id }: ParsedOf<typeof contract.recallMaterial>): Promise<{ version: number }> {
  const one = await lockMaterial(ctx, id);
  let { version } = one;
  await takeBackAbove(
    ctx,
    decisionRequestOf(ctx, one),
    async () => {
      await queries.settleHandIn(ctx.db, one.id, 'recalled');
      version = await queries.stepMaterial(ctx.db, one.id, { state: 'open' });
    },
    `由${one.askedByName || '参加组织'}上传，只能由本人撤回`,
  );
  await syncTodos(ctx.db, one.activityId);
  log(ctx, one, { state: ['asked', 'open'] });
  return { version };
}

/** Accepts a material or returns it with its reason; of two at once one wins. */
export async function decide(
  ctx: Ctx,
  input: Omit<ParsedOf<typeof contract.decideMaterial>, 'version'> & { version?: number },
): Promise<{ version: number }> {
  const one = await lockMaterial(ctx, input.id);
  const version = await decideGiven(ctx, decisionRequestOf(ctx, one), input, {
    version: one.version,
    noun: '这份附件',
    verb: '审核',
    title: nameOf(one),
    accepted: '附件资料已审核。',
    carryOut: async (state, decision, decided) => {
      await queries.settleHandIn(ctx.db, one.id, decision, decided);
      return queries.stepMaterial(ctx.db, one.id, { state, decided });
    },
  });
  await syncTodos(ctx.db, one.activityId);
  log(ctx, one, { state: ['asked', input.decision === 'agree' ? 'done' : 'returned'] }, input.opinion);
  return { version };
}

/** Accepts or returns one of several, as it stands (今日). */
export const decideTogether =
  (decision: 'agree' | 'return'): TodoAct =>
  (ctx, id, opinion) =>
    decide(ctx, { id, decision, opinion });

/** Announces that whoever handed a material in may urge the decision. */
export function announceUrging(): void {
  registerUrgeable('special', async (ctx, id) => {
    const one = await materialOf(ctx, id, true);
    return {
      row: decisionRequestOf(ctx, one),
      detail: { type: 'specialMaterial', id, name: nameOf(one), orgCode: one.orgCode },
    };
  });
}
