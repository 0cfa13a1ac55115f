import type { RecycleKind } from '#platform/server/bin/recycle.ts';
import { refuse } from '#platform/server/errors.ts';
import { forgetNames } from './names.ts';
import * as queries from './queries.ts';
import { mayWrite } from './service.ts';

/** Deleted dictionaries and entries; they belong to no organisation: whoever writes them sees all, others none. */
export const recycledDicts: RecycleKind = {
  kind: 'dict',
  label: '字典项',
  right: 'dict:write',
  list: async (ctx, _scope, filter) => (mayWrite(ctx) ? queries.listDeleted(ctx.db, filter) : []),
  count: async (ctx, _scope, filter, limit) => (mayWrite(ctx) ? queries.countDeleted(ctx.db, filter, limit) : 0),
  lock: async (ctx, _scope, id) => (mayWrite(ctx) ? queries.lockDeleted(ctx.db, id) : undefined),
  async restore(ctx, id) {
    await queries.lockOfDeleted(ctx.db, id);
    const obstacle = await queries.obstacleOf(ctx.db, id);
    if (obstacle !== null) throw refuse(OBSTACLES[obstacle]);
    await queries.restoreItem(ctx.db, id);
    forgetNames(ctx.services);
  },
  erase: (ctx, id) => queries.eraseItem(ctx.db, id),
};

const OBSTACLES = {
  taken: '这个值或编码已另有字典项使用，不能恢复',
  name: '同级已有同名的字典项，请先改名，再恢复',
  above: '它的上级已删除，请先恢复上级',
} as const;
