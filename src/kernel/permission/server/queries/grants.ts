import { sql } from 'kysely';
import { ROLE } from '#kernel/session/contract.ts';
import { nowKept } from '#kernel/session/server/index.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { exceedsGivableRights, type Givable } from './standing.ts';

const ZONE = sql.lit('Asia/Shanghai');
/** The first moment of a day, and the end of its last one. */
const begin = (day: string) => sql<Date>`${day}::date::timestamp at time zone ${ZONE}`;
const end = (day: string) => sql<Date>`(${day}::date + 1)::timestamp at time zone ${ZONE}`;

export interface GrantRow {
  id: string;
  role_id: number;
  role_name: string;
  base: 'subtree' | 'own';
  org_id: string;
  org_name: string;
  org_code: string;
  valid_from: string;
  /** The last day, included. */
  valid_until: string | null;
  state: 'now' | 'later' | 'over';
  granted_at: Date;
  granted_by: string;
  /** Gives rights that the session could not give. */
  above: boolean;
}

/** The roles of an account within the scope that were not revoked, by organisation. */
export async function listGrants(db: Db, scope: Scope, givable: Givable, accountId: string): Promise<GrantRow[]> {
  const { rows } = await sql<GrantRow>`
    select g.id, g.role_id, r.name as role_name, r.base, g.org_id, o.name as org_name, o.code as org_code,
           to_char(g.valid_from at time zone ${ZONE}, 'YYYY-MM-DD') as valid_from,
           to_char((g.valid_until - interval '1 second') at time zone ${ZONE}, 'YYYY-MM-DD') as valid_until,
           case when o.deleted_at is not null then 'gone' when g.valid_from > now() then 'later' when g.valid_until <= now() then 'over' else 'now' end as state,
           g.granted_at, g.granted_by, ${exceedsGivableRights(givable)} as above
      from account_role g
      join organisation o on o.id = g.org_id
      join role r on r.id = g.role_id
     where g.account_id = ${accountId} and g.revoked_at is null and ${within(scope, 'o.code')}
     order by o.code, g.role_id`.execute(db);
  return rows;
}

export interface NewGrant {
  accountId: string;
  roleId: number;
  orgId: string;
  /** Days, both included; null: from now on, without end. */
  validFrom: string | null;
  validUntil: string | null;
  /** Rights beside the role's own. */
  keys: readonly string[];
  by: { id: string; name: string };
}

/**
 * Gives a role within the caller's transaction, which holds the account's row; answers the grant's id, or null where
 * the account has the role there already. One that has run out makes way.
 */
export async function insertGrant(db: Db, grant: NewGrant): Promise<string | null> {
  const { accountId, roleId, orgId, validFrom, validUntil, by } = grant;
  await sql`update account_role set revoked_at = valid_until, revoked_by = '到期'
             where account_id = ${accountId} and role_id = ${roleId} and org_id = ${orgId}
               and revoked_at is null and valid_until <= now()`.execute(db);
  const { rows } = await sql<{ id: string }>`
    insert into account_role (account_id, role_id, org_id, valid_from, valid_until, granted_by, granted_by_id)
    values (${accountId}, ${roleId}, ${orgId}, ${validFrom === null ? sql`now()` : sql`greatest(now(), ${begin(validFrom)})`},
            ${validUntil === null ? null : end(validUntil)}, ${by.name}, ${by.id})
    on conflict (account_id, role_id, org_id) where revoked_at is null do nothing
    returning id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) return null;
  if (grant.keys.length > 0) {
    await sql`insert into grant_permission (grant_id, permission_key, given, changed_by)
              select ${id}, key, true, ${by.name} from unnest(${grant.keys}::text[]) as key
               where not exists (select from role_permission p where p.role_id = ${roleId} and p.permission_key = key)`.execute(
      db,
    );
  }
  return id;
}

/** Takes a role back; an account that nobody keeps yet is kept where it was, so that it can be met without a role. */
export const revokeGrant = (db: Db, id: string, by: { id: string | null; name: string }, reason: string) =>
  sql`with taken as (
        update account_role
           set revoked_at = now(), revoked_by = ${by.name}, revoked_by_id = ${by.id}, revoke_reason = ${reason}
         where id = ${id} and revoked_at is null
        returning account_id, org_id
      )
      ${nowKept(sql`taken`)}`.execute(db);

/** Names of rights in the order of the platform; *:*:* stands as 全部权限. */
export async function rightNames(db: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select name from (select id, name, key from permission union all select 0, '全部权限', '*:*:*') as p
     where key = any(${keys}::text[]) order by id`.execute(db);
  return rows.map(({ name }) => name);
}

/** The effective rights of a grant, by key. */
export async function grantRights(db: Db, grantId: string): Promise<string[]> {
  const { rows } = await sql<{ permission_key: string }>`
    select permission_key from grant_right where grant_id = ${grantId}`.execute(db);
  return rows.map(({ permission_key }) => permission_key);
}

/** How many sessions an account has open, in all its roles or in one. */
export async function openSessions(
  db: Db,
  accountId: string,
  grantId: string | null,
  idleSeconds: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from session
     where account_id = ${accountId} and (${grantId}::bigint is null or grant_id = ${grantId})
       and expires_at > now() and seen_at > now() - make_interval(secs => ${idleSeconds}) and ended_at is null`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** How the days of a grant stand to today. */
export async function dayFaults(
  db: Db,
  from: string | null,
  until: string | null,
): Promise<{ from_past: boolean; until_past: boolean }> {
  const { rows } = await sql<{ from_past: boolean; until_past: boolean }>`
    select coalesce(${from}::date < today, false) as from_past,
           coalesce(${until}::date < greatest(today, ${from}::date), false) as until_past
      from (select (now() at time zone ${ZONE})::date as today) as t`.execute(db);
  return rows[0] ?? { from_past: false, until_past: false };
}

/** Makes the first account of a deployment the administrator of its root. */
export const insertFirstRole = (db: Db, accountId: string, orgId: string) =>
  db.insertInto('account_role').values({ account_id: accountId, role_id: ROLE.administrator, org_id: orgId }).execute();

/** Whoever works for nobody but themselves goes on where their record is; offices stay with the organisation. */
export const moveOwnGrants = (db: Db, fromId: string, toId: string, memberIds: readonly string[]) =>
  sql`
  update account_role g set org_id = ${toId}
    from account a, role r
   where a.id = g.account_id and a.member_id = any(${memberIds}::bigint[]) and r.id = g.role_id and r.base = 'own'
     and g.org_id = ${fromId} and g.revoked_at is null
     and not exists (select from account_role other where other.account_id = g.account_id and other.role_id = g.role_id
                        and other.org_id = ${toId} and other.revoked_at is null)`.execute(db);
