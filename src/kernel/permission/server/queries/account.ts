import { type RawBuilder, sql } from 'kysely';
import type { AccountState } from '#kernel/permission/contract.ts';
import type { Db, OrNone } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { beginsWith, textHolds } from '#platform/server/database/search.ts';
import { exceedsGivableRights, type Givable, isStandingGrant } from './standing.ts';

/** What the list of accounts asks for; null and the empty text leave a filter out. */
export interface AccountFilter {
  /** Where to look within the scope. */
  place: Scope;
  /** Part of the person's name. */
  name: string;
  loginIndex: Buffer | null;
  roleId: number | null;
  state: AccountState | null;
  limit: number;
  offset: number;
}

/** Accounts are counted so far. */
export const COUNTED = 10_000;

/** What decides whether the session may change an account. */
export interface Standing {
  /** Holds roles at organisations out of the scope. */
  beyond: boolean;
  /** Holds rights that the session cannot give. */
  above: boolean;
}

export interface AccountListRow extends Standing {
  id: string;
  name: string;
  login_mask: string;
  type_name: string | null;
  enabled: boolean;
  must_change_password: boolean;
  has_password: boolean;
  locked_until: Date | null;
  has_factor: boolean;
  /** The person is in the recycle bin or erased. */
  person_deleted: boolean;
  last_login_at: Date | null;
  login_count: number;
  grants: { role_name: string; org_name: string }[];
}

/**
 * Whether a scope knows an account: it is kept there, or has a role there. `offset 0` keeps the planner from gathering
 * all accounts of the scope to answer for one.
 */
export const knows = (scope: Scope) => sql<boolean>`
  (exists (select from account_role g join organisation o on o.id = g.org_id
            where g.account_id = a.id and g.revoked_at is null and ${within(scope, 'o.code')} offset 0)
   or exists (select from organisation o where o.id = a.org_id and ${within(scope, 'o.code')} offset 0))`;

/** As far as here a scope holds so many accounts that a list finds its first ones soonest in the order of names. */
const WIDE = 4;

/** The same for a list: where the scope is narrow, its few accounts are gathered first. */
const listed = (scope: Scope) =>
  scope.from.length <= WIDE
    ? knows(scope)
    : sql<boolean>`a.id in (
        select g.account_id from organisation o join account_role g on g.org_id = o.id and g.revoked_at is null
         where ${within(scope, 'o.code')}
        union
        select k.id from organisation o join account k on k.org_id = o.id where ${within(scope, 'o.code')})`;

const lock = sql`
  (select max(f.locked_until) from login_failure f where f.login_index = a.login_index and f.locked_until > now())`;

const beyond = (scope: Scope) => sql<boolean>`
  exists (select from account_role g join organisation o on o.id = g.org_id
           where g.account_id = a.id and ${isStandingGrant} and not ${within(scope, 'o.code')})`;

/** Whether an account has a right that the session may not give: nobody acts upon somebody who may more. */
const above = (givable: Givable) => sql<boolean>`
  exists (select from account_role g where g.account_id = a.id and ${isStandingGrant} and ${exceedsGivableRights(givable)})`;

/** What decides whether the session may act upon an account aliased `a`. */
export const standingOf = (scope: Scope, givable: Givable) =>
  sql`${beyond(scope)} as beyond, ${above(givable)} as above`;

/** The conditions of the five states, in the order in which the first that is true counts. */
const STATES: Record<AccountState, RawBuilder<boolean>> = {
  disabled: sql<boolean>`not a.enabled`,
  locked: sql<boolean>`a.enabled and ${lock} is not null`,
  noPassword: sql<boolean>`a.enabled and ${lock} is null and a.password_hash is null`,
  mustChange: sql<boolean>`a.enabled and ${lock} is null and a.password_hash is not null and a.must_change_password`,
  normal: sql<boolean>`a.enabled and ${lock} is null and a.password_hash is not null and not a.must_change_password`,
};

function where(filter: AccountFilter): RawBuilder<boolean> {
  const parts = [listed(filter.place)];
  if (filter.name) parts.push(textHolds(sql`a.name`, filter.name));
  if (filter.loginIndex) parts.push(sql`a.login_index = ${filter.loginIndex}`);
  if (filter.roleId !== null) {
    parts.push(sql`exists (select from account_role g join organisation o on o.id = g.org_id
                            where g.account_id = a.id and g.revoked_at is null and g.role_id = ${filter.roleId}
                              and ${within(filter.place, 'o.code')})`);
  }
  if (filter.state) parts.push(STATES[filter.state]);
  return sql<boolean>`(${sql.join(parts, sql` and `)})`;
}

const columns = (scope: Scope, givable: Givable) => sql`
  a.id, a.name, a.login_mask, a.enabled, a.must_change_password, a.password_hash is not null as has_password,
  exists (select from account_totp f where f.account_id = a.id and f.confirmed_at is not null) as has_factor,
  ${lock} as locked_until, a.last_login_at, a.login_count,
  (select t.name from user_type t where t.id = a.user_type_id and t.deleted_at is null) as type_name,
  exists (select from member m where m.id = a.member_id and m.deleted_at is not null) as person_deleted,
  ${standingOf(scope, givable)},
  coalesce((select json_agg(json_build_object('role_name', r.name, 'org_name', o.name) order by o.code, g.role_id)
              from account_role g join organisation o on o.id = g.org_id join role r on r.id = g.role_id
             where g.account_id = a.id and g.revoked_at is null and o.deleted_at is null and ${within(scope, 'o.code')}), '[]') as grants`;

/** Accounts that the scope knows, by name, with their roles there. */
export async function listAccounts(
  db: Db,
  scope: Scope,
  givable: Givable,
  filter: AccountFilter,
): Promise<{ rows: AccountListRow[]; total: number }> {
  const { rows } = await sql<OrNone<AccountListRow> & { total: number }>`
    with found as materialized (
      select a.id, a.name from account a where ${where(filter)} order by a.name, a.id limit ${COUNTED + 1}
    ), page as (
      select id from found order by name, id limit ${filter.limit} offset ${filter.offset}
    )
    select (select count(*)::int from found) as total, list.*
      from (values (1)) as one
      left join (select ${columns(scope, givable)} from page join account a using (id)) as list on true
     order by list.name, list.id`.execute(db);
  // Beyond the last page one row comes all the same, with the total alone.
  return { total: rows[0]?.total ?? 0, rows: rows.filter((row) => row.id !== null) };
}

export interface AccountDetailRow extends AccountListRow {
  login_index: Buffer;
  member_id: string | null;
  gender: number | null;
  phone_enc: Buffer | null;
  phone_mask: string | null;
  user_type_id: string | null;
  home_name: string | null;
  disabled_at: Date | null;
  disabled_by: string | null;
  disable_reason: string | null;
  created_at: Date;
  created_by: string;
  version: number;
  other_grants: number;
  /** Where it belongs in the log: its first organisation within the scope. */
  org_code: string;
  groups: { id: string; name: string }[];
}

/** One account that the scope knows. `lock`: until the transaction ends nobody else changes it. */
export async function findAccount(
  db: Db,
  scope: Scope,
  givable: Givable,
  id: string,
  lock = false,
): Promise<AccountDetailRow | undefined> {
  if (lock) await sql`select from account where id = ${id} for update`.execute(db);
  const { rows } = await sql<AccountDetailRow>`
    select ${columns(scope, givable)}, a.login_index, a.member_id, a.gender, a.phone_enc, a.phone_mask, a.user_type_id,
           home.name as home_name, a.disabled_at, a.disabled_by, a.disable_reason, a.created_at, a.created_by, a.version,
           (select count(*)::int from account_role g join organisation o on o.id = g.org_id
             where g.account_id = a.id and ${isStandingGrant} and not ${within(scope, 'o.code')}) as other_grants,
           coalesce(case when ${within(scope, 'home.code')} then home.code end,
                    (select min(o.code) from account_role g join organisation o on o.id = g.org_id
                      where g.account_id = a.id and g.revoked_at is null and ${within(scope, 'o.code')})) as org_code,
           coalesce((select json_agg(json_build_object('id', ug.id::text, 'name', ug.name) order by ug.name)
                       from user_group_member gm
                       join user_group ug on ug.id = gm.group_id and ug.deleted_at is null
                       join organisation o on o.id = ug.org_id and ${within(scope, 'o.code')}
                      where gm.account_id = a.id), '[]') as groups
      from account a left join organisation home on home.id = a.org_id
     where a.id = ${id} and ${knows(scope)}`.execute(db);
  return rows[0];
}

export interface PersonAccountRow extends Standing {
  id: string;
  name: string;
  enabled: boolean;
}

/** The account of a person, wherever it works; until the transaction ends nobody else changes it. */
export async function lockAccountOfMember(
  db: Db,
  scope: Scope,
  givable: Givable,
  memberId: string,
): Promise<PersonAccountRow | undefined> {
  await sql`select from account where member_id = ${memberId} for update`.execute(db);
  const { rows } = await sql<PersonAccountRow>`
    select a.id, a.name, a.enabled, ${standingOf(scope, givable)} from account a where a.member_id = ${memberId}`.execute(
    db,
  );
  return rows[0];
}

/** Which of these accounts the scope knows. */
export async function knownAccounts(db: Db, scope: Scope, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select a.id from account a where a.id = any(${ids}::bigint[]) and ${knows(scope)}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface HistoryRow {
  id: string;
  at: Date;
  account_name: string;
  action: string;
  reason: string | null;
  changes: Record<string, [unknown, unknown]> | null;
}

/** What an account does with its own sessions; the log has it, an account's history does not. */
const SESSION_ACTS = [
  '登录',
  '切换角色',
  '退出登录',
  '退出其他设备',
  '确认扫码登录',
  '拒绝扫码登录',
  '打开外部站点',
  '开始设置二次验证',
  '核对登录密码',
  '核对密保答案',
];

/** What was done with an account within the scope, newest first; that it signed in, in whatever way, is no change. */
export async function accountHistory(
  db: Db,
  scope: Scope,
  id: string,
  page: { limit: number; offset: number },
): Promise<{ rows: HistoryRow[]; total: number }> {
  const about = sql<boolean>`l.target_type = 'account' and l.target_id = ${id} and l.outcome = 'done'
    and ${within(scope, 'l.org_code')} and l.action <> all(${SESSION_ACTS}::text[])`;
  const [list, total] = await Promise.all([
    sql<HistoryRow>`
      select l.id, l.at, l.account_name, l.action, l.reason, l.changes from audit_log l
       where ${about} order by l.id desc limit ${page.limit} offset ${page.offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from audit_log l where ${about}`.execute(db),
  ]);
  return { rows: list.rows, total: total.rows[0]?.n ?? 0 };
}

export interface PersonRow {
  member_id: string;
  name: string;
  id_card_mask: string | null;
  phone_mask: string | null;
  org_id: string;
  org_name: string;
  account_id: string | null;
}

/** People of the scope by a part of the name, of the pinyin or the initials, or by the whole id card; at most ten. */
export async function findPeople(
  db: Db,
  scope: Scope,
  sought: { grams: readonly string[]; words: string; letters: string; idCardIndex: Buffer | null },
): Promise<PersonRow[]> {
  const match = sought.idCardIndex
    ? sql<boolean>`m.id_card_index = ${sought.idCardIndex}`
    : sought.letters
      ? sql<boolean>`(${beginsWith(sql`m.pinyin`, sought.letters)} or ${beginsWith(sql`m.initials`, sought.letters)})`
      : sql<boolean>`m.name_grams @> ${sought.grams}::text[] and ${textHolds(sql`m.name`, sought.words)}`;
  const { rows } = await sql<PersonRow>`
    select m.id as member_id, m.name, m.id_card_mask, m.phone_mask, m.org_id, o.name as org_name, a.id as account_id
      from member m
      join organisation o on o.id = m.org_id
      left join account a on a.member_id = m.id
     where m.deleted_at is null and ${within(scope, 'm.org_code')} and ${match}
     order by m.org_code, m.sort, m.id limit 10`.execute(db);
  return rows;
}
