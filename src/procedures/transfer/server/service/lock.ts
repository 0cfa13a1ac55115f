import { ROLE } from '#kernel/session/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { conflict, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import { isArrow, type Status, statusName } from '#procedures/transfer/rules.ts';
import { accountsOf, deskOf, workersAt } from '../queries/places.ts';
import { findTransfer, type HopRecord, hopsOf, type TransferRecord } from '../queries/transfer.ts';
import * as writes from '../queries/write.ts';
import { MODULE, NOTICE, receiptSubject, subjectOf, subjectsOf, workPath } from '../todos.ts';

export const MISSING = '该转接不存在，或不在您的管理范围内';

/** Whether the session works for organisations: a person without office meets the own transfers alone. */
export const isWorker = (ctx: Ctx) => ctx.scope.memberId === null;

/** A transfer held at the version that was read, with its way. */
export async function lockRow(
  ctx: Ctx,
  id: string,
  version: number,
): Promise<{ transfer: TransferRecord; hops: HopRecord[] }> {
  const transfer = await findTransfer(ctx.db, ctx.scope, id, true);
  if (!transfer) throw notFound(MISSING);
  if (transfer.version !== version)
    throw conflict(`该转接已被处理，现在是“${statusName(transfer.status)}”，请刷新后再办`, {
      current: { version: transfer.version },
    });
  return { transfer, hops: await hopsOf(ctx.db, id, ctx.session.accountId) };
}

/** Why the session may not act at the hop where a transfer waits; empty: it may. */
export function obstacleToAct(ctx: Ctx, transfer: TransferRecord, hops: readonly HopRecord[]): string {
  const at = hops[transfer.atSeq - 1];
  if (at?.state !== 'waiting') return '这件转接现在不等待办理';
  if (at.orgId === null) return '等待系统外的党组织办理，收到回执后登记';
  if (!isWorker(ctx)) return `由${at.orgName}办理`;
  if (transfer.memberId !== null && transfer.memberId === ctx.session.memberId) return '本人的组织关系转接由他人办理';
  if (!ctx.may(at.decides ? 'relation:approve' : 'relation:write')) return '您的角色没有这一步的权限';
  const isOwn = at.orgId === ctx.session.orgId || at.isDeputy;
  const isBelow = !at.decides && at.orgCode !== null && inScope(ctx.scope, at.orgCode);
  return isOwn || isBelow ? '' : `由${at.orgName}办理`;
}

/** One arrow with its line in the history; a way that 3.2 does not know is a fault of ours. */
export async function changeStatus(
  ctx: Ctx,
  transferId: string,
  act: string,
  before: Status,
  after: Status,
  note = '',
): Promise<void> {
  if (before !== after && !isArrow(before, after))
    throw refuse(`“${statusName(before)}”的转接不能变为“${statusName(after)}”`);
  const { accountName: operator, accountId, orgName } = ctx.session;
  await writes.addEvent(ctx.db, { transferId, act, before, after, orgName, operator, accountId, note });
}

/** Puts a transfer before the hop where it waits now. */
export async function openHopTodo(ctx: Ctx, transfer: Named, hop: Asked, dueOn: string | null): Promise<void> {
  await closeTodos(ctx.db, subjectsOf(transfer.id));
  await openFirstHopTodo(ctx, transfer, hop, dueOn);
}

type Named = Pick<TransferRecord, 'id' | 'name' | 'fromName' | 'toName'>;
type Asked = { orgId: string | null; orgCode: string | null; decides: boolean };

/** The same for a transfer that nobody was asked of yet. */
export async function openFirstHopTodo(ctx: Ctx, transfer: Named, hop: Asked, dueOn: string | null): Promise<void> {
  if (hop.orgId === null || hop.orgCode === null) return;
  const desk = hop.decides
    ? { id: hop.orgId, code: hop.orgCode }
    : ((await deskOf(ctx.db, hop.orgCode)) ?? { id: hop.orgId, code: hop.orgCode });
  await openTodo(ctx, {
    roleId: ROLE.worker,
    orgId: desk.id,
    orgCode: desk.code,
    accountId: null,
    module: MODULE,
    title: `${transfer.name}的组织关系转接`,
    detail: `${transfer.fromName} → ${transfer.toName}`,
    act: hop.decides ? '审批' : '受理',
    jumpUrl: workPath(transfer.id),
    dueOn,
    subject: subjectOf(transfer.id),
  });
}

/** Puts the receipt that is still to go back on paper before the own committee. */
export const openReceiptTodo = (
  ctx: Ctx,
  { id, name, outside }: { id: string; name: string; outside: string },
  dueOn: string,
) =>
  openTodo(ctx, {
    roleId: ROLE.worker,
    orgId: ctx.session.orgId,
    orgCode: ctx.session.orgCode,
    accountId: null,
    module: MODULE,
    title: `${name}的介绍信回执待寄回`,
    detail: `盖章后寄回${outside}，扫描件登记后转接完成`,
    act: '寄回执',
    jumpUrl: workPath(id),
    dueOn,
    subject: receiptSubject(id),
  });

/** The receipt is filed: the transfer is complete. Answers the new version. */
export async function fileReceipt(ctx: Ctx, transfer: TransferRecord, note: string): Promise<number> {
  await changeStatus(ctx, transfer.id, 'receipt', 5, 6, note);
  await closeTodos(ctx.db, subjectsOf(transfer.id));
  const now = { status: 6, atSeq: 0, dueOn: null, completedOn: transfer.today } as const;
  const version = await writes.saveStanding(ctx.db, transfer.id, now);
  logTransfer(ctx, transfer, 5, 6, note);
  return version;
}

/** Tells the person and, where given, the workers of an organisation; nobody is told of the own act. */
export async function notifyPersonAndOrg(
  ctx: Ctx,
  memberId: string | null,
  orgId: string | null,
  title: string,
  remark: string,
): Promise<void> {
  const people = memberId === null ? [] : await accountsOf(ctx.db, memberId);
  const workers = orgId === null ? [] : await workersAt(ctx.db, orgId);
  const accountIds = [...new Set([...people, ...workers])].filter((id) => id !== ctx.session.accountId);
  if (accountIds.length === 0) return;
  const { orgId: own, accountName: createdBy } = ctx.session;
  await sendNotice(ctx.db, { type: NOTICE, title, remark, orgId: own, createdBy, accountIds });
}

/** A line in the log, under the organisation that the person comes from. */
export function logTransfer(
  ctx: Ctx,
  transfer: Pick<TransferRecord, 'id' | 'name'>,
  before: Status | null,
  after: Status,
  reason = '',
): void {
  ctx.audit({
    type: 'relationTransfer',
    id: transfer.id,
    name: transfer.name,
    changes: { status: [before, after] },
    ...(reason ? { reason } : {}),
  });
}
