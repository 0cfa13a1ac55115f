import { sql } from 'kysely';
import type { CellError } from '#people/member/rules/importRules.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import type { RoleBase } from '#platform/server/context.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { settleCounted } from '#platform/server/records/batches.ts';
import type { MemberRecord } from './record.ts';

export interface Column {
  head: string;
  field: string | null;
}

export interface BatchRecord {
  id: string;
  account_id: string;
  org_id: string;
  org_code: string;
  org_name: string;
  org_type: number;
  file_name: string;
  file_hash: Buffer;
  file_id: string | null;
  mapping: Column[];
  rewrite: string[];
  state: 'uploaded' | 'checking' | 'fixing' | 'done' | 'undone' | 'failed';
  total: number;
  written: number;
  bad: number;
  skipped: number;
  updated: number;
  created_at: Date;
  job_state: string | null;
  job_message: string | null;
  /** Of a batch that was taken back. */
  removed: number;
  restored: number;
  kept: number;
}

const batches = sql`
  select b.*, o.name as org_name, o.type as org_type, j.state as job_state, j.message as job_message, u.*
  from import_batch b join organisation o on o.id = b.org_id left join job j on j.id = b.job_id
  cross join lateral (
    select count(*) filter (where undone = 'removed')::int as removed, count(*) filter (where undone = 'restored')::int as restored,
      count(*) filter (where undone = 'kept')::int as kept
    from import_row where batch_id = b.id and b.state = 'undone') as u`;

/** Batches are the account's own, and only while the organisation lies in its scope. */
const mine = (scope: Scope, accountId: string) =>
  sql`b.kind = 'member' and b.account_id = ${accountId} and ${within(scope, 'b.org_code')}`;

export async function getBatch(db: Db, scope: Scope, accountId: string, id: string): Promise<BatchRecord | undefined> {
  const { rows } = await sql<BatchRecord>`${batches} where b.id = ${id} and ${mine(scope, accountId)}`.execute(db);
  return rows[0];
}

/** The same, locked: one act on a batch at a time. */
export async function lockBatch(db: Db, scope: Scope, accountId: string, id: string): Promise<BatchRecord | undefined> {
  const { rows } = await sql<BatchRecord>`
    ${batches} where b.id = ${id} and ${mine(scope, accountId)} for update of b`.execute(db);
  return rows[0];
}

export async function listBatches(db: Db, scope: Scope, accountId: string, limit: number, offset: number) {
  const [page, count] = await Promise.all([
    sql<BatchRecord>`
      ${batches} where ${mine(scope, accountId)} order by b.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from import_batch b where ${mine(scope, accountId)}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.n ?? 0 };
}

/** Counts a batch's rows anew; without bad rows it is done. `state` ends it otherwise. */
export async function recountBatch(db: Db, id: string, state?: 'undone'): Promise<{ written: number; bad: number }> {
  return settleCounted(
    db,
    id,
    sql`select count(*) filter (where state = 'written')::int as written, count(*) filter (where state = 'bad')::int as bad,
        count(*) filter (where state in ('skipped', 'same'))::int as skipped,
        count(*) filter (where state = 'updated')::int as updated
      from import_row where batch_id = ${id}`,
    state,
  );
}

/** Numbers of the rows that a batch knows already, among those given. */
export async function knownRows(db: Db, batchId: string, rowNos: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ row_no: number }>`
    select row_no from import_row where batch_id = ${batchId} and row_no = any(${rowNos})`.execute(db);
  return new Set(rows.map((row) => row.row_no));
}

export interface RowOutcome {
  rowNo: number;
  state: 'bad' | 'written' | 'same';
  /** Encrypted; empty for rows that are done with. */
  cells: Buffer;
  errors: CellError[];
  /** Of a bad row: whoever is registered under its id card with other values. */
  memberId: string | null;
}

/** Records what became of rows; a row that stands there already (it was bad) is overwritten. */
export async function saveRows(db: Db, batchId: string, rows: readonly RowOutcome[], fixed: boolean): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into import_row (batch_id, row_no, cells_enc, errors, state, member_id, fixed, written_at)
    select ${batchId}, row_no, cells, errors, state, member_id, ${fixed}, case when state = 'written' then now() end
    from unnest(${rows.map((r) => r.rowNo)}::int[], ${rows.map((r) => r.cells)}::bytea[],
      ${rows.map((r) => JSON.stringify(r.errors))}::jsonb[], ${rows.map((r) => r.state)}::text[],
      ${rows.map((r) => r.memberId)}::bigint[]) as row (row_no, cells, errors, state, member_id)
    on conflict (batch_id, row_no) do update set cells_enc = excluded.cells_enc, errors = excluded.errors,
      state = excluded.state, member_id = excluded.member_id, fixed = excluded.fixed, written_at = excluded.written_at`.execute(
    db,
  );
}

export interface BadRow {
  row_no: number;
  cells_enc: Buffer;
  errors: CellError[];
}

/** Bad rows in the order of the sheet, of one kind of error or of all. */
export async function badRows(
  db: Db,
  batchId: string,
  code: string | null,
  limit: number,
  offset: number,
): Promise<{ rows: BadRow[]; total: number }> {
  const where = sql`batch_id = ${batchId} and state = 'bad'
    and (${code}::text is null or errors @> jsonb_build_array(jsonb_build_object('code', ${code}::text)))`;
  const [page, count] = await Promise.all([
    sql<BadRow>`
      select row_no, cells_enc, errors from import_row where ${where} order by row_no limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from import_row where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.n ?? 0 };
}

/** Bad rows by number, locked for an act. */
export async function lockBadRows(db: Db, batchId: string, rowNos: readonly number[]): Promise<BadRow[]> {
  const { rows } = await sql<BadRow>`
    select row_no, cells_enc, errors from import_row
    where batch_id = ${batchId} and state = 'bad' and row_no = any(${rowNos}) order by row_no for update`.execute(db);
  return rows;
}

/** Numbers of the bad rows that a click fixes. */
export async function fixableRows(db: Db, batchId: string, code: string): Promise<number[]> {
  const { rows } = await sql<{ row_no: number }>`
    select distinct row_no from import_row, jsonb_array_elements(errors) as e
    where batch_id = ${batchId} and state = 'bad' and e ->> 'code' = ${code} and e ? 'fix' order by row_no`.execute(db);
  return rows.map((row) => row.row_no);
}

export interface GroupRecord {
  code: string;
  n: number;
  fixable: number;
  from: string | null;
  to: string | null;
}

/** Bad rows by kind of error, with the commonest rewriting of each. */
export async function errorGroups(db: Db, batchId: string): Promise<GroupRecord[]> {
  const { rows } = await sql<GroupRecord>`
    with errors as (
      select row_no, e ->> 'code' as code, e ->> 'from' as "from", e ->> 'fix' as fix
      from import_row, jsonb_array_elements(errors) as e where batch_id = ${batchId} and state = 'bad'
    ), rewritings as (
      select distinct on (code) code, "from", fix from errors where fix is not null
      group by code, "from", fix order by code, count(*) desc, "from"
    )
    select code, count(distinct row_no)::int as n, count(distinct row_no) filter (where errors.fix is not null)::int as fixable,
      r."from", r.fix as to
    from errors left join rewritings r using (code)
    group by code, r."from", r.fix order by n desc`.execute(db);
  return rows;
}

/** Gives up bad rows, those numbered or all. Answers how many. */
export async function skipRows(db: Db, batchId: string, rowNos: readonly number[] | null): Promise<number> {
  const { rows } = await sql`
    update import_row set state = 'skipped' where batch_id = ${batchId} and state = 'bad'
      and (${rowNos}::int[] is null or row_no = any(${rowNos}::int[])) returning row_no`.execute(db);
  return rows.length;
}

export interface HomeRecord {
  id: string;
  code: string;
  name: string;
  short_name: string;
  parent_name: string | null;
}

/** The branches of a scope: people belong to nothing else. */
export async function listBranches(db: Db, scope: Scope): Promise<HomeRecord[]> {
  const { rows } = await sql<HomeRecord>`
    select o.id, o.code, o.name, o.short_name, p.name as parent_name
    from organisation o left join organisation p on p.id = o.parent_id
    where ${within(scope, 'o.code')} and o.deleted_at is null and o.type = any(${BRANCH_TYPES}::smallint[]) order by o.code`.execute(
    db,
  );
  return rows;
}

/** Whoever holds one of these id cards, with the row of the batch that brought them. */
export async function findHolders(db: Db, batchId: string, indexes: readonly Buffer[]) {
  const { rows } = await sql<MemberRecord & { org_name: string; row_no: number | null }>`
    select m.*, o.name as org_name,
      (select r.row_no from import_row r where r.member_id = m.id and r.batch_id = ${batchId}
        and r.state in ('written', 'updated') order by r.row_no limit 1) as row_no
    from member m join organisation o on o.id = m.org_id
    where m.id_card_index = any(${indexes}::bytea[]) and m.deleted_at is null`.execute(db);
  return rows;
}

/** The codes of branches as they stand now, kept until the transaction ends. */
export async function lockHomes(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; code: string }>`
    select id, code from organisation where id = any(${ids}::bigint[]) order by code for share`.execute(db);
  return new Map(rows.map(({ id, code }) => [id, code]));
}

/** Ids for new rows, and the end of each branch's list. */
export async function places(db: Db, count: number, orgCodes: readonly string[]) {
  const [made, ends] = [
    await sql<{ id: string }>`
      select nextval(pg_get_serial_sequence('member', 'id'))::text as id from generate_series(1, ${count})`.execute(db),
    await sql<{ code: string; last: number }>`
      select code, coalesce((select max(sort) from member where org_code = code and deleted_at is null), 0) as last
      from unnest(${orgCodes}::text[]) as code`.execute(db),
  ];
  return { ids: made.rows.map(({ id }) => id), ends: new Map(ends.rows.map(({ code, last }) => [code, last])) };
}

/** Today and the day of the counters' ages. */
export async function todayAndCountedOn(db: Db): Promise<{ today: string; countedOn: string }> {
  const { rows } = await sql<{ today: string; countedOn: string }>`
    select ${dbToday} as today, day as "countedOn" from member_counter_day`.execute(db);
  return rows[0] ?? { today: '', countedOn: '' };
}

/** Of people in a sheet, those like somebody of the scope by name, birthday and phone: the organisation by the sheet's row. */
export async function findAlike(
  db: Db,
  scope: Scope,
  people: readonly { rowNo: number; name: string; birthDate: string; phone: Buffer }[],
): Promise<Map<number, string>> {
  if (people.length === 0) return new Map();
  const { rows } = await sql<{ row_no: number; org_name: string }>`
    select distinct on (p.row_no) p.row_no, o.name as org_name
      from unnest(${people.map(({ rowNo }) => rowNo)}::integer[], ${people.map(({ name }) => name)}::text[],
                  ${people.map(({ birthDate }) => birthDate)}::date[], ${people.map(({ phone }) => phone)}::bytea[])
             as p (row_no, name, birth_date, phone)
      join member m on m.phone_index = p.phone and m.name = p.name and m.birth_date = p.birth_date
                   and m.deleted_at is null and ${within(scope, 'm.org_code')}
      join organisation o on o.id = m.org_id
     order by p.row_no, m.id`.execute(db);
  return new Map(rows.map(({ row_no, org_name }) => [row_no, org_name]));
}

/** Whoever started a job, in the grant in which they did. */
export async function starterOf(db: Db, jobId: string) {
  const { rows } = await sql<{
    grant_id: string;
    name: string;
    role_id: number;
    role_name: string;
    base: RoleBase;
    org_name: string;
    org_type: number;
  }>`
    select j.grant_id, a.name, g.role_id, r.name as role_name, r.base, o.name as org_name, o.type as org_type
    from job j join account a on a.id = j.account_id join account_role g on g.id = j.grant_id join role r on r.id = g.role_id
    join organisation o on o.id = g.org_id
    where j.id = ${jobId}`.execute(db);
  return rows[0];
}
