import { sql } from 'kysely';
import type { RoleBase } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { isStandingGrant } from './standing.ts';

export interface RoleRow {
  id: number;
  name: string;
  description: string;
  base: RoleBase;
  built_in: boolean;
  fixed: boolean;
  enabled: boolean;
  version: number;
  updated_at: Date;
  updated_by: string;
  rights: number;
  accounts: number;
  /** Somebody out of the scope holds it. */
  beyond: boolean;
}

const roles = (scope: Scope) => sql`
  select r.id, r.name, r.description, r.base, r.built_in, r.fixed, r.enabled, r.version, r.updated_at, r.updated_by,
         (select count(*)::int from role_permission p where p.role_id = r.id) as rights,
         (select count(distinct g.account_id)::int from usable_grant g
           where g.role_id = r.id and ${within(scope, 'g.org_code')}) as accounts,
         exists (select from account_role g join organisation o on o.id = g.org_id
                  where g.role_id = r.id and ${isStandingGrant} and not ${within(scope, 'o.code')}) as beyond
    from role r`;

/** All roles, the platform's own first, with how many accounts of the scope hold each now. */
export async function listRoles(db: Db, scope: Scope): Promise<RoleRow[]> {
  const { rows } = await sql<RoleRow>`${roles(scope)} order by r.id`.execute(db);
  return rows;
}

/** A role; `lock` holds it against another change until the transaction ends. */
export async function findRole(db: Db, scope: Scope, id: number, lock = false): Promise<RoleRow | undefined> {
  if (lock) await sql`select from role where id = ${id} for update`.execute(db);
  const { rows } = await sql<RoleRow>`${roles(scope)} where r.id = ${id}`.execute(db);
  return rows[0];
}

/** What a role gives, since when and by whom. */
export const keysOf = (db: Db, roleId: number) =>
  db
    .selectFrom('role_permission')
    .select(['permission_key', 'granted_at', 'granted_by'])
    .where('role_id', '=', roleId)
    .orderBy('permission_key')
    .execute();

/** Whether an account holds a role somewhere. */
export async function holds(db: Db, accountId: string, roleId: number): Promise<boolean> {
  const { rows } = await sql`
    select from account_role g where g.account_id = ${accountId} and g.role_id = ${roleId} and ${isStandingGrant} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export async function insertRole(
  db: Db,
  role: { name: string; base: RoleBase; description: string; by: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into role (id, name, base, description, updated_by)
    values (nextval('role_added'), ${role.name}, ${role.base}, ${role.description}, ${role.by})
    returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

export const updateRole = (
  db: Db,
  id: number,
  role: { name: string; description: string; enabled: boolean; by: string },
) =>
  sql`update role set name = ${role.name}, description = ${role.description}, enabled = ${role.enabled},
         version = version + 1, updated_at = now(), updated_by = ${role.by} where id = ${id}`.execute(db);

export async function addKeys(db: Db, roleId: number, keys: readonly string[], by: string): Promise<void> {
  await sql`
    insert into role_permission (role_id, permission_key, granted_by)
    select ${roleId}, key, ${by} from unnest(${keys}::text[]) as key on conflict do nothing`.execute(db);
}

export const removeKeys = (db: Db, roleId: number, keys: readonly string[]) =>
  sql`delete from role_permission where role_id = ${roleId} and permission_key = any(${keys}::text[])`.execute(db);

/** All rights of the platform. */
export const allRights = (db: Db) =>
  db.selectFrom('permission').select(['id', 'key', 'name', 'personal']).orderBy('id').execute();
