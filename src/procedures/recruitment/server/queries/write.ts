import { sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import type { RuleVersion } from '#procedures/recruitment/rules/days.ts';
import type { Finding } from '#procedures/recruitment/rules/findings.ts';
import type { Ending, Facts, StepState } from '#procedures/recruitment/rules/path.ts';
import type { Decision } from './file.ts';

/**
 * Opens a file for whoever of these people is on the way and has none that runs: an applicant at step 1, anybody further as
 * 补录 behind the steps that lie before. Migration 0250 says the same for those who were there before.
 * @returns the ids of the new files
 */
export async function openFiles(db: Db, memberIds: readonly string[], by: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into development_file (member_id, org_id, org_code, category, step, paper_until, probation_until, due_on, opened_by)
      select id, org_id, org_code, person_category, place.step, place.step - 1, place.until, place.until, ${by}
        from member, lateral (select case person_category when 5 then 1 when 4 then 4 when 3 then 9 else 18 end as step,
                                     case when person_category = 2 then (admission_date + interval '1 year')::date end as until) as place
       where id = any(${memberIds}::bigint[]) and person_category between 2 and 5 and deleted_at is null
      on conflict (member_id) where ended_on is null do nothing
      returning id, step
    ), steps as (
      insert into development_step (file_id, no, state)
      select made.id, n, case when n <= made.step then 'ready' else 'none' end from made, generate_series(1, 25) as n
    )
    select id from made`.execute(db);
  return rows.map(({ id }) => id);
}

/** Running files of some people, locked. */
export async function lockRunning(db: Db, memberIds: readonly string[]) {
  const { rows } = await sql<{
    id: string;
    memberId: string;
    step: number;
    stepState: StepState;
    paperUntil: number;
    touched: boolean;
    name: string;
  }>`
    select f.id, f.member_id as "memberId", f.step, f.step_state as "stepState", f.paper_until as "paperUntil", m.name,
           exists (select from development_step s where s.file_id = f.id and s.no > 1 and s.state not in ('none', 'ready')) as touched
      from development_file f join member m on m.id = f.member_id
     where f.member_id = any(${memberIds}::bigint[]) and f.ended_on is null for update of f`.execute(db);
  return rows;
}

/** Ends a locked file on a day; `on` null: today. What was arranged or asked about it is over with it. */
export const endFile = (db: Db, id: string, ending: Ending, on: string | null, why: string) =>
  sql`with talks as (update development_talk set state = 'cancelled', cancelled_for = '发展档案已结束', version = version + 1
        where file_id = ${id} and state = 'open'),
      asked as (update development_correction set state = 'withdrawn', decided_at = now(), opinion = '发展档案已结束'
        where field = 'ending' and state = 'pending' and file_id = ${id}
          and member_id = (select member_id from development_file where id = ${id}))
      update development_file set ending = ${ending}, ended_on = coalesce(${on}::date, ${dbToday}), ended_for = ${why},
             earliest_on = null, due_on = null, moved_at = now(), version = version + 1
       where id = ${id}`.execute(db);

/** What one act writes into a step; what is left out stays. */
export interface StepWrite {
  state: StepState;
  handledOn?: string;
  handledBy?: string;
  orgId?: string;
  opinion?: string;
  facts?: Facts;
  ruleVersion?: RuleVersion;
  warnings?: readonly Finding[];
  lateReason?: string;
  /** Handed in now by this account. */
  sent?: { by: string; name: string; approverOrgId: string | null; generalOrgId: string | null };
  decided?: { on: string | null; by: string; decision: Decision } | null;
  returnNote?: string;
}

export async function writeStep(db: Db, fileId: string, no: number, step: StepWrite): Promise<void> {
  const sets = [sql`state = ${step.state}, known_at = null, batch_id = null`];
  if (step.handledOn !== undefined) sets.push(sql`handled_on = ${step.handledOn}`);
  if (step.handledBy !== undefined) sets.push(sql`handled_by = ${step.handledBy}`);
  if (step.orgId !== undefined) sets.push(sql`org_id = ${step.orgId}`);
  if (step.opinion !== undefined) sets.push(sql`opinion = ${step.opinion}`);
  if (step.facts !== undefined) sets.push(sql`facts = ${JSON.stringify(step.facts)}::jsonb`);
  if (step.ruleVersion !== undefined) sets.push(sql`rule_version = ${step.ruleVersion}`);
  if (step.warnings !== undefined) sets.push(sql`warnings = ${JSON.stringify(step.warnings)}::jsonb`);
  if (step.lateReason !== undefined) sets.push(sql`late_reason = ${step.lateReason}`);
  if (step.returnNote !== undefined) sets.push(sql`return_note = ${step.returnNote}`);
  if (step.sent) {
    sets.push(sql`recorded_at = now(), submitted_by = ${step.sent.by}, submitted_by_name = ${step.sent.name},
      approver_org_id = ${step.sent.approverOrgId}, general_org_id = ${step.sent.generalOrgId}, general_on = null, general_by = '',
      general_opinion = ''`);
  }
  if (step.decided === null) {
    sets.push(sql`decided_on = null, decided_by = '', decided_at = null, decision = '{}'`);
  } else if (step.decided) {
    const { on, by, decision } = step.decided;
    sets.push(
      sql`decided_on = ${on}, decided_by = ${by}, decided_at = now(), decision = ${JSON.stringify(decision)}::jsonb`,
    );
  }
  await sql`update development_step set ${sql.join(sets)} where file_id = ${fileId} and no = ${no}`.execute(db);
}

/** What the 党总支 said of a step that waits. */
export const writeGeneral = (
  db: Db,
  fileId: string,
  no: number,
  opinion: { on: string; by: string; opinion: string },
) =>
  sql`update development_step set general_on = ${opinion.on}, general_by = ${opinion.by}, general_opinion = ${opinion.opinion}
       where file_id = ${fileId} and no = ${no}`.execute(db);

/** Sets the state of some steps. */
export const setStates = (db: Db, fileId: string, nos: readonly number[], state: StepState) =>
  sql`update development_step set state = ${state} where file_id = ${fileId} and no = any(${nos}::int[])`.execute(db);

/** Where a locked file stands now; what is left out stays. Answers the new version. */
export async function writeFile(
  db: Db,
  id: string,
  file: {
    step: number;
    stepState: StepState;
    category?: number;
    earliestOn: string | null;
    dueOn: string | null;
    probationUntil?: string | null;
    extensionMonths?: number;
    paperUntil?: number;
  },
): Promise<number> {
  const sets = [
    sql`step = ${file.step}, step_state = ${file.stepState === 'none' ? 'ready' : file.stepState}`,
    sql`earliest_on = ${file.earliestOn}, due_on = ${file.dueOn}, moved_at = now(), version = version + 1`,
  ];
  if (file.category !== undefined) sets.push(sql`category = ${file.category}`);
  if (file.probationUntil !== undefined) sets.push(sql`probation_until = ${file.probationUntil}`);
  if (file.extensionMonths !== undefined) sets.push(sql`extension_months = ${file.extensionMonths}`);
  if (file.paperUntil !== undefined) sets.push(sql`paper_until = ${file.paperUntil}`);
  const { rows } = await sql<{ version: number }>`
    update development_file set ${sql.join(sets)} where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Hands in a paper of a step; it waits for its review anew. Answers its id. */
export async function putPaper(
  db: Db,
  fileId: string,
  no: number,
  kind: string,
  by: { id: string; name: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into development_paper (file_id, step_no, kind, handed_by, handed_by_id)
    values (${fileId}, ${no}, ${kind}, ${by.name}, ${by.id})
    on conflict (file_id, step_no, kind) do update
      set state = 'pending', note = '', handed_by = excluded.handed_by, handed_by_id = excluded.handed_by_id, handed_at = now(), reviewed_by = '', reviewed_at = null
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export const setPaperFiles = (db: Db, id: string, files: readonly string[]) =>
  sql`update development_paper set files = ${files}::text[] where id = ${id}`.execute(db);

/** Reviews one paper; false where it was not handed in. */
export async function reviewPaper(
  db: Db,
  fileId: string,
  no: number,
  kind: string,
  review: { state: 'passed' | 'returned'; note: string; by: string },
): Promise<boolean> {
  const { rows } = await sql`
    update development_paper set state = ${review.state}, note = ${review.note}, reviewed_by = ${review.by}, reviewed_at = now()
     where file_id = ${fileId} and step_no = ${no} and kind = ${kind} returning id`.execute(db);
  return rows.length > 0;
}

/** Every paper of the first steps that waits for a review passes: the step was agreed to. Nobody passes the own ones. */
export const passPapers = (db: Db, fileId: string, upTo: number, by: { id: string; name: string }) =>
  sql`update development_paper set state = 'passed', reviewed_by = ${by.name}, reviewed_at = now()
       where file_id = ${fileId} and step_no <= ${upTo} and state = 'pending'
         and handed_by_id is distinct from ${by.id}`.execute(db);

export async function addNote(
  db: Db,
  fileId: string,
  note: { kind: string; day: string; content: string; by: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into development_note (file_id, kind, day, content, created_by)
    values (${fileId}, ${note.kind}, ${note.day}, ${note.content}, ${note.by}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** The person takes note of every step that came out and was not noted yet. Answers their numbers. */
export async function takeNote(db: Db, fileId: string): Promise<number[]> {
  const { rows } = await sql<{ no: number }>`
    update development_step set known_at = now()
     where file_id = ${fileId} and state in ('done', 'failed') and known_at is null returning no`.execute(db);
  return rows.map(({ no }) => no).sort((a, b) => a - b);
}
