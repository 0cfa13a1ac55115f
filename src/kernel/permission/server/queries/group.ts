import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

export interface GroupRow {
  id: string;
  name: string;
  description: string;
  org_id: string;
  org_code: string;
  org_name: string;
  members: number;
  keys: string[];
  version: number;
  updated_by: string;
  updated_at: Date;
}

const columns = sql`
  u.id, u.name, u.description, u.org_id, o.code as org_code, o.name as org_name, u.version, u.updated_by, u.updated_at,
  (select count(*)::int from user_group_member gm where gm.group_id = u.id) as members,
  array(select r.permission_key from user_group_right r join permission p on p.key = r.permission_key
         where r.group_id = u.id order by p.id) as keys`;

const inUse = (scope: Scope) => sql`u.deleted_at is null and o.deleted_at is null and ${within(scope, 'o.code')}`;

/** Groups of the scope in tree order, then by name. */
export async function listGroups(db: Db, scope: Scope, filter: { name: string; limit: number; offset: number }) {
  const where = sql`${inUse(scope)} and (${filter.name} = '' or ${textHolds(sql`u.name`, filter.name)})`;
  const [list, total] = await Promise.all([
    sql<GroupRow>`
      select ${columns} from user_group u join organisation o on o.id = u.org_id where ${where}
       order by o.code, u.name, u.id limit ${filter.limit} offset ${filter.offset}`.execute(db),
    sql<{ n: number }>`
      select count(*)::int as n from user_group u join organisation o on o.id = u.org_id where ${where}`.execute(db),
  ]);
  return { rows: list.rows, total: total.rows[0]?.n ?? 0 };
}

/** One group of the scope; `lock`: until the transaction ends nobody else changes it. */
export async function findGroup(db: Db, scope: Scope, id: string, lock = false): Promise<GroupRow | undefined> {
  if (lock) await sql`select from user_group where id = ${id} for update`.execute(db);
  const { rows } = await sql<GroupRow>`
    select ${columns} from user_group u join organisation o on o.id = u.org_id
     where u.id = ${id} and ${inUse(scope)}`.execute(db);
  return rows[0];
}

export interface PersonRow {
  id: string;
  name: string;
  login_mask: string;
  grants: { role_name: string; org_name: string }[];
}

/** Accounts by name with their roles within the scope. */
export async function peopleOf(db: Db, scope: Scope, ids: readonly string[]): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select a.id, a.name, a.login_mask,
           coalesce((select json_agg(json_build_object('role_name', r.name, 'org_name', o.name) order by o.code, g.role_id)
                       from account_role g join organisation o on o.id = g.org_id join role r on r.id = g.role_id
                      where g.account_id = a.id and g.revoked_at is null and ${within(scope, 'o.code')}), '[]') as grants
      from account a where a.id = any(${ids}::bigint[]) order by a.name, a.id`.execute(db);
  return rows;
}

/** Accounts of a group. */
export const memberIds = async (db: Db, groupId: string): Promise<string[]> =>
  (await db.selectFrom('user_group_member').select('account_id').where('group_id', '=', groupId).execute()).map(
    ({ account_id }) => account_id,
  );

/** Writes a new group; answers its id. A name that the organisation has already throws 23505. */
export async function insertGroup(
  db: Db,
  group: { name: string; orgId: string; description: string },
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into user_group (name, org_id, description, created_by, updated_by)
    values (${group.name}, ${group.orgId}, ${group.description}, ${by}, ${by}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Changes a group that the caller holds; answers its new version. */
export async function updateGroup(
  db: Db,
  id: string,
  group: { name: string; description: string },
  by: string,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update user_group set name = ${group.name}, description = ${group.description}, version = version + 1,
           updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Takes accounts out of a group and puts others in. */
export async function changeMembers(
  db: Db,
  id: string,
  change: { out: readonly string[]; in: readonly string[] },
  by: string,
): Promise<void> {
  await sql`delete from user_group_member where group_id = ${id} and account_id = any(${change.out}::bigint[])`.execute(
    db,
  );
  await sql`insert into user_group_member (group_id, account_id, added_by)
            select ${id}, account_id, ${by} from unnest(${change.in}::bigint[]) as account_id
            on conflict do nothing`.execute(db);
}

/** Sets the rights of a group. */
export async function setGroupRights(db: Db, id: string, keys: readonly string[]): Promise<void> {
  await sql`delete from user_group_right where group_id = ${id} and permission_key <> all(${keys}::text[])`.execute(db);
  await sql`insert into user_group_right (group_id, permission_key)
            select ${id}, key from unnest(${keys}::text[]) as key on conflict do nothing`.execute(db);
}

/** Moves a group to the recycle bin; its rights end with it. */
export const removeGroup = (db: Db, id: string, by: string, reason: string) =>
  sql`update user_group set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason} where id = ${id}`.execute(
    db,
  );

/** A person's rights in the roles that a group reaches. */
export interface Held {
  account_id: string;
  /** By roles, other groups and own additions; *:*:* stands for all. */
  keys: string[];
}

/**
 * What these accounts may already do at an organisation and below, without the group; accounts without a role there
 * that reaches a subtree are left out, since a group gives them nothing.
 */
export async function heldBeside(
  db: Db,
  accountIds: readonly string[],
  orgCode: string,
  exceptGroupId: string | null,
): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select g.account_id,
           array(select permission_key from role_permission rp where rp.role_id = any(array_agg(g.role_id))
                 union
                 select permission_key from grant_permission gp where gp.grant_id = any(array_agg(g.id)) and gp.given
                 union
                 select ur.permission_key
                   from user_group_member um
                   join user_group u on u.id = um.group_id and u.deleted_at is null and u.id is distinct from ${exceptGroupId}::bigint
                   join user_group_right ur on ur.group_id = u.id
                   join organisation uo on uo.id = u.org_id and ${orgCode} >= uo.code and ${orgCode} < uo.code || ':'
                  where um.account_id = g.account_id) as keys
      from account_role g
      join role r on r.id = g.role_id and r.base = 'subtree' and not r.fixed
      join organisation o on o.id = g.org_id and o.code >= ${orgCode} and o.code < ${`${orgCode}:`}
     where g.account_id = any(${accountIds}::bigint[]) and g.revoked_at is null
       and (g.valid_until is null or g.valid_until > now())
     group by g.account_id`.execute(db);
  return rows;
}
