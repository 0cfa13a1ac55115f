import {
  type DecisionRequest,
  decideAbove,
  obstacleToDecide,
  registerUrgeable,
} from '#kernel/permission/server/above.ts';
import type * as contract from '#people/org/contract.floating.ts';
import { FLOATING_TYPE } from '#people/org/rules.floating.ts';
import { mayStandBelow } from '#people/org/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { badInput, refuse } from '#platform/server/errors.ts';
import * as queries from '../queries/floating.ts';
import { nameTaken } from '../queries/writes.ts';
import { AUDIT, checkVersion, floatingSubject, lockFloating, openFixing } from './floating.ts';
import { addTerm } from './office.ts';
import { addOrg } from './write.ts';

/** An application as the organisation above decides it. */
const above = (row: queries.FloatingListRow): DecisionRequest => ({
  todo: floatingSubject(row.application_id ?? ''),
  isOpen: row.state === 'pending',
  askedBy: row.asked_by,
  about: { memberId: row.secretary_id, refusal: '不能审核由本人任书记的申请' },
  superior: row.superior,
  deciderName: row.decider_name,
  right: AUDIT,
  verb: '审核',
});

/** Tells the registries of the house what of this belongs to them. */
export const announceFloatingAudit = (): void =>
  registerUrgeable('floatingOrg', async (ctx, id) => {
    const row = await lockFloating(ctx, id);
    return { row: above(row), detail: { type: 'floatingOrg', id, name: row.name, orgCode: row.asking_code } };
  });

/** Why the session may not audit an application; the empty text where it may. */
export const floatingObstacle = (ctx: Ctx, row: queries.FloatingListRow): string => obstacleToDecide(ctx, above(row));

/**
 * Passes or returns an application. Of parallel deciders one wins, the others read 已被处理. With the passing the
 * organisation is established in the tree, its secretary appointed, in the same transaction.
 */
export async function auditFloating(
  ctx: Ctx,
  { id, version, agree, opinion }: ParsedOf<typeof contract.auditFloating>,
): Promise<ReplyOf<typeof contract.auditFloating>> {
  const row = await lockFloating(ctx, id);
  const orgId = await decideAbove(ctx, above(row), {
    check() {
      if (!agree && opinion === '') throw badInput({ opinion: '请输入退回原因' });
      checkVersion(row, version);
    },
    async carryOut() {
      const made = agree ? await establish(ctx, row) : null;
      const by = { id: ctx.session.accountId, name: ctx.session.accountName };
      await queries.closeFloating(ctx.db, id, { by, byOrgId: ctx.session.orgId, opinion, orgId: made });
      return made;
    },
    told: () => told(ctx, row, agree, opinion),
  });
  if (!agree) await openFixing(ctx, row, opinion);
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
  const day = await todayOf(ctx.db);
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

/** What whoever asked hears of the decision. */
function told(
  { session: { orgName, accountName } }: Ctx,
  row: queries.FloatingRecord,
  agree: boolean,
  opinion: string,
) {
  return {
    title: `${row.name}的设立申请${agree ? '已通过' : '已退回'}`,
    remark: agree
      ? `${orgName}${accountName}已通过，${row.name}已在${row.parent_name}下设立，书记${row.secretary_candidate}。`
      : `${orgName}${accountName}退回：${opinion}`,
  };
}
