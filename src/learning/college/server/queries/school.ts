import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope, wholeScope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { todosClosed } from '#platform/server/inbox/todos.ts';

/** The kind of the attendance sheets of lessons. */
export const LESSON = 'schoolLesson';

export interface ClassRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  title: string;
  intro: string;
  place: string;
  quota: number;
  startsOn: string;
  endsOn: string;
  nominateBy: string | null;
  central: boolean;
  courseIds: string[];
  examId: string | null;
  needAttendance: number;
  needHours: number;
  needScore: number;
  certificate: boolean;
  state: number;
  endedFor: string;
  finishedAt: Date | null;
  finishedBy: string;
  learners: number;
  waiting: number;
  passed: number;
  /** Organisations of the scope nominate for it. */
  nominates: boolean;
  today: string;
  version: number;
  updatedBy: string;
  updatedAt: Date;
}

const people = (which: RawBuilder<unknown>) =>
  sql`(select count(*)::int from school_person x where x.class_id = c.id and ${which})`;
const nominates = (scope: Scope) =>
  sql`exists (select from school_nominator n where n.class_id = c.id and ${within(scope, 'n.org_code')})`;
const columns = (
  scope: Scope,
) => sql`c.id, c.org_id as "orgId", c.org_code as "orgCode", o.name as "orgName", c.title, c.intro, c.place, c.quota,
  c.starts_on as "startsOn", c.ends_on as "endsOn", c.nominate_by as "nominateBy", c.central, c.course_ids as "courseIds",
  c.exam_id as "examId", c.need_attendance as "needAttendance", c.need_hours as "needHours", c.need_score as "needScore",
  c.certificate, c.state, c.ended_for as "endedFor", c.finished_at as "finishedAt", c.finished_by as "finishedBy",
  ${people(sql`x.state = 1`)} as learners, ${people(sql`x.state = 0`)} as waiting, ${people(sql`x.passed`)} as passed,
  ${nominates(scope)} as nominates, (now() at time zone 'Asia/Shanghai')::date as today, c.version,
  c.updated_by as "updatedBy", c.updated_at as "updatedAt"`;
const FROM = sql`school_class c join organisation o on o.id = c.org_id and o.deleted_at is null`;
/** Classes of the scope, and those above for which it nominates, once they are open. */
const seen = (scope: Scope) =>
  sql`(${scope.memberId === null} and (${within(scope, 'c.org_code')} or c.state > 0 and ${nominates(scope)}))`;

export async function pageOfClasses(
  db: Db,
  scope: Scope,
  of: { state: number | null; words: string | null },
  limit: number,
  offset: number,
) {
  const where = sql`${seen(scope)} and (${of.state}::int is null or c.state = ${of.state})
    and (${of.words}::text is null or ${textHolds(sql`c.title`, of.words)})`;
  const [page, total] = await Promise.all([
    sql<ClassRecord>`select ${columns(scope)} from ${FROM} where ${where}
      order by c.starts_on desc, c.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${FROM} where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** A class that the scope sees, kept for this transaction where `lock`. */
export async function findClass(db: Db, scope: Scope, id: string, lock = false): Promise<ClassRecord | undefined> {
  const { rows } = await sql<ClassRecord>`select ${columns(scope)} from ${FROM}
    where c.id = ${id} and ${seen(scope)} ${lock ? sql`for update of c` : sql``}`.execute(db);
  return rows[0];
}

export interface ClassFields {
  title: string;
  intro: string;
  place: string;
  quota: number;
  startsOn: string;
  endsOn: string;
  nominateBy: string | null;
  central: boolean;
  certificate: boolean;
  courseIds: readonly string[];
  examId: string | null;
  needAttendance: number;
  needHours: number;
  needScore: number;
}

const NAMES = sql`title, intro, place, quota, starts_on, ends_on, nominate_by, central, certificate, course_ids, exam_id,
  need_attendance, need_hours, need_score`;
const valuesOf = (of: ClassFields) => sql`${of.title}, ${of.intro}, ${of.place}, ${of.quota}::int, ${of.startsOn}::date,
  ${of.endsOn}::date, ${of.nominateBy}::date, ${of.central}, ${of.certificate}, ${of.courseIds}::bigint[], ${of.examId}::bigint,
  ${of.needAttendance}::smallint, ${of.needHours}::smallint, ${of.needScore}::smallint`;

export async function insertClass(
  db: Db,
  org: { id: string; code: string },
  of: ClassFields,
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into school_class (org_id, org_code, created_by, updated_by, ${NAMES})
    values (${org.id}, ${org.code}, ${by}, ${by}, ${valuesOf(of)}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export async function writeClass(db: Db, id: string, of: ClassFields, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update school_class set (${NAMES}) = row(${valuesOf(of)}), version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Takes a locked class to another state; answers its version. */
export async function step(db: Db, id: string, set: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update school_class set ${set}, version = version + 1 where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export const deleteClass = (db: Db, id: string) => sql`delete from school_class where id = ${id}`.execute(db);

/** Sets the organisations that nominate; those left out go, unless `onlyAdd`. */
export async function setNominators(db: Db, id: string, orgIds: readonly string[], places: number, onlyAdd: boolean) {
  if (!onlyAdd)
    await sql`delete from school_nominator where class_id = ${id} and org_id <> all(${orgIds}::bigint[])`.execute(db);
  await sql`insert into school_nominator (class_id, org_id, org_code, places)
    select ${id}, o.id, o.code, ${places} from organisation o where o.id = any(${orgIds}::bigint[])
    on conflict (class_id, org_id) do update set places = excluded.places`.execute(db);
}

export interface NominatorRecord {
  id: string;
  code: string;
  name: string;
  places: number;
  used: number;
  agreed: number;
}

/** Who nominates for a class, as far as the scope reaches. */
export async function nominatorsOf(db: Db, scope: Scope, id: string): Promise<NominatorRecord[]> {
  const used = (state: RawBuilder<unknown>) => sql`(select count(*)::int from school_person x
    where x.class_id = n.class_id and x.nominator_id = n.org_id and ${state})`;
  const { rows } = await sql<NominatorRecord>`
    select o.id, o.code, o.name, n.places, ${used(sql`x.state in (0, 1)`)} as used, ${used(sql`x.state = 1`)} as agreed
      from school_nominator n join organisation o on o.id = n.org_id
     where n.class_id = ${id} and ${within(scope, 'n.org_code')} order by o.code`.execute(db);
  return rows;
}

/** Living people of the scope among these ids, with where they stand. */
export async function peopleAmong(db: Db, scope: Scope, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; orgCode: string }>`
    select m.id, m.name, m.org_code as "orgCode" from member m
     where m.id = any(${ids}::bigint[]) and m.deleted_at is null and ${peopleWithin(scope, 'm')} order by m.id`.execute(
    db,
  );
  return rows;
}

/** Puts people on the list; who was refused or left comes again. Answers who is new. */
export async function addPeople(
  db: Db,
  id: string,
  list: readonly { id: string; nominatorId: string | null }[],
  state: 0 | 1,
  by: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into school_person (class_id, member_id, nominator_id, state, nominated_by, decided_by, decided_at)
    select ${id}, p.member, p.nominator, ${state}, ${by}, ${state === 1 ? by : ''}, ${state === 1 ? sql`now()` : sql`null::timestamptz`}
      from unnest(${list.map((one) => one.id)}::bigint[], ${list.map((one) => one.nominatorId)}::bigint[]) as p(member, nominator)
    on conflict (class_id, member_id) do update set state = excluded.state, nominator_id = excluded.nominator_id, reason = '',
      nominated_by = excluded.nominated_by, nominated_at = now(), decided_by = excluded.decided_by, decided_at = excluded.decided_at
     where school_person.state in (2, 3)
    returning member_id as id`.execute(db);
  return rows.map(({ id: member }) => member);
}

/** Of these places of a class those that stand so and lie in scope, locked. */
export async function lockPeople(db: Db, scope: Scope, id: string, ids: readonly string[], states: readonly number[]) {
  const { rows } = await sql<{ id: string; memberId: string; name: string; nominatorId: string | null }>`
    select x.id, x.member_id as "memberId", m.name, x.nominator_id as "nominatorId"
      from school_person x join member m on m.id = x.member_id
     where x.class_id = ${id} and x.id = any(${ids}::bigint[]) and x.state = any(${states}::int[]) and ${peopleWithin(scope, 'm')}
     order by x.id for update of x`.execute(db);
  return rows;
}

export const decide = (db: Db, ids: readonly string[], state: number, reason: string, by: string) =>
  sql`update school_person set state = ${state}, reason = ${reason}, decided_by = ${by}, decided_at = now()
       where id = any(${ids}::bigint[])`.execute(db);

export async function accountsOf(db: Db, memberIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from account where member_id = any(${memberIds}::bigint[]) and enabled order by id`.execute(db);
  return rows.map(({ id }) => id);
}

export interface PersonRecord {
  id: string;
  memberId: string;
  name: string;
  orgName: string;
  nominator: string;
  state: number;
  reason: string;
  lessons: number;
  attended: number;
  /** Minutes of lessons attended, and of courses finished. */
  minutes: number;
  courseMinutes: number;
  /** Points out of a hundred, to one tenth; null: no result. */
  score: number | null;
  openCourses: string[];
  passed: boolean | null;
  lacks: string;
}

/** What people of a class have done (`x`, `c`): lessons with attendance, courses, the exam with its results published. */
const FIGURES = sql`cross join lateral (
    select count(*)::int as lessons, count(*) filter (where p.state = 1)::int as attended,
           coalesce(sum(extract(epoch from l.ends_at - l.starts_at) / 60) filter (where p.state = 1), 0)::int as minutes
      from school_lesson l
      left join attendance_sheet s on s.kind = ${LESSON} and s.subject_id = l.id
      left join attendance_person p on p.sheet_id = s.id and p.member_id = x.member_id
     where l.class_id = x.class_id) as t
  cross join lateral (
    select coalesce(sum(k.minutes) filter (where y.finished_at is not null), 0)::int as minutes,
           coalesce(array_agg(k.title order by k.id) filter (where y.finished_at is null), '{}') as open
      from course k left join course_person y on y.course_id = k.id and y.member_id = x.member_id
     where k.id = any(c.course_ids)) as u
  left join lateral (
    select floor(a.score * 1000.0 / a.total)::int / 10.0::float8 as score
      from exam e join exam_person q on q.exam_id = e.id and q.member_id = x.member_id join exam_attempt a on a.id = q.counted_id
     where e.id = c.exam_id and e.results_at is not null and a.score is not null and a.total > 0) as r on true`;
const PERSON = sql`x.id, x.member_id as "memberId", m.name, o.name as "orgName", coalesce(n.name, '') as nominator, x.state, x.reason,
  t.lessons, t.attended, t.minutes, u.minutes as "courseMinutes", r.score, u.open as "openCourses", x.passed, x.lacks`;
const PEOPLE = sql`school_person x join school_class c on c.id = x.class_id join member m on m.id = x.member_id
  join organisation o on o.id = m.org_id left join organisation n on n.id = x.nominator_id`;

/** A page of a class's people of the scope. */
export async function pageOfPeople(
  db: Db,
  scope: Scope,
  id: string,
  of: { state: number | null; words: string | null },
  limit: number,
  offset: number,
) {
  const where = sql`x.class_id = ${id} and ${peopleWithin(scope, 'm')} and (${of.state}::int is null or x.state = ${of.state})
    and (${of.words}::text is null or ${textHolds(sql`m.name`, of.words)})`;
  const [page, total] = await Promise.all([
    sql<PersonRecord>`select ${PERSON} from ${PEOPLE} ${FIGURES} where ${where}
      order by x.state, m.org_code, m.sort, x.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${PEOPLE} where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** Every learner of a class, for its graduation. */
export async function learnersOf(db: Db, id: string): Promise<PersonRecord[]> {
  const { rows } = await sql<PersonRecord>`
    select ${PERSON} from ${PEOPLE} ${FIGURES} where x.class_id = ${id} and x.state = 1 order by m.org_code, m.sort, x.id`.execute(
    db,
  );
  return rows;
}

/** What one person has in every class. */
export async function ownPlaces(db: Db, memberId: string) {
  const { rows } = await sql<PersonRecord & { classId: string }>`
    select ${PERSON}, x.class_id as "classId" from ${PEOPLE} ${FIGURES}
     where x.member_id = ${memberId} and x.state in (0, 1) and c.state between 1 and 3
     order by c.starts_on desc, c.id desc limit 50`.execute(db);
  return rows;
}

export const judge = (db: Db, all: readonly { id: string; passed: boolean | null; lacks: string }[]) =>
  sql`update school_person x set passed = g.passed, lacks = g.lacks
        from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as g(id bigint, passed boolean, lacks text)
       where x.id = g.id`.execute(db);

export interface LessonRecord {
  id: string;
  startsAt: Date;
  endsAt: Date;
  title: string;
  teacher: string;
  place: string;
  minutes: number;
  isMarked: boolean;
  isSigning: boolean;
  present: number;
}

/** The timetable of a class. */
export async function lessonsOf(db: Db, id: string): Promise<LessonRecord[]> {
  const { rows } = await sql<LessonRecord>`
    select l.id, l.starts_at as "startsAt", l.ends_at as "endsAt", l.title, l.teacher, l.place,
           (extract(epoch from l.ends_at - l.starts_at) / 60)::int as minutes, s.closed_at is not null as "isMarked",
           s.id is not null and s.closed_at is null as "isSigning",
           (select count(*)::int from attendance_person p
              join school_person x on x.member_id = p.member_id and x.class_id = l.class_id and x.state = 1
             where p.sheet_id = s.id and p.state = 1) as present
      from school_lesson l left join attendance_sheet s on s.kind = ${LESSON} and s.subject_id = l.id
     where l.class_id = ${id} order by l.starts_at, l.id`.execute(db);
  return rows;
}

export async function writeLesson(
  db: Db,
  classId: string,
  lessonId: string | null,
  of: { title: string; startsAt: string; endsAt: string; teacher: string; place: string },
): Promise<string> {
  const at = (value: string) => sql`(${value} || ':00+08')::timestamptz`;
  const { rows } = lessonId
    ? await sql<{ id: string }>`
        update school_lesson set title = ${of.title}, starts_at = ${at(of.startsAt)}, ends_at = ${at(of.endsAt)},
               teacher = ${of.teacher}, place = ${of.place}
         where id = ${lessonId} and class_id = ${classId} returning id`.execute(db)
    : await sql<{ id: string }>`
        insert into school_lesson (class_id, starts_at, ends_at, title, teacher, place)
        values (${classId}, ${at(of.startsAt)}, ${at(of.endsAt)}, ${of.title}, ${of.teacher}, ${of.place}) returning id`.execute(
        db,
      );
  return rows[0]?.id ?? '';
}

export const deleteLesson = (db: Db, classId: string, lessonId: string) =>
  sql`delete from school_lesson where id = ${lessonId} and class_id = ${classId}`.execute(db);

/** The learners of a class as an attendance sheet lists them, with the state that a lesson's sheet has of them. */
export async function rollOf(db: Db, scope: Scope, classId: string, lessonId: string) {
  const { rows } = await sql<{ memberId: string; name: string; orgName: string; state: number }>`
    select m.id as "memberId", m.name, o.name as "orgName", coalesce(p.state, 0)::int as state
      from school_person x join member m on m.id = x.member_id join organisation o on o.id = m.org_id
      left join attendance_sheet s on s.kind = ${LESSON} and s.subject_id = ${lessonId}
      left join attendance_person p on p.sheet_id = s.id and p.member_id = m.id
     where x.class_id = ${classId} and x.state = 1 and ${peopleWithin(scope, 'm')} order by m.org_code, m.sort, m.id`.execute(
    db,
  );
  return rows;
}

/** Names of courses and of the exam; of the scope where one is given. */
export async function sourcesOf(db: Db, scope: Scope | null, courseIds: readonly string[], examId: string | null) {
  const where = scope
    ? sql`${within(scope, 'k.org_code')} and exists (select from organisation o where o.id = k.org_id and o.deleted_at is null)`
    : sql`true`;
  const [courses, exams] = await Promise.all([
    sql<{ id: string; name: string; state: number }>`
      select k.id, k.title as name, k.state from course k
       where k.id = any(${courseIds}::bigint[]) and k.deleted_at is null and ${where} order by k.id`.execute(db),
    sql<{ id: string; name: string; state: number }>`
      select k.id, k.title as name, k.state from exam k
       where k.id = ${examId}::bigint and k.deleted_at is null and ${where}`.execute(db),
  ]);
  return { courses: courses.rows, exam: exams.rows[0] ?? null };
}

/** A class by its id, whoever asks: for whom the caller knows to be in it. */
export async function classOf(db: Db, id: string): Promise<ClassRecord | undefined> {
  const { rows } = await sql<ClassRecord>`select ${columns(wholeScope)} from ${FROM} where c.id = ${id}`.execute(db);
  return rows[0];
}

/** Closes the to-do of one organisation that has used its places. */
export const closeNominatorTodo = (db: Db, orgId: string, subject: string) =>
  todosClosed(sql`org_id = ${orgId} and subject = ${subject}`).execute(db);

/** Changes of a class's state, for `step`. */
export const STEPS = {
  finish: (by: string) => sql`state = 3, finished_at = now(), finished_by = ${by}`,
  to: (state: number, endedFor: string) => sql`state = ${state}, ended_for = ${endedFor}`,
};
