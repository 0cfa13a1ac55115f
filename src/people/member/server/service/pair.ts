import type { Ctx } from '#platform/server/context.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import * as queries from '../queries/duplicates.ts';

/** A pair of which the caller may see both sides; locked where it is about to be written. */
export async function pairOf(ctx: Ctx, id: string, lock = false): Promise<queries.PairRecord> {
  const row = await queries.findPair(ctx.db, ctx.scope, id, lock);
  if (!row) throw notFound('没有这一对重复人员，可能已重新查找，请刷新列表');
  if (!inScope(ctx.scope, row.a.orgCode) || !inScope(ctx.scope, row.b.orgCode)) {
    const above = await queries.commonAbove(ctx.db, row.a.orgCode, row.b.orgCode);
    throw refuse(`另一份信息不在您的管理范围内，请联系${above || '上级党组织'}处理`);
  }
  return row;
}
