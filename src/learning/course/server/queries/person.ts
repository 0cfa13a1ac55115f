import { type RawBuilder, sql } from 'kysely';
import { isUrged } from '#house/server/urging.ts';
import type { Db } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { todosClosed, todosOpened } from '#platform/server/inbox/todos.ts';
import { OVER } from './course.ts';

/** Adds those of an audience who are not on a course's list yet; answers how many are on it. */
export async function addAudience(db: Db, courseId: string, condition: RawBuilder<boolean>, most: number) {
  await sql`
    insert into course_person (course_id, member_id)
    select ${courseId}, member.id from member where ${condition} order by member.org_code, member.id limit ${most + 1}
    on conflict (course_id, member_id) do nothing`.execute(db);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from course_person where course_id = ${courseId}`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * What finishes a chapter (`h`) for somebody (`x`), from where it is known: the share of a video seen, a document read long
 * enough, an exam passed with its results published. Links and live chapters are written when they happen.
 */
const EVIDENCE = sql`(
  select min(s.done_at) as at from video_seen s join account a on a.id = s.account_id
   where h.kind = 'video' and s.video_id = h.source_id and a.member_id = x.member_id
  union all
  select min(r.read_at) from knowledge_reading r join account a on a.id = r.account_id
   where h.kind = 'document' and r.document_id = h.source_id and a.member_id = x.member_id and r.seconds >= h.seconds
  union all
  select min(t.handed_at) from exam_person p join exam e on e.id = p.exam_id and e.results_at is not null
    join exam_attempt t on t.id = p.counted_id
   where h.kind = 'exam' and p.exam_id = h.source_id and p.member_id = x.member_id
     and t.score * 100 >= t.total * e.pass_percent) as ev`;

/**
 * Writes what the people of an open course have finished since it was last looked at.
 * @param memberId of this person alone; null: of everybody who is not through
 * @returns who has finished the course by it, with the day
 */
export async function catchUp(
  db: Db,
  courseId: string,
  memberId: string | null,
): Promise<{ memberId: string; day: string }[]> {
  const whose = sql`x.course_id = ${courseId} and (${memberId}::bigint is null or x.member_id = ${memberId})`;
  await sql`
    insert into course_done (person_id, chapter_id, done_at)
    select x.id, h.id, ev.at
      from course_person x join course_chapter h on h.course_id = x.course_id cross join lateral ${EVIDENCE}
     where ${whose} and x.finished_at is null and ev.at is not null
       and not exists (select from course_done n where n.person_id = x.id and n.chapter_id = h.id)
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ memberId: string; day: string | null }>`
    update course_person x
       set begun_at = coalesce(x.begun_at, n.first_at), finished_at = case when n.musts = n.owed then n.last_at end
      from (select d.person_id, min(d.done_at) as first_at, max(d.done_at) filter (where h.is_must) as last_at,
                   count(*) filter (where h.is_must) as musts,
                   (select count(*) from course_chapter a where a.course_id = ${courseId} and a.is_must) as owed
              from course_person x join course_done d on d.person_id = x.id join course_chapter h on h.id = d.chapter_id
             where ${whose} and x.finished_at is null group by d.person_id) as n
     where x.id = n.person_id and x.finished_at is null and (x.begun_at is null or n.musts = n.owed)
    returning x.member_id as "memberId", (x.finished_at at time zone 'Asia/Shanghai')::date::text as day`.execute(db);
  return rows.flatMap(({ memberId: who, day }) => (day === null ? [] : [{ memberId: who, day }]));
}

export interface FollowRecord {
  id: string;
  memberId: string;
  name: string;
  orgName: string;
  isOwn: boolean;
  record: number;
  done: number;
  musts: number;
  chapterIds: string[];
  lastAt: Date | null;
  finishedAt: Date | null;
  urgedAt: Date | null;
}

const RECORD = sql`(case when x.finished_at is not null then 2 when ${OVER} then 3 when x.begun_at is not null then 1 else 0 end)`;
const PEOPLE = sql`course_person x join course c on c.id = x.course_id join member m on m.id = x.member_id and m.deleted_at is null
  join organisation o on o.id = m.org_id`;

export interface FollowFilter {
  record: number | null;
  name: string | null;
}
const named = (scope: Scope, courseId: string, name: string | null) => sql`x.course_id = ${courseId}
  and ${peopleWithin(scope, 'm')} and (${name}::text is null or ${textHolds(sql`m.name`, name)})`;
const FOLLOWED = sql`x.id, x.member_id as "memberId", m.name, o.name as "orgName", x.is_own as "isOwn", ${RECORD}::int as record,
  (select count(*)::int from course_done d join course_chapter h on h.id = d.chapter_id and h.is_must where d.person_id = x.id) as done,
  (select count(*)::int from course_chapter h where h.course_id = c.id and h.is_must) as musts,
  array(select d.chapter_id::text from course_done d where d.person_id = x.id) as "chapterIds",
  (select max(d.done_at) from course_done d where d.person_id = x.id) as "lastAt", x.finished_at as "finishedAt",
  x.urged_at as "urgedAt"`;

/** A page of a course's people of the scope, with how many stand how. */
export async function pageOfPeople(
  db: Db,
  scope: Scope,
  courseId: string,
  of: FollowFilter,
  limit: number,
  offset: number,
) {
  const where = named(scope, courseId, of.name);
  const [rows, counts] = await Promise.all([
    sql<FollowRecord>`
      select ${FOLLOWED} from ${PEOPLE} where ${where} and (${of.record}::int is null or ${RECORD} = ${of.record})
       order by m.org_code, m.sort, x.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ record: number; n: number }>`
      select ${RECORD}::int as record, count(*)::int as n from ${PEOPLE} where ${where} group by 1`.execute(db),
  ]);
  const records = Object.fromEntries(counts.rows.map(({ record, n }) => [String(record), n]));
  const all = counts.rows.reduce((sum, { n }) => sum + n, 0);
  return { rows: rows.rows, records, total: of.record === null ? all : (records[String(of.record)] ?? 0) };
}

/** The same for an export: those after one, in the order of their places on the list. */
export async function peopleAfter(
  db: Db,
  scope: Scope,
  courseId: string,
  of: FollowFilter,
  after: string,
  limit: number,
) {
  const { rows } = await sql<FollowRecord>`
    select ${FOLLOWED} from ${PEOPLE}
     where ${named(scope, courseId, of.name)} and (${of.record}::int is null or ${RECORD} = ${of.record}) and x.id > ${after}
     order by x.id limit ${limit}`.execute(db);
  return rows;
}

/** A page of the organisations in which a course's people of the scope stand, the most behind first. */
export async function pageOfOrgs(db: Db, scope: Scope, courseId: string, limit: number, offset: number) {
  const grouped = sql`select o.id, o.name, count(*)::int as people, count(x.begun_at)::int as begun,
      count(x.finished_at)::int as finished, (count(*) filter (where ${RECORD} = 3))::int as late
    from ${PEOPLE} where ${named(scope, courseId, null)} group by o.id, o.name, o.code`;
  const [rows, total] = await Promise.all([
    sql<{ id: string; name: string; people: number; begun: number; finished: number; late: number }>`
      ${grouped} order by count(x.finished_at)::float8 / count(*), o.code limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from (${grouped}) as g`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** Marks those who are not through as urged, unless that was within two hours; answers their accounts. */
export async function markUrged(
  db: Db,
  scope: Scope,
  courseId: string,
): Promise<{ people: number; accounts: string[] }> {
  const { rows } = await sql<{ id: string; account: string | null }>`
    with late as (
      update course_person x set urged_at = now() from member m
       where m.id = x.member_id and m.deleted_at is null and x.course_id = ${courseId} and x.finished_at is null
         and ${peopleWithin(scope, 'm')} and not ${isUrged(sql`x.urged_at`)}
      returning x.id, x.member_id)
    select late.id, a.id as account from late left join account a on a.member_id = late.member_id and a.enabled`.execute(
    db,
  );
  return {
    people: new Set(rows.map(({ id }) => id)).size,
    accounts: rows.flatMap(({ account }) => (account === null ? [] : [account])),
  };
}

/** When those of a scope who are not through were urged last; null: never, or all are. */
export async function lastUrged(db: Db, scope: Scope, courseId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(x.urged_at) as at from course_person x join member m on m.id = x.member_id and m.deleted_at is null
     where x.course_id = ${courseId} and x.finished_at is null and ${peopleWithin(scope, 'm')}`.execute(db);
  return rows[0]?.at ?? null;
}

/** The accounts of a course's people. @param only a condition on `x` (course_person) */
export async function accountsOf(db: Db, courseId: string, only: RawBuilder<unknown> = sql`true`): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from course_person x join account a on a.member_id = x.member_id and a.enabled
     where x.course_id = ${courseId} and ${only} order by a.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Opens a to-do for everybody on the list of a required course who is not through. */
export const openTodos = (
  db: Db,
  of: { id: string; title: string; endsOn: string | null },
  module: string,
  path: string,
) =>
  todosOpened(sql`
      select distinct on (g.account_id) g.role_id, g.org_id, g.org_code, g.account_id, ${module}, ${`课程：${of.title}`},
             '必修课程，请在截止前学完', '去学习', ${path}, ${of.endsOn}::date, 'course:' || x.course_id || ':' || x.id
        from course_person x join account a on a.member_id = x.member_id join usable_grant g on g.account_id = a.id
       where x.course_id = ${of.id} and x.finished_at is null and not x.is_own
       order by g.account_id, g.base <> 'own', g.id`).execute(db);

/** Closes the to-dos of a course's people who are through, or of all of them. */
export const closeTodos = (db: Db, courseId: string, onlyFinished: boolean) =>
  todosClosed(
    sql`x.course_id = ${courseId} and todo.subject = 'course:' || x.course_id || ':' || x.id
        and (${!onlyFinished} or x.finished_at is not null)`,
    sql`course_person x`,
  ).execute(db);

/** Of these places on a course's list those of the scope, locked. */
export async function placesOf(db: Db, scope: Scope, courseId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; memberId: string; name: string }>`
    select x.id, x.member_id as "memberId", m.name from course_person x join member m on m.id = x.member_id
     where x.id = any(${ids}::bigint[]) and x.course_id = ${courseId} and m.deleted_at is null and ${peopleWithin(scope, 'm')}
     order by x.id for update of x`.execute(db);
  return rows;
}

export const addChapterMark = (db: Db, chapterId: string, personIds: readonly string[], by: string) =>
  sql`insert into course_done (person_id, chapter_id, done_by)
      select unnest(${personIds}::bigint[]), ${chapterId}, ${by} on conflict do nothing`.execute(db);

/** Takes a chapter's mark off people; whoever was through by it is no longer. Answers those. */
export async function removeChapterMark(db: Db, chapterId: string, personIds: readonly string[]): Promise<string[]> {
  await sql`delete from course_done where chapter_id = ${chapterId} and person_id = any(${personIds}::bigint[])`.execute(
    db,
  );
  const { rows } = await sql<{ memberId: string }>`
    update course_person x set finished_at = null from course_chapter h
     where x.id = any(${personIds}::bigint[]) and x.finished_at is not null and h.id = ${chapterId} and h.is_must
    returning x.member_id as "memberId"`.execute(db);
  return rows.map(({ memberId }) => memberId);
}

/** Those of a course's people `x` who are not through. */
export const NOT_THROUGH = sql`x.finished_at is null`;
