import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Givable, isNotGivable, isStandingGrant } from './standing.ts';

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

/** Whether a right of a role, aliased `p`, is one for the level of the place, and no organisation at or above it limits it (`grant_taken`). */
const isLetThrough = (orgCode: string | RawBuilder<string>) => sql<boolean>`
  (not exists (select from org_limit l join organisation lo on lo.id = l.org_id
                where l.permission_key = p.permission_key and ${orgCode} >= lo.code and ${orgCode} < lo.code || ':')
   and not exists (select from permission k join role lr on lr.id = p.role_id and lr.base = 'subtree' and not lr.fixed
                     join organisation lo on lo.code = ${orgCode} and is_branch(lo.type)
                    where k.key = p.permission_key and k.above_branch))`;

/** The rights that a role aliased `r` gives at an organisation: those that the organisation's limits let through. */
export const roleKeys = (orgCode: string) => sql<string[]>`
  array(select permission_key from role_permission p where p.role_id = r.id and ${isLetThrough(orgCode)}
         order by permission_key)`;

/** Which of these roles give, at these organisations, more than the session could: each as its place in the list. */
export async function rolesBeyond(
  db: Db,
  givable: Givable,
  places: readonly { roleId: number; orgCode: string }[],
): Promise<Set<number>> {
  if (givable === 'everything' || places.length === 0) return new Set();
  const { rows } = await sql<{ at: number }>`
    select w.at::int - 1 as at
      from unnest(${places.map(({ roleId }) => roleId)}::smallint[], ${places.map(({ orgCode }) => orgCode)}::text[])
           with ordinality as w (role_id, org_code, at)
     where exists (select from role_permission p
                    where p.role_id = w.role_id and ${isNotGivable(givable, 'p.permission_key')}
                      and ${isLetThrough(sql.ref('w.org_code'))})`.execute(db);
  return new Set(rows.map(({ at }) => at));
}

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

/** The name of the first of these rights that is not for the level of an organisation; undefined where all are. */
export async function notOfLevel(db: Db, orgCode: string, keys: readonly string[]): Promise<string | undefined> {
  if (keys.length === 0) return undefined;
  const { rows } = await sql<{ name: string }>`
    select k.name from permission k
     where k.key = any(${keys}::text[]) and k.above_branch
       and exists (select from organisation o where o.code = ${orgCode} and is_branch(o.type))
     order by k.id limit 1`.execute(db);
  return rows[0]?.name;
}

/** The separated administrator's role that each of these accounts holds now; those without one are left out. */
export async function separatedRolesOf(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ account_id: string; role_id: number }>`
    select g.account_id, min(g.role_id) as role_id from account_role g
     where g.account_id = any(${accountIds}::bigint[]) and ${isStandingGrant} and g.role_id in (8, 9, 10)
     group by g.account_id`.execute(db);
  return new Map(rows.map((row) => [row.account_id, row.role_id]));
}
