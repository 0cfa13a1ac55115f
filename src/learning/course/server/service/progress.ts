import { COURSES, MOST_PEOPLE } from '#learning/course/rules.course.ts';
import { audienceCondition } from '#people/groups/server/index.ts';
import { grantHours } from '#people/studyHours/server/index.ts';
import type { Services } from '#platform/server/context.ts';
import { type Db, transact } from '#platform/server/database/db.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { findCourse, openCourses } from '../queries/course.ts';
import * as people from '../queries/person.ts';
import { certifyFinished } from './certify.ts';
import { MODULE } from './courses.ts';
import { evidenceOf } from './evidence.ts';

/**
 * Takes up what the people of an open course have learnt elsewhere since it was last looked at; whoever is through by it gets
 * the course's hours and certificate and loses the to-do.
 * @param memberId of this person alone; left out: of everybody
 */
export async function creditEarlierLearning(
  db: Db,
  course: { id: string; title: string; minutes: number },
  memberId: string | null = null,
): Promise<void> {
  const through = await people.catchUp(db, course.id, memberId);
  if (through.length === 0) return;
  await people.closeTodos(db, course.id, true);
  await certifyFinished(
    db,
    course.id,
    through.map(({ memberId: who }) => who),
  );
  if (course.minutes > 0)
    await grantHours(
      db,
      through.map((one) => ({
        personId: one.memberId,
        day: one.day,
        source: 'course',
        evidence: evidenceOf(course.id),
        minutes: course.minutes,
        title: course.title,
        link: COURSES.learn(course.id),
      })),
    );
}

/** Looks after the open courses: joiners come onto the lists of required ones, and what was learnt is taken up. */
export async function maintainCourses(services: Services): Promise<void> {
  for (const id of await openCourses(services.db))
    await transact(services.db, async (tx) => {
      const row = await findCourse(tx, wholeScope, id, true);
      if (row?.state !== 1) return;
      if (row.isRequired && !row.isOver) {
        const listed = await people.addAudience(tx, id, audienceCondition(row), MOST_PEOPLE);
        if (listed > row.people) await people.openTodos(tx, row, MODULE, COURSES.learn(id));
      }
      await creditEarlierLearning(tx, row);
    });
}
