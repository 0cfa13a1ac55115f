import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

export interface StudentRecord {
  id: string;
  personId: string;
  name: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  jobType: number;
  number: string;
  grade: number | null;
  className: string;
  jobClass: number | null;
  titleLevel: number | null;
  suspended: number;
  identity: number;
  graduatedOn: string | null;
  updatedBy: string;
  updatedAt: Date;
  version: number;
}

const COLUMNS = sql`m.id, k.id as "personId", m.name, m.org_id as "orgId", m.org_code as "orgCode", o.name as "orgName",
  k.job_type::int as "jobType", k.number, k.grade::int as grade, k.class_name as "className", k.job_class::int as "jobClass",
  k.title_level::int as "titleLevel", k.suspended::int as suspended, college_identity(m.person_category)::int as identity,
  k.graduated_on::text as "graduatedOn", k.updated_by as "updatedBy", k.updated_at as "updatedAt", k.version`;
const FROM = sql`college_person k join member m on m.id = k.member_id and m.deleted_at is null
  join organisation o on o.id = m.org_id`;
/** The roster is worked on by people with an office alone. */
const desk = (scope: Scope) => sql`(${scope.memberId === null} and ${within(scope, 'm.org_code')})`;

export interface StudentFilter {
  atSchool: boolean;
  jobType: number | null;
  grade: number | null;
  className: string | null;
  jobClass: number | null;
  titleLevel: number | null;
  suspended: number | null;
  identity: number | null;
  name: string | null;
}

/** A page of the roster: students by grade and class, then staff; 往届 last of the students. */
export async function pageOfStudents(db: Db, scope: Scope, of: StudentFilter, limit: number, offset: number) {
  const where = sql`${FROM} where ${desk(scope)} and (${of.jobType}::int is null or k.job_type = ${of.jobType})
    and (${of.grade}::int is null or k.grade = ${of.grade})
    and (not ${of.atSchool} or k.grade > 0) and (${of.className}::text is null or k.class_name = ${of.className})
    and (${of.jobClass}::int is null or k.job_class = ${of.jobClass})
    and (${of.titleLevel}::int is null or k.title_level = ${of.titleLevel})
    and (${of.suspended}::int is null or k.suspended = ${of.suspended})
    and (${of.identity}::int is null or college_identity(m.person_category) = ${of.identity})
    and (${of.name}::text is null or ${textHolds(sql`m.name`, of.name)})`;
  const [rows, total] = await Promise.all([
    sql<StudentRecord>`select ${COLUMNS} from ${where}
      order by k.job_type desc, k.grade = 0, k.grade, k.class_name, k.number, k.id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

export async function classesOf(db: Db, scope: Scope) {
  const { rows } = await sql<{ grade: number; className: string; people: number }>`
    select k.grade::int as grade, k.class_name as "className", count(*)::int as people from ${FROM}
     where ${desk(scope)} and k.job_type = 2 group by k.grade, k.class_name order by k.grade = 0, k.grade, k.class_name`.execute(
    db,
  );
  const staff = await sql<{ n: number }>`
    select count(*)::int as n from ${FROM} where ${desk(scope)} and k.job_type = 1`.execute(db);
  return { classes: rows, staff: staff.rows[0]?.n ?? 0 };
}

/** Somebody of the roster, by the id in the register; kept for this transaction where `lock`. */
export async function findStudent(
  db: Db,
  scope: Scope,
  memberId: string,
  lock = false,
): Promise<StudentRecord | undefined> {
  const { rows } = await sql<StudentRecord>`
    select ${COLUMNS} from ${FROM} where m.id = ${memberId} and ${desk(scope)} ${lock ? sql`for update of k` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** A living person of the register, on the roster or not. */
export async function findPerson(db: Db, scope: Scope, memberId: string) {
  const { rows } = await sql<{ id: string; name: string; orgCode: string; isListed: boolean }>`
    select m.id, m.name, m.org_code as "orgCode", exists (select from college_person k where k.member_id = m.id) as "isListed"
      from member m where m.id = ${memberId} and m.deleted_at is null and ${desk(scope)}
       for no key update of m`.execute(db);
  return rows[0];
}

export interface PlaceFields {
  jobType: number;
  number: string;
  grade: number | null;
  className: string;
  jobClass: number | null;
  titleLevel: number | null;
  suspended: number;
}

/** Writes new rows of the roster; whoever is on it already stays as they are. Answers how many were written. */
export async function insertPlaces(
  db: Db,
  list: readonly (PlaceFields & { memberId: string })[],
  by: string,
  batchId: string | null = null,
): Promise<number> {
  const given = JSON.stringify(list);
  const { rows } = await sql<{ id: string }>`
    insert into college_person (member_id, job_type, number, grade, class_name, job_class, title_level, suspended, graduated_on,
                                batch_id, created_by, updated_by)
    select r."memberId", r."jobType", r.number, r.grade, r."className", r."jobClass", r."titleLevel", r.suspended,
           case when r.grade = 0 then (now() at time zone 'Asia/Shanghai')::date end, ${batchId}, ${by}, ${by}
      from jsonb_to_recordset(${given}::jsonb) as r("memberId" bigint, "jobType" smallint, number text, grade smallint,
           "className" text, "jobClass" smallint, "titleLevel" smallint, suspended smallint)
    on conflict (member_id) do nothing returning id`.execute(db);
  return rows.length;
}

export async function writePlace(db: Db, personId: string, of: PlaceFields, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update college_person set job_type = ${of.jobType}, number = ${of.number}, grade = ${of.grade}, class_name = ${of.className},
           job_class = ${of.jobClass}, title_level = ${of.titleLevel}, suspended = ${of.suspended},
           graduated_on = case when ${of.grade}::int = 0 then coalesce(graduated_on, (now() at time zone 'Asia/Shanghai')::date) end,
           version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${personId} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export const dropPlace = (db: Db, personId: string) =>
  sql`delete from college_person where id = ${personId}`.execute(db);

/** Who of these people is on the roster, as it stands. */
export async function placesOf(db: Db, memberIds: readonly string[]) {
  const { rows } = await sql<PlaceFields & { memberId: string }>`
    select k.member_id as "memberId", k.job_type::int as "jobType", k.number, k.grade::int as grade, k.class_name as "className",
           k.job_class::int as "jobClass", k.title_level::int as "titleLevel", k.suspended::int as suspended
      from college_person k where k.member_id = any(${memberIds}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.memberId, row]));
}

/** Takes off the roster whom a sheet has put there and nobody has changed since. */
export async function dropBatch(db: Db, scope: Scope, batchId: string) {
  const { rows } = await sql<{ id: string; name: string; orgCode: string }>`
    delete from college_person k using member m
     where k.batch_id = ${batchId} and k.version = 1 and m.id = k.member_id and ${peopleWithin(scope, 'm')}
    returning m.id, m.name, m.org_code as "orgCode"`.execute(db);
  return rows;
}

/** The college's courses and tests of somebody, the latest first. */
export async function learntBy(db: Db, memberId: string) {
  const courses = await sql<{ id: string; title: string; term: string; record: number; note: string }>`
    select c.id, c.title, c.term,
           (case when x.finished_at is not null then 2 when c.ends_on < (now() at time zone 'Asia/Shanghai')::date then 3
                 when x.begun_at is not null then 1 else 0 end)::int as record,
           (select count(*) from course_done d join course_chapter h on h.id = d.chapter_id and h.is_must where d.person_id = x.id)
             || '/' || (select count(*) from course_chapter h where h.course_id = c.id and h.is_must) || '章' as note
      from course_person x join course c on c.id = x.course_id and c.audience = 'college' and c.deleted_at is null
     where x.member_id = ${memberId} order by c.term desc, c.id desc limit 100`.execute(db);
  const tests = await sql<{ id: string; title: string; term: string; record: number; note: string }>`
    select e.id, e.title, e.term,
           (case when t.state is not null then t.state when now() > e.closes_at then 4 else 0 end)::int as record,
           case when e.results_at is not null and a.score is not null
                then trim_scale(a.score / 2.0) || '分，' || case when a.score * 100 >= a.total * e.pass_percent then '及格' else '不及格' end
                else '' end as note
      from exam_person x join exam e on e.id = x.exam_id and e.audience = 'college' and e.deleted_at is null
      left join lateral (select state from exam_attempt l where l.person_id = x.id order by l.number desc limit 1) as t on true
      left join exam_attempt a on a.id = x.counted_id
     where x.member_id = ${memberId} order by e.term desc, e.id desc limit 100`.execute(db);
  return { courses: courses.rows, tests: tests.rows };
}
