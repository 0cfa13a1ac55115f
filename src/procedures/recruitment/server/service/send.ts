import { ROLE } from '#kernel/session/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import { type StepDef, stepDefinition } from '#procedures/recruitment/rules/steps.ts';
import * as queries from '../queries/file.ts';
import { decideSubject, fixSubject, generalSubject, MODULE, workPath } from '../todos.ts';

/** The organisation that approves 预备党员; refuses where nobody above may, and says whom to ask. */
export async function approverFor(ctx: Ctx, { orgCode }: { orgCode: string }) {
  const { approver, above } = await queries.approverOf(ctx.db, orgCode);
  if (approver) return approver;
  throw refuse(`上级没有具有审批权限的党委，请联系${above?.name ?? '系统管理员'}，在组织信息中确认审批预备党员权限`);
}

/** What a 党总支 discusses before the committee decides: 接收 and 转正 (细则第二十四条). */
export const DISCUSSED: readonly number[] = [17, 24];

/** A to-do for the 党总支, or for the approver where nobody works there. */
export async function sendToGeneral(
  ctx: Ctx,
  file: queries.FileRecord,
  def: StepDef,
  general: { id: string; code: string; name: string; staffed: boolean },
  approver: { id: string; code: string },
): Promise<void> {
  await closeTodos(ctx.db, [fixSubject(file.id)]);
  const desk = general.staffed ? general : approver;
  await openTodo(ctx, {
    roleId: ROLE.worker,
    orgId: desk.id,
    orgCode: desk.code,
    accountId: null,
    module: MODULE,
    title: general.staffed ? `审议${def.title}：${file.name}` : `登记${general.name}审议意见：${file.name}`,
    detail: `${file.orgName}，${ctx.session.accountName}报送`,
    act: '审议',
    jumpUrl: workPath(file.id, file.category),
    dueOn: null,
    subject: generalSubject(file.id),
  });
}

/** A step that the 党总支 has discussed goes on to the approver that it was sent to. */
export async function sendToApprover(ctx: Ctx, file: queries.FileRecord, step: queries.StepRecord): Promise<void> {
  const approver = await approverFor(ctx, file);
  await sendUp(ctx, file, stepDefinition(step.no), approver);
}

/** A to-do of the approver. */
export async function sendUp(
  ctx: Ctx,
  file: queries.FileRecord,
  def: StepDef,
  approver: { id: string; code: string },
): Promise<void> {
  await closeTodos(ctx.db, [fixSubject(file.id)]);
  await openTodo(ctx, {
    roleId: ROLE.worker,
    orgId: approver.id,
    orgCode: approver.code,
    accountId: null,
    module: MODULE,
    title: `${def.title}：${file.name}`,
    detail: `${file.orgName}，${ctx.session.accountName}报送`,
    act: '审批',
    jumpUrl: workPath(file.id, file.category),
    dueOn: null,
    subject: decideSubject(file.id),
  });
}
