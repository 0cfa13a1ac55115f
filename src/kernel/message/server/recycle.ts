import type { RecycleKind } from '#platform/server/bin/recycle.ts';
import { notFound } from '#platform/server/errors.ts';
import { changeNotices, eraseNotice } from '#platform/server/inbox/notices.ts';
import { deletedNotices } from './queries.ts';

/** The own deleted notices: everybody has a copy of their own. */
export const recycledNotices: RecycleKind = {
  kind: 'notice',
  label: '通知',
  right: 'message:read',
  list: async (ctx, _scope, filter) => (await deletedNotices(ctx.db, ctx.session.accountId, filter)).rows,
  count: async (ctx, _scope, filter, limit) =>
    Math.min(limit, (await deletedNotices(ctx.db, ctx.session.accountId, { ...filter, limit: 0, offset: 0 })).total),
  async lock(ctx, _scope, id) {
    const filter = { name: null, from: null, to: null, limit: 1, offset: 0 };
    return (await deletedNotices(ctx.db, ctx.session.accountId, filter, id)).rows[0];
  },
  async restore(ctx, id) {
    const restored = await changeNotices(ctx.db, ctx.session.accountId, [id], 'restore');
    if (restored.length === 0) throw notFound();
  },
  erase: (ctx, id) => eraseNotice(ctx.db, ctx.session.accountId, id),
};
