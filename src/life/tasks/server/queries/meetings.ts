import { type RawBuilder, sql } from 'kysely';
import { ROLE } from '#kernel/session/contract.ts';
import type { MeetingView } from '#life/tasks/contract.meeting.ts';
import type { MeetingState } from '#life/tasks/rules.meeting.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { isInAudience } from './publish.ts';
import type { Audience } from './tasks.ts';

export interface MeetingAudience extends Audience {
  memberIds: string[];
}

/** The kind of these meetings at the sheets of attendance. */
export const SHEET = 'officeMeeting';

export interface MeetingRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  title: string;
  startsAt: Date;
  endsAt: Date;
  place: string;
  host: string;
  agenda: string;
  note: string;
  answerBy: string | null;
  audience: MeetingAudience;
  files: string[];
  closedFiles: string[];
  parentPartId: string | null;
  state: MeetingState;
  reason: string;
  noticedAt: Date | null;
  noticedBy: string;
  minutes: string;
  minutesFiles: string[];
  minutesNo: number | null;
  minutesYear: number | null;
  minutesAt: Date | null;
  minutesBy: string;
  updatedBy: string;
  version: number;
  /** By the database's clock. */
  begun: boolean;
  over: boolean;
  invited: number;
  coming: number;
  leave: number;
  silent: number;
  ownAnswer: number | null;
}

const columns = (orgId: string) => sql`m.id, m.org_id as "orgId", m.org_code as "orgCode", o.name as "orgName", m.title,
  m.starts_at as "startsAt", m.ends_at as "endsAt", m.place, m.host, m.agenda, m.note, m.answer_by::text as "answerBy",
  m.audience, m.files, m.closed_files as "closedFiles", m.parent_part_id as "parentPartId", m.state, m.reason,
  m.noticed_at as "noticedAt", m.noticed_by as "noticedBy", m.minutes, m.minutes_files as "minutesFiles",
  m.minutes_no as "minutesNo", m.minutes_year as "minutesYear", m.minutes_at as "minutesAt", m.minutes_by as "minutesBy",
  m.updated_by as "updatedBy", m.version, now() >= m.starts_at as begun, now() >= m.ends_at as over,
  s.invited, s.coming, s.leave, s.silent,
  (select max(i.answer) from office_invitee i where i.meeting_id = m.id and i.org_id = ${orgId}) as "ownAnswer"`;

const from = (scope: Scope) => sql`office_meeting m join organisation o on o.id = m.org_id and o.deleted_at is null
  left join lateral (
    select count(*)::int as invited, count(*) filter (where i.answer in (1, 3))::int as coming,
           count(*) filter (where i.answer = 2)::int as leave, count(*) filter (where i.answer = 0)::int as silent
      from office_invitee i where i.meeting_id = m.id and ${within(scope, 'i.org_code')}) s on true`;

/** Stands before whoever sees who called it, or somebody who is called; never announced, before the own organisation alone. */
export const isVisibleMeeting = (scope: Scope, orgId: string) => sql`case
  when m.noticed_at is null then m.org_id = ${orgId} and ${within(scope, 'm.org_code')}
  else ${within(scope, 'm.org_code')}
    or exists (select from office_invitee i where i.meeting_id = m.id and ${within(scope, 'i.org_code')}) end`;

export interface MeetingFilter {
  view: MeetingView;
  state: number | null;
  from: string | null;
  to: string | null;
  words: string | null;
}

/** A page of meetings, the latest first. */
export async function pageOfMeetings(
  db: Db,
  scope: Scope,
  orgId: string,
  filter: MeetingFilter,
  limit: number,
  offset: number,
) {
  const parts: RawBuilder<unknown>[] = [isVisibleMeeting(scope, orgId)];
  if (filter.view === 'held') parts.push(sql`m.org_id = ${orgId}`);
  else if (filter.view === 'invited')
    parts.push(
      sql`m.noticed_at is not null and m.id in (select meeting_id from office_invitee where org_id = ${orgId})`,
    );
  else parts.push(sql`m.org_id <> ${orgId} and ${within(scope, 'm.org_code')}`);
  if (filter.state !== null) parts.push(sql`m.state = ${filter.state}`);
  if (filter.from) parts.push(sql`m.starts_at >= ${filter.from}::date::timestamp at time zone 'Asia/Shanghai'`);
  if (filter.to) parts.push(sql`m.starts_at < (${filter.to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`);
  if (filter.words) parts.push(textHolds(sql`m.title`, filter.words));
  const where = sql.join(parts, sql` and `);
  const [page, total] = await Promise.all([
    sql<MeetingRecord>`select ${columns(orgId)} from ${from(scope)} where ${where}
      order by m.starts_at desc, m.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from office_meeting m join organisation o on o.id = m.org_id
      and o.deleted_at is null where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** A meeting that stands before the session; `lock` keeps it for this transaction. */
export async function findMeeting(
  db: Db,
  scope: Scope,
  orgId: string,
  id: string,
  lock = false,
): Promise<MeetingRecord | undefined> {
  const { rows } = await sql<MeetingRecord>`
    select ${columns(orgId)} from ${from(scope)} where m.id = ${id} and ${isVisibleMeeting(scope, orgId)}
    ${lock ? sql`for update of m` : sql``}`.execute(db);
  return rows[0];
}

/** Meetings of an organisation that hold a place at a time. @param from `2026-01-31 09:00` in Beijing */
export async function taken(
  db: Db,
  orgId: string,
  place: string,
  start: string,
  end: string,
  except: string | null,
): Promise<{ title: string; startsAt: Date; endsAt: Date }[]> {
  const { rows } = await sql<{ title: string; startsAt: Date; endsAt: Date }>`
    select title, starts_at as "startsAt", ends_at as "endsAt" from office_meeting
     where org_id = ${orgId} and place = ${place} and state in (0, 1) and id is distinct from ${except}::bigint
       and starts_at < ${end}::timestamp at time zone 'Asia/Shanghai'
       and ends_at > ${start}::timestamp at time zone 'Asia/Shanghai'
     order by starts_at limit 5`.execute(db);
  return rows;
}

export interface MeetingFields {
  title: string;
  startsAt: string;
  endsAt: string;
  place: string;
  host: string;
  agenda: string;
  note: string;
  answerBy: string | null;
  audience: MeetingAudience;
}

const beijing = (text: string) => sql`${text}::timestamp at time zone 'Asia/Shanghai'`;

/** Writes a draft; answers its id. */
export async function insertMeeting(
  db: Db,
  org: { id: string; code: string },
  one: MeetingFields,
  parentPartId: string | null,
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into office_meeting (org_id, org_code, title, starts_at, ends_at, place, host, agenda, note, answer_by, audience,
                                parent_part_id, created_by, updated_by)
    values (${org.id}, ${org.code}, ${one.title}, ${beijing(one.startsAt)}, ${beijing(one.endsAt)}, ${one.place}, ${one.host},
            ${one.agenda}, ${one.note}, ${one.answerBy}, ${JSON.stringify(one.audience)}::jsonb, ${parentPartId}, ${by}, ${by})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes what the form says; answers the new version. */
export async function writeFields(db: Db, id: string, one: MeetingFields, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update office_meeting set title = ${one.title}, starts_at = ${beijing(one.startsAt)}, ends_at = ${beijing(one.endsAt)},
           place = ${one.place}, host = ${one.host}, agenda = ${one.agenda}, note = ${one.note}, answer_by = ${one.answerBy},
           audience = ${JSON.stringify(one.audience)}::jsonb, version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export const setFiles = (db: Db, id: string, files: readonly string[], closed: readonly string[]) =>
  sql`update office_meeting set files = ${files}::text[], closed_files = ${closed}::text[] where id = ${id}`.execute(
    db,
  );

/** What of a meeting a step changes; what is left out stays. */
export interface MeetingChange {
  state?: MeetingState;
  reason?: string;
  noticed?: true;
  minutes?: { text: string; files: readonly string[] };
  /** The minutes go out, with the next number of the organisation's year; a number that was given stays. */
  issued?: true;
}

/** Writes a step; answers the new version. */
export async function writeMeeting(db: Db, id: string, change: MeetingChange, by: string): Promise<number> {
  const sets: RawBuilder<unknown>[] = [sql`version = version + 1, updated_at = now(), updated_by = ${by}`];
  if (change.state !== undefined) sets.push(sql`state = ${change.state}`);
  if (change.reason !== undefined) sets.push(sql`reason = ${change.reason}`);
  if (change.noticed) sets.push(sql`noticed_at = now(), noticed_by = ${by}`);
  if (change.minutes) sets.push(sql`minutes = ${change.minutes.text}, minutes_files = ${change.minutes.files}::text[]`);
  if (change.issued)
    sets.push(sql`minutes_at = now(), minutes_by = ${by},
      minutes_year = coalesce(minutes_year, extract(year from ${dbToday})::smallint),
      minutes_no = coalesce(minutes_no, (select coalesce(max(other.minutes_no), 0) + 1 from office_meeting other
        where other.org_id = office_meeting.org_id and other.minutes_year = extract(year from ${dbToday})))`);
  const { rows } = await sql<{ version: number }>`
    update office_meeting set ${sql.join(sets, sql`, `)} where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** The rows of those whose minutes are numbered are taken one after another. */
export const lockNumbers = (db: Db, orgId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('officeMinutes'), hashtext(${orgId}))`.execute(db);

/** How many organisations and people a meeting would call. */
export async function countCalled(db: Db, scope: Scope, orgId: string, audience: MeetingAudience): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) ${isInAudience(scope, orgId, audience)})::int + ${audience.memberIds.length}::int as n`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Calls the organisations and people of an audience who are not called yet. */
export const insertInvitees = (db: Db, scope: Scope, id: string, orgId: string, audience: MeetingAudience) =>
  sql`insert into office_invitee (meeting_id, org_id, org_code, person_id, person, member_id, attendee)
      select ${id}::bigint, o.id, o.code, null::bigint, '', null::bigint, '' ${isInAudience(scope, orgId, audience)}
      union all
      select ${id}::bigint, member.org_id, member.org_code, member.id, member.name, null::bigint, '' from member
       where member.id = any(${audience.memberIds}::bigint[]) and member.deleted_at is null and ${peopleWithin(scope)}
      on conflict (meeting_id, org_id, coalesce(person_id, 0)) do nothing`.execute(db);

/** Lets go those who are called no more, by the audience as it is now; those who answered stay. */
export const dropInvitees = (db: Db, scope: Scope, id: string, orgId: string, audience: MeetingAudience) =>
  sql`delete from office_invitee i where i.meeting_id = ${id} and i.answer = 0
         and case when i.person_id is null
               then i.org_id not in (select o.id ${isInAudience(scope, orgId, audience)})
               else i.person_id <> all(${audience.memberIds}::bigint[]) end`.execute(db);

/** Names of people of the scope by id; one that is gone or out of it is missing. */
export async function peopleNames(db: Db, scope: Scope, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; name: string; orgId: string }>`
    select id, name, org_id as "orgId" from member where id = any(${ids}::bigint[]) and deleted_at is null
       and ${peopleWithin(scope)} order by id`.execute(db);
  return rows;
}

export interface ResolutionRecord {
  id: string;
  text: string;
  dueOn: string | null;
  taskId: string | null;
  taskState: number | null;
}

/** 议定事项 in their order. */
export async function resolutionsOf(db: Db, id: string): Promise<ResolutionRecord[]> {
  const { rows } = await sql<ResolutionRecord>`
    select r.id, r.text, r.due_on::text as "dueOn", t.id as "taskId", t.state as "taskState"
      from office_resolution r left join office_task t on t.id = r.task_id and t.deleted_at is null
     where r.meeting_id = ${id} order by r.sort, r.id`.execute(db);
  return rows;
}

/** Writes 议定事项 anew; those of which a task was made keep their words. */
export async function writeResolutions(
  db: Db,
  id: string,
  list: readonly { id: string | null; text: string; dueOn: string | null }[],
): Promise<void> {
  const kept = list.flatMap((one) => (one.id === null ? [] : [one.id]));
  await sql`delete from office_resolution where meeting_id = ${id} and id <> all(${kept}::bigint[])`.execute(db);
  for (const [at, one] of list.entries()) {
    if (one.id === null)
      await sql`insert into office_resolution (meeting_id, sort, text, due_on) values (${id}, ${at}, ${one.text}, ${one.dueOn})`.execute(
        db,
      );
    else
      await sql`update office_resolution set sort = ${at}, text = ${one.text}, due_on = ${one.dueOn}
                 where id = ${one.id} and meeting_id = ${id}`.execute(db);
  }
}

export const linkTask = (db: Db, resolutionId: string, taskId: string) =>
  sql`update office_resolution set task_id = ${taskId} where id = ${resolutionId}`.execute(db);

/** The own part of a task that waits for an answer, the one whose day comes first. */
export async function openPartOf(db: Db, orgId: string, taskId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select p.id from office_part p join office_task t on t.id = p.task_id and t.state = 2 and t.deleted_at is null
     where p.task_id = ${taskId} and p.org_id = ${orgId} and p.state in (0, 1, 3) order by p.due_on, p.id limit 1`.execute(
    db,
  );
  return rows[0]?.id;
}

/** The latest meeting that answers a part and was not cancelled. */
export async function meetingOfPart(db: Db, partId: string) {
  const { rows } = await sql<{ id: string; title: string; state: MeetingState }>`
    select id, title, state from office_meeting where parent_part_id = ${partId} and state <> 4 order by id desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/** Meetings of tomorrow of which nobody was reminded yet, with the accounts of those who come or have not answered. */
export async function toRemind(db: Db) {
  const { rows } = await sql<{
    id: string;
    orgId: string;
    title: string;
    place: string;
    startsAt: Date;
    accounts: string[];
  }>`
    select m.id, m.org_id as "orgId", m.title, m.place, m.starts_at as "startsAt", array(
             select g.account_id from office_invitee i join usable_grant g on g.org_id = i.org_id and g.role_id = ${ROLE.worker}
              where i.meeting_id = m.id and i.answer <> 2 and i.person_id is null
             union select a.id from office_invitee i join account a on a.member_id in (i.person_id, i.member_id)
              where i.meeting_id = m.id and i.answer <> 2) as accounts
      from office_meeting m
     where m.state = 1 and m.reminded_at is null and m.starts_at > now() and m.starts_at <= now() + interval '24 hours'
       and m.noticed_at < now() - interval '6 hours'
     order by m.id limit 200 for update of m skip locked`.execute(db);
  return rows;
}

/** Marks locked meetings as reminded of. */
export const setReminded = (db: Db, ids: readonly string[]) =>
  sql`update office_meeting set reminded_at = now() where id = any(${ids}::bigint[])`.execute(db);
