import { sql } from 'kysely';
import type { MeetingState, MeetingType, TopicVote } from '#life/orgLife/rules.ts';
import { LATE_DAYS } from '#life/orgLife/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

/** The kind of its sheets of attendance. */
export const KIND = 'life';

export interface MeetingRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  type: MeetingType;
  alsoType: MeetingType | null;
  groupId: string | null;
  groupName: string | null;
  title: string;
  startsAt: Date;
  endsAt: Date;
  heldOn: string;
  place: string;
  hostId: string | null;
  host: string;
  recorderId: string | null;
  recorder: string;
  lecturerId: string | null;
  lecturer: string;
  note: string;
  minutes: string;
  files: string[];
  state: MeetingState;
  noticeId: string | null;
  due: number | null;
  present: number | null;
  lateEntry: boolean;
  cancelledAt: Date | null;
  cancelReason: string;
  returnReason: string;
  submittedAt: Date | null;
  submittedBy: string;
  archivedBy: string;
  taskId: string | null;
  taskTitle: string | null;
  version: number;
  updatedAt: Date;
  updatedBy: string;
  /** It has begun by the database's clock. */
  begun: boolean;
  /** It is over. */
  over: boolean;
}

/** What is read of a meeting `m`, from `FROM`. */
export const COLUMNS = sql`m.id, m.org_id as "orgId", m.org_code as "orgCode", o.name as "orgName", m.type, m.also_type as "alsoType",
  m.group_id as "groupId", g.name as "groupName", m.title, m.starts_at as "startsAt", m.ends_at as "endsAt",
  m.held_on as "heldOn", m.place, m.host_id as "hostId", m.host, m.recorder_id as "recorderId", m.recorder,
  m.lecturer_id as "lecturerId", m.lecturer, m.note, m.minutes, m.files, m.state, m.notice_id as "noticeId",
  coalesce(m.due, seen.due) as due, coalesce(m.present, seen.present) as present, m.late_entry as "lateEntry",
  m.cancelled_at as "cancelledAt", m.cancel_reason as "cancelReason", m.return_reason as "returnReason",
  m.submitted_at as "submittedAt", m.submitted_by as "submittedBy", m.archived_by as "archivedBy",
  m.task_id as "taskId", (select t.title from office_task t where t.id = m.task_id) as "taskTitle", m.version,
  m.updated_at as "updatedAt", m.updated_by as "updatedBy", m.starts_at <= now() as begun,
  m.ends_at <= now() as over`;
export const FROM = sql`life_meeting m join organisation o on o.id = m.org_id left join party_group g on g.id = m.group_id
  left join lateral (
    select count(*)::int as due, count(*) filter (where p.state = 1)::int as present
      from attendance_sheet s join attendance_person p on p.sheet_id = s.id and p.due and not p.guest
     where s.kind = ${sql.lit(KIND)} and s.subject_id = m.id having count(*) > 0) seen on m.due is null and m.state > 0`;

/** A meeting of the scope; locked where it is to be written. */
export async function findMeeting(db: Db, scope: Scope, id: string, lock = false): Promise<MeetingRecord | undefined> {
  const { rows } = await sql<MeetingRecord>`
    select ${COLUMNS} from ${FROM} where m.id = ${id} and o.deleted_at is null and ${within(scope, 'm.org_code')}
    ${lock ? sql`for update of m` : sql``}`.execute(db);
  return rows[0];
}

/** Meetings by their ids, wherever they are held, that were announced or held; the latest first. */
export async function listAnnouncedMeetings(db: Db, ids: readonly string[]): Promise<MeetingRecord[]> {
  const { rows } = await sql<MeetingRecord>`
    select ${COLUMNS} from ${FROM}
     where m.id = any(${ids}::bigint[]) and o.deleted_at is null and m.cancelled_at is null and m.state in (1, 2, 3, 5)
     order by m.starts_at desc, m.id desc`.execute(db);
  return rows;
}

export interface TopicRecord {
  id: string;
  kind: number;
  title: string;
  minutes: string;
  decision: string;
  yes: number | null;
  no: number | null;
  abstain: number | null;
  spoilt: number | null;
  passed: boolean | null;
  /** Its vote stands at a step of 发展党员 as well. */
  isBound: boolean;
}

export async function topicsOf(db: Db, meetingId: string): Promise<TopicRecord[]> {
  const { rows } = await sql<TopicRecord>`
    select id, kind, title, minutes, decision, yes, no, abstain, spoilt, passed,
           development_meeting_id is not null as "isBound" from life_topic
     where meeting_id = ${meetingId} order by sort, id`.execute(db);
  return rows;
}

/** What a form writes of a meeting. */
export interface MeetingValues {
  type: number;
  alsoType: number | null;
  groupId: string | null;
  title: string;
  startsAt: string;
  endsAt: string;
  place: string;
  hostId: string | null;
  host: string;
  recorderId: string | null;
  recorder: string;
  lecturerId: string | null;
  lecturer: string;
  note: string;
}

const columnsOf = (one: MeetingValues): [string, unknown][] => [
  ['type', one.type],
  ['also_type', one.alsoType],
  ['group_id', one.groupId],
  ['title', one.title],
  ['starts_at', one.startsAt],
  ['ends_at', one.endsAt],
  ['place', one.place],
  ['host_id', one.hostId],
  ['host', one.host],
  ['recorder_id', one.recorderId],
  ['recorder', one.recorder],
  ['lecturer_id', one.lecturerId],
  ['lecturer', one.lecturer],
  ['note', one.note],
];

export async function insertMeeting(
  db: Db,
  org: { id: string; code: string },
  one: MeetingValues,
  by: string,
): Promise<string> {
  const all: [string, unknown][] = [
    ...columnsOf(one),
    ['org_id', org.id],
    ['org_code', org.code],
    ['created_by', by],
    ['updated_by', by],
  ];
  const { rows } = await sql<{ id: string }>`
    insert into life_meeting (${sql.join(all.map(([name]) => sql.ref(name)))})
    values (${sql.join(all.map(([, value]) => value))}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** The organisations of the scope before which a task stands, with its kind. */
export async function taskPlaces(db: Db, scope: Scope, taskId: string) {
  const { rows } = await sql<{ orgId: string; kind: number }>`
    select distinct p.org_id as "orgId", t.kind from office_part p join office_task t on t.id = p.task_id
      join organisation o on o.id = p.org_id and o.deleted_at is null
     where p.task_id = ${taskId} and ${within(scope, 'p.org_code')}`.execute(db);
  return rows;
}

/** The part of a task that a meeting has reported. */
export const setPart = (db: Db, id: string, partId: string) =>
  sql`update life_meeting set office_part_id = ${partId} where id = ${id}`.execute(db);

/** Lets go of the part that a meeting has reported, and says which it was. */
export async function takePart(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ partId: string }>`
    update life_meeting m set office_part_id = null from life_meeting before
     where m.id = ${id} and before.id = m.id and before.office_part_id is not null
    returning before.office_part_id as "partId"`.execute(db);
  return rows[0]?.partId;
}

/** Writes columns of a meeting and counts its version up. */
export async function writeMeeting(db: Db, id: string, set: readonly [string, unknown][], by: string): Promise<number> {
  const sets = set.map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { rows } = await sql<{ version: number }>`
    update life_meeting set ${sql.join([...sets, sql`version = version + 1`, sql`updated_at = now()`, sql`updated_by = ${by}`])}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export const writeValues = (db: Db, id: string, one: MeetingValues, by: string) =>
  writeMeeting(db, id, columnsOf(one), by);

/** Makes these the topics of a meeting, in this order; those that stay keep what was written of them. */
export async function writeTopics(
  db: Db,
  meetingId: string,
  topics: readonly { id: string | null; kind: number; title: string }[],
): Promise<void> {
  const kept = topics.flatMap(({ id }) => id ?? []);
  await sql`delete from life_topic where meeting_id = ${meetingId} and id <> all(${kept}::bigint[])`.execute(db);
  for (const [at, one] of topics.entries()) {
    if (one.id) {
      await sql`update life_topic set sort = ${at}, kind = ${one.kind}, title = ${one.title}
                 where id = ${one.id} and meeting_id = ${meetingId}`.execute(db);
    } else {
      await sql`insert into life_topic (meeting_id, sort, kind, title) values (${meetingId}, ${at}, ${one.kind}, ${one.title})`.execute(
        db,
      );
    }
  }
}

/** What was said, decided and voted at a topic of a meeting; false: it is not one of its topics. */
export async function recordTopic(
  db: Db,
  meetingId: string,
  one: { id: string; minutes: string; decision: string; vote: TopicVote | null; passed: boolean | null },
): Promise<boolean> {
  const { rows } = await sql`
    update life_topic set minutes = ${one.minutes}, decision = ${one.decision}, yes = ${one.vote?.yes ?? null},
           no = ${one.vote?.no ?? null}, abstain = ${one.vote?.abstain ?? null}, spoilt = ${one.vote?.spoilt ?? null},
           passed = ${one.passed}
     where id = ${one.id} and meeting_id = ${meetingId} returning 1`.execute(db);
  return rows.length > 0;
}

/** Names of people within the scope, by id. */
export async function namesOf(db: Db, scope: Scope, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from member where id = any(${ids}::bigint[]) and deleted_at is null and ${within(scope)}`.execute(
    db,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The organisation of a 党小组 of the scope. */
export async function isGroupOf(db: Db, scope: Scope, groupId: string): Promise<string | undefined> {
  const { rows } = await sql<{ orgId: string }>`
    select g.org_id as "orgId" from party_group g join organisation o on o.id = g.org_id and o.deleted_at is null
     where g.id = ${groupId} and g.deleted_at is null and ${within(scope, 'g.org_code')}`.execute(db);
  return rows[0]?.orgId;
}

/** Whom a meeting of a committee calls: the members of the present leadership with a record. */
export async function teamOf(db: Db, orgId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.member_id as id from org_post p join org_term t on t.id = p.term_id and t.is_current
     where p.org_id = ${orgId} and p.member_id is not null group by 1 order by min(p.sort), 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Who belongs to a 党小组. */
export async function groupOf(db: Db, groupId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select member_id as id from party_group_person where group_id = ${groupId}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Who of a notice has read it, by account. */
export async function readersOf(db: Db, noticeId: string | null): Promise<Map<string, boolean>> {
  if (noticeId === null) return new Map();
  const { rows } = await sql<{ accountId: string; read: boolean }>`
    select account_id as "accountId", is_read as read from notice_recipient where notice_id = ${noticeId}`.execute(db);
  return new Map(rows.map(({ accountId, read }) => [accountId, read]));
}

/** Whether the day lies further back than what is entered in time. */
export async function isLate(db: Db, heldOn: string): Promise<boolean> {
  const { rows } = await sql<{ late: boolean }>`select ${dbToday} - ${heldOn}::date > ${LATE_DAYS} as late`.execute(db);
  return rows[0]?.late ?? false;
}

/** Archives by itself what was submitted long enough ago; answers how many. */
export async function archiveDue(db: Db): Promise<number> {
  const { rows } = await sql`
    update life_meeting set state = 5, archived_at = now(), archived_by = '系统', version = version + 1, updated_at = now(),
           updated_by = '系统'
     where state = 3 and cancelled_at is null
       and submitted_at < now() - (select archive_days from life_terms) * interval '1 day' returning 1`.execute(db);
  return rows.length;
}

/** Meetings of tomorrow whose people were not reminded yet. */
export async function toRemind(db: Db) {
  const { rows } = await sql<{
    id: string;
    orgId: string;
    title: string;
    startsAt: Date;
    place: string;
    accounts: string[];
  }>`
    select m.id, m.org_id as "orgId", m.title, m.starts_at as "startsAt", m.place,
           array_agg(a.id::text) as accounts
      from life_meeting m join attendance_sheet s on s.kind = ${sql.lit(KIND)} and s.subject_id = m.id
      join attendance_person p on p.sheet_id = s.id and p.due and p.state = 0 join account a on a.member_id = p.member_id
     where m.state = 1 and m.cancelled_at is null and m.reminded_at is null
       and m.starts_at between now() and now() + interval '1 day' and m.created_at < m.starts_at - interval '1 day'
     group by m.id`.execute(db);
  return rows;
}

/** Marks meetings as reminded of; answers those that no other process had marked. */
export async function setReminded(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    update life_meeting set reminded_at = now() where id = any(${ids}::bigint[]) and reminded_at is null returning id`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

export interface OwnRecord {
  id: string;
  title: string;
  type: number;
  orgName: string;
  startsAt: Date;
  endsAt: Date;
  place: string;
  note: string;
  state: MeetingState;
  cancelled: boolean;
  minutes: string;
  topics: string[];
  attendance: 0 | 1 | 2 | 3;
  late: boolean;
  leave: string;
  reason: string;
  due: boolean;
  open: boolean;
}

/** The meetings of a year at which somebody is due or was a guest, the latest first; minutes once they were submitted. */
export async function ownMeetings(db: Db, memberId: string, year: number): Promise<OwnRecord[]> {
  const { rows } = await sql<OwnRecord>`
    select m.id, m.title, m.type, o.name as "orgName", m.starts_at as "startsAt", m.ends_at as "endsAt", m.place, m.note, m.state,
           m.cancelled_at is not null as cancelled,
           case when m.state in (3, 5) and m.type not in (6, 7) then m.minutes else '' end as minutes,
           array(select t.title from life_topic t where t.meeting_id = m.id order by t.sort) as topics,
           p.state as attendance, p.late, p.leave, p.reason, p.due, m.state = 1 and m.ends_at > now() as open
      from attendance_person p join attendance_sheet s on s.id = p.sheet_id and s.kind = ${sql.lit(KIND)}
      join life_meeting m on m.id = s.subject_id and m.state > 0 join organisation o on o.id = m.org_id
     where p.member_id = ${memberId} and m.held_on between ${`${year}-01-01`} and ${`${year}-12-31`}
     order by m.starts_at desc, m.id desc`.execute(db);
  return rows;
}
