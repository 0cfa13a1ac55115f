import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

/** Party members on the roll: they alone are in groups. */
const ON_ROLL = sql`m.deleted_at is null and m.person_category in (1, 2) and m.membership_status = 1`;

/** The party members of an organisation of the scope, with their groups. */
export async function peopleOfBranch(db: Db, scope: Scope, orgId: string) {
  const { rows } = await sql<{
    memberId: string;
    name: string;
    category: number;
    groupId: string | null;
    groupName: string | null;
  }>`
    select m.id as "memberId", m.name, m.person_category as category, g.id as "groupId", g.name as "groupName"
      from member m
      left join party_group_person p on p.member_id = m.id
      left join party_group g on g.id = p.group_id and g.deleted_at is null
     where m.org_id = ${orgId} and ${within(scope, 'm.org_code')} and ${ON_ROLL}
     order by m.sort, m.id`.execute(db);
  return rows;
}

/** How many belong to each of some groups. */
export async function countPeople(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select p.group_id as id, count(*)::int as n from party_group_person p join member m on m.id = p.member_id
     where p.group_id = any(${ids}::bigint[]) and ${ON_ROLL} group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** How many groups each of some organisations has. */
export async function groupsOf(db: Db, orgIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select org_id as id, count(*)::int as n from party_group
     where org_id = any(${orgIds}::bigint[]) and deleted_at is null group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Which memberships `r` are of groups of some organisations. */
export const inGroupsOf = (orgIds: readonly string[]) =>
  sql`r.group_id in (select id from party_group where org_id = any(${orgIds}::bigint[]))`;

/** A group of the scope, locked. */
export async function lockGroup(db: Db, scope: Scope, id: string) {
  const { rows } = await sql<{ id: string; name: string; orgId: string; orgCode: string; version: number }>`
    select g.id, g.name, g.org_id as "orgId", g.org_code as "orgCode", g.version
      from party_group g join organisation o on o.id = g.org_id and o.deleted_at is null
     where g.id = ${id} and g.deleted_at is null and ${within(scope, 'g.org_code')} for update of g`.execute(db);
  return rows[0];
}

export async function groupExists(db: Db, scope: Scope, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from party_group g join organisation o on o.id = g.org_id and o.deleted_at is null
     where g.id = ${id} and g.deleted_at is null and ${within(scope, 'g.org_code')}`.execute(db);
  return rows.length > 0;
}

/** Whom of some people the scope holds, and whether they are of the branch. */
export async function placesOf(db: Db, scope: Scope, ids: readonly string[], orgId: string) {
  const { rows } = await sql<{ id: string; fits: boolean }>`
    select m.id, (m.org_id = ${orgId} and ${ON_ROLL}) as fits from member m
     where m.id = any(${ids}::bigint[]) and m.deleted_at is null and ${within(scope, 'm.org_code')}`.execute(db);
  return rows;
}

/** Makes exactly these the people of a group. */
export async function writePeople(db: Db, id: string, memberIds: readonly string[], by: string): Promise<number> {
  await sql`delete from party_group_person where group_id = ${id} and member_id <> all(${memberIds}::bigint[])`.execute(
    db,
  );
  await addPeople(db, id, memberIds);
  const { rows } = await sql<{ version: number }>`
    update party_group set version = version + 1, updated_at = now(), updated_by = ${by} where id = ${id} returning version`.execute(
    db,
  );
  return rows[0]?.version ?? 0;
}

/** Puts people into a group, out of the one they were in. */
export const addPeople = (db: Db, id: string, memberIds: readonly string[]) =>
  sql`insert into party_group_person (member_id, group_id) select unnest(${memberIds}::bigint[]), ${id}
      on conflict (member_id) do update set group_id = excluded.group_id`.execute(db);

/**
 * Puts a member into the group of the branch that is called so, out of another one; nothing where no group is.
 * @returns whether there is such a group
 */
export async function joinGroupNamed(db: Db, orgId: string, name: string, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from party_group where org_id = ${orgId} and name = ${name} and deleted_at is null order by id limit 1`.execute(
    db,
  );
  const [group] = rows;
  if (group) await addPeople(db, group.id, [memberId]);
  return group !== undefined;
}

/** Takes a group's people out of it. */
export const emptyGroup = (db: Db, id: string) =>
  sql`delete from party_group_person where group_id = ${id}`.execute(db);

/** A group has no leader any more. */
export const clearLeader = (db: Db, id: string) =>
  sql`update party_group set leader_id = null where id = ${id}`.execute(db);
