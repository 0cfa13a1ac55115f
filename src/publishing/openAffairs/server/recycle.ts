import { binOfDrafts, type RecycleKind } from '#platform/server/bin/recycle.ts';
import { errorCode } from '#platform/server/database/db.ts';
import { refuse } from '#platform/server/errors.ts';
import { FILES } from './service/rights.ts';

const drafts = binOfDrafts('open_affair', FILES, { code: 'o.code' });

/** Deleted drafts of 三务公开; what was ever published cannot be deleted. */
export const recycledAffairs: RecycleKind = {
  kind: 'openAffair',
  label: '三务公开草稿',
  right: 'open:write',
  ...drafts,
  restore: (ctx, id) =>
    drafts.restore(ctx, id).catch((error: unknown) => {
      throw errorCode(error) === '23505' ? refuse('该项目本期已另有公开事项，不能恢复') : error;
    }),
};
