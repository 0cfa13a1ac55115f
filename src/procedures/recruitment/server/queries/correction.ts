import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { AskedField } from '#procedures/recruitment/contract.correction.ts';

export type CorrectionState = 'pending' | 'agreed' | 'refused' | 'withdrawn';

/**
 * A correction with the person that it is of, or 终止培养. `before` and `after` as they are stored: a day, or a category's number;
 * of an ending `after` is its day.
 */
export interface CorrectionRecord {
  id: string;
  memberId: string;
  name: string;
  orgName: string;
  fileId: string | null;
  stepNo: number | null;
  field: AskedField;
  before: string;
  after: string;
  reason: string;
  files: string[];
  state: CorrectionState;
  approverOrgId: string;
  approverName: string;
  askedBy: string;
  askedByName: string;
  askedAt: Date;
  decidedBy: string;
  opinion: string;
  /** The process that decides about it; null: the superior's desk does. */
  process: string | null;
}

const COLUMNS = sql`c.id, c.member_id as "memberId", m.name, o.name as "orgName", c.file_id as "fileId", c.step_no as "stepNo", c.field,
  c.before, c.after, c.reason, c.files, c.state, c.approver_org_id as "approverOrgId", a.name as "approverName",
  c.asked_by as "askedBy", c.asked_by_name as "askedByName", c.asked_at as "askedAt", c.decided_by as "decidedBy", c.opinion,
  (select i.id from workflow_instance i where i.kind = 'development.correction' and i.subject_id = c.id::text
      and i.state in ('running', 'returned')) as process`;
const FROM = sql`development_correction c
  join member m on m.id = c.member_id and m.deleted_at is null
  join organisation o on o.id = m.org_id
  join organisation a on a.id = c.approver_org_id`;

/** A page of corrections of the scope, the new ones first. */
export async function pageOfCorrections(
  db: Db,
  scope: Scope,
  filter: { memberId: string | null; name: string | null; state: CorrectionState | null },
  limit: number,
  offset: number,
): Promise<{ rows: CorrectionRecord[]; total: number }> {
  const where = sql`${within(scope, 'm.org_code')} and (${filter.memberId}::bigint is null or c.member_id = ${filter.memberId})
    and (${filter.name}::text is null or ${textHolds(sql`m.name`, filter.name)})
    and (${filter.state}::text is null or c.state = ${filter.state})`;
  const [rows, total] = await Promise.all([
    sql<CorrectionRecord>`select ${COLUMNS} from ${FROM} where ${where} order by c.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${FROM} where ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** One correction of the scope; `lock` keeps it for this transaction. */
export async function findCorrection(
  db: Db,
  scope: Scope,
  id: string,
  lock = false,
): Promise<CorrectionRecord | undefined> {
  const { rows } = await sql<CorrectionRecord>`
    select ${COLUMNS} from ${FROM} where c.id = ${id} and ${within(scope, 'm.org_code')}
    ${lock ? sql`for update of c` : sql``}`.execute(db);
  return rows[0];
}

/** 终止培养 of a running file that waits for the superior; undefined where none was asked for. */
export async function pendingEnding(
  db: Db,
  file: { id: string; memberId: string },
): Promise<CorrectionRecord | undefined> {
  const { rows } = await sql<CorrectionRecord>`/* prepared */
    select ${COLUMNS} from ${FROM}
     where c.member_id = ${file.memberId} and c.field = 'ending' and c.state = 'pending' and c.file_id = ${file.id}`.execute(
    db,
  );
  return rows[0];
}

/** Asks for a correction; undefined where one of the same field waits already. */
export async function insertCorrection(
  db: Db,
  row: {
    memberId: string;
    fileId: string | null;
    stepNo: number | null;
    field: AskedField;
    before: string;
    after: string;
    reason: string;
    approverOrgId: string;
    askedBy: string;
    askedByName: string;
  },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into development_correction (member_id, file_id, step_no, field, before, after, reason, approver_org_id, asked_by, asked_by_name)
    values (${row.memberId}, ${row.fileId}, ${row.stepNo}, ${row.field}, ${row.before}, ${row.after}, ${row.reason},
            ${row.approverOrgId}, ${row.askedBy}, ${row.askedByName})
    on conflict (member_id, field, coalesce(step_no, 0)) where state = 'pending' do nothing
    returning id`.execute(db);
  return rows[0]?.id;
}

export const setCorrectionFiles = (db: Db, id: string, files: readonly string[]) =>
  sql`update development_correction set files = ${files}::text[] where id = ${id}`.execute(db);

/** Ends a correction that was locked. */
export const closeCorrection = (db: Db, id: string, state: CorrectionState, by: string, opinion: string) =>
  sql`update development_correction set state = ${state}, decided_by = ${by}, decided_at = now(), opinion = ${opinion}
       where id = ${id}`.execute(db);

/** The running file of a person; undefined where none runs. */
export async function runningFileOf(db: Db, memberId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from development_file where member_id = ${memberId} and ended_on is null`.execute(db);
  return rows[0]?.id;
}

/** Of how many files a meeting decided. */
export async function peopleOfMeeting(db: Db, meetingId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from development_vote where meeting_id = ${meetingId}`.execute(db);
  return rows[0]?.n ?? 0;
}

export const setMeetingDay = (db: Db, meetingId: string, day: string) =>
  sql`update development_meeting set held_on = ${day} where id = ${meetingId}`.execute(db);

/** Another day of the superior's decision about a step. */
export const setDecisionDay = (db: Db, fileId: string, no: number, day: string) =>
  sql`update development_step set decided_on = ${day} where file_id = ${fileId} and no = ${no}`.execute(db);

/** Takes days and decisions off some steps; facts stay, to be read again where the step is done anew. */
export const clearSteps = (db: Db, fileId: string, nos: readonly number[], ready: number) =>
  sql`update development_step set state = case when no = ${ready} then 'ready' else 'none' end, handled_on = null, recorded_at = null,
             decided_on = null, decided_by = '', decided_at = null, decision = '{}', return_note = '', warnings = '[]',
             general_org_id = null, general_on = null, general_by = '', general_opinion = ''
       where file_id = ${fileId} and no = any(${nos}::int[])`.execute(db);

/** Whether a person is registered within the scope. */
export async function standsInScope(db: Db, scope: Scope, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    select from member where id = ${memberId} and deleted_at is null and ${peopleWithin(scope)}`.execute(db);
  return rows.length > 0;
}

/** Takes back what waits of a person's ending, and says why. */
export const withdrawEnding = (db: Db, memberId: string, why: string) =>
  sql`update development_correction set state = 'withdrawn', decided_at = now(), opinion = ${why}
       where member_id = ${memberId} and field = 'ending' and state = 'pending'`.execute(db);
