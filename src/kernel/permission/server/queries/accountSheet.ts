import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { knows, type Standing, standingOf } from './account.ts';
import { exceedsGivableRights, type Givable, isStandingGrant } from './standing.ts';

export interface SheetPerson {
  id: string;
  name: string;
  orgCode: string;
  index: Buffer;
}

/** The people with these id cards, wherever they stand. */
export async function peopleByCard(db: Db, indexes: readonly Buffer[]): Promise<SheetPerson[]> {
  const { rows } = await sql<SheetPerson>`
    select id, name, org_code as "orgCode", id_card_index as index from member
     where id_card_index = any(${indexes}::bytea[]) and deleted_at is null`.execute(db);
  return rows;
}

/** An account that a line may be about. */
export interface SheetAccount extends Standing {
  id: string;
  index: Buffer;
  loginMask: string;
  name: string;
  enabled: boolean;
  memberId: string | null;
  /** Where the person's record stands; null where there is none any more. */
  memberOrgCode: string | null;
  /** Whether the scope knows it; of one that it does not know nothing is told. */
  known: boolean;
}

/**
 * The accounts that sign in by these names or belong to these people, wherever they are.
 * @param lock nobody else changes them until the transaction ends
 */
export async function accountsOf(
  db: Db,
  scope: Scope,
  givable: Givable,
  by: { indexes: readonly Buffer[]; memberIds: readonly string[] },
  lock: boolean,
): Promise<SheetAccount[]> {
  const meant = sql<boolean>`
    a.login_index = any(${by.indexes}::bytea[]) or a.member_id = any(${by.memberIds}::bigint[])`;
  if (lock) await sql`select from account a where ${meant} order by a.id for update`.execute(db);
  const { rows } = await sql<SheetAccount>`
    select a.id, a.login_index as index, a.login_mask as "loginMask", a.name, a.enabled, a.member_id as "memberId",
           m.org_code as "memberOrgCode", ${knows(scope)} as known, ${standingOf(scope, givable)}
      from account a left join member m on m.id = a.member_id and m.deleted_at is null
     where ${meant} order by a.id`.execute(db);
  return rows;
}

export interface HeldRole {
  id: string;
  accountId: string;
  roleId: number;
  roleName: string;
  orgId: string;
  orgName: string;
  /** Gives rights that the session could not give. */
  above: boolean;
}

/** The roles that these accounts have within the scope: not taken back and not run out. */
export async function heldRoles(
  db: Db,
  scope: Scope,
  givable: Givable,
  accountIds: readonly string[],
): Promise<HeldRole[]> {
  const { rows } = await sql<HeldRole>`
    select g.id, g.account_id as "accountId", g.role_id as "roleId", r.name as "roleName", g.org_id as "orgId",
           o.name as "orgName", ${exceedsGivableRights(givable)} as above
      from account_role g join organisation o on o.id = g.org_id join role r on r.id = g.role_id
     where g.account_id = any(${accountIds}::bigint[]) and ${isStandingGrant} and ${within(scope, 'o.code')}
     order by g.id`.execute(db);
  return rows;
}

/** What a line did. */
export interface DoneLine {
  batchId: string;
  rowNo: number;
  act: 'open' | 'stop' | 'move';
  accountId: string;
  grantId: string | null;
  isNew: boolean;
  taken: readonly string[];
}

/** Notes what a line did; of one that stopped an account also when, as the account has it. */
export const insertLine = (db: Db, line: DoneLine) =>
  sql`
  insert into account_sheet_line (batch_id, row_no, act, account_id, grant_id, is_new, taken, disabled_at)
  select ${line.batchId}, ${line.rowNo}, ${line.act}, a.id, ${line.grantId}, ${line.isNew}, ${line.taken}::bigint[], a.disabled_at
    from account a where a.id = ${line.accountId}`.execute(db);

export interface SheetLineRow {
  rowNo: number;
  act: 'open' | 'stop' | 'move';
  accountId: string;
  /** The role that the line gave, while nobody has taken it back. */
  grantId: string | null;
  isNew: boolean;
  taken: string[];
  /** When the line stopped the account. */
  disabledAt: Date | null;
}

/** What a written sheet did and nobody has taken back, the last line first; nobody else changes its accounts until the transaction ends. */
export async function lockOpenLines(db: Db, batchId: string): Promise<SheetLineRow[]> {
  await sql`
    select from account where id in (select account_id from account_sheet_line where batch_id = ${batchId} and undone_at is null)
     order by id for update`.execute(db);
  const { rows } = await sql<SheetLineRow>`
    select l.row_no as "rowNo", l.act, l.account_id as "accountId", g.id as "grantId", l.is_new as "isNew",
           l.taken::text[] as taken, l.disabled_at as "disabledAt"
      from account_sheet_line l left join account_role g on g.id = l.grant_id and g.revoked_at is null
     where l.batch_id = ${batchId} and l.undone_at is null order by l.row_no desc`.execute(db);
  return rows;
}

export const settleUndone = (db: Db, batchId: string, rowNos: readonly number[]) =>
  sql`update account_sheet_line set undone_at = now() where batch_id = ${batchId} and row_no = any(${rowNos}::int[])`.execute(
    db,
  );

export interface TakenRole {
  id: string;
  roleId: number;
  roleName: string;
  base: 'subtree' | 'own';
  orgId: string;
  orgName: string;
  orgCode: string;
  /** The organisation is gone. */
  isGone: boolean;
  /** Has run out meanwhile, or was given again: there is nothing to bring back. */
  isSettled: boolean;
  /** Gives rights that the session could not give. */
  above: boolean;
}

/** Roles that were taken back, as they would be again. Whether the scope reaches them is for the caller to ask. */
export async function takenRoles(db: Db, givable: Givable, ids: readonly string[]): Promise<TakenRole[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<TakenRole>`
    select g.id, g.role_id as "roleId", r.name as "roleName", r.base, g.org_id as "orgId", o.name as "orgName", o.code as "orgCode",
           o.deleted_at is not null as "isGone",
           g.revoked_at is null or coalesce(g.valid_until <= now(), false)
             or exists (select from account_role n where n.account_id = g.account_id and n.role_id = g.role_id
                           and n.org_id = g.org_id and n.revoked_at is null) as "isSettled",
           ${exceedsGivableRights(givable)} as above
      from account_role g join organisation o on o.id = g.org_id join role r on r.id = g.role_id
     where g.id = any(${ids}::bigint[]) order by g.id`.execute(db);
  return rows;
}

/** Lets a role that was taken back hold again, with its days and what was added to it or taken from it. */
export const restoreRole = (db: Db, id: string) =>
  sql`
  update account_role set revoked_at = null, revoked_by = null, revoked_by_id = null, revoke_reason = null
   where id = ${id}`.execute(db);

/** Whether an account has any role that counts, wherever it is. */
export async function hasRole(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from account_role g where g.account_id = ${accountId} and ${isStandingGrant} limit 1`.execute(db);
  return rows.length > 0;
}

export interface NewAccount extends Standing {
  id: string;
  rowNo: number;
  name: string;
  orgName: string;
  orgCode: string;
  loginIndex: Buffer;
  loginMask: string;
  hasPassword: boolean;
  /** Whether the scope knows it. */
  known: boolean;
}

/**
 * The accounts that a sheet made and nobody has signed in with, in use, in the order of its lines.
 * @param lock nobody else changes them until the transaction ends
 */
export async function unusedAccounts(
  db: Db,
  scope: Scope,
  givable: Givable,
  batchId: string,
  lock: boolean,
): Promise<NewAccount[]> {
  if (lock)
    await sql`
      select from account where id in (select account_id from account_sheet_line where batch_id = ${batchId} and is_new)
       order by id for update`.execute(db);
  const { rows } = await sql<NewAccount>`
    select a.id, l.row_no as "rowNo", a.name, coalesce(o.name, '') as "orgName", coalesce(o.code, '') as "orgCode",
           a.login_index as "loginIndex", a.login_mask as "loginMask", a.password_hash is not null as "hasPassword",
           ${knows(scope)} as known, ${standingOf(scope, givable)}
      from account_sheet_line l
      join account a on a.id = l.account_id left join organisation o on o.id = a.org_id
     where l.batch_id = ${batchId} and l.is_new and l.undone_at is null and a.enabled and a.login_count = 0 and a.last_login_at is null
     order by l.row_no`.execute(db);
  return rows;
}
