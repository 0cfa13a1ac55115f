import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { isStandingGrant } from './standing.ts';

/** What giving a role asks of it. */
export interface GivenRole {
  id: number;
  name: string;
  base: 'subtree' | 'own';
  enabled: boolean;
  /** Gives exactly its rights. */
  fixed: boolean;
  keys: string[];
}

/** The rights that a role aliased `r` gives at an organisation: those that the organisation's limits let through. */
export const roleKeys = (orgCode: string) => sql<string[]>`
  array(select permission_key from role_permission p where p.role_id = r.id
           and not exists (select from org_limit l join organisation lo on lo.id = l.org_id
                            where l.permission_key = p.permission_key
                              and ${orgCode} >= lo.code and ${orgCode} < lo.code || ':')
          order by permission_key)`;

/** A role with the rights that it gives at an organisation: those that the organisation's limits let through. */
export async function findRole(db: Db, roleId: number, orgCode: string): Promise<GivenRole | undefined> {
  const { rows } = await sql<GivenRole>`
    select r.id, r.name, r.base, r.enabled, r.fixed,
           ${roleKeys(orgCode)} as keys
      from role r where r.id = ${roleId}`.execute(db);
  return rows[0];
}

/** The given keys that are rights of this platform, each with whether people without office may hold it. */
export async function knownKeys(db: Db, keys: readonly string[]): Promise<{ key: string; personal: boolean }[]> {
  if (keys.length === 0) return [];
  return db.selectFrom('permission').select(['key', 'personal']).where('key', 'in', keys).execute();
}

/** The separated administrator's role that an account holds now, if it holds one. */
export async function separatedRoleOf(db: Db, accountId: string): Promise<number | null> {
  const { rows } = await sql<{ role_id: number }>`
    select g.role_id from account_role g
     where g.account_id = ${accountId} and ${isStandingGrant} and g.role_id in (8, 9, 10) limit 1`.execute(db);
  return rows[0]?.role_id ?? null;
}
