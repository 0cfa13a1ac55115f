import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { Accepted, FileView } from '#procedures/recruitment/contract.ts';
import {
  ENDING_FILES,
  FILE_COLUMNS,
  FILE_FROM,
  type FileRecord,
  filesWithin,
  isStaffed,
  PROCESS_STATE,
} from './file.ts';

export interface FileFilter {
  /** One organisation alone; null: the whole scope. */
  orgId: string | null;
  stage: number | null;
  name: string | null;
  view: FileView | null;
  memberId: string | null;
  step: number | null;
  steps: readonly number[] | null;
  /** Of those who were accepted this year. */
  accepted: Accepted | null;
}

/** Days before the last one within which a step reads as 将到期. */
export const SOON = 30;

/** Read once a statement: computed for each of a hundred thousand rows it is most of their cost. */
const TODAY = sql<string>`(select ${dbToday})`;
/** The same: days are taken from a moment by the calendar of its time zone, which is slow. */
const STALLED = sql`(select now() - interval '90 days')`;

/** Whose desk 待我审批 is asked of; who has no right to decide has none. */
export interface Asker {
  accountId: string;
  orgId: string;
  memberId: string | null;
  /** Decides about steps, and gives the opinion of a 党总支. */
  decides: boolean;
  /** Decides about 终止培养 and 更正. */
  corrects: boolean;
}

/** Steps that were sent to the asker's desk, by the two indexes of what was sent. */
const stepsAt = ({ accountId, orgId, memberId }: Asker) => {
  const sent = sql`select s.file_id from development_step s
     join development_file w on w.id = s.file_id and w.step = s.no and w.step_state = 'submitted'
    where s.state = 'submitted' and s.submitted_by <> ${accountId} and w.member_id is distinct from ${memberId}::bigint
      and ${PROCESS_STATE} is null`;
  return sql`${sent} and s.approver_org_id = ${orgId} and (s.general_org_id is null or s.general_on is not null
      or not ${isStaffed(sql`s.general_org_id`)})
    union all ${sent} and s.general_on is null and s.general_org_id = ${orgId}`;
};

/** 终止培养 and 更正 of files that lie at the asker's desk; `field`: of one of the two. */
const askedAt = ({ accountId, orgId, memberId }: Asker, fields = sql`true`) => sql`
  select c.file_id from development_correction c
   where c.state = 'pending' and c.approver_org_id = ${orgId} and c.asked_by <> ${accountId} and c.file_id is not null
     and c.member_id is distinct from ${memberId}::bigint and ${fields}
     and not exists (select from workflow_instance i where i.kind = 'development.correction' and i.subject_id = c.id::text
                        and i.state in ('running', 'returned'))`;

/** What waits for the asker's decision, found from what was sent there. */
function decideOf(asker: Asker): RawBuilder<unknown> {
  const parts = [...(asker.decides ? [stepsAt(asker)] : []), ...(asker.corrects ? [askedAt(asker)] : [])];
  if (parts.length === 0) return sql`false`;
  return sql`f.ended_on is null and f.id = any(array(${sql.join(parts, sql` union all `)}))`;
}

/** Terms rest while 终止培养 waits: nobody is late with what may not be done. */
const RUNS = sql`f.id not in ${ENDING_FILES}`;

/** The condition of each view over running files. */
const viewOf = (view: FileView, asker: Asker): RawBuilder<unknown> => {
  const conditions: Record<FileView, () => RawBuilder<unknown>> = {
    ready:
      () => sql`f.step_state in ('ready', 'returned', 'failed') and (f.earliest_on is null or f.earliest_on <= ${TODAY})
      and ${RUNS}`,
    soon: () => sql`f.due_on between ${TODAY} and ${TODAY} + ${SOON}::int and ${RUNS}`,
    week: () => sql`f.due_on between ${TODAY} and ${TODAY} + 7 - extract(isodow from ${TODAY})::int and ${RUNS}`,
    overdue: () => sql`f.due_on < ${TODAY} and ${RUNS}`,
    returned: () => sql`f.step_state = 'returned'`,
    stalled: () => sql`f.moved_at < ${STALLED}`,
    decide: () => decideOf(asker),
    ended: () => sql`true`,
  };
  return conditions[view]();
};

/** Of a person `m` whose acceptance `l` stands in the ledger. */
const ACCEPTED_WHERE: Readonly<Record<Accepted, RawBuilder<boolean>>> = {
  total: sql<boolean>`true`,
  women: sql<boolean>`m.gender = 2`,
  minority: sql<boolean>`m.nation <> '01'`,
  young: sql<boolean>`extract(year from age(l.happened_on, m.birth_date)) <= 35`,
  college: sql<boolean>`m.education < '40'`,
};

/** The condition of a list. */
export function fileConditions(scope: Scope, asker: Asker, filter: FileFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [filesWithin(scope)];
  const anyState = filter.memberId !== null || filter.accepted !== null || scope.memberId !== null;
  if (filter.view === 'ended') parts.push(sql`f.ended_on is not null`);
  else if (!anyState) parts.push(sql`f.ended_on is null`);
  if (filter.orgId) parts.push(sql`f.org_id = ${filter.orgId}`);
  if (filter.stage) parts.push(filter.stage === 2 ? sql`f.category in (1, 2)` : sql`f.category = ${filter.stage}`);
  if (filter.name) parts.push(textHolds(sql`m.name`, filter.name));
  if (filter.view) parts.push(viewOf(filter.view, asker));
  if (filter.memberId) parts.push(sql`f.member_id = ${filter.memberId}`);
  if (filter.steps) parts.push(sql`f.step = any(${filter.steps}::int[])`);
  if (filter.step) parts.push(sql`f.step = ${filter.step}`);
  if (filter.accepted) {
    // The file that led to it; an earlier one of the person ended before.
    parts.push(sql`(f.ended_on is null or f.ended_on >= date_trunc('year', ${dbToday}) or f.ending = 'converted') and exists (
      select from member_ledger l where l.member_id = f.member_id and l.way = 'recruited' and l.sign = 1
         and ${within(scope, 'l.org_code')} and l.happened_on between date_trunc('year', ${dbToday})::date and ${dbToday}
         and ${ACCEPTED_WHERE[filter.accepted]})`);
  }
  return sql.join(parts, sql` and `);
}

/** A file of a list. */
export interface ListedFile extends FileRecord {
  /** A 更正 of it waits for the asker's decision. */
  correctionWaits: boolean;
}

/** A page of files: the overdue ones first, then by their last day, then in tree order. */
export async function pageOfFiles(
  db: Db,
  scope: Scope,
  asker: Asker,
  filter: FileFilter,
  limit: number,
  offset: number,
): Promise<{ rows: ListedFile[]; total: number }> {
  const where = fileConditions(scope, asker, filter);
  // Running files alone need no order by their end, and so come from the index of their terms.
  const byEnd =
    filter.view === 'ended' || filter.memberId !== null || filter.accepted !== null || scope.memberId !== null;
  const order = byEnd ? sql`f.ended_on desc nulls first, f.due_on nulls last` : sql`f.due_on nulls last`;
  // Whoever is counted has a file that runs: nobody past step 1 is deleted, and deleting ends the file before it.
  const counted = filter.name || byEnd ? FILE_FROM : sql`development_file f`;
  const corrections = asker.corrects ? sql`f.id in (${askedAt(asker, sql`c.field <> 'ending'`)})` : sql`false`;
  const [rows, total] = await Promise.all([
    sql<ListedFile>`
      select ${FILE_COLUMNS}, ${corrections} as "correctionWaits" from ${FILE_FROM} where ${where}
       order by ${order}, f.org_code, f.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${counted} where ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

const STAGE = sql`case when f.category = 1 then 2 else f.category end`;
type Counted = Exclude<FileView, 'ended'>;

/** Running files of a scope by stage, and by each view. What waits for the asker is found from what was sent to it. */
export async function countFiles(db: Db, scope: Scope, asker: Asker) {
  const view = (name: Counted) => sql`count(*) filter (where ${viewOf(name, asker)})::int as ${sql.ref(name)}`;
  const [counts, decided] = await Promise.all([
    sql<{ stage: number; n: number } & Record<Exclude<Counted, 'decide'>, number>>`
      select ${STAGE} as stage, count(*)::int as n, ${view('ready')}, ${view('week')}, ${view('soon')}, ${view('overdue')}, ${view('returned')},
             ${view('stalled')}
        from development_file f where ${filesWithin(scope)} and f.ended_on is null group by 1`.execute(db),
    sql<{ stage: number; n: number }>`
      select ${STAGE} as stage, count(*)::int as n from development_file f
       where ${filesWithin(scope)} and f.ended_on is null and ${viewOf('decide', asker)} group by 1`.execute(db),
  ]);
  const waiting = new Map(decided.rows.map(({ stage, n }) => [stage, n]));
  return counts.rows.map((row) => ({ ...row, decide: waiting.get(row.stage) ?? 0 }));
}

/** Who was accepted in a year, by the day of the branch meeting in the ledger; without office the own person alone. */
export async function acceptedIn(db: Db, scope: Scope, year: number) {
  const { rows } = await sql<{ total: number; women: number; minority: number; young: number; college: number }>`
    select count(*)::int as total, (count(*) filter (where ${ACCEPTED_WHERE.women}))::int as women,
           (count(*) filter (where ${ACCEPTED_WHERE.minority}))::int as minority,
           (count(*) filter (where ${ACCEPTED_WHERE.young}))::int as young,
           (count(*) filter (where ${ACCEPTED_WHERE.college}))::int as college
      from member_ledger l join member m on m.id = l.member_id
     where l.way = 'recruited' and l.sign = 1 and ${within(scope, 'l.org_code')}
       ${scope.memberId === null ? sql`` : sql`and l.member_id = ${scope.memberId}`}
       and l.happened_on between make_date(${year}::int, 1, 1) and make_date(${year}::int, 12, 31)`.execute(db);
  return rows[0] ?? { total: 0, women: 0, minority: 0, young: 0, college: 0 };
}

/** Overdue files by whose desk they are at: the approver's while a step waits there, else the branch's. */
export async function overdueDesks(db: Db, scope: Scope, limit: number) {
  const { rows } = await sql<{ orgId: string; orgName: string; count: number }>`
    with late as (
      select f.id, f.org_id, f.step, f.step_state from development_file f
       where ${filesWithin(scope)} and f.ended_on is null and f.due_on < ${TODAY} and ${RUNS}
    ), desks as (
      -- Most are at their branch; the step is looked up of those alone that were sent up.
      select org_id, count(*) as n from late where step_state <> 'submitted' group by org_id
      union all
      select coalesce(s.approver_org_id, l.org_id), count(*)
        from late l left join development_step s on s.file_id = l.id and s.no = l.step and s.state = 'submitted'
       where l.step_state = 'submitted' group by 1
    ), most as (
      select d.org_id, sum(d.n)::int as n from desks d group by d.org_id order by sum(d.n) desc, d.org_id limit ${limit}
    )
    select o.id as "orgId", o.name as "orgName", most.n as count
      from most join organisation o on o.id = most.org_id order by most.n desc, o.id`.execute(db);
  return rows;
}

/** What was handed down to an organisation for a year; null: nothing. */
export async function planOf(db: Db, orgId: string, year: number): Promise<number | null> {
  const { rows } = await sql<{ given: number }>`
    select given from development_plan where org_id = ${orgId} and year = ${year}`.execute(db);
  return rows[0]?.given ?? null;
}

/** Stored files by their ids, in that order. */
export async function fileFacts(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; mime: string; size: string }>`
    select f.id, f.name, f.mime, f.size from unnest(${ids}::text[]) with ordinality as asked (id, place)
      join stored_file f on f.id = asked.id order by asked.place`.execute(db);
  return rows.map((row) => ({ ...row, size: Number(row.size) }));
}
