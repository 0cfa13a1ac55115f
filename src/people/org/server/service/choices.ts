import type { searchOrgs as contract } from '#people/org/contract.search.ts';
import { ORG_TYPES } from '#people/org/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { narrowScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { searchOrgs } from '../queries/choices.ts';

/** A search is counted no further than this. */
const CAP = 1000;

/** Organisations to choose from, within the scope; somebody without office finds the own branch alone. */
export async function findOrgs(ctx: Ctx, input: ParsedOf<typeof contract>): Promise<ReplyOf<typeof contract>> {
  const place = input.orgId ? ctx.chosenOrg : { id: ctx.session.orgId, code: ctx.session.orgCode };
  const scope = place && (input.searchRange === 'onlyParent' ? ctx.scope : narrowScope(ctx.scope, place.code));
  if (!place || !scope) throw notFound('组织不存在');
  const { rows, total } = await searchOrgs(
    ctx.db,
    {
      scope,
      orgId: place.id,
      range: input.searchRange,
      keyWords: input.keyWords?.replace(/\s/g, '') || null,
      type: input.type ?? null,
      legalUnit: input.isNaturalUnit,
      categories: input.pmType ? input.pmType.split(',').map(Number) : null,
      post: input.offerType || null,
    },
    { limit: input.pageSize, offset: (input.pageNum - 1) * input.pageSize, cap: CAP },
  );
  return {
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name,
      orgCode: row.code,
      type: row.type,
      typeName: ORG_TYPES[row.type as keyof typeof ORG_TYPES] ?? '',
      parentName: row.parent_name ?? '',
      path: row.path,
    })),
    total: Math.min(total, CAP),
    capped: total > CAP,
  };
}
