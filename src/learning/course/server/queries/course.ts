import { type RawBuilder, sql } from 'kysely';
import type { AnyAudience, ChapterKind } from '#learning/course/rules.course.ts';
import type { Db } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

/** A course as it stands. */
export interface CourseRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  title: string;
  name: string;
  intro: string;
  audience: AnyAudience;
  audienceOrgs: string[];
  audiencePeople: string[];
  audienceGroups: string[];
  audienceCollege: unknown;
  term: string;
  onlyMembers: boolean;
  isRequired: boolean;
  inOrder: boolean;
  /** `YYYY-MM-DD`, the last day. */
  endsOn: string | null;
  isOver: boolean;
  minutes: number;
  certificate: boolean;
  state: number;
  withdrawnFor: string;
  publishedAt: Date | null;
  publishedBy: string;
  chapters: number;
  people: number;
  finished: number;
  updatedBy: string;
  updatedAt: Date;
  version: number;
}

/** Whether a course's last day has passed. */
export const OVER = sql`coalesce(c.ends_on < (now() at time zone 'Asia/Shanghai')::date, false)`;
/** People on a course's list whom the scope knows. */
const known = (scope: Scope) => sql`from course_person x join member m on m.id = x.member_id and m.deleted_at is null
  where x.course_id = c.id and ${peopleWithin(scope, 'm')}`;
const columns = (
  scope: Scope,
) => sql`c.id, c.org_id as "orgId", c.org_code as "orgCode", o.name as "orgName", c.title, c.title as name, c.intro,
  c.audience, c.audience_orgs as "audienceOrgs", c.audience_people as "audiencePeople", c.audience_groups as "audienceGroups",
  c.audience_college as "audienceCollege", c.term,
  c.only_members as "onlyMembers", c.is_required as "isRequired", c.in_order as "inOrder", c.ends_on::text as "endsOn",
  ${OVER} as "isOver", c.minutes, c.certificate, c.state, c.withdrawn_for as "withdrawnFor", c.published_at as "publishedAt",
  c.published_by as "publishedBy", (select count(*)::int from course_chapter h where h.course_id = c.id) as chapters,
  (select count(*)::int ${known(scope)}) as people, (select count(x.finished_at)::int ${known(scope)}) as finished,
  c.updated_by as "updatedBy", c.updated_at as "updatedAt", c.version`;
const FROM = sql`course c join organisation o on o.id = c.org_id and o.deleted_at is null`;
const LIVING = (scope: Scope) => sql`(${scope.memberId === null} and c.deleted_at is null)`;
/** Nobody without office meets a course at this desk, whatever the role may. */
const desk = (scope: Scope) => sql`(${within(scope, 'c.org_code')} and ${LIVING(scope)})`;
/** Besides, what a superior has published for people of the scope: they are followed here. */
const followed = (scope: Scope) => sql`(${within(scope, 'c.org_code')}
  or c.state <> 0 and starts_with(${scope.from}, c.org_code) and exists (select ${known(scope)}))`;

/** What a list of courses shows; `further`: a condition on the course `c`. */
export interface CourseFilter {
  state: number | null;
  words: string | null;
  further: RawBuilder<boolean>;
}

/** A page of courses with how many there are, the newest first. */
export async function pageOfCourses(db: Db, scope: Scope, of: CourseFilter, limit: number, offset: number) {
  const where = sql`${FROM} where ${LIVING(scope)} and ${followed(scope)} and (${of.state}::int is null or c.state = ${of.state})
    and (${of.words}::text is null or ${textHolds(sql`c.title`, of.words)}) and ${of.further}`;
  const [rows, total] = await Promise.all([
    sql<CourseRecord>`select ${columns(scope)} from ${where} order by c.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** A course of the scope, kept for this transaction where `lock`. */
export async function findCourse(db: Db, scope: Scope, id: string, lock = false): Promise<CourseRecord | undefined> {
  const { rows } = await sql<CourseRecord>`select ${columns(scope)} from ${FROM}
    where c.id = ${id} and ${desk(scope)} ${lock ? sql`for update of c` : sql``}`.execute(db);
  return rows[0];
}

/** A course that people of the scope learn: one of the scope, or what a superior has published for them. */
export async function findFollowed(db: Db, scope: Scope, id: string, lock = false): Promise<CourseRecord | undefined> {
  const { rows } = await sql<CourseRecord>`select ${columns(scope)} from ${FROM}
    where c.id = ${id} and ${LIVING(scope)} and ${followed(scope)} ${lock ? sql`for update of c` : sql``}`.execute(db);
  return rows[0];
}

/** The courses that are open, for the work that looks after them. */
export async function openCourses(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from course where state = 1 and deleted_at is null order by id limit 5000`.execute(db);
  return rows.map(({ id }) => id);
}

export interface CourseFields {
  title: string;
  intro: string;
  audience: AnyAudience;
  orgIds: readonly string[];
  memberIds: readonly string[];
  groupIds: readonly string[];
  onlyMembers: boolean;
  isRequired: boolean;
  inOrder: boolean;
  endsOn: string | null;
  minutes: number;
  certificate: boolean;
  /** Of a college alone. */
  term?: string;
  college?: object;
}

const NAMES = sql`title, intro, audience, audience_orgs, audience_people, audience_groups, only_members, is_required, in_order,
  ends_on, minutes, certificate, term, audience_college`;
const valuesOf = (of: CourseFields) => sql`${of.title}, ${of.intro}, ${of.audience}, ${of.orgIds}::bigint[],
  ${of.memberIds}::bigint[], ${of.groupIds}::bigint[], ${of.onlyMembers}, ${of.isRequired}, ${of.inOrder}, ${of.endsOn}::date,
  ${of.minutes}, ${of.certificate}, ${of.term ?? ''}, ${of.college ? JSON.stringify(of.college) : null}::jsonb`;

export async function insertCourse(
  db: Db,
  org: { id: string; code: string },
  of: CourseFields,
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into course (org_id, org_code, created_by, updated_by, ${NAMES})
    values (${org.id}, ${org.code}, ${by}, ${by}, ${valuesOf(of)}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export async function writeCourse(db: Db, id: string, of: CourseFields, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update course set (${NAMES}) = row(${valuesOf(of)}), version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Takes a locked course to its next state; answers its version. */
export async function step(db: Db, id: string, set: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update course set ${set}, version = version + 1 where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export const binCourse = (db: Db, id: string, by: string, reason: string) =>
  sql`update course set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason}, version = version + 1
       where id = ${id}`.execute(db);

export interface ChapterRecord {
  id: string;
  seq: number;
  kind: ChapterKind;
  title: string;
  sourceId: string | null;
  sourceName: string;
  /** Its video, document or exam was taken down or deleted. */
  isGone: boolean;
  url: string;
  note: string;
  seconds: number;
  isMust: boolean;
  finished: number;
}

/** The chapters of a course in their order, with how many of the scope have finished each. */
export async function chaptersOf(db: Db, scope: Scope, courseId: string): Promise<ChapterRecord[]> {
  const { rows } = await sql<ChapterRecord>`
    select h.id, h.seq, h.kind, h.title, h.source_id as "sourceId", h.url, h.note, h.seconds, h.is_must as "isMust",
           coalesce(v.title, d.title, e.title, '') as "sourceName",
           (h.source_id is not null and coalesce(v.id, d.id, e.id) is null) as "isGone",
           (select count(*)::int from course_done n join course_person x on x.id = n.person_id
              join member m on m.id = x.member_id and m.deleted_at is null
             where n.chapter_id = h.id and ${peopleWithin(scope, 'm')}) as finished
      from course_chapter h
      left join video v on h.kind = 'video' and v.id = h.source_id and v.state = 1 and v.deleted_at is null
      left join knowledge_document d on h.kind = 'document' and d.id = h.source_id and d.state = 1 and d.deleted_at is null
      left join exam e on h.kind = 'exam' and e.id = h.source_id and e.state = 1 and e.deleted_at is null
     where h.course_id = ${courseId} order by h.seq`.execute(db);
  return rows;
}

export interface ChapterFields {
  id: string | null;
  kind: ChapterKind;
  title: string;
  sourceId: string | null;
  url: string;
  note: string;
  seconds: number;
  isMust: boolean;
}

/** Writes the chapters of a locked course: those that stay keep what people finished, those that are left out go with it. */
export async function writeChapters(db: Db, courseId: string, list: readonly ChapterFields[]): Promise<void> {
  const given = JSON.stringify(
    list.map((one, at) => ({
      id: one.id,
      seq: at + 1,
      kind: one.kind,
      title: one.title,
      source_id: one.sourceId,
      url: one.url,
      note: one.note,
      seconds: one.seconds,
      is_must: one.isMust,
    })),
  );
  const rows = sql`jsonb_to_recordset(${given}::jsonb)
    as r(id bigint, seq int, kind text, title text, source_id bigint, url text, note text, seconds int, is_must boolean)`;
  // A chapter that leads elsewhere now is another one: what was finished was not this.
  await sql`delete from course_chapter h where h.course_id = ${courseId} and not exists (
    select from ${rows} where r.id = h.id and r.kind = h.kind and r.source_id is not distinct from h.source_id)`.execute(
    db,
  );
  await sql`update course_chapter h set seq = r.seq, title = r.title, url = r.url, note = r.note, seconds = r.seconds,
                   is_must = r.is_must
              from ${rows} where h.course_id = ${courseId} and h.id = r.id`.execute(db);
  await sql`insert into course_chapter (course_id, seq, kind, title, source_id, url, note, seconds, is_must)
            select ${courseId}, r.seq, r.kind, r.title, r.source_id, r.url, r.note, r.seconds, r.is_must from ${rows}
             where not exists (select from course_chapter h where h.course_id = ${courseId} and h.seq = r.seq)
             order by r.seq`.execute(db);
}

/** Of videos, documents and exams those that are published for everybody below an organisation: `kind:id`. */
export async function usableSources(
  db: Db,
  orgCode: string,
  list: readonly { kind: ChapterKind; sourceId: string | null }[],
): Promise<Set<string>> {
  const ids = (kind: ChapterKind) =>
    list.flatMap((one) => (one.kind === kind && one.sourceId !== null ? [one.sourceId] : []));
  const { rows } = await sql<{ key: string }>`
    select 'video:' || v.id as key from video v where v.id = any(${ids('video')}::bigint[]) and v.state = 1
       and v.deleted_at is null and (v.audience = 'all' or starts_with(${orgCode}, v.org_code))
    union all
    select 'document:' || d.id from knowledge_document d join knowledge_folder f on f.id = d.folder_id
     where d.id = any(${ids('document')}::bigint[]) and d.state = 1 and d.deleted_at is null
       and (f.audience = 'all' or starts_with(${orgCode}, d.org_code))
    union all
    select 'exam:' || e.id from exam e where e.id = any(${ids('exam')}::bigint[]) and e.state = 1 and e.deleted_at is null
       and (starts_with(${orgCode}, e.org_code) or starts_with(e.org_code, ${orgCode}))`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Changes of a course's state, for `step`. */
export const STEPS = {
  publish: (by: string) => sql`state = 1, published_at = now(), published_by = ${by}, withdrawn_for = ''`,
  withdraw: (reason: string) => sql`state = 2, withdrawn_for = ${reason}`,
};

/** Courses `c` that are no college's. */
export const NO_COLLEGE = sql<boolean>`c.audience <> 'college'`;
