import { type RawBuilder, sql } from 'kysely';
import { isUrged } from '#house/server/urging.ts';
import type { Way } from '#kernel/attendance/rules.ts';
import { ROLE } from '#kernel/session/contract.ts';
import type { Answer } from '#life/tasks/rules.meeting.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { reconcileTodos } from '#platform/server/inbox/todos.ts';
import { SHEET } from './meetings.ts';

/** Whether one of the invitations is the person's own: invited by name, or sent by the invited organisation. */
export async function isOwnInvitation(db: Db, ids: readonly string[], memberId: string): Promise<boolean> {
  const { rows } = await sql`select from office_invitee
    where id = any(${ids}::bigint[]) and (person_id = ${memberId} or member_id = ${memberId}) limit 1`.execute(db);
  return rows.length > 0;
}

export interface InviteeRecord {
  id: string;
  meetingId: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  personId: string | null;
  person: string;
  answer: Answer;
  memberId: string | null;
  attendee: string;
  reason: string;
  readAt: Date | null;
  answeredAt: Date | null;
  answeredBy: string;
  minutesReadAt: Date | null;
  record: string;
  recordFiles: string[];
  recordedAt: Date | null;
  recordedBy: string;
  version: number;
  /** Of the sheet of attendance. */
  state: 0 | 1 | 2 | 3;
  signedAt: Date | null;
  late: boolean;
  way: Way;
  hasAccount: boolean;
}

const COLUMNS = sql`i.id, i.meeting_id as "meetingId", i.org_id as "orgId", i.org_code as "orgCode", o.name as "orgName",
  i.person_id as "personId", i.person, i.answer, i.member_id as "memberId", i.attendee, i.reason, i.read_at as "readAt",
  i.answered_at as "answeredAt", i.answered_by as "answeredBy", i.minutes_read_at as "minutesReadAt", i.record,
  i.record_files as "recordFiles", i.recorded_at as "recordedAt", i.recorded_by as "recordedBy", i.version,
  coalesce(p.state, 0) as state, p.signed_at as "signedAt", coalesce(p.late, false) as late, coalesce(p.way, '') as way,
  exists (select from usable_grant g where g.org_id = i.org_id and g.role_id = ${ROLE.worker}) as "hasAccount"`;
const FROM = sql`office_invitee i join organisation o on o.id = i.org_id
  left join attendance_sheet h on h.kind = ${SHEET} and h.subject_id = i.meeting_id
  left join attendance_person p on p.sheet_id = h.id and p.member_id = i.member_id`;

/** A page of those who are called within the scope, in the order of the tree. */
export async function pageOfInvitees(
  db: Db,
  scope: Scope,
  meetingId: string,
  filter: { answer: number | null; only: 'unread' | 'present' | 'away' | null; words: string | null },
  limit: number,
  offset: number,
) {
  const parts: RawBuilder<unknown>[] = [sql`i.meeting_id = ${meetingId}`, within(scope, 'i.org_code')];
  if (filter.answer !== null) parts.push(sql`i.answer = ${filter.answer}`);
  if (filter.only === 'unread') parts.push(sql`i.read_at is null`);
  if (filter.only === 'present') parts.push(sql`p.state = 1`);
  if (filter.only === 'away') parts.push(sql`p.state is distinct from 1`);
  if (filter.words)
    parts.push(sql`(${textHolds(sql`o.name`, filter.words)} or ${textHolds(sql`i.person`, filter.words)}
      or ${textHolds(sql`i.attendee`, filter.words)})`);
  const where = sql.join(parts, sql` and `);
  const [page, total] = await Promise.all([
    sql<InviteeRecord>`select ${COLUMNS} from ${FROM} where ${where}
      order by i.org_code, i.person_id nulls first, i.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${FROM} where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** What is counted of those within the scope, whatever the list shows. */
export async function tally(db: Db, scope: Scope, meetingId: string) {
  const { rows } = await sql<{
    invited: number;
    coming: number;
    leave: number;
    silent: number;
    read: number;
    present: number;
  }>`
    select count(*)::int as invited, count(*) filter (where i.answer in (1, 3))::int as coming,
           count(*) filter (where i.answer = 2)::int as leave, count(*) filter (where i.answer = 0)::int as silent,
           count(*) filter (where i.read_at is not null)::int as read, count(*) filter (where p.state = 1)::int as present
      from ${FROM} where i.meeting_id = ${meetingId} and ${within(scope, 'i.org_code')}`.execute(db);
  return rows[0] ?? { invited: 0, coming: 0, leave: 0, silent: 0, read: 0, present: 0 };
}

/** Everybody called within the scope, for papers. */
export async function allInvitees(db: Db, scope: Scope, meetingId: string): Promise<InviteeRecord[]> {
  const { rows } = await sql<InviteeRecord>`
    select ${COLUMNS} from ${FROM} where i.meeting_id = ${meetingId} and ${within(scope, 'i.org_code')}
     order by i.org_code, i.person_id nulls first, i.id`.execute(db);
  return rows;
}

/** One who is called; `lock` keeps the row for this transaction. */
export async function findInvitee(db: Db, scope: Scope, id: string, lock = false): Promise<InviteeRecord | undefined> {
  const { rows } = await sql<InviteeRecord>`
    select ${COLUMNS} from ${FROM} where i.id = ${id} and ${within(scope, 'i.org_code')} and o.deleted_at is null
    ${lock ? sql`for update of i` : sql``}`.execute(db);
  return rows[0];
}

/** The invitation of a person, or that for which the person comes. */
export async function inviteeOfPerson(db: Db, meetingId: string, memberId: string, lock = false) {
  const { rows } = await sql<InviteeRecord>`
    select ${COLUMNS} from ${FROM} where i.meeting_id = ${meetingId} and ${memberId} in (i.person_id, i.member_id)
     order by i.person_id is null, i.id limit 1 ${lock ? sql`for update of i` : sql``}`.execute(db);
  return rows[0];
}

/** Writes an answer; answers the new version. */
export async function writeAnswer(
  db: Db,
  id: string,
  one: { answer: Answer; memberId: string | null; attendee: string; reason: string; by: string },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update office_invitee set answer = ${one.answer}, member_id = ${one.memberId}, attendee = ${one.attendee},
           reason = ${one.reason}, answered_at = now(), answered_by = ${one.by}, read_at = coalesce(read_at, now()),
           version = version + 1
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Others of the meeting for whom the same person comes. */
export async function comesForOthers(db: Db, meetingId: string, memberId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from office_invitee where meeting_id = ${meetingId} and member_id = ${memberId} and id <> ${id} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export interface Reader {
  orgId: string;
  /** The person at the desk, who may be called by name as well. */
  memberId: string | null;
}

/** The notice, or the minutes, was opened by a worker: read by the organisation, and by that person; by no other of its people. */
export const markRead = (db: Db, meetingId: string, { orgId, memberId }: Reader, minutes: boolean, by: string) => {
  const own = sql`meeting_id = ${meetingId} and org_id = ${orgId} and (person_id is null or person_id = ${memberId})`;
  return minutes
    ? sql`update office_invitee set read_at = coalesce(read_at, now()), minutes_read_at = now(), minutes_read_by = ${by}
           where ${own} and minutes_read_at is null`.execute(db)
    : sql`update office_invitee set read_at = now() where ${own} and read_at is null`.execute(db);
};

/** The same by the person who is called, or who comes for an organisation. */
export const markReadBy = (db: Db, inviteeId: string, minutes: boolean, by: string) =>
  sql`update office_invitee set read_at = coalesce(read_at, now()),
             minutes_read_at = case when ${minutes} then coalesce(minutes_read_at, now()) else minutes_read_at end,
             minutes_read_by = case when ${minutes} and minutes_read_at is null then ${by} else minutes_read_by end
       where id = ${inviteeId} and (read_at is null or (${minutes} and minutes_read_at is null))`.execute(db);

/** The minutes that are taken back were read by nobody. */
export const forgetReading = (db: Db, meetingId: string) =>
  sql`update office_invitee set minutes_read_at = null, minutes_read_by = '' where meeting_id = ${meetingId}`.execute(
    db,
  );

/** Writes what an organisation did about it. */
export async function writeRecord(db: Db, id: string, record: string, files: readonly string[], by: string) {
  const { rows } = await sql<{ version: number }>`
    update office_invitee set record = ${record}, record_files = ${files}::text[], recorded_at = now(), recorded_by = ${by},
           version = version + 1
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Accounts of those who are called: workers of the organisations, and the people themselves. */
export async function accountsCalled(db: Db, meetingId: string, silentOnly = false) {
  const { rows } = await sql<{ inviteeId: string; name: string; accountId: string | null; recently: boolean }>`
    select i.id as "inviteeId", ${isUrged(sql`i.urged_at`)} as recently, case when i.person = '' then o.name else i.person end as name, x.account as "accountId"
      from office_invitee i join organisation o on o.id = i.org_id
      left join lateral (
        select g.account_id as account from usable_grant g
         where i.person_id is null and g.org_id = i.org_id and g.role_id = ${ROLE.worker}
        union select a.id from account a where a.member_id in (i.person_id, i.member_id)) x on true
     where i.meeting_id = ${meetingId} ${silentOnly ? sql`and i.answer = 0` : sql``} order by i.id`.execute(db);
  return rows;
}

export const markUrged = (db: Db, ids: readonly string[]) =>
  sql`update office_invitee set urged_at = now() where id = any(${ids}::bigint[])`.execute(db);

/** Opens a to-do for each organisation that has not answered; closes those of the others. */
export const tendAnswers = (db: Db, meetingId: string) =>
  reconcileTodos(db, {
    roleId: ROLE.worker,
    module: '党务办公',
    act: '回执',
    kept: sql`subject in (select 'officeInvitee:' || id from office_invitee where meeting_id = ${meetingId})`,
    wanted: sql`
    select i.org_id, i.org_code, '会议回执：' || m.title as title, o.name || '通知' || case when i.person = '' then '' else i.person end as detail,
           coalesce(m.answer_by, (m.starts_at at time zone 'Asia/Shanghai')::date) as due_on,
           '/affairs/meeting/viewMeetingRecord/' || m.id || '/' || i.id as url, 'officeInvitee:' || i.id as subject
      from office_invitee i join office_meeting m on m.id = i.meeting_id join organisation o on o.id = m.org_id
     where m.id = ${meetingId} and m.state = 1 and i.answer = 0`,
  });

/** Meetings of this week that an organisation calls or is called to, the next first. */
export async function meetingsOfWeek(db: Db, orgId: string) {
  const { rows } = await sql<{
    id: string;
    title: string;
    startsAt: Date;
    place: string;
    orgName: string;
    answer: number | null;
  }>`
    select m.id, m.title, m.starts_at as "startsAt", m.place, o.name as "orgName", i.answer
      from office_meeting m join organisation o on o.id = m.org_id
      left join lateral (select id, answer from office_invitee where meeting_id = m.id and org_id = ${orgId}
                          order by person_id nulls first limit 1) i on true
     where m.state = 1 and m.ends_at > now() and m.starts_at < (${dbToday} + 8)::timestamp at time zone 'Asia/Shanghai'
       and (m.org_id = ${orgId} or i.id is not null)
     order by m.starts_at, m.id limit 20`.execute(db);
  return rows;
}
