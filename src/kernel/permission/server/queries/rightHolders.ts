import { sql } from 'kysely';
import type { Own } from '#kernel/permission/rules.rights.ts';
import type { RoleBase } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope, within } from '#platform/server/database/scope.ts';

/** Where a right comes from, or what takes it; as the views say it. */
export interface SourceRow {
  key: string;
  source: 'role' | 'group' | 'own' | 'org' | 'level';
  name: string;
  since: string;
  by: string;
}

export interface GrantRow {
  id: string;
  account_id: string;
  account_name: string;
  role_id: number;
  role_name: string;
  base: RoleBase;
  fixed: boolean;
  org_id: string;
  org_code: string;
  org_name: string;
  path: string;
  granted_at: Date;
  granted_by: string;
  valid_until: Date | null;
  usable: boolean;
  given: SourceRow[];
  taken: SourceRow[];
}

export interface AccountRow {
  id: string;
  name: string;
  login_mask: string;
  member_id: string | null;
  enabled: boolean;
}

/** An account that the scope knows: one that is kept there or holds a role there. */
export async function findAccount(db: Db, scope: Scope, accountId: string): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select a.id, a.name, a.login_mask, a.member_id, a.enabled
      from account a
     where a.id = ${accountId}
       and (exists (select from account_role g join organisation o on o.id = g.org_id
                     where g.account_id = a.id and g.revoked_at is null and ${within(scope, 'o.code')})
         or exists (select from organisation o where o.id = a.org_id and ${within(scope, 'o.code')}))`.execute(db);
  return rows[0];
}

/** A member of the scope, and the account that belongs to it. */
export async function findMember(db: Db, scope: Scope, memberId: string) {
  const { rows } = await sql<{ id: string; name: string; org_name: string; account_id: string | null }>`
    select m.id, m.name, o.name as org_name, a.id as account_id
      from member m join organisation o on o.id = m.org_id left join account a on a.member_id = m.id
     where m.id = ${memberId} and m.deleted_at is null and ${peopleWithin(scope, 'm')}`.execute(db);
  return rows[0];
}

const grants = (scope: Scope) => sql`
  select g.id, g.account_id, a.name as account_name, g.role_id, r.name as role_name, r.base, r.fixed,
         g.org_id, o.code as org_code, o.name as org_name, g.granted_at, g.granted_by, g.valid_until,
         exists (select from usable_grant u where u.id = g.id) as usable,
         (select coalesce(string_agg(above.name, ' > ' order by above.code), '') from organisation above
           where above.code in (select left(o.code, cut)
                                  from generate_series(${scope.from.length}::int, length(o.code), 4) as cut)) as path,
         coalesce((select json_agg(json_build_object('key', v.permission_key, 'source', v.source, 'name', v.source_name,
                                                     'since', v.since, 'by', v.given_by) order by v.permission_key, v.since)
                     from grant_given v where v.grant_id = g.id), '[]') as given,
         coalesce((select json_agg(json_build_object('key', t.permission_key, 'source', t.source, 'name', t.source_name,
                                                     'since', t.since, 'by', t.taken_by) order by t.permission_key, t.since)
                     from grant_taken t where t.grant_id = g.id), '[]') as taken
    from account_role g
    join account a on a.id = g.account_id
    join role r on r.id = g.role_id
    join organisation o on o.id = g.org_id and o.deleted_at is null
   where g.revoked_at is null and (g.valid_until is null or g.valid_until > now()) and ${within(scope, 'o.code')}`;

/** The roles that an account holds within the scope, with where each right comes from and what takes it. */
export async function grantsOf(db: Db, scope: Scope, accountId: string): Promise<GrantRow[]> {
  const { rows } = await sql<GrantRow>`
    ${grants(scope)} and g.account_id = ${accountId} order by o.code, g.role_id`.execute(db);
  return rows;
}

/** One grant within the scope, locked against another change of its rights. */
export async function lockGrant(db: Db, scope: Scope, grantId: string): Promise<GrantRow | undefined> {
  await sql`select from account_role where id = ${grantId} for update`.execute(db);
  const { rows } = await sql<GrantRow>`${grants(scope)} and g.id = ${grantId}`.execute(db);
  return rows[0];
}

/** Sets what one person may more or less in one grant; `null` goes back to what role and groups give. */
export async function setOwn(db: Db, grantId: string, keys: readonly string[], own: Own, by: string): Promise<void> {
  if (keys.length === 0) return;
  if (own === null) {
    await db
      .deleteFrom('grant_permission')
      .where('grant_id', '=', grantId)
      .where('permission_key', 'in', keys)
      .execute();
    return;
  }
  await sql`
    insert into grant_permission (grant_id, permission_key, given, changed_by)
    select ${grantId}, key, ${own === 'given'}, ${by} from unnest(${keys}::text[]) as key
    on conflict (grant_id, permission_key) do update
      set given = excluded.given, changed_at = now(), changed_by = excluded.changed_by
      where grant_permission.given <> excluded.given`.execute(db);
}

/** Chinese names of rights by their keys. */
export async function rightNames(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('permission').select(['key', 'name']).execute();
  return new Map(rows.map(({ key, name }) => [key, name]));
}
