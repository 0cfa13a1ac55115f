import { findOrg } from '#house/server/findOrg.ts';
import type * as contract from '#overview/screen/contract.ts';
import { listMembers } from '#people/member/server/service/list.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import { searchOrgs } from '#people/org/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { narrowScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { contextAt } from '#platform/server/sums/ruleChecks.ts';
import { pageOfOrgs } from '../queries/choose.ts';
import { findWallOrg } from '../queries/place.ts';

/** Dictionary 0001: committees, working committees and general branches, which have organisations below them. */
const STREET_TYPES: readonly number[] = [10, 20, 30, 40];
const NO_ORG = '组织不存在，或不在管理范围内';

async function orgsOf(
  ctx: Ctx,
  types: readonly number[],
  { orgCode, keyWord, pageNum, pageSize }: ParsedOf<typeof contract.listStreets>,
): Promise<ReplyOf<typeof contract.listStreets>> {
  const scope = orgCode === null ? ctx.scope : narrowScope(ctx.scope, orgCode);
  if (!scope) throw notFound(NO_ORG);
  // Whoever sees the own record alone has no organisation to put on a wall.
  if (scope.memberId !== null) return { rows: [], total: 0 };
  return pageOfOrgs(ctx.db, scope, types, keyWord || null, pageSize, (pageNum - 1) * pageSize);
}

/** Organisations with others below them. */
export const listStreets = (ctx: Ctx, input: ParsedOf<typeof contract.listStreets>) => orgsOf(ctx, STREET_TYPES, input);

/** Branches. */
export const listBranches = (ctx: Ctx, input: ParsedOf<typeof contract.listBranches>) =>
  orgsOf(ctx, BRANCH_TYPES, input);

/** People of a scope, found as the list of members finds them. */
export async function findMembers(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listScreenMembers>,
): Promise<ReplyOf<typeof contract.listScreenMembers>> {
  const { orgId, orgCode, PMType, orgName, idCardNo, keyWord, pageNum, pageSize } = input;
  if (orgId !== undefined && !ctx.chosenOrg) throw notFound(NO_ORG);
  let place = orgId;
  if (orgCode !== undefined) {
    const named = await findWallOrg(ctx.db, ctx.scope, { id: orgId ?? null, code: orgCode });
    if (!named) throw notFound(NO_ORG);
    place = named.id;
  }
  if (orgName) {
    const [first] = await searchOrgs(ctx.db, ctx.scope, orgName.toLowerCase().replace(/\s/g, ''), 1);
    if (!first) return { rows: [], total: 0, capped: false };
    place = first.id;
  }
  const org = place === undefined ? null : await findOrg(ctx.db, ctx.scope, place);
  if (place !== undefined && !org) throw notFound(NO_ORG);
  const there = org && ctx.scope.memberId === null ? contextAt(ctx, org) : ctx;
  const { rows, total, capped } = await listMembers(there, {
    pageNum,
    pageSize,
    searchRange: 'all',
    sort: 'tree',
    order: 'asc',
    pmType: PMType,
    ...(keyWord ? { keyWords: keyWord } : {}),
    ...(idCardNo ? { idCardNo } : {}),
  });
  return { rows, total, capped };
}
