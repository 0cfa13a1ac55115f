import { sql } from 'kysely';
import type { Session } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

/** Somebody who can decide now: an account in one of its offices. */
export interface Holder {
  grantId: string;
  accountId: string;
  name: string;
  roleId: number;
  roleName: string;
  orgId: string;
  orgCode: string;
  orgName: string;
}

const COLUMNS = sql`g.id as "grantId", g.account_id as "accountId", g.account_name as name, g.role_id as "roleId",
  g.role_name as "roleName", g.org_id as "orgId", g.org_code as "orgCode", g.org_name as "orgName"`;
// Sideways and limited: the rights are read for the offices at hand alone, never for everybody.
const MAY_USE = sql`cross join lateral (
  select from grant_right k where k.grant_id = g.id and k.permission_key = 'workflow:use' limit 1) as may_use`;

/** Codes of an organisation and of all above it, the root first. */
export const chainOf = (code: string): string[] =>
  Array.from({ length: code.length / 4 }, (_, index) => code.slice(0, 4 * (index + 1)));

/** Who holds a role at organisations of these codes and may decide. */
export async function holdersOf(db: Db, roleId: number, codes: readonly string[]): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select ${COLUMNS} from usable_grant g ${MAY_USE}
     where g.role_id = ${roleId} and g.org_code = any(${codes}::text[])
     order by g.org_code desc, g.id`.execute(db);
  return rows;
}

/** The offices in which some accounts may decide. */
export async function officesOf(db: Db, accountIds: readonly string[]): Promise<Holder[]> {
  if (accountIds.length === 0) return [];
  const { rows } = await sql<Holder>`
    select ${COLUMNS} from usable_grant g ${MAY_USE}
     where g.account_id = any(${accountIds}::bigint[]) order by g.org_code desc, g.id`.execute(db);
  return rows;
}

/** Names of accounts, whether or not they can decide. */
export async function namesOf(db: Db, accountIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from account where id = any(${accountIds}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** So many offices are looked at for one list; whoever is not among them is found by name. */
const MOST_OFFICES = 500;

/** People who can decide in the scope or above it, by place; each office a row. */
export async function peopleAround(
  db: Db,
  scope: Scope,
  session: Session,
  filter: { name: string; withMe: boolean; limit: number; offset: number },
) {
  const { rows } = await sql<Holder & { total: number; grantId: string | null }>`
    with offices as materialized (
      select * from usable_grant g
       where g.base = 'subtree'
         and (${within(scope, 'g.org_code')} or g.org_code = any(${chainOf(session.orgCode)}::text[]))
         and (${filter.name} = '' or ${textHolds(sql`g.account_name`, filter.name)})
         and (${filter.withMe} or g.account_id <> ${session.accountId})
       order by g.org_code, g.role_id, g.id limit ${MOST_OFFICES}
    ), able as materialized (
      select g.* from offices g ${MAY_USE}
    ), page as (
      select * from able order by org_code, role_id, id limit ${filter.limit} offset ${filter.offset}
    )
    select (select count(*)::int from able) as total, ${COLUMNS}
      from (select) as one left join page g on true
     order by g.org_code, g.role_id, g.id`.execute(db);
  return { rows: rows.filter((row) => row.grantId !== null), total: rows[0]?.total ?? 0 };
}

/** The first of an account's offices in a scope in which it could raise a matter. */
export async function officeWithin(
  db: Db,
  scope: Scope,
  accountId: string,
): Promise<(Holder & { orgType: number }) | undefined> {
  const { rows } = await sql<Holder & { orgType: number }>`
    select ${COLUMNS}, o.type as "orgType" from usable_grant g join organisation o on o.id = g.org_id ${MAY_USE}
     where g.account_id = ${accountId} and ${within(scope, 'g.org_code')} order by g.org_code, g.id limit 1`.execute(
    db,
  );
  return rows[0];
}

/** Whether an account holds any role, now or once, at an organisation of the scope: only then it is met. */
export async function isMet(db: Db, scope: Scope, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from account_role g join organisation o on o.id = g.org_id
     where g.account_id = ${accountId} and g.revoked_at is null and o.deleted_at is null
       and ${within(scope, 'o.code')} limit 1`.execute(db);
  return rows.length > 0;
}

/** Enabled roles by name. */
export async function rolesToName(db: Db): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from role where enabled and base = 'subtree' order by id`.execute(db);
  return rows;
}
