import { sql } from 'kysely';
import { OUTAGE } from '#learning/exam/rules.ts';
import type { Db } from '#platform/server/database/db.ts';

/** An outage as an exam's page tells of it. */
export interface Outage {
  from: Date;
  until: Date;
  people: number;
}

/** What was given back in an exam, the latest first. */
export async function outagesOf(db: Db, examId: string): Promise<Outage[]> {
  const { rows } = await sql<Outage>`
    select from_at as "from", until_at as until, people from exam_outage where exam_id = ${examId} order by id desc limit 20`.execute(
    db,
  );
  return rows;
}

/**
 * Says that exams are looked after now. After a silence of more than two minutes all who sat when it began, and whose time had not
 * run out, get it back to the second; in a transaction, before anything is handed in. Answers how many.
 */
export async function extendForOutage(db: Db): Promise<number> {
  const { rows: last } = await sql<{ at: string; until: string; isOutage: boolean }>`
    select beat_at::text as at, clock_timestamp()::text as until,
           clock_timestamp() - beat_at > ${OUTAGE}::int * interval '1 second' as "isOutage"
      from exam_clock for update`.execute(db);
  await sql`update exam_clock set beat_at = clock_timestamp()`.execute(db);
  const [gap] = last;
  if (!gap?.isOutage) return 0;
  const away = sql`(${gap.until}::timestamptz - ${gap.at}::timestamptz)`;
  const { rows } = await sql<{ people: number }>`
    with longer as (
      update exam_attempt set deadline = deadline + ${away}
       where state = 1 and started_at <= ${gap.at}::timestamptz and deadline > ${gap.at}::timestamptz returning exam_id, person_id
    ), given as (
      update exam_person x set extra_minutes = x.extra_minutes + ceil(extract(epoch from ${away}) / 60)::int,
             extra_reason = '系统中断补回'
        from longer where x.id = longer.person_id
    )
    insert into exam_outage (exam_id, from_at, until_at, people)
    select exam_id, ${gap.at}::timestamptz, ${gap.until}::timestamptz, count(*)::int from longer group by exam_id
    returning people`.execute(db);
  return rows.reduce((sum, { people }) => sum + people, 0);
}
