import type * as contract from '#people/member/nouns/partyGroup.ts';
import { partyGroup, partyGroupCalls } from '#people/member/nouns/partyGroup.ts';
import { nounHouse } from '#people/org/server/nounHouse.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound } from '#platform/server/errors.ts';
import { serveNoun } from '#platform/server/noun/serve.ts';
import { PERSON_CATEGORIES } from '../../contract.ts';
import * as queries from '../queries/partyGroup.ts';

const NOT_HERE = '只能选本支部在册的党员';

/** 党小组 at work: its leader is of the branch and in the group; without it its people are in none. */
export const partyGroups = serveNoun(partyGroup, partyGroupCalls, nounHouse, {
  shown: async (ctx, rows) => {
    const counts = await queries.countPeople(
      ctx.db,
      rows.map(({ id }) => id),
    );
    return new Map(rows.map(({ id }) => [id, { people: counts.get(id) ?? 0 }]));
  },
  refuse: async (ctx, after, before): Promise<Record<string, string>> => {
    if (before && after.orgId !== before.orgId) return { orgId: '党小组不能换支部，请在另一个支部新建' };
    if (after.leaderId === null || after.leaderId === before?.leaderId) return {};
    const [person] = await queries.placesOf(ctx.db, ctx.scope, [after.leaderId], after.orgId);
    return person?.fits ? {} : { leaderId: NOT_HERE };
  },
  follow: async (ctx, id, before, after) => {
    if (!after) await queries.emptyGroup(ctx.db, id);
    else if (after.leaderId && after.leaderId !== before?.leaderId) {
      // A group that comes back from the bin may find its leader in another branch.
      const [person] = await queries.placesOf(ctx.db, ctx.scope, [after.leaderId], after.orgId);
      if (person?.fits) await queries.addPeople(ctx.db, id, [after.leaderId]);
      else await queries.clearLeader(ctx.db, id);
    }
  },
});

/** The party members of a branch, each with the group. */
export async function people(
  ctx: Ctx,
  { orgId }: ParsedOf<typeof contract.groupPeople>,
): Promise<ReplyOf<typeof contract.groupPeople>> {
  if (!ctx.chosenOrg) throw notFound('组织不存在');
  const rows = await queries.peopleOfBranch(ctx.db, ctx.scope, orgId);
  return rows.map(({ memberId, name, category, groupId, groupName }) => ({
    memberId,
    name,
    personCategoryName: PERSON_CATEGORIES[category as keyof typeof PERSON_CATEGORIES] ?? '',
    groupId,
    groupName: groupName ?? '',
  }));
}

/** Says who belongs to a group: party members of its branch, each in one group alone. */
export async function setPeople(
  ctx: Ctx,
  { id, version, memberIds }: ParsedOf<typeof contract.setGroupPeople>,
): Promise<ReplyOf<typeof contract.setGroupPeople>> {
  const group = await queries.lockGroup(ctx.db, ctx.scope, id);
  if (!group) throw notFound('党小组不存在');
  const ids = [...new Set(memberIds)];
  const found = await queries.placesOf(ctx.db, ctx.scope, ids, group.orgId);
  if (found.length < ids.length) throw notFound('所选的人员不存在');
  if (group.version !== version) throw conflict('该党小组已被他人修改，请核对后再保存');
  if (found.some(({ fits }) => !fits)) throw badInput({ memberIds: NOT_HERE });
  const next = await queries.writePeople(ctx.db, id, ids, ctx.session.accountName);
  ctx.audit({ type: 'partyGroup', id, name: group.name, orgCode: group.orgCode, reason: `共${ids.length}人` });
  return { version: next };
}

/** A group that a list asks for lies in the scope, or reads as not there. */
export async function checkGroup(ctx: Ctx, groupId: string | undefined): Promise<void> {
  if (groupId && !(await queries.groupExists(ctx.db, ctx.scope, groupId))) throw notFound('党小组不存在');
}
