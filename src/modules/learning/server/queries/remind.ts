import { sql } from 'kysely';
import type { Duty } from '#modules/learning/rules.ts';
import type { Db } from '#platform/server/db.ts';
import { FROM, MET, OWES } from './hours.ts';

const MODULE = '学时管理';
/** A to-do that somebody has put away does not come back for so many days. */
const QUIET_DAYS = 30;
const subjectOf = (year: number) => `learningBehind:${year}`;

/** Tells each branch how many of its people are behind in a year; whoever has none left is told no more. */
export async function remindBehind(db: Db, year: number, duty: Duty, roleId: number): Promise<void> {
  const subject = subjectOf(year);
  await sql`
    with behind as (
      select m.org_id, count(*)::int as n from ${FROM(year)} where ${OWES} and not ${MET(duty)} group by 1),
    told as (
      insert into todo (role_id, org_id, org_code, module, title, detail, act, jump_url, due_on, subject)
      select ${roleId}, o.id, o.code, ${MODULE}, ${year}::int || '年学时未达标' || b.n || '人',
             '党员每年不少于' || ${duty.memberHours}::int || '学时，书记和班子成员不少于' || ${duty.leaderHours}::int || '学时', '督促',
             '/education/hours?state=behind', make_date(${year}::int, 12, 31), ${subject}
        from behind b join organisation o on o.id = b.org_id and o.deleted_at is null
       where not exists (select from todo d where d.org_id = o.id and d.role_id = ${roleId} and d.subject = ${subject}
                          and d.done_at > now() - make_interval(days => ${QUIET_DAYS}))
      on conflict (org_id, role_id, subject) where done_at is null do update set title = excluded.title
      where todo.title <> excluded.title)
    update todo t set done_at = now()
     where t.subject = ${subject} and t.done_at is null and not exists (select from behind b where b.org_id = t.org_id)`.execute(
    db,
  );
  await sql`
    update todo set done_at = now()
     where subject = ${subjectOf(year - 1)} and done_at is null`.execute(db);
}
