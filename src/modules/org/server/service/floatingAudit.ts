import { closeTodos } from '#modules/message/server/todos.ts';
import type * as contract from '#modules/org/contract.floating.ts';
import { FLOATING_TYPE } from '#modules/org/rules.floating.ts';
import { mayStandBelow } from '#modules/org/rules.ts';
import { sendNotice } from '#modules/permission/server/queries/request.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, refuse } from '#platform/server/errors.ts';
import * as queries from '../queries/floating.ts';
import { nameTaken, today } from '../queries/writes.ts';
import { checkVersion, floatingSubject, lockFloating, openFixing } from './floating.ts';
import { addTerm } from './office.ts';
import { addOrg } from './write.ts';

/** Dictionary 0178: 系统. */
const NOTICE_TYPE = '5';

/** Why the session may not audit an application; the empty text where it may. */
export function floatingObstacle(ctx: Ctx, row: queries.FloatingListRow): string {
  if (row.asked_by === ctx.session.accountId) return '不能审核本人提出的申请';
  if (row.secretary_id === ctx.session.memberId) return '不能审核由本人任书记的申请';
  if (!row.superior) return `应由上级党组织（${row.decider_name}）审核`;
  return ctx.may('org:floatingAudit') ? '' : '当前角色不能审核';
}

/**
 * Passes or returns an application. Of parallel deciders one wins, the others read 已被处理. With the passing the
 * organisation is established in the tree, its secretary appointed, in the same transaction.
 */
export async function auditFloating(
  ctx: Ctx,
  { id, version, agree, opinion }: ParsedOf<typeof contract.auditFloating>,
): Promise<ReplyOf<typeof contract.auditFloating>> {
  const row = await lockFloating(ctx, id);
  if (!agree && opinion === '') throw badInput({ opinion: '请输入退回原因' });
  if (row.state !== 'pending') throw refuse('已被处理');
  const why = floatingObstacle(ctx, row);
  if (why) throw refuse(why);
  checkVersion(row, version);
  const orgId = agree ? await establish(ctx, row) : null;
  const by = { id: ctx.session.accountId, name: ctx.session.accountName };
  await queries.closeFloating(ctx.db, id, { by, byOrgId: ctx.session.orgId, opinion, orgId });
  await closeTodos(ctx.db, [floatingSubject(id)]);
  if (!agree) await openFixing(ctx, row, opinion);
  await notify(ctx, row, agree, opinion);
  ctx.audit({
    type: 'floatingOrg',
    id,
    name: row.name,
    orgCode: row.asking_code,
    reason: opinion,
    changes: { state: ['pending', agree ? 'established' : 'returned'] },
  });
  return { orgId };
}

/** Puts the organisation into the tree with an appointed secretary; answers its id. */
async function establish(ctx: Ctx, row: queries.FloatingRecord): Promise<string> {
  const parent = await queries.lockFloatingParent(ctx.db, ctx.scope, row.parent_id);
  if (!parent) throw refuse('拟隶属的上级党组织已被撤销或调整，请退回申请');
  if (!mayStandBelow(parent.type, FLOATING_TYPE)) throw refuse('拟隶属的上级党组织下不能再设党支部，请退回申请');
  if (await nameTaken(ctx.db, row.parent_id, row.name, null)) {
    throw refuse('同一上级党组织下已有同名的组织，请退回申请修改名称');
  }
  if (!row.secretary_full) throw refuse('书记人选已不是正式党员，或已离开申请的党组织，请退回申请');
  const day = await today(ctx.db);
  const made = await addOrg(ctx, {
    parentId: row.parent_id,
    name: row.name,
    shortName: '',
    type: FLOATING_TYPE,
    foundedOn: day,
    unitRelation: '1',
    canApprove: false,
    functional: false,
    contact: row.contact,
    phone: row.phone,
    address: row.address,
    introduction: '',
    lng: null,
    lat: null,
  });
  await addTerm(ctx, {
    orgId: made.id,
    electedOn: day,
    method: '任命',
    posts: [{ memberId: row.secretary_id, post: '书记', votes: null }],
  });
  return made.id;
}

/** The one who asked hears of the decision. */
async function notify(ctx: Ctx, row: queries.FloatingRecord, agree: boolean, opinion: string): Promise<void> {
  const { orgName, accountName, orgId } = ctx.session;
  await sendNotice(ctx.db, {
    type: NOTICE_TYPE,
    title: `${row.name}的设立申请${agree ? '已通过' : '已退回'}`,
    remark: agree
      ? `${orgName}${accountName}已通过，${row.name}已在${row.parent_name}下设立，书记${row.secretary_candidate}。`
      : `${orgName}${accountName}退回：${opinion}`,
    orgId,
    createdBy: accountName,
    accountIds: [row.asked_by],
  });
}
