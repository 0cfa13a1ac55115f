import { type RawBuilder, sql } from 'kysely';
import type { ChapterKind } from '#learning/course/rules.course.ts';
import { matchesCollege } from '#people/groups/server/index.ts';
import type { Session } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { OVER } from './course.ts';

export interface OwnRecord {
  id: string;
  title: string;
  intro: string;
  orgName: string;
  isRequired: boolean;
  inOrder: boolean;
  endsOn: string | null;
  isOver: boolean;
  minutes: number;
  /** Of a college alone. */
  term: string;
  state: number;
  chapters: number;
  musts: number;
  done: number;
  personId: string | null;
  isOwn: boolean;
  begunAt: Date | null;
  finishedAt: Date | null;
}

const OWN = sql`c.id, c.title, c.intro, o.name as "orgName", c.is_required as "isRequired", c.in_order as "inOrder",
  c.ends_on::text as "endsOn", ${OVER} as "isOver", c.minutes, c.term, c.state,
  (select count(*)::int from course_chapter h where h.course_id = c.id) as chapters,
  (select count(*)::int from course_chapter h where h.course_id = c.id and h.is_must) as musts,
  (select count(*)::int from course_done d join course_chapter h on h.id = d.chapter_id and h.is_must where d.person_id = x.id) as done,
  x.id as "personId", coalesce(x.is_own, false) as "isOwn", x.begun_at as "begunAt", x.finished_at as "finishedAt"`;
const from = (memberId: string) => sql`course c join organisation o on o.id = c.org_id and o.deleted_at is null
  left join course_person x on x.course_id = c.id and x.member_id = ${memberId}`;
const LIVE = sql`c.state = 1 and c.deleted_at is null`;

/** What somebody may sign up for: a course not required of anybody, whose audience the person belongs to. */
const offered = (session: Session, memberId: string): RawBuilder<unknown> => sql`
  not c.is_required and starts_with(${session.orgCode}, c.org_code)
  and exists (select from member where member.id = ${memberId} and (not c.only_members or member.person_category in (1, 2)))
  and (c.audience = 'below'
    or c.audience = 'people' and ${memberId}::bigint = any(c.audience_people)
    or c.audience = 'orgs' and exists (select from organisation t where t.id = any(c.audience_orgs) and t.deleted_at is null
         and starts_with(${session.orgCode}, t.code))
    or c.audience = 'college' and exists (select from member g where g.id = ${memberId}
         and ${matchesCollege(sql`c.audience_college`, 'g')})
    or c.audience = 'groups' and exists (select from content_group_member g join content_group k on k.id = g.group_id
         and k.deleted_at is null where g.member_id = ${memberId} and k.id = any(c.audience_groups)))`;

export type OwnView = 'open' | 'finished' | 'offered';

/** A page of somebody's courses: required ones first, those that end soonest before the others. */
export async function pageOfOwn(
  db: Db,
  session: Session,
  memberId: string,
  view: OwnView,
  limit: number,
  offset: number,
  further: RawBuilder<boolean> = sql<boolean>`true`,
) {
  const which: Readonly<Record<OwnView, RawBuilder<unknown>>> = {
    open: sql`x.id is not null and x.finished_at is null and ${LIVE}`,
    finished: sql`x.finished_at is not null and c.deleted_at is null`,
    offered: sql`x.id is null and ${LIVE} and ${offered(session, memberId)}`,
  };
  const order =
    view === 'finished'
      ? sql`x.finished_at desc, c.id desc`
      : sql`c.is_required desc, c.ends_on nulls last, c.published_at desc, c.id desc`;
  const where = sql`${from(memberId)} where ${which[view]} and ${further}`;
  const [rows, total] = await Promise.all([
    sql<OwnRecord>`select ${OWN} from ${where} order by ${order} limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** A course that somebody is on the list of, whatever became of it, or may sign up for. */
export async function findOwn(db: Db, session: Session, memberId: string, id: string): Promise<OwnRecord | undefined> {
  const { rows } = await sql<OwnRecord>`
    select ${OWN} from ${from(memberId)}
     where c.id = ${id} and c.deleted_at is null and (x.id is not null or ${LIVE} and ${offered(session, memberId)})`.execute(
    db,
  );
  return rows[0];
}

export interface OwnChapterRecord {
  id: string;
  kind: ChapterKind;
  title: string;
  note: string;
  url: string;
  sourceId: string | null;
  seconds: number;
  isMust: boolean;
  isGone: boolean;
  doneAt: Date | null;
  /** Per cent of a video seen, of the share that it needs. */
  videoPercent: number;
  readSeconds: number;
  /** Whether the person is on the exam's list, and stands how (0 待考 … 3 已完成); null: not on it. */
  examRecord: number | null;
}

/** The chapters of a course as one person has learnt them. */
export async function ownChapters(
  db: Db,
  session: Session,
  courseId: string,
  memberId: string,
): Promise<OwnChapterRecord[]> {
  const { rows } = await sql<OwnChapterRecord>`
    select h.id, h.kind, h.title, h.note, h.url, h.source_id as "sourceId", h.seconds, h.is_must as "isMust",
           (h.source_id is not null and coalesce(v.id, d.id, e.id) is null) as "isGone", n.done_at as "doneAt",
           coalesce((select max(floor(least(s.seconds, v.seconds) * 100.0 / nullif(v.seconds, 0)))::int from video_seen s
              join account a on a.id = s.account_id where s.video_id = v.id and a.member_id = ${memberId}), 0) as "videoPercent",
           coalesce((select max(r.seconds) from knowledge_reading r
              join account a on a.id = r.account_id where r.document_id = d.id and a.member_id = ${memberId}), 0) as "readSeconds",
           (select coalesce((select t.state from exam_attempt t where t.person_id = p.id order by t.number desc limit 1), 0)::int
              from exam_person p where p.exam_id = e.id and p.member_id = ${memberId}) as "examRecord"
      from course_chapter h
      left join video v on h.kind = 'video' and v.id = h.source_id and v.state = 1 and v.deleted_at is null
       and (v.audience = 'all' or starts_with(${session.orgCode}, v.org_code))
      left join (knowledge_document d join knowledge_folder f on f.id = d.folder_id) on h.kind = 'document' and d.id = h.source_id
       and d.state = 1 and d.deleted_at is null and (f.audience = 'all' or starts_with(${session.orgCode}, d.org_code))
      left join exam e on h.kind = 'exam' and e.id = h.source_id and e.state = 1 and e.deleted_at is null
      left join course_person x on x.course_id = h.course_id and x.member_id = ${memberId}
      left join course_done n on n.chapter_id = h.id and n.person_id = x.id
     where h.course_id = ${courseId} order by h.seq`.execute(db);
  return rows;
}

/** Puts somebody on a course's list by own choice. */
export const enrol = (db: Db, courseId: string, memberId: string) =>
  sql`insert into course_person (course_id, member_id, is_own) values (${courseId}, ${memberId}, true)
      on conflict (course_id, member_id) do nothing`.execute(db);

export const leave = (db: Db, personId: string) =>
  sql`delete from course_person where id = ${personId} and is_own`.execute(db);

export const begin = (db: Db, personId: string) =>
  sql`update course_person set begun_at = now() where id = ${personId} and begun_at is null`.execute(db);
