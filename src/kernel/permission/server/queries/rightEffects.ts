import { type RawBuilder, sql } from 'kysely';
import type { Effect } from '#kernel/permission/contract.roles.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, subtreeRange, within } from '#platform/server/database/scope.ts';

/** Names that are shown of those concerned. */
const SHOWN = 5;

type People = Effect['gain'];

/** Counts the accounts and organisations of some grants, and names the first of them. */
async function count(db: Db, grants: RawBuilder<unknown>): Promise<People> {
  const { rows } = await sql<People>`
    with concerned as materialized (${grants})
    select (select count(distinct account_id)::int from concerned) as accounts,
           (select count(distinct org_id)::int from concerned) as orgs,
           array(select first.account_name || '（' || first.org_name || '）' from concerned first
                  order by first.org_code, first.account_name, first.id limit ${SHOWN}) as names`.execute(db);
  return rows[0] ?? { accounts: 0, orgs: 0, names: [] };
}

/** Who holds a role within the scope, also while the role is switched off. */
const holders = (scope: Scope, roleId: number) => sql`
  select g.id, g.account_id, a.name as account_name, g.org_id, o.code as org_code, o.name as org_name
    from account_role g join account a on a.id = g.account_id and a.enabled
    join organisation o on o.id = g.org_id and o.deleted_at is null
   where g.role_id = ${roleId} and g.revoked_at is null and g.valid_from <= now()
     and (g.valid_until is null or g.valid_until > now()) and ${within(scope, 'o.code')}`;

/** Everybody who holds the role. */
export const roleHolders = (db: Db, scope: Scope, roleId: number) => count(db, holders(scope, roleId));

/**
 * For whom it makes a difference that a role gives some rights: those who have one of them neither by group nor of
 * their own, and from whom it is not taken. They gain when the rights are added, and lose when they are removed.
 */
export const roleDifference = (db: Db, scope: Scope, roleId: number, keys: readonly string[]) =>
  count(
    db,
    sql`select h.* from (${holders(scope, roleId)}) h
         where exists (
           select from unnest(${keys}::text[]) as asked (key)
            where not exists (select from grant_given v
                               where v.grant_id = h.id and v.permission_key = asked.key and v.source <> 'role')
              and not exists (select from grant_taken t where t.grant_id = h.id and t.permission_key = asked.key))`,
  );

const below = (scope: Scope, orgCode: string) => {
  const range = subtreeRange(orgCode);
  return sql`${within(scope, 'g.org_code')} and g.org_code >= ${range.from} and g.org_code < ${range.to}`;
};

/** Who can use one of the rights now at the organisation or below it. */
export const limitLoss = (db: Db, scope: Scope, orgCode: string, keys: readonly string[]) =>
  count(
    db,
    sql`select g.* from usable_grant g
         where ${below(scope, orgCode)}
           and exists (select from grant_right r where r.grant_id = g.id and r.permission_key = any(${keys}::text[]))`,
  );

/** Who is given one of the rights at the organisation or below it and is kept from it by this organisation alone. */
export const limitGain = (db: Db, scope: Scope, org: { id: string; code: string }, keys: readonly string[]) =>
  count(
    db,
    sql`select g.* from usable_grant g
         where ${below(scope, org.code)}
           and exists (
             select from grant_given v
              join permission p on p.key = any(${keys}::text[]) and v.permission_key in (p.key, '*:*:*')
             where v.grant_id = g.id
               and not exists (select from grant_permission own
                                where own.grant_id = g.id and own.permission_key = p.key and not own.given)
               and not exists (select from org_limit l join organisation lo on lo.id = l.org_id
                                where l.org_id <> ${org.id} and l.permission_key = p.key
                                  and g.org_code >= lo.code and g.org_code < lo.code || ':'))`,
  );

/** How many people work at an organisation of the scope or below it. */
export async function peopleBelow(db: Db, scope: Scope, orgCode: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct g.account_id)::int as n from usable_grant g
     where g.base = 'subtree' and ${below(scope, orgCode)}`.execute(db);
  return rows[0]?.n ?? 0;
}
