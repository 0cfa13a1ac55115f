import { sql } from 'kysely';
import { SEPARATED } from '#kernel/permission/rules.rights.ts';
import type { Db } from '#platform/server/database/db.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { roleKeys } from './rights.ts';

export interface TypeRow {
  id: string;
  code: string;
  name: string;
  role_id: number;
  role_name: string;
  description: string;
  keys: string[];
  accounts: number;
  version: number;
  updated_by: string;
  updated_at: Date;
}

const columns = sql`
  t.id, t.code, t.name, t.role_id, r.name as role_name, t.description, t.version, t.updated_by, t.updated_at,
  array(select permission_key from user_type_right k where k.type_id = t.id order by permission_key) as keys,
  (select count(*)::int from account a where a.user_type_id = t.id) as accounts`;

/** User types by code. */
export async function listTypes(db: Db, filter: { name: string; limit: number; offset: number }) {
  const where = sql`t.deleted_at is null and (${filter.name} = '' or ${textHolds(sql`t.name`, filter.name)})`;
  const [list, total] = await Promise.all([
    sql<TypeRow>`
      select ${columns} from user_type t join role r on r.id = t.role_id where ${where}
       order by t.code, t.id limit ${filter.limit} offset ${filter.offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from user_type t where ${where}`.execute(db),
  ]);
  return { rows: list.rows, total: total.rows[0]?.n ?? 0 };
}

/** One user type, locked until the transaction ends; read once it is held, so that its accounts are those of now. */
export async function lockType(db: Db, id: string): Promise<TypeRow | undefined> {
  await sql`select from user_type where id = ${id} for update`.execute(db);
  const { rows } = await sql<TypeRow>`
    select ${columns} from user_type t join role r on r.id = t.role_id
     where t.id = ${id} and t.deleted_at is null`.execute(db);
  return rows[0];
}

export interface TypeFields {
  code: string;
  name: string;
  roleId: number;
  description: string;
}

/** Which of code and name another type has already. */
export async function takenBy(db: Db, { code, name }: TypeFields, exceptId: string | null) {
  const { rows } = await sql<{ code: boolean; name: boolean }>`
    select coalesce(bool_or(code = ${code}), false) as code, coalesce(bool_or(name = ${name}), false) as name
      from user_type where deleted_at is null and id is distinct from ${exceptId}::bigint`.execute(db);
  return rows[0] ?? { code: false, name: false };
}

/** Writes a new type; answers its id. */
export async function insertType(db: Db, type: TypeFields, by: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into user_type (code, name, role_id, description, created_by, updated_by)
    values (${type.code}, ${type.name}, ${type.roleId}, ${type.description}, ${by}, ${by}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Changes a type that the caller holds; answers its new version. */
export async function updateType(db: Db, id: string, type: TypeFields, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update user_type set code = ${type.code}, name = ${type.name}, role_id = ${type.roleId},
           description = ${type.description}, version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Sets the rights that a type offers. */
export async function setTypeRights(db: Db, id: string, keys: readonly string[]): Promise<void> {
  await sql`delete from user_type_right where type_id = ${id} and permission_key <> all(${keys}::text[])`.execute(db);
  await sql`insert into user_type_right (type_id, permission_key)
            select ${id}, key from unnest(${keys}::text[]) as key on conflict do nothing`.execute(db);
}

/** Moves a type to the recycle bin. */
export const removeType = (db: Db, id: string, by: string, reason: string) =>
  sql`update user_type set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason} where id = ${id}`.execute(
    db,
  );

/** All rights of the platform, in their order. */
export const allRights = (db: Db) =>
  db.selectFrom('permission').select(['id', 'key', 'name', 'personal']).orderBy('id').execute();

/** Roles in use with the rights that they give at an organisation; the three separated administrators are given before they are used. */
export async function allRoles(db: Db, orgCode: string) {
  const { rows } = await sql<{ id: number; name: string; base: 'subtree' | 'own'; fixed: boolean; keys: string[] }>`
    select r.id, r.name, r.base, r.fixed, ${roleKeys(orgCode)} as keys
      from role r where r.enabled or r.id = any(${Object.values(SEPARATED)}::smallint[]) order by r.id`.execute(db);
  return rows;
}
