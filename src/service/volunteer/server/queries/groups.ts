import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

/** Groups of 双报到, as the specification numbers their types. */
export const SERVICE = 6;

/** People `m` who are volunteers of a scope: its own, or whoever has reported to a community of it. */
export const volunteersOf = (scope: Scope) => sql<boolean>`(m.deleted_at is null and ${scope.memberId === null}
  and (${peopleWithin(scope, 'm')}
       or exists (select from sbd_report r where r.member_id = m.id and r.status = 1 and ${within(scope, 'r.org_code')})))`;

export interface GroupRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  groupName: string;
  description: string;
  leaderId: string | null;
  leaderName: string;
  members: number;
  others: number;
  version: number;
  updateName: string;
  updateDate: Date;
}

const GROUP = (
  scope: Scope,
) => sql`g.id, g.org_id as "orgId", g.org_code as "orgCode", o.name as "orgName", g.name as "groupName",
  g.description, g.leader_id as "leaderId",
  coalesce((select m.name from member m where m.id = g.leader_id and ${volunteersOf(scope)}), '') as "leaderName",
  n.members, n.others, g.version, g.updated_by as "updateName", g.updated_at as "updateDate"`;
const FROM = (scope: Scope) => sql`content_group g join organisation o on o.id = g.org_id
  join lateral (select (count(*) filter (where ${volunteersOf(scope)}))::int as members,
                       (count(*) filter (where not ${volunteersOf(scope)}))::int as others
                  from content_group_member p join member m on m.id = p.member_id where p.group_id = g.id) n on true`;
const seen = (scope: Scope) => sql<boolean>`(g.type = ${SERVICE} and g.deleted_at is null and o.deleted_at is null
  and ${within(scope, 'g.org_code')} and ${scope.memberId === null})`;

/** A page of the groups of a scope, in the order of the tree. @param reach whose people are counted */
export async function pageOfGroups(
  db: Db,
  scope: Scope,
  reach: Scope,
  name: string,
  limit: number,
  offset: number,
): Promise<{ rows: GroupRecord[]; total: number }> {
  const named = name === '' ? sql`` : sql`and ${textHolds(sql`g.name`, name)}`;
  const [page, total] = await Promise.all([
    sql<GroupRecord>`select ${GROUP(reach)} from ${FROM(reach)} where ${seen(scope)} ${named}
                      order by g.org_code, g.sort, g.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from content_group g join organisation o on o.id = g.org_id
                        where ${seen(scope)} ${named}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** A group of the scope; `lock`: held until the transaction ends. */
export async function findGroup(db: Db, scope: Scope, id: string, lock = false): Promise<GroupRecord | undefined> {
  if (lock) await sql`select from content_group where id = ${id} for update`.execute(db);
  const { rows } = await sql<GroupRecord>`
    select ${GROUP(scope)} from ${FROM(scope)} where g.id = ${id} and ${seen(scope)}`.execute(db);
  return rows[0];
}

export interface PersonRecord {
  id: string;
  name: string;
  phone: string;
  orgName: string;
  placeName: string;
  hours: number;
  isLeader: boolean;
  accountId: string | null;
}

/** A page of the people of one group, or of all groups of the scope where none is named: each once, the leader first. */
export async function pageOfPeople(
  db: Db,
  scope: Scope,
  groupId: string | null,
  name: string,
  limit: number,
  offset: number,
): Promise<{ rows: PersonRecord[]; total: number }> {
  const named = name === '' ? sql`` : sql`and ${textHolds(sql`m.name`, name)}`;
  const people =
    groupId === null
      ? sql`(select distinct p.member_id, 0 as sort, false as leads from content_group_member p join content_group g on g.id = p.group_id
               join organisation o on o.id = g.org_id where ${seen(scope)}) p`
      : sql`(select p.member_id, p.sort, g.leader_id is not distinct from p.member_id as leads
               from content_group_member p join content_group g on g.id = p.group_id where g.id = ${groupId}) p`;
  const from = sql`${people} join member m on m.id = p.member_id where ${volunteersOf(scope)} ${named}`;
  const [page, total] = await Promise.all([
    sql<PersonRecord>`
      select f.id, f.name, coalesce(f.phone_mask, '') as phone, h.name as "orgName", coalesce(c.name, '') as "placeName",
             coalesce(s.hours::float8, 0) as hours, f.leads as "isLeader",
             (select a.id from account a where a.member_id = f.id and a.enabled limit 1) as "accountId"
        from (select m.id, m.name, m.phone_mask, m.org_id, p.leads, p.sort from ${from}
               order by p.leads desc, p.sort, m.id limit ${limit} offset ${offset}) f
        join organisation h on h.id = f.org_id left join service_person s on s.member_id = f.id
        left join sbd_report r on r.member_id = f.id and r.status = 1 left join organisation c on c.id = r.org_id
       order by f.leads desc, f.sort, f.id`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** Those of some people who are volunteers of the scope, with their names. */
export async function knownVolunteers(db: Db, scope: Scope, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select m.id, m.name from member m where m.id = any(${ids}::bigint[]) and ${volunteersOf(scope)}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Whether somebody is in a group. */
export async function isIn(db: Db, groupId: string, memberId: string): Promise<boolean> {
  const { rows } =
    await sql`select from content_group_member where group_id = ${groupId} and member_id = ${memberId}`.execute(db);
  return rows.length > 0;
}

/** The accounts of a group's people whom the scope reaches, and how many of them have none. */
export async function accountsIn(db: Db, scope: Scope, groupId: string): Promise<{ ids: string[]; without: number }> {
  const { rows } = await sql<{ id: string | null }>`
    select (select a.id from account a where a.member_id = m.id and a.enabled limit 1) as id
      from content_group_member p join member m on m.id = p.member_id where p.group_id = ${groupId} and ${volunteersOf(scope)}`.execute(
    db,
  );
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  return { ids, without: rows.length - ids.length };
}
