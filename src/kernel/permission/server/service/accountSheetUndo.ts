import { endAllAccess } from '#kernel/safeCenter/server/service.ts';
import { setEnabled } from '#kernel/session/server/index.ts';
import type { Ctx } from '#platform/server/context.ts';
import { runRefusable } from '#platform/server/database/db.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { refuse } from '#platform/server/errors.ts';
import type { SheetBatch, TakenBack } from '#platform/server/records/sheets.ts';
import { findAccount } from '../queries/account.ts';
import * as queries from '../queries/accountSheet.ts';
import { memberOf } from '../queries/accountWrites.ts';
import { revokeGrant } from '../queries/grants.ts';
import { accountObstacle, givableRights } from './account.ts';
import { assertMayGrant } from './rights.ts';

type Changes = Record<string, [unknown, unknown]>;
type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** Takes back what a sheet did, line by line; a line stays where somebody has changed it since, or the session may not act upon it. */
export async function undoSheet(ctx: Ctx, batch: SheetBatch): Promise<TakenBack> {
  const done: number[] = [];
  const left: { rowNo: number; reason: string }[] = [];
  for (const line of await queries.lockOpenLines(ctx.db, batch.id)) {
    const reason = await runRefusable(ctx.db, () => undoLine(ctx, line, `撤销导入 ${batch.fileName}`));
    if (reason === '') done.push(line.rowNo);
    else left.push({ rowNo: line.rowNo, reason });
  }
  await queries.settleUndone(ctx.db, batch.id, done);
  return { removed: done.length, left: left.toReversed() };
}

/** @throws Refusal with the reason where the line stays as it is */
async function undoLine(ctx: Ctx, line: queries.SheetLineRow, reason: string): Promise<void> {
  const account = await findAccount(ctx.db, ctx.scope, givableRights(ctx), line.accountId, true);
  if (!account) throw refuse('该账号已不在您的管理范围，请由上级管理人员办理');
  const { accountId, memberId } = ctx.session;
  if (account.id === accountId || (account.member_id !== null && account.member_id === memberId))
    throw refuse('不能操作本人的账号，请由其他管理人员办理');
  const changes = line.act === 'stop' ? await start(ctx, line, account) : await takeBack(ctx, line, account, reason);
  ctx.audit({ type: 'account', id: account.id, name: account.name, orgCode: account.org_code, reason, changes });
}

/** Lets an account be used again that the line stopped. */
async function start(ctx: Ctx, line: queries.SheetLineRow, account: Account): Promise<Changes> {
  if (account.enabled) throw refuse('该账号已经重新启用');
  if (line.disabledAt === null || account.disabled_at?.getTime() !== line.disabledAt.getTime())
    throw refuse('该账号后来又被停用过，请到账号管理办理');
  if (account.person_deleted) throw refuse('该账号的人员已删除，恢复人员后才能启用');
  const why = accountObstacle(ctx, account);
  if (why) throw refuse(why);
  await setEnabled(ctx.db, account.id, { enabled: true, by: ctx.session.accountName, reason: null });
  return { enabled: [false, true] };
}

/** Takes back the role that a line gave, as taking it back by itself would; what moving took is held again. */
async function takeBack(ctx: Ctx, line: queries.SheetLineRow, account: Account, reason: string): Promise<Changes> {
  if (!ctx.may('account:grant')) throw refuse('收回角色需要“授予角色”的权限');
  if (line.grantId === null) throw refuse('这个角色已经收回');
  const held = await queries.heldRoles(ctx.db, ctx.scope, givableRights(ctx), [account.id]);
  const given = held.find(({ id }) => id === line.grantId);
  if (!given) throw refuse('这个角色已经到期，或已不在您的管理范围');
  if (given.above) throw refuse('该角色的权限高于您的角色，请由上级管理人员收回');
  await revokeGrant(ctx.db, given.id, { id: ctx.session.accountId, name: ctx.session.accountName }, reason);
  const returned: queries.TakenRole[] = [];
  for (const old of await queries.takenRoles(ctx.db, givableRights(ctx), line.taken)) {
    if (old.isSettled) continue;
    await assertMayReturn(ctx, account, old);
    await queries.restoreRole(ctx.db, old.id);
    returned.push(old);
  }
  const named = ({ roleName, orgName }: { roleName: string; orgName: string }) => `${roleName}（${orgName}）`;
  const changes: Changes = { role: [named(given), returned.length === 0 ? null : returned.map(named).join('、')] };
  // An account that the sheet made and nobody has used goes out of use with its role.
  if (!line.isNew || !account.enabled || account.login_count > 0) return changes;
  if (await queries.hasRole(ctx.db, account.id))
    throw refuse('该账号后来又有了其他任职，不能随撤销停用，请到账号管理办理');
  await setEnabled(ctx.db, account.id, { enabled: false, by: ctx.session.accountName, reason });
  await endAllAccess(ctx.db, account.id);
  return { ...changes, enabled: [true, false] };
}

/** Refuses a role that the session could not give as it was (`giveRole`). */
async function assertMayReturn(ctx: Ctx, account: Account, old: queries.TakenRole): Promise<void> {
  if (!account.enabled) throw refuse('该账号已停用，请先启用');
  if (old.isGone) throw refuse('原来任职的党组织已经撤销，不能恢复');
  if (!inScope(ctx.scope, old.orgCode)) throw refuse('原来任职的党组织已不在您的管理范围，请由上级管理人员办理');
  if (old.above) throw refuse('原来的角色权限高于您的角色，请由上级管理人员办理');
  await assertMayGrant(ctx, { accountId: account.id, roleId: old.roleId, orgCode: old.orgCode });
  if (old.base === 'subtree') return;
  const member = account.member_id === null ? undefined : await memberOf(ctx.db, account.member_id);
  if (member?.org_id !== old.orgId) throw refuse('本人已不在原来的党组织，角色不能恢复');
}
