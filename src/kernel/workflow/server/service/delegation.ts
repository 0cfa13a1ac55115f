import type * as contract from '#kernel/workflow/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import * as queries from '../queries/delegation.ts';
import { lockInstance } from '../queries/instance.ts';
import { officesOf } from '../queries/people.ts';
import { tasksOfDelegation } from '../queries/standing.ts';
import { tasksOf } from '../queries/task.ts';
import { matchDeputiesOf, NOTICE } from './notify.ts';
import { isNear } from './start.ts';

const MOST_DAYS = 366;

/** What the session's account has given and what was given to it. */
export async function delegations(
  ctx: Ctx,
  { pageNum, pageSize }: ParsedOf<typeof contract.listDelegations>,
): Promise<ReplyOf<typeof contract.listDelegations>> {
  const { accountId } = ctx.session;
  const { rows, total } = await queries.listDelegations(ctx.db, accountId, pageSize, (pageNum - 1) * pageSize);
  return {
    total,
    rows: rows.map((row) => {
      const isMine = row.from_account_id === accountId;
      return {
        id: row.id,
        fromName: row.from_name,
        toName: row.to_name,
        roleName: row.role_name,
        orgName: row.org_name,
        until: row.until,
        reason: row.reason,
        createdAt: row.created_at.toISOString(),
        isActive: row.is_active,
        isMine,
        can: { end: isMine && row.is_active },
      };
    }),
  };
}

/** Lets somebody decide in the session's office until a day, included; one deputy an office. */
export async function delegate(
  ctx: Ctx,
  { accountId, until, reason }: ParsedOf<typeof contract.createDelegation>,
): Promise<ReplyOf<typeof contract.createDelegation>> {
  const { db, session } = ctx;
  if (accountId === session.accountId) throw badInput({ accountId: '不能委托本人' });
  const office = (await officesOf(db, [accountId])).find((one) => isNear(ctx, one));
  if (!office) throw badInput({ accountId: '所选的人不能办理审批，请重新选择' });
  const days = await queries.daysUntil(db, until);
  if (days < 0) throw badInput({ until: '截止日期不能早于今天' });
  if (days > MOST_DAYS) throw badInput({ until: '委托最长一年' });
  const active = await queries.activeOf(db, session.grantId);
  if (active) throw refuse(`当前角色的审批已委托${active.to_name}到${active.until}，请先结束该委托`);
  const { accountId: from, grantId } = session;
  const id = await queries.insertDelegation(db, { from, grantId, to: accountId, reason, until });
  await sendNotice(db, {
    type: NOTICE.reminder,
    title: `${session.accountName}委托您代办审批`,
    remark: `${session.orgName}${session.roleName}的审批，到${until}止。原因：${reason}`,
    orgId: session.orgId,
    createdBy: session.accountName,
    accountIds: [accountId],
  });
  await matchTodos(db, id);
  const changes = { to: [null, office.name], until: [null, until] } satisfies Record<string, [unknown, unknown]>;
  ctx.audit({ type: 'delegation', id, name: office.name, changes, reason });
  return { id };
}

/** Ends a delegation that the session's account has given. */
export async function endDelegation(ctx: Ctx, id: string): Promise<null> {
  const row = await queries.endDelegation(ctx.db, ctx.session.accountId, id);
  if (!row) throw notFound();
  if (row.ended) throw refuse('该委托已结束');
  await matchTodos(ctx.db, id);
  await sendNotice(ctx.db, {
    type: NOTICE.reminder,
    title: `${ctx.session.accountName}结束了对您的审批委托`,
    remark: '受托期间办理的审批不受影响。',
    orgId: ctx.session.orgId,
    createdBy: ctx.session.accountName,
    accountIds: [row.to_account_id],
  });
  ctx.audit({ type: 'delegation', id, name: row.to_name });
  return null;
}

/** What is open in the office of a delegation comes to its deputy's to-dos, or leaves them. */
async function matchTodos(db: Db, delegationId: string): Promise<void> {
  for (const place of await tasksOfDelegation(db, delegationId)) {
    // Locked: a decision at the same moment closes the to-do, or is seen here.
    const instance = await lockInstance(db, place.instance_id);
    const task = (await tasksOf(db, place.instance_id)).find(({ id }) => id === place.id);
    if (instance && task) await matchDeputiesOf(db, instance, [task]);
  }
}
