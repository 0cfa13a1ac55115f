import type { OrgRight, orgEffect, orgLimits, setOrgLimits } from '#kernel/permission/contract.rights.ts';
import type { Effect } from '#kernel/permission/contract.roles.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import * as queries from '../queries/orgLimits.ts';
import * as effects from '../queries/rightEffects.ts';
import { rightNames } from '../queries/rightHolders.ts';

async function placeOf(ctx: Ctx, orgId: string, lock = false): Promise<queries.PlaceRow> {
  const place = await queries.findPlace(ctx.db, ctx.scope, orgId, lock);
  if (!place) throw notFound();
  return place;
}

/** Why the session may not limit an organisation; empty where it may. */
function whyNot(ctx: Ctx, place: queries.PlaceRow): string {
  if (!ctx.may('orgRight:write')) return '当前角色没有“设置组织权限”的权限';
  // A limit binds everybody at the organisation: set at one's own it would bind whoever has to lift it.
  if (place.code === ctx.session.orgCode) return '本级组织的权限由上级组织设置';
  return '';
}

/** Which rights are limited at an organisation, by itself and by those above it. */
export async function limits(ctx: Ctx, orgId: string): Promise<ReplyOf<typeof orgLimits>> {
  const place = await placeOf(ctx, orgId);
  const rows = await queries.limitsAt(ctx.db, place.code);
  const why = whyNot(ctx, place);
  const rights = new Map<string, OrgRight>();
  for (const row of rows) {
    const right = rights.get(row.permission_key) ?? { key: row.permission_key, own: null, inherited: [] };
    const source = {
      source: 'org' as const,
      name: row.org_name,
      since: row.changed_at.toISOString(),
      by: row.changed_by,
    };
    if (row.org_id === place.id) right.own = source;
    else right.inherited.push(source);
    rights.set(row.permission_key, right);
  }
  return {
    orgId: place.id,
    orgName: place.name,
    path: place.path,
    accounts: await effects.peopleBelow(ctx.db, ctx.scope, place.code),
    rights: [...rights.values()],
    can: { edit: why === '' },
    why,
  };
}

/** What a change of limits would do to the people at the organisation and below it; nothing is written. */
export async function effectOfLimits(ctx: Ctx, input: ParsedOf<typeof orgEffect>): Promise<Effect> {
  const place = await placeOf(ctx, input.orgId);
  const nobody = { accounts: 0, orgs: 0, names: [] };
  const { limit, release } = input;
  return {
    gain: release.length > 0 ? await effects.limitGain(ctx.db, ctx.scope, place, release) : nobody,
    lose: limit.length > 0 ? await effects.limitLoss(ctx.db, ctx.scope, place.code, limit) : nobody,
  };
}

/** Limits rights at an organisation below the own one, or lifts its limits. In force at the next request. */
export async function setLimits(ctx: Ctx, input: ParsedOf<typeof setOrgLimits>): Promise<ReplyOf<typeof setOrgLimits>> {
  const { limit, release } = input;
  const place = await placeOf(ctx, input.orgId, true);
  const why = whyNot(ctx, place);
  if (why !== '') throw refuse(why);
  if (limit.length + release.length === 0) throw badInput({ limit: '没有要保存的变动' });
  if (limit.some((key) => release.includes(key))) throw badInput({ limit: '同一项权限不能既限制又取消' });
  const names = await rightNames(ctx.db);
  if ([...limit, ...release].some((key) => !names.has(key))) throw badInput({ limit: '所选权限不存在' });
  // Lifting a limit lets people use the right: nobody opens what they may not use themselves.
  if (release.some((key) => !ctx.may(key) && !ctx.may('right:grantAny'))) {
    throw refuse('不能放开本人没有的权限');
  }
  await queries.addLimits(ctx.db, place.id, limit, ctx.session.accountName);
  await queries.removeLimits(ctx.db, place.id, release);
  const words = (keys: readonly string[]) => keys.map((key) => names.get(key) ?? key).join('、');
  ctx.audit({
    type: 'orgRight',
    id: place.id,
    name: place.name,
    orgCode: place.code,
    changes: {
      ...(limit.length > 0 ? { limited: [null, words(limit)] as [unknown, unknown] } : {}),
      ...(release.length > 0 ? { released: [words(release), null] as [unknown, unknown] } : {}),
    },
  });
  const now = await queries.limitsAt(ctx.db, place.code);
  return { limited: now.filter(({ org_id }) => org_id === place.id).length };
}

/** Tells the registries of the house what of this belongs to them. */
export function announceOrgRights(): void {
  describeFields('orgRight', { limited: { label: '限制使用' }, released: { label: '取消限制' } });
}
