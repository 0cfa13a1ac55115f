import { sql } from 'kysely';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope, within } from '#platform/server/database/scope.ts';
import type { LineState } from '#procedures/transfer/contract.graduates.ts';

/** The job that carries a sheet out. */
export const GRADUATES_JOB = 'relation.graduates';

/** What a job does with the lines of a sheet. */
export type Act = 'submit' | 'agree' | 'receive' | 'admit' | 'undo';

export interface SheetPerson {
  id: string;
  name: string;
  /** Of the id card; null: none is known. */
  card: string | null;
}

/** Members in good standing of the scope, of those that a sheet names by number, id card or name. */
export async function peopleNamed(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  cards: readonly Buffer[],
  names: readonly string[],
): Promise<SheetPerson[]> {
  const { rows } = await sql<SheetPerson>`
    select m.id::text as id, m.name, encode(m.id_card_index, 'hex') as card from member m
     where ${peopleWithin(scope, 'm')} and m.deleted_at is null and m.membership_status = 1 and m.person_category in (1, 2)
       and (m.id = any(${ids}::bigint[]) or m.id_card_index = any(${cards}::bytea[]) or m.name = any(${names}::text[]))`.execute(
    db,
  );
  return rows;
}

/** The members of an organisation and below, for the sheet to be filled in. */
export async function membersBelow(db: Db, scope: Scope, code: string, most: number) {
  const { rows } = await sql<{ id: string; name: string; orgName: string }>`
    select m.id::text as id, m.name, o.name as "orgName" from member m join organisation o on o.id = m.org_id
     where ${peopleWithin(scope, 'm')} and m.org_code >= ${code} and m.org_code < ${`${code}:`} and m.deleted_at is null
       and m.membership_status = 1 and m.person_category in (1, 2)
     order by m.org_code, m.sort, m.id limit ${most}`.execute(db);
  return rows;
}

export interface NewLine {
  rowNo: number;
  name: string;
  memberId: string | null;
  outsideName: string;
  outsideBranch: string;
  state: LineState;
  note: string;
  /** What a roll from outside says of somebody who is not registered yet. */
  said?: Buffer | undefined;
}

export interface NewSheet {
  orgId: string;
  orgCode: string;
  fileName: string;
  reason: string;
  graduatedOn: string;
  by: string;
  /** The document by which a whole organisation leaves, or comes in from the committee of that name. */
  whole?: { documentNo: string; orgId: string; from?: string };
}

const kindOf = ({ whole }: NewSheet) => (!whole ? 'graduate' : whole.from === undefined ? 'wholeOrg' : 'wholeIn');

/** Keeps a sheet as it was read; those without a place are kept by the school for two years at most. */
export async function insertSheet(
  db: Db,
  sheet: NewSheet,
  linesOf: (id: string) => readonly NewLine[],
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into relation_graduation (org_id, org_code, kind, file_name, document_no, moved_org_id, outside_name, reason, graduated_on, created_by)
    values (${sheet.orgId}, ${sheet.orgCode}, ${kindOf(sheet)}, ${sheet.fileName}, ${sheet.whole?.documentNo ?? ''},
            ${sheet.whole?.orgId ?? null}, ${sheet.whole?.from ?? ''}, ${sheet.reason}, ${sheet.graduatedOn}, ${sheet.by})
    returning id`.execute(db);
  const id = rows[0]?.id ?? '';
  const lines = linesOf(id).map((one) => ({ ...one, said: one.said?.toString('base64') }));
  await sql`
    insert into relation_graduate (graduation_id, row_no, name, member_id, outside_name, outside_branch, state, note, said_enc, keep_until)
    select ${id}, l."rowNo", l.name, l."memberId", l."outsideName", l."outsideBranch", l.state, l.note,
           decode(l.said, 'base64'), case when l.state = 'unplaced' then (${sheet.graduatedOn}::date + interval '2 years')::date end
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
           as l("rowNo" int, name text, "memberId" bigint, "outsideName" text, "outsideBranch" text, state text, note text, said text)`.execute(
    db,
  );
  return id;
}

export interface SheetRecord {
  id: string;
  orgCode: string;
  orgName: string;
  kind: 'graduate' | 'wholeOrg' | 'wholeIn';
  fileName: string;
  documentNo: string;
  outsideName: string;
  movedId: string | null;
  movedName: string;
  reason: string;
  graduatedOn: string;
  createdBy: string;
  createdAt: Date;
  all: number;
  due: number;
  refused: number;
  bad: number;
  unplaced: number;
  submitted: number;
  deciding: number;
  receiving: number;
  letters: number;
  undoable: number;
  running: { done: number; total: number | null } | null;
}

/** Completed by a committee, which may take it back, and has not yet. */
const undoable = (orgId: string) => sql`t.status = 6 and t.undone_by_id is null and ${orgId}::bigint = (
  select d.org_id from relation_hop d where d.transfer_id = t.id and d.decides and d.org_id is not null order by d.seq desc limit 1)`;

/** Sheets of the scope, the newest first; how many lines stand where. @param orgId whose decision `deciding` counts */
export async function pageOfSheets(
  db: Db,
  scope: Scope,
  orgId: string,
  id: string | null,
  limit: number,
  offset: number,
): Promise<{ rows: SheetRecord[]; total: number }> {
  const where = sql`${within(scope, 's.org_code')} ${id === null ? sql`` : sql`and s.id = ${id}`}`;
  const [page, total] = await Promise.all([
    sql<SheetRecord>`
      select s.id, s.org_code as "orgCode", o.name as "orgName", s.kind, s.file_name as "fileName", s.document_no as "documentNo",
             s.outside_name as "outsideName", s.moved_org_id::text as "movedId", coalesce(w.name, '') as "movedName", s.reason, s.graduated_on as "graduatedOn",
             s.created_by as "createdBy", s.created_at as "createdAt", n.*,
             (select json_build_object('done', j.progress, 'total', j.total) from job j
               where j.kind = ${GRADUATES_JOB} and j.state in ('queued', 'running') and j.input ->> 'id' = s.id::text
               order by j.id limit 1) as running
        from relation_graduation s join organisation o on o.id = s.org_id and o.deleted_at is null
        left join organisation w on w.id = s.moved_org_id
       cross join lateral (
         select count(*)::int as all, count(*) filter (where l.state = 'due')::int as due,
                count(*) filter (where l.state = 'refused')::int as refused, count(*) filter (where l.state = 'bad')::int as bad,
                count(*) filter (where l.state = 'unplaced')::int as unplaced,
                count(*) filter (where l.state = 'submitted')::int as submitted,
                count(*) filter (where t.status = 1 and h.decides and h.org_id = ${orgId})::int as deciding,
                count(*) filter (where t.status = 2 and t.to_org_id is null)::int as receiving,
                count(*) filter (where e.id is not null)::int as letters,
                count(*) filter (where s.kind <> 'graduate' and ${undoable(orgId)})::int as undoable
           from relation_graduate l left join relation_transfer t on t.id = l.transfer_id
           left join relation_hop h on h.transfer_id = t.id and h.seq = t.at_seq and h.state = 'waiting'
           left join relation_letter e on e.transfer_id = t.id and e.voided_at is null
          where l.graduation_id = s.id) n
       where ${where} order by s.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from relation_graduation s
         join organisation o on o.id = s.org_id and o.deleted_at is null where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

export type SheetHead = Pick<
  SheetRecord,
  'id' | 'orgCode' | 'kind' | 'fileName' | 'documentNo' | 'outsideName' | 'movedId' | 'reason' | 'graduatedOn'
>;

/** A sheet of the scope without its counts, for the job that carries it out. */
export async function sheetHead(db: Db, scope: Scope, id: string): Promise<SheetHead | undefined> {
  const { rows } = await sql<SheetHead>`
    select s.id, s.org_code as "orgCode", s.kind, s.file_name as "fileName", s.document_no as "documentNo",
           s.outside_name as "outsideName", s.moved_org_id::text as "movedId", s.reason, s.graduated_on as "graduatedOn"
      from relation_graduation s join organisation o on o.id = s.org_id and o.deleted_at is null
     where s.id = ${id} and ${within(scope, 's.org_code')}`.execute(db);
  return rows[0];
}

export interface LineRecord extends Omit<NewLine, 'said'> {
  transferId: string | null;
  status: number | null;
  waitsFor: string;
  prefix: string | null;
  year: number | null;
  serial: number | null;
  keepUntil: string | null;
}

const LINES = sql`relation_graduate l left join relation_transfer t on t.id = l.transfer_id
  left join relation_hop h on h.transfer_id = t.id and h.seq = t.at_seq
  left join relation_letter e on e.transfer_id = t.id and e.voided_at is null`;

/** The lines of a sheet in their order. */
export async function pageOfLines(db: Db, id: string, state: LineState | null, limit: number, offset: number) {
  const where = sql`l.graduation_id = ${id} ${state === null ? sql`` : sql`and l.state = ${state}`}`;
  const [page, total] = await Promise.all([
    sql<LineRecord>`
      select l.row_no as "rowNo", l.name, l.member_id::text as "memberId", l.outside_name as "outsideName",
             l.outside_branch as "outsideBranch", l.state, l.note, l.transfer_id::text as "transferId", t.status,
             coalesce(h.org_name, '') as "waitsFor", e.prefix, e.year, e.serial, l.keep_until as "keepUntil"
        from ${LINES} where ${where} order by l.row_no limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from relation_graduate l where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

export interface TakenLine {
  rowNo: number;
  /** Null: somebody of a roll from outside who is not registered yet. */
  memberId: string | null;
  outsideName: string;
  outsideBranch: string;
  transferId: string | null;
  said: Buffer | null;
}

/** Lines that a job has not tried yet, in their order, held: those to be handed in, or those handed in that wait for a committee. */
export async function takeLines(
  db: Db,
  id: string,
  jobId: string,
  act: Act,
  orgId: string,
  limit: number,
): Promise<TakenLine[]> {
  const { rows } = await sql<TakenLine>`
    select l.row_no as "rowNo", l.member_id::text as "memberId", l.outside_name as "outsideName", l.outside_branch as "outsideBranch",
           l.transfer_id::text as "transferId", l.said_enc as said
      from relation_graduate l
     where l.graduation_id = ${id} and l.job_id is distinct from ${jobId} and ${openFor(act, orgId)}
     order by l.row_no limit ${limit} for update of l`.execute(db);
  return rows;
}

// A scalar subquery is looked up line by line; an `exists` becomes a join, whose order the planner guesses wrong while the lines of a
// sheet are newer than their statistics.
const openFor = (act: Act, orgId: string) => {
  if (act === 'submit' || act === 'admit') return sql`l.state in ('due', 'refused')`;
  if (act === 'undo')
    return sql`l.state = 'submitted' and (
        select true from relation_transfer t where t.id = l.transfer_id and ${undoable(orgId)})`;
  if (act === 'receive')
    return sql`l.state = 'submitted' and (
        select true from relation_transfer t join relation_hop h on h.transfer_id = t.id and h.role = 'send' and h.decides
         where t.id = l.transfer_id and t.status = 2 and t.to_org_id is null and h.org_id = ${orgId} limit 1)`;
  return sql`l.state = 'submitted' and (
        select true from relation_transfer t join relation_hop h on h.transfer_id = t.id and h.seq = t.at_seq
         where t.id = l.transfer_id and t.status = 1 and h.state = 'waiting' and h.decides and h.org_id = ${orgId})`;
};

/** How many lines a job has still to try. */
export async function countOpen(db: Db, id: string, jobId: string, act: Act, orgId: string) {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from relation_graduate l
     where l.graduation_id = ${id} and l.job_id is distinct from ${jobId} and ${openFor(act, orgId)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** What came of a line. */
export const noteLine = (
  db: Db,
  id: string,
  rowNo: number,
  jobId: string,
  now: { state: LineState; note: string; transferId: string | null; memberId: string | null },
) =>
  sql`update relation_graduate set state = ${now.state}, note = ${now.note}, transfer_id = ${now.transferId}, job_id = ${jobId},
             member_id = ${now.memberId}, said_enc = case when ${now.memberId}::bigint is null then said_enc end
       where graduation_id = ${id} and row_no = ${rowNo}`.execute(db);

/** The transfers of a sheet that have a letter, in the order of its number. */
export async function lettersOfSheet(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.transfer_id::text as id from relation_graduate l
      join relation_letter e on e.transfer_id = l.transfer_id and e.voided_at is null
     where l.graduation_id = ${id} order by e.org_id, e.year, e.serial`.execute(db);
  return rows.map((row) => row.id);
}

/** Whoever still stands where a sheet kept them without a place, nothing being under way. */
export const graduatesStillKept = sql`relation_graduate l join member m on m.id = l.member_id and m.deleted_at is null and m.membership_status = 1
  join relation_graduation s on s.id = l.graduation_id
  join organisation o on o.id = m.org_id and o.code >= s.org_code and o.code < s.org_code || ':'
  where l.state = 'unplaced' and not exists (select from relation_graduate x where x.member_id = l.member_id
      and x.graduation_id > l.graduation_id and x.state <> 'bad')
    and not exists (select from relation_transfer t where t.member_id = l.member_id and t.status in (1, 2, 3, 4, 5, 7))`;

/** Those whose two years end within some days, whose branches have not been told. */
export async function listKeptEnding(db: Db, days: number) {
  const { rows } = await sql<{ memberId: string; name: string; orgId: string; orgCode: string; until: string }>`
    select l.member_id::text as "memberId", m.name, m.org_id::text as "orgId", m.org_code as "orgCode", l.keep_until as until
      from ${graduatesStillKept} and l.keep_until <= ${dbToday} + ${days}::int order by l.keep_until, l.member_id`.execute(
    db,
  );
  return rows;
}

/** The roll of a sheet: who stands on it and where each goes, in its order. */
export async function rollLines(db: Db, id: string) {
  const { rows } = await sql<{
    name: string;
    gender: number;
    birthDate: string | null;
    category: number | null;
    admissionDate: string | null;
    orgName: string;
    outsideName: string;
    outsideBranch: string;
  }>`
    select l.name, coalesce(m.gender, 0) as gender, m.birth_date as "birthDate", m.person_category as category,
           m.admission_date as "admissionDate", coalesce(o.name, '') as "orgName", l.outside_name as "outsideName", l.outside_branch as "outsideBranch"
      from relation_graduate l left join member m on m.id = l.member_id left join relation_transfer t on t.id = l.transfer_id
      left join organisation o on o.id = coalesce(t.from_org_id, m.org_id)
     where l.graduation_id = ${id} and l.state <> 'bad' order by l.row_no`.execute(db);
  return rows;
}

/** The branch of a name right below an organisation. */
export async function branchBelow(db: Db, parentId: string, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from organisation
     where parent_id = ${parentId} and name = ${name} and type = any(${[...BRANCH_TYPES]}::int[]) and deleted_at is null`.execute(
    db,
  );
  return rows[0]?.id;
}
