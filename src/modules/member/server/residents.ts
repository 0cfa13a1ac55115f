import { sql } from 'kysely';
import type { Home, Residents } from '#modules/org/server/residents.ts';
import type { Ctx } from '#platform/server/context.ts';
import { addDeltas } from '#platform/server/counters.ts';
import type { Db } from '#platform/server/db.ts';
import { deltasOf, personOf } from './person.ts';
import { countedOn, lockMember, type MemberRecord } from './queries/record.ts';
import { changePerson } from './service/record.ts';

/** How a document on the tree puts people into another branch: rows, counters, accounts and histories go along. */
export const memberResidents: Residents = {
  async move(ctx, from, to, ids, reason) {
    const people = await lockResidents(ctx.db, from.id, ids);
    if (people.length === 0) return [];
    const moved = people.map(({ id }) => id);
    await writeHome(ctx.db, moved, to, ctx.session.accountName);
    const day = await countedOn(ctx.db);
    await addDeltas(
      ctx.db,
      people.flatMap((row) => {
        const person = personOf(row, ctx.vault);
        return [...deltasOf(person, row.org_code, -1, day), ...deltasOf(person, to.code, 1, day)];
      }),
    );
    await moveGrants(ctx.db, from.id, to.id, moved);
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

function notify(ctx: Ctx, people: readonly MemberRecord[], from: Home, to: Home, reason: string) {
  for (const { id, name } of people) {
    ctx.audit({ type: 'member', id, name, orgCode: to.code, changes: { orgId: [from.name, to.name] }, reason });
  }
}

async function lockResidents(db: Db, orgId: string, ids: readonly string[] | null): Promise<MemberRecord[]> {
  const { rows } = await sql<MemberRecord>`
    select * from member
     where org_id = ${orgId} and deleted_at is null and (${ids}::bigint[] is null or id = any(${ids}::bigint[]))
     order by sort, id for update`.execute(db);
  return rows;
}

/** At the end of the new branch's list, in the order of the old one. */
const writeHome = (db: Db, ids: readonly string[], to: Home, by: string) =>
  sql`
  update member set org_id = ${to.id}, org_code = ${to.code}, version = version + 1, updated_at = now(), updated_by = ${by},
         sort = place * 10 + coalesce((select max(sort) from member where org_id = ${to.id} and deleted_at is null), 0)
    from unnest(${ids}::bigint[]) with ordinality as list (id, place)
   where member.id = list.id`.execute(db);

/** Whoever works for nobody but themselves goes on where their record is; offices stay with the organisation. */
const moveGrants = (db: Db, fromId: string, toId: string, ids: readonly string[]) =>
  sql`
  update account_role g set org_id = ${toId}
    from account a, role r
   where a.id = g.account_id and a.member_id = any(${ids}::bigint[]) and r.id = g.role_id and r.base = 'own'
     and g.org_id = ${fromId} and g.revoked_at is null
     and not exists (select from account_role other where other.account_id = g.account_id and other.role_id = g.role_id
                        and other.org_id = ${toId} and other.revoked_at is null)`.execute(db);
