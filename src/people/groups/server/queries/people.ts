import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

/** A grant aliased `g` that counts now. */
const standing = sql`g.revoked_at is null and g.valid_from <= now() and (g.valid_until is null or g.valid_until > now())`;

/** Conditions on `member` that the person search adds to those of the roll. */
export const memberConditions = {
  /** Neither expelled (3), nor dead (4), nor transferred away (5): dictionary 0003. */
  ofThePlace: (): RawBuilder<boolean> => sql`member.membership_status in (1, 2)`,
  inGroup: (groupId: string): RawBuilder<boolean> => sql`
    member.id = any(array(select member_id from content_group_member where group_id = ${groupId}))`,
  /** In any group of the scope. */
  inGroups: (scope: Scope): RawBuilder<boolean> => sql`
    exists (select from content_group_member gm join content_group cg on cg.id = gm.group_id
             where gm.member_id = member.id and cg.deleted_at is null and ${within(scope, 'cg.org_code')})`,
  /** Holds a role that works for organisations, within the scope. */
  worker: (scope: Scope): RawBuilder<boolean> => sql`
    exists (select from account a join account_role g on g.account_id = a.id
              join role r on r.id = g.role_id and r.base = 'subtree' join organisation ro on ro.id = g.org_id
             where a.member_id = member.id and a.enabled and ${standing} and ${within(scope, 'ro.code')})`,
  signsIn: (): RawBuilder<boolean> => sql`
    exists (select from account a where a.member_id = member.id and a.enabled)`,
  post: (scope: Scope, post: string): RawBuilder<boolean> => sql`
    member.id = any(array(select p.member_id from org_post p join org_term t on t.id = p.term_id and t.is_current
                           join organisation led on led.id = t.org_id and led.deleted_at is null
                           where p.post = ${post} and p.member_id is not null and ${within(scope, 't.org_code')}))`,
  ofLegalUnit: (scope: Scope): RawBuilder<boolean> => sql`
    member.org_id = any(array(select u.org_id from unit u
                               where u.is_legal and u.deleted_at is null and ${within(scope, 'u.org_code')}))`,
  without: (ids: readonly string[]): RawBuilder<boolean> => sql`member.id <> all(${ids}::bigint[])`,
};

/** The living organisation of a code, within the scope. */
export async function orgByCode(db: Db, scope: Scope, code: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from organisation where code = ${code} and ${within(scope, 'code')} and deleted_at is null`.execute(db);
  return rows[0]?.id;
}

/** Accounts of people, with the roles that they hold within the scope. */
export async function accountsOf(db: Db, scope: Scope, memberIds: readonly string[]) {
  const { rows } = await sql<{ member_id: string; id: string; name: string; roles: string }>`
    select a.member_id, a.id, a.name,
           coalesce((select string_agg(distinct r.name, '、')
                       from account_role g join role r on r.id = g.role_id join organisation ro on ro.id = g.org_id
                      where g.account_id = a.id and ${standing} and ${within(scope, 'ro.code')}), '') as roles
      from account a where a.member_id = any(${memberIds}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.member_id, row]));
}

/** Puts people behind those of a locked group; answers who is new. */
export async function insertPeople(db: Db, groupId: string, ids: readonly string[], by: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into content_group_member (group_id, member_id, sort, added_by)
    select ${groupId}, one.id, one.n + (select coalesce(max(sort), 0) from content_group_member where group_id = ${groupId}), ${by}
      from unnest(${ids}::bigint[]) with ordinality as one (id, n)
    on conflict (group_id, member_id) do nothing returning member_id as id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Takes people out of a locked group; a leader who goes leads no more. Answers who went. */
export async function deletePeople(db: Db, groupId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from content_group_member where group_id = ${groupId} and member_id = any(${ids}::bigint[])
    returning member_id as id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Counts the version of a group up, with another leader where one is given; answers the new version. */
export async function touchGroup(db: Db, id: string, leaderId: string | null, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update content_group set leader_id = ${leaderId}, version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}
