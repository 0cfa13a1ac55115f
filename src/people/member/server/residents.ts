import { moveOwnGrants } from '#kernel/permission/server/index.ts';
import type { Belonging } from '#people/org/server/belongings.ts';
import type { Home, Residents } from '#people/org/server/residents.ts';
import type { Ctx } from '#platform/server/context.ts';
import { addDeltas } from '#platform/server/sums/counters.ts';
import { deltasOf, personOf } from './person.ts';
import { groupsOf, inGroupsOf } from './queries/partyGroup.ts';
import { findCountedOn, lockMember, type MemberRecord } from './queries/record.ts';
import { lockResidents, writeHome } from './queries/residents.ts';
import { changePerson } from './service/record.ts';

/** How a document on the tree puts people into another branch: rows, counters, accounts and histories go along. */
export const memberResidents: Residents = {
  async move(ctx, from, to, ids, reason) {
    const people = await lockResidents(ctx.db, from.id, ids);
    if (people.length === 0) return [];
    const moved = people.map(({ id }) => id);
    await writeHome(ctx.db, moved, to, ctx.session.accountName);
    const day = await findCountedOn(ctx.db);
    await addDeltas(
      ctx.db,
      people.flatMap((row) => {
        const person = personOf(row, ctx.vault);
        return [...deltasOf(person, row.org_code, -1, day), ...deltasOf(person, to.code, 1, day)];
      }),
    );
    await moveOwnGrants(ctx.db, from.id, to.id, moved);
    notify(ctx, people, from, to, reason);
    return moved;
  },
  async writePosts(ctx, people, reason) {
    for (const { memberId, post, was } of people.toSorted((a, b) => Number(a.memberId) - Number(b.memberId))) {
      const row = await lockMember(ctx.db, ctx.scope, memberId);
      if (!row || row.party_post === post || (post === '' && row.party_post !== was)) continue;
      await changePerson(ctx, row, { partyPost: post }, reason);
    }
  },
};

/** 党小组 end with their branch; with them go who belongs to which, and people's places in its list. All of it comes back with the branch. */
export const partyGroupBelonging: Belonging = {
  subject: 'partyGroup',
  noun: '党小组',
  measure: '个',
  waits: false,
  count: groupsOf,
  alters: [
    { table: 'member', columns: ['sort'] },
    { table: 'party_group', columns: ['leader_id'] },
    { table: 'party_group_person', key: 'member_id', columns: ['member_id', 'group_id'], whose: inGroupsOf },
  ],
};

function notify(ctx: Ctx, people: readonly MemberRecord[], from: Home, to: Home, reason: string) {
  for (const { id, name } of people) {
    ctx.audit({ type: 'member', id, name, orgCode: to.code, changes: { orgId: [from.name, to.name] }, reason });
  }
}
