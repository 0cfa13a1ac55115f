import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** A lesson of a running class in which somebody learns; undefined: there is none. */
export async function findOwnLesson(db: Db, memberId: string, lessonId: string) {
  const { rows } = await sql<{
    classId: string;
    title: string;
    orgCode: string;
    lesson: string;
    endsAt: Date;
    name: string;
  }>`
    select c.id as "classId", c.title, c.org_code as "orgCode", l.title as lesson, l.ends_at as "endsAt", m.name
      from school_lesson l join school_class c on c.id = l.class_id and c.state = 2
      join school_person x on x.class_id = c.id and x.member_id = ${memberId} and x.state = 1
      join member m on m.id = x.member_id
     where l.id = ${lessonId}`.execute(db);
  return rows[0];
}
