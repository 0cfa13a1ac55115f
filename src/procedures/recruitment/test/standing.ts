import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { addMonths } from '#platform/time/days.ts';
import { STEPS } from '#procedures/recruitment/rules/steps.ts';
import { openFiles } from '#procedures/recruitment/server/queries/write.ts';
import { DAYS, DECIDED, factsOf } from './factory.ts';

/** The category of whoever stands at a step. */
export const categoryAt = (step: number): number =>
  step <= 3 ? 5 : step <= 8 ? 4 : step <= 17 ? 3 : step <= 24 ? 2 : 1;

/** Every paper that a step asks for. */
const PAPERS = JSON.stringify(
  STEPS.flatMap(({ no, papers }) => papers.filter(({ required }) => required).map(({ kind }) => ({ no, kind }))),
);

/** Somebody of a branch whose file stands at a step, with every required paper handed in. */
export async function standAt(
  db: Db,
  org: { id: string; code: string },
  people: { full: string[]; talker: string },
  n: number,
  step: number,
): Promise<{ fileId: string; memberId: string }> {
  const category = categoryAt(step);
  const accepted = category <= 2 ? (DAYS[15] ?? '') : null;
  const until = accepted === null ? null : addMonths(accepted, 12);
  const { rows } = await sql<{ id: string }>`
    insert into member (name, gender, nation, birth_date, org_id, org_code, person_category, applied_on, admission_date,
                        joined_branch_on, conversion_date, name_grams, pinyin, initials)
    values (${`行走${n}`}, 2, '01', '1995-04-16', ${org.id}, ${org.code}, 5, ${DAYS[1]}, ${accepted},
            ${accepted}, ${category === 1 ? until : null}, '{}', '', '') returning id`.execute(db);
  const memberId = rows[0]?.id ?? '';
  const [fileId = ''] = await openFiles(db, [memberId], '试');
  await sql`update member set person_category = ${category} where id = ${memberId}`.execute(db);
  await sql`update development_file set step = ${step}, category = ${category}, probation_until = ${category === 2 ? until : null}
             where id = ${fileId}`.execute(db);
  const behind = Array.from({ length: step }, (_, at) => at + 1).map((no) => ({
    no,
    state: no < step ? 'done' : 'ready',
    day: no < step ? DAYS[no] : null,
    decided: no < step ? (DECIDED[no] ?? null) : null,
    facts: no < step ? named(factsOf(no, people)) : {},
  }));
  await sql`update development_step s
               set state = b.state, handled_on = b.day, decided_on = b.decided, facts = b.facts
              from jsonb_to_recordset(${JSON.stringify(behind)}::jsonb) as b (no int, state text, day date, decided date, facts jsonb)
             where s.file_id = ${fileId} and s.no = b.no`.execute(db);
  await sql`insert into development_paper (file_id, step_no, kind)
            select ${fileId}, no, kind from jsonb_to_recordset(${PAPERS}::jsonb) as p (no int, kind text)`.execute(db);
  for (const [no, stage, proposal] of [
    [15, 7, 'agree'],
    [23, 9, 'convert'],
  ] as const) {
    if (step <= no) continue;
    await sql`with held as (insert into development_meeting (org_id, org_code, stage, held_on, due, present)
                values (${org.id}, ${org.code}, ${stage}, ${DAYS[no]}, 3, 3) returning id)
              insert into development_vote (meeting_id, file_id, proposal, yes, no, abstain, spoilt, passed)
              select id, ${fileId}, ${proposal}, 3, 0, 0, 0, true from held`.execute(db);
  }
  if (category <= 2) {
    await sql`insert into member_ledger (member_id, org_id, org_code, sign, way, happened_on)
              values (${memberId}, ${org.id}, ${org.code}, 1, 'recruited', ${accepted})`.execute(db);
  }
  return { fileId, memberId };
}

/** Facts as they are stored: people with their names. */
const named = (facts: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map((id) => ({ id, name: '某' })) : value,
    ]),
  );
