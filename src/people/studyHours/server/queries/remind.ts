import { sql } from 'kysely';
import type { Duty } from '#people/studyHours/rules.ts';
import type { Db } from '#platform/server/database/db.ts';
import { reconcileTodos, todosClosed } from '#platform/server/inbox/todos.ts';
import { FROM, MET, OWES } from './hours.ts';

const MODULE = '学时管理';
/** A to-do that somebody has put away does not come back for so many days. */
const QUIET_DAYS = 30;
/** Organisations whose people are counted by one statement: a city at once would run into the time that a statement has. */
export const AT_ONCE = 1000;
const subjectOf = (year: number) => `learningBehind:${year}`;

/**
 * Tells each branch how many of its people are behind in a year; whoever has none left is told no more. In portions along the tree.
 * @param atOnce organisations of one portion
 */
export async function remindLateBranches(
  db: Db,
  year: number,
  duty: Duty,
  roleId: number,
  atOnce = AT_ONCE,
): Promise<void> {
  const subject = subjectOf(year);
  for (let after = ''; ; ) {
    const last = await lastOf(db, after, atOnce);
    if (last === null) break;
    await remindPortion(db, { after, last, year, duty, roleId });
    after = last;
  }
  await todosClosed(sql`(todo.subject = ${subjectOf(year - 1)} or todo.subject = ${subject} and not exists (
    select from organisation o where o.id = todo.org_id and o.deleted_at is null))`).execute(db);
}

/** The code with which the next portion behind a code ends; null: there is none. */
async function lastOf(db: Db, after: string, atOnce: number): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    select max(code) as last from (
      select code from organisation where code > ${after} order by code limit ${atOnce}) as next`.execute(db);
  return rows[0]?.last ?? null;
}

interface Portion {
  after: string;
  last: string;
  year: number;
  duty: Duty;
  roleId: number;
}

async function remindPortion(db: Db, { after, last, year, duty, roleId }: Portion): Promise<void> {
  const subject = subjectOf(year);
  await reconcileTodos(db, {
    roleId,
    module: MODULE,
    act: '督促',
    kept: sql`subject = ${subject} and org_id in (select id from organisation where code > ${after} and code <= ${last})`,
    wanted: sql`
      select o.id as org_id, o.code as org_code, ${year}::int || '年还有党员学时未达标' as title,
             '党员每年不少于' || ${duty.memberHours}::int || '学时，书记和班子成员不少于' || ${duty.leaderHours}::int || '学时' as detail,
             '/education/hours?state=behind' as url, make_date(${year}::int, 12, 31) as due_on, ${subject}::text as subject
        from (select distinct m.org_id from ${FROM(year)}
               where m.org_code > ${after} and m.org_code <= ${last} and ${OWES} and not ${MET(duty)}) b
        join organisation o on o.id = b.org_id and o.deleted_at is null
       where not exists (select from todo d where d.org_id = o.id and d.role_id = ${roleId} and d.subject = ${subject}
                          and d.done_at > now() - make_interval(days => ${QUIET_DAYS}))`,
  });
}
