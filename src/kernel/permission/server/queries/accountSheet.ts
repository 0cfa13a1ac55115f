import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

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

/** The accounts that sign in by these names or belong to these people; whether the scope knows them is for the caller to ask. */
export async function holdersOf(
  db: Db,
  indexes: readonly Buffer[],
  memberIds: readonly string[],
): Promise<{ id: string; index: Buffer; memberId: string | null }[]> {
  const { rows } = await sql<{ id: string; index: Buffer; memberId: string | null }>`
    select id, login_index as index, member_id as "memberId" from account
     where login_index = any(${indexes}::bytea[]) or member_id = any(${memberIds}::bigint[])`.execute(db);
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

export const insertLine = (db: Db, line: DoneLine) =>
  sql`
  insert into account_sheet_line (batch_id, row_no, act, account_id, grant_id, is_new, taken)
  values (${line.batchId}, ${line.rowNo}, ${line.act}, ${line.accountId}, ${line.grantId}, ${line.isNew}, ${line.taken}::bigint[])`.execute(
    db,
  );

export interface SheetLineRow {
  rowNo: number;
  act: 'open' | 'stop' | 'move';
  accountId: string;
  /** The role that the line gave, while nobody has taken it back. */
  grantId: string | null;
  isNew: boolean;
  taken: string[];
}

/** What a written sheet did and nobody has taken back, the last line first. */
export async function openLines(db: Db, batchId: string): Promise<SheetLineRow[]> {
  const { rows } = await sql<SheetLineRow>`
    select l.row_no as "rowNo", l.act, l.account_id as "accountId", g.id as "grantId", l.is_new as "isNew", l.taken::text[] as taken
      from account_sheet_line l left join account_role g on g.id = l.grant_id and g.revoked_at is null
     where l.batch_id = ${batchId} and l.undone_at is null order by l.row_no desc`.execute(db);
  return rows;
}

export const settleUndone = (db: Db, batchId: string, rowNos: readonly number[]) =>
  sql`update account_sheet_line set undone_at = now() where batch_id = ${batchId} and row_no = any(${rowNos}::int[])`.execute(
    db,
  );

/** A role that was taken back, as it is to be given again; undefined where the organisation is gone. */
export async function takenGrant(
  db: Db,
  id: string,
): Promise<{ roleId: number; orgId: string; until: string | null } | undefined> {
  const { rows } = await sql<{ roleId: number; orgId: string; until: string | null }>`
    select g.role_id as "roleId", g.org_id as "orgId",
           to_char((g.valid_until - interval '1 second') at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as until
      from account_role g join organisation o on o.id = g.org_id and o.deleted_at is null
     where g.id = ${id} and (g.valid_until is null or g.valid_until > now())`.execute(db);
  return rows[0];
}

export interface NewAccount {
  id: string;
  name: string;
  orgName: string;
  hasPassword: boolean;
}

/** The accounts that a sheet made and nobody has signed in with, in use; those without a password first. */
export async function unusedAccounts(db: Db, batchId: string, limit: number): Promise<NewAccount[]> {
  const { rows } = await sql<NewAccount>`
    select a.id, a.name, coalesce(o.name, '') as "orgName", a.password_hash is not null as "hasPassword"
      from account_sheet_line l
      join account a on a.id = l.account_id left join organisation o on o.id = a.org_id
     where l.batch_id = ${batchId} and l.is_new and l.undone_at is null and a.enabled and a.login_count = 0 and a.last_login_at is null
     order by a.password_hash is not null, l.row_no limit ${limit}`.execute(db);
  return rows;
}
