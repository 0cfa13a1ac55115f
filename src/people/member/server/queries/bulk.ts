import { sql } from 'kysely';
import type { BulkField } from '#people/member/rules/bulk.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope, within } from '#platform/server/database/scope.ts';
import { filterConditions, type MemberFilter } from './list.ts';
import type { MemberRecord } from './record.ts';

export type Change =
  | { kind: 'field'; field: BulkField; value: string | number | boolean | null }
  | { kind: 'move'; orgId: string }
  | { kind: 'label'; add: string[]; remove: string[] };

export interface BulkRecord {
  id: string;
  account_id: string;
  org_id: string;
  org_code: string;
  title: string;
  change: Change;
  state: 'preview' | 'running' | 'done' | 'undoing' | 'undone';
  job_id: string | null;
  created_at: Date;
  job_state: string | null;
  job_message: string | null;
  file_id: string | null;
}

const source = sql`
  select b.*, o.code as org_code, j.state as job_state, j.message as job_message, f.id as file_id
  from member_bulk b join organisation o on o.id = b.org_id left join job j on j.id = b.job_id
  left join stored_file f on f.id = j.file_id and (f.expires_at is null or f.expires_at > now())`;
/** A change is its account's own, and only while the organisation where it was made lies in the scope. */
const mine = (scope: Scope, accountId: string) => sql`b.account_id = ${accountId} and ${within(scope, 'o.code')}`;

export async function getBulk(db: Db, scope: Scope, accountId: string, id: string): Promise<BulkRecord | undefined> {
  const { rows } = await sql<BulkRecord>`${source} where b.id = ${id} and ${mine(scope, accountId)}`.execute(db);
  return rows[0];
}

/** The same, locked: one act on a change at a time. */
export async function lockBulk(db: Db, scope: Scope, accountId: string, id: string): Promise<BulkRecord | undefined> {
  const { rows } = await sql<BulkRecord>`
    ${source} where b.id = ${id} and ${mine(scope, accountId)} for update of b`.execute(db);
  return rows[0];
}

/** Begins a change; previews of the account that were never started and are a day old go. */
export async function insertBulk(
  db: Db,
  bulk: { accountId: string; orgId: string; title: string; change: Change },
): Promise<string> {
  await sql`
    delete from member_bulk
    where account_id = ${bulk.accountId} and state = 'preview' and created_at < now() - interval '1 day'`.execute(db);
  const { rows } = await sql<{ id: string }>`
    insert into member_bulk (account_id, org_id, kind, title, change)
    values (${bulk.accountId}, ${bulk.orgId}, ${bulk.change.kind}, ${bulk.title}, ${JSON.stringify(bulk.change)}::jsonb)
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Takes the people of a filter, or those named, into a change, each with what it finds there. Answers how many. */
export async function captureChange(
  db: Db,
  bulkId: string,
  change: Change,
  scope: Scope,
  people: { filter: MemberFilter } | { ids: readonly string[] },
  limit: number,
): Promise<number> {
  const where =
    'ids' in people
      ? sql`member.id = any(${people.ids}::bigint[]) and ${peopleWithin(scope)} and member.deleted_at is null`
      : filterConditions(scope, people.filter);
  const { numAffectedRows } = await sql`
    insert into member_bulk_row (bulk_id, member_id, before)
    select ${bulkId}, member.id, ${foundBy(change)} from member where ${where} limit ${limit}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** What a change finds with a person, as its `before` keeps it; labels are asked for when they are written. */
function foundBy(change: Change) {
  if (change.kind === 'field')
    return sql`jsonb_build_object('value', ${sql.ref(`member.${COLUMNS[change.field][0]}`)})`;
  return change.kind === 'move' ? sql`jsonb_build_object('orgId', member.org_id::text)` : sql`null::jsonb`;
}

/** A person as a change sees one: everything but what is encrypted, and the day. */
export type BulkPerson = Omit<MemberRecord, 'name_grams' | 'pinyin' | 'initials'> & { org_name: string; today: string };

const person = sql`
  m.id, m.org_id, m.org_code, m.sort, m.name, null::bytea as id_card_enc, m.id_card_mask, m.gender, m.birth_date, m.nation,
  m.person_category, m.membership_status, m.education, m.degree, m.occupation, m.native_place, m.residence, m.work_unit,
  m.position, m.party_post, null::bytea as phone_enc, m.phone_mask, m.applied_on, m.admission_date, m.conversion_date,
  m.join_type, m.joined_branch_on, m.is_floating, m.is_lost_contact, m.is_migrant_worker, m.remark, m.photo, m.completeness,
  m.version, m.updated_by, (select o.name from organisation o where o.id = m.org_id) as org_name, ${dbToday} as today`;

/** People of a change that are still due, by id after the last one. */
export async function duePeople(db: Db, bulkId: string, afterId: string, limit: number): Promise<BulkPerson[]> {
  const { rows } = await sql<BulkPerson>`
    select ${person} from member_bulk_row r join member m on m.id = r.member_id
    where r.bulk_id = ${bulkId} and r.state = 'due' and r.member_id > ${afterId}
    order by r.member_id limit ${limit}`.execute(db);
  return rows;
}

/** People of the scope by id, locked in the order of their ids. */
export async function lockPeople(db: Db, scope: Scope, ids: readonly string[]): Promise<BulkPerson[]> {
  const { rows } = await sql<BulkPerson>`
    select ${person} from member m
    where m.id = any(${ids}::bigint[]) and m.deleted_at is null and ${within(scope, 'm.org_code')}
    order by m.id for update of m`.execute(db);
  return rows;
}

export interface TakenRow {
  member_id: string;
  before: unknown;
}

/** The next rows in a state, locked, in the order of the people's ids. */
export async function takeRows(db: Db, bulkId: string, state: 'due' | 'changed', limit: number): Promise<TakenRow[]> {
  const { rows } = await sql<TakenRow>`
    select member_id, before from member_bulk_row
    where bulk_id = ${bulkId} and state = ${state} order by member_id limit ${limit} for update`.execute(db);
  return rows;
}

export interface RowOutcome {
  memberId: string;
  state: string;
  note?: string;
  before?: unknown;
  changes?: Record<string, [string, string]>;
}

/** Writes down what became of rows; what is undefined stays. */
export async function saveRows(db: Db, bulkId: string, outcomes: readonly RowOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await sql`
    update member_bulk_row r set state = u.state, note = u.note,
      before = coalesce(u.before, r.before), changes = coalesce(u.changes, r.changes),
      done_at = case when u.state = 'changed' then now() else r.done_at end,
      undone_at = case when u.state = 'undone' then now() else r.undone_at end
    from unnest(${outcomes.map((o) => o.memberId)}::bigint[], ${outcomes.map((o) => o.state)}::text[],
      ${outcomes.map((o) => o.note ?? '')}::text[],
      ${outcomes.map((o) => json(o.before))}::jsonb[], ${outcomes.map((o) => json(o.changes))}::jsonb[])
      as u (member_id, state, note, before, changes)
    where r.bulk_id = ${bulkId} and r.member_id = u.member_id`.execute(db);
}

/** Lets a taking back look again at those whom the last one left as they are. */
export async function retryKept(db: Db, bulkId: string): Promise<void> {
  await sql`update member_bulk_row set state = 'changed', note = '' where bulk_id = ${bulkId} and state = 'kept'`.execute(
    db,
  );
}

/** How many people of a change are in which state. */
export async function countRows(db: Db, bulkId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; n: number }>`
    select state, count(*)::int as n from member_bulk_row where bulk_id = ${bulkId} group by state`.execute(db);
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

export interface BulkRowRecord {
  id: string;
  name: string;
  org_name: string;
  state: string;
  note: string;
  changes: Record<string, [string, string]> | null;
  /** What stands in the field that is changed. */
  value: string | number | boolean | null;
}

/** People of a change as far as they still lie in the scope, in tree order, those of some states or all. */
export async function rowsOf(
  db: Db,
  scope: Scope,
  { id: bulkId, change }: Pick<BulkRecord, 'id' | 'change'>,
  states: readonly string[] | null,
  limit: number,
  offset: number,
): Promise<{ rows: BulkRowRecord[]; total: number }> {
  const where = sql`r.bulk_id = ${bulkId} and (${states}::text[] is null or r.state = any(${states}::text[]))
    and ${within(scope, 'm.org_code')}`;
  const value = change.kind === 'field' ? sql`to_jsonb(${sql.ref(`m.${COLUMNS[change.field][0]}`)})` : sql`null::jsonb`;
  const [page, count] = await Promise.all([
    sql<BulkRowRecord>`
      select m.id, m.name, o.name as org_name, r.state, r.note, r.changes, ${value} as value
      from member_bulk_row r join member m on m.id = r.member_id join organisation o on o.id = m.org_id
      where ${where} order by m.org_code, m.sort, m.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`
      select count(*)::int as n from member_bulk_row r join member m on m.id = r.member_id where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.n ?? 0 };
}

export async function setState(db: Db, id: string, state: BulkRecord['state'], jobId?: string): Promise<void> {
  await sql`
    update member_bulk set state = ${state}, job_id = coalesce(${jobId ?? null}::bigint, job_id),
      finished_at = case when ${state} in ('done', 'undone') then now() end
    where id = ${id}`.execute(db);
}

/** The columns behind the fields that are set together; never from a caller's text. */
const COLUMNS: Readonly<Record<BulkField, readonly [column: string, type: 'text' | 'smallint' | 'date' | 'boolean']>> =
  {
    nation: ['nation', 'text'],
    education: ['education', 'text'],
    degree: ['degree', 'text'],
    occupation: ['occupation', 'smallint'],
    nativePlace: ['native_place', 'text'],
    residence: ['residence', 'text'],
    workUnit: ['work_unit', 'text'],
    position: ['position', 'text'],
    partyPost: ['party_post', 'text'],
    appliedOn: ['applied_on', 'date'],
    admissionDate: ['admission_date', 'date'],
    conversionDate: ['conversion_date', 'date'],
    joinType: ['join_type', 'smallint'],
    joinedBranchOn: ['joined_branch_on', 'date'],
    isMigrantWorker: ['is_migrant_worker', 'boolean'],
    remark: ['remark', 'text'],
  };
const TYPES = { text: sql`text`, smallint: sql`smallint`, date: sql`date`, boolean: sql`boolean` };

/** Writes one field of many people, each with the completeness that follows. */
export async function writeField(
  db: Db,
  field: BulkField,
  rows: readonly { id: string; value: string | number | boolean | null; completeness: number }[],
  by: string,
): Promise<void> {
  const [column, type] = COLUMNS[field];
  await sql`
    update member m set ${sql.ref(column)} = u.value::${TYPES[type]}, completeness = u.completeness, version = m.version + 1,
      updated_at = now(), updated_by = ${by}
    from unnest(${rows.map((r) => r.id)}::bigint[], ${rows.map((r) => (r.value === null ? null : String(r.value)))}::text[],
      ${rows.map((r) => r.completeness)}::int[]) as u (id, value, completeness)
    where m.id = u.id`.execute(db);
}

/** Puts people into branches. */
export async function writePlaces(
  db: Db,
  rows: readonly { id: string; orgId: string; orgCode: string; sort: number }[],
  by: string,
): Promise<void> {
  await sql`
    update member m set org_id = u.org_id, org_code = u.org_code, sort = u.sort, version = m.version + 1,
      updated_at = now(), updated_by = ${by}
    from unnest(${rows.map((r) => r.id)}::bigint[], ${rows.map((r) => r.orgId)}::bigint[],
      ${rows.map((r) => r.orgCode)}::text[], ${rows.map((r) => r.sort)}::int[]) as u (id, org_id, org_code, sort)
    where m.id = u.id`.execute(db);
}

/** The end of a branch's list. */
export async function lastSort(db: Db, orgCode: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(sort), 0) as last from member where org_code = ${orgCode} and deleted_at is null`.execute(db);
  return rows[0]?.last ?? 0;
}
