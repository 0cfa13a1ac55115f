import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** A course that grants certificates; undefined: it grants none. */
export async function certifiedCourse(db: Db, courseId: string) {
  const { rows } = await sql<{ orgId: string; title: string; minutes: number; by: string }>`
    select org_id as "orgId", title, minutes, published_by as by from course where id = ${courseId} and certificate`.execute(
    db,
  );
  return rows[0];
}

/** Who has finished a course, with Beijing's days. @param memberIds these alone; null: everybody */
export async function finishedPeople(db: Db, courseId: string, memberIds: readonly string[] | null) {
  const { rows } = await sql<{ personId: string; startsOn: string; endsOn: string }>`
    select member_id as "personId", (finished_at at time zone 'Asia/Shanghai')::date::text as "endsOn",
           (least(begun_at, finished_at) at time zone 'Asia/Shanghai')::date::text as "startsOn"
      from course_person where course_id = ${courseId} and finished_at is not null
       and (${memberIds === null} or member_id = any(${memberIds ?? []}::bigint[]))`.execute(db);
  return rows;
}
