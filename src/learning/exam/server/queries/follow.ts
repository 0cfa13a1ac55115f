import { sql } from 'kysely';
import { isUrged } from '#house/server/urging.ts';
import type { Db } from '#platform/server/database/db.ts';
import { textHolds } from '#platform/server/database/search.ts';

export interface FollowRecord {
  id: string;
  memberId: string;
  name: string;
  orgName: string;
  record: number;
  attempts: number;
  startedAt: Date | null;
  deadline: Date | null;
  handedAt: Date | null;
  handedBy: string;
  savedAt: Date | null;
  answered: number;
  questions: number;
  leaves: number;
  score: number | null;
  total: number | null;
  passed: boolean | null;
  extraMinutes: number;
  extraAttempts: number;
}

/** How somebody (`x`) stands in an exam (`e`) by the latest attempt (`t`). */
export const RECORD = sql`(case when t.state is not null then t.state when now() > e.closes_at then 4 else 0 end)`;
const FROM = sql`exam_person x join exam e on e.id = x.exam_id join member m on m.id = x.member_id
  join organisation o on o.id = m.org_id
  left join lateral (select * from exam_attempt a where a.person_id = x.id order by a.number desc limit 1) as t on true
  left join exam_attempt c on c.id = x.counted_id`;

/** A page of an exam's people by their record, with how many stand in each. */
export async function pageOfPeople(
  db: Db,
  examId: string,
  of: { record: number | null; name: string | null },
  limit: number,
  offset: number,
) {
  const named = sql`x.exam_id = ${examId} and m.deleted_at is null and (${of.name}::text is null or ${textHolds(sql`m.name`, of.name)})`;
  const [rows, counts] = await Promise.all([
    sql<FollowRecord>`
      select x.id, x.member_id as "memberId", m.name, o.name as "orgName", ${RECORD}::int as record,
             (select count(*)::int from exam_attempt a where a.person_id = x.id) as attempts,
             t.started_at as "startedAt", t.deadline, t.handed_at as "handedAt", coalesce(t.handed_by, '') as "handedBy",
             s.saved_at as "savedAt", coalesce(s.answered, 0) as answered, coalesce(s.questions, 0) as questions,
             coalesce(t.leaves, 0)::int as leaves, c.score, c.total, c.score * 100 >= c.total * e.pass_percent as passed,
             x.extra_minutes as "extraMinutes", x.extra_attempts as "extraAttempts"
        from ${FROM}
        left join lateral (select max(w.saved_at) as saved_at, count(*)::int as questions,
                                  count(*) filter (where array_to_string(w.answer, '') <> '')::int as answered
                             from exam_answer w where w.attempt_id = t.id) as s on true
       where ${named} and (${of.record}::int is null or ${RECORD} = ${of.record})
       order by ${RECORD} = 1 desc, m.org_code, m.sort, x.id limit ${limit} offset ${offset}`.execute(db),
    sql<{
      record: number;
      n: number;
    }>`select ${RECORD}::int as record, count(*)::int as n from ${FROM} where ${named} group by 1`.execute(db),
  ]);
  const records = Object.fromEntries(counts.rows.map(({ record, n }) => [String(record), n]));
  const all = counts.rows.reduce((sum, { n }) => sum + n, 0);
  return { rows: rows.rows, records, total: of.record === null ? all : (records[String(of.record)] ?? 0) };
}

/** Marks those who have not begun, or have not handed in, as urged, unless that was within two hours; answers how many. */
export async function markUrged(db: Db, examId: string): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update exam_person x set urged_at = now()
     where x.exam_id = ${examId} and not ${isUrged(sql`x.urged_at`)}
       and not exists (select from exam_attempt t where t.person_id = x.id and t.state > 1)
    returning x.id`.execute(db);
  return rows.length;
}

/** When those who have not handed in were urged last; null: never, or all have. */
export async function lastUrged(db: Db, examId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(x.urged_at) as at from exam_person x
     where x.exam_id = ${examId} and not exists (select from exam_attempt t where t.person_id = x.id and t.state > 1)`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}

/** Gives one person time and attempts more, the running attempt included; false: nobody of this exam. */
export async function giveExtra(
  db: Db,
  examId: string,
  personId: string,
  of: { minutes: number; attempts: number; reason: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    update exam_person x set extra_minutes = extra_minutes + ${of.minutes}, extra_attempts = extra_attempts + ${of.attempts},
           extra_reason = ${of.reason}
      from member m where x.id = ${personId} and x.exam_id = ${examId} and m.id = x.member_id returning m.name`.execute(
    db,
  );
  await sql`update exam_attempt set deadline = deadline + ${of.minutes} * interval '1 minute'
             where person_id = ${personId} and exam_id = ${examId} and state = 1`.execute(db);
  return rows[0]?.name;
}

/** Gives all who are sitting the same minutes; answers how many. */
export async function giveAll(db: Db, examId: string, minutes: number, reason: string): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with longer as (
      update exam_attempt set deadline = deadline + ${minutes} * interval '1 minute'
       where exam_id = ${examId} and state = 1 returning person_id)
    update exam_person x set extra_minutes = extra_minutes + ${minutes}, extra_reason = ${reason}
      from longer where x.id = longer.person_id returning x.id`.execute(db);
  return rows.length;
}
