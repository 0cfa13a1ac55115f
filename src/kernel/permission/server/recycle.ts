import type { RecycleKind } from '#platform/server/bin/recycle.ts';
import type { Ctx } from '#platform/server/context.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import * as queries from './queries/recycle.ts';
import { assertMayGrant } from './service/rights.ts';

/** Deleted user groups. To bring one back is to give its rights again, so it asks what giving asks. */
export const recycledGroups: RecycleKind = {
  kind: 'userGroup',
  label: '用户组',
  right: 'userGroup:write',
  restoreConfirmed: true,
  list: (ctx, scope, filter) => queries.listDeleted(ctx.db, { table: 'user_group', scope }, filter),
  count: (ctx, scope, filter, limit) => queries.countDeleted(ctx.db, { table: 'user_group', scope }, filter, limit),
  lock: (ctx, scope, id) => queries.lockDeleted(ctx.db, { table: 'user_group', scope }, id),
  async restore(ctx, id) {
    const gift = await queries.groupGift(ctx.db, id);
    if (!gift) throw notFound();
    if (gift.gone) throw refuse('所属组织已撤销，不能恢复');
    if (gift.people.includes(ctx.session.accountId)) throw refuse('用户组含有本人，请由其他管理人员恢复');
    await assertMayGrant(ctx, { orgCode: gift.org_code, keys: gift.keys });
    await writeUnique(
      () => queries.restoreDeleted(ctx.db, 'user_group', id, ctx.session.accountName),
      () => refuse('该组织已有同名用户组，不能恢复'),
    );
  },
  erase: (ctx, id) => queries.eraseGroup(ctx.db, id),
};

const types = (ctx: Ctx): queries.Bin => ({ table: 'user_type', orgCode: ctx.session.orgCode });

/** Deleted user types. */
export const recycledTypes: RecycleKind = {
  kind: 'userType',
  label: '用户类型',
  right: 'userType:write',
  list: (ctx, _scope, filter) => queries.listDeleted(ctx.db, types(ctx), filter),
  count: (ctx, _scope, filter, limit) => queries.countDeleted(ctx.db, types(ctx), filter, limit),
  lock: (ctx, _scope, id) => queries.lockDeleted(ctx.db, types(ctx), id),
  async restore(ctx, id) {
    const offer = await queries.typeOffer(ctx.db, id);
    if (!offer) throw notFound();
    await assertMayGrant(ctx, { roleId: offer.role_id, orgCode: ctx.session.orgCode, keys: offer.keys });
    await writeUnique(
      () => queries.restoreDeleted(ctx.db, 'user_type', id, ctx.session.accountName),
      () => refuse('编码或名称已被别的用户类型使用，不能恢复'),
    );
  },
  erase: (ctx, id) => queries.eraseType(ctx.db, id),
};
