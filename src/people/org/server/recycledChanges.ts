import { binFrom, type RecycleKind, restoreRow } from '#platform/server/bin/recycle.ts';
import { errorCode } from '#platform/server/database/db.ts';
import { refuse } from '#platform/server/errors.ts';
import { changesBin } from './queries/bins.ts';
import { eraseChange } from './queries/recycle.ts';

/** Deleted drafts of changes of the tree; what was carried out is never deleted. */
export const recycledChanges: RecycleKind = {
  kind: 'orgChange',
  label: '组织变更文件',
  right: 'org:change',
  ...binFrom(changesBin),
  restore: (ctx, id) =>
    restoreRow(ctx.db, 'org_change', id).catch((error: unknown) => {
      throw errorCode(error) === '23505' ? refuse('该文号已登记在另一份组织变更文件，不能恢复') : error;
    }),
  erase: (ctx, id) => eraseChange(ctx.db, id),
};
