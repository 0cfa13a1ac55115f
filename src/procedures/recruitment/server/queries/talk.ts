import { sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import type { Scope } from '#platform/server/database/scope.ts';
import type { TalkTime } from '#procedures/recruitment/rules/talk.ts';
import { filesWithin } from './file.ts';
import { plannedLengths } from './occasions.ts';

export interface TalkRecord extends TalkTime {
  id: string;
  fileId: string;
  no: number;
  memberId: string;
  name: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  category: number;
  talkerId: string;
  talkerName: string;
  /** The talker can sign in. */
  talkerSigns: boolean;
  place: string;
  personAt: Date | null;
  talkerAt: Date | null;
  wish: string;
  wishedAt: Date | null;
  movedAt: Date | null;
  version: number;
  /** The file lies in the scope; else the session is only the talker. */
  mine: boolean;
  today: string;
}

const columns = (scope: Scope) => sql`t.id, t.file_id as "fileId", t.no, f.member_id as "memberId", m.name,
  f.org_id as "orgId", f.org_code as "orgCode", o.name as "orgName", f.category, t.talker_id as "talkerId",
  t.talker_name as "talkerName", exists (select from account a where a.member_id = t.talker_id and a.enabled) as "talkerSigns",
  t.day, t.starts, t.minutes, t.place, t.person_at as "personAt", t.talker_at as "talkerAt", t.wish, t.wished_at as "wishedAt",
  t.moved_at as "movedAt", t.version, ${filesWithin(scope)} as mine, ${dbToday} as today`;
const FROM = sql`development_talk t
  join development_file f on f.id = t.file_id and f.ended_on is null
  join member m on m.id = f.member_id and m.deleted_at is null
  join organisation o on o.id = f.org_id`;

/** The open talk of a step, of a file of the scope or led by this person; `lock` keeps it for this transaction. */
export async function findTalk(
  db: Db,
  scope: Scope,
  person: string | null,
  fileId: string,
  no: number,
  lock = false,
): Promise<TalkRecord | undefined> {
  const { rows } = await sql<TalkRecord>`
    select ${columns(scope)} from ${FROM}
     where t.file_id = ${fileId} and t.no = ${no} and t.state = 'open'
       and (${filesWithin(scope)} or t.talker_id = ${person}::bigint)
     ${lock ? sql`for update of t` : sql``}`.execute(db);
  return rows[0];
}

/** Open talks with this person or led by this person, by time. */
export async function talksOf(db: Db, scope: Scope, person: string): Promise<TalkRecord[]> {
  const { rows } = await sql<TalkRecord>`
    select ${columns(scope)} from ${FROM}
     where t.state = 'open' and (f.member_id = ${person} or t.talker_id = ${person})
     order by t.day, t.starts, t.id`.execute(db);
  return rows;
}

/** Other talks of some people on a day, with whose they are. */
export async function talksOn(db: Db, people: readonly string[], day: string, except: { fileId: string; no: number }) {
  const { rows } = await sql<TalkTime & { who: string }>`
    select t.day, t.starts, t.minutes, case when t.talker_id = any(${people}::bigint[]) then t.talker_name else m.name end as who
      from development_talk t join development_file f on f.id = t.file_id join member m on m.id = f.member_id
     where t.state = 'open' and t.day = ${day} and not (t.file_id = ${except.fileId} and t.no = ${except.no})
       and (t.talker_id = any(${people}::bigint[]) or f.member_id = any(${people}::bigint[]))
     order by t.starts, t.id`.execute(db);
  return rows;
}

/** Other talks on a day at a place of an organisation, by the name of the place. */
export async function placeTakenOn(
  db: Db,
  orgId: string,
  place: string,
  day: string,
  except: { fileId: string; no: number },
) {
  const { rows } = await sql<TalkTime>`
    select t.day, t.starts, t.minutes
      from development_talk t join development_file f on f.id = t.file_id
     where t.state = 'open' and t.day = ${day} and t.place = ${place} and f.org_id = ${orgId}
       and not (t.file_id = ${except.fileId} and t.no = ${except.no})
     order by t.starts, t.id`.execute(db);
  return rows;
}

/** Meetings and activities on a day that some people are due at; they last two hours where nothing says until when. */
export async function occasionsOn(db: Db, people: readonly string[], day: string) {
  const { rows } = await sql<TalkTime & { who: string }>`
    select to_char(s.starts_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day,
           to_char(s.starts_at at time zone 'Asia/Shanghai', 'HH24:MI') as starts,
           coalesce(l.minutes, 120) as minutes, m.name as who
      from attendance_person p join attendance_sheet s on s.id = p.sheet_id join member m on m.id = p.member_id
      left join (${plannedLengths()}) l on l.kind = s.kind and l.subject_id = s.subject_id
     where p.member_id = any(${people}::bigint[]) and p.due and not coalesce(l.cancelled, false)
       and s.starts_at >= ${day}::date::timestamp at time zone 'Asia/Shanghai'
       and s.starts_at < (${day}::date + 1)::timestamp at time zone 'Asia/Shanghai'
     order by s.starts_at, m.id`.execute(db);
  return rows;
}

export const insertTalk = (
  db: Db,
  talk: TalkTime & {
    fileId: string;
    no: number;
    talkerId: string;
    talkerName: string;
    place: string;
    by: string;
    /** Whoever arranges it is the talker. */
    byTalker: boolean;
  },
) =>
  sql`insert into development_talk (file_id, no, talker_id, talker_name, day, starts, minutes, place, set_by, talker_at)
      values (${talk.fileId}, ${talk.no}, ${talk.talkerId}, ${talk.talkerName}, ${talk.day}, ${talk.starts}, ${talk.minutes},
              ${talk.place}, ${talk.by}, ${talk.byTalker ? sql`now()` : null})`.execute(db);

/** One side confirms. */
export const confirmTalk = (db: Db, id: string, side: 'person' | 'talker') =>
  sql`update development_talk set ${side === 'person' ? sql`person_at = now()` : sql`talker_at = now()`},
             version = version + 1, updated_at = now() where id = ${id}`.execute(db);

/** Asked for another time; the talker answers anew, whatever was agreed before. */
export const wishTalk = (db: Db, id: string, wish: string) =>
  sql`update development_talk set wish = ${wish}, wished_at = now(), talker_at = null, version = version + 1, updated_at = now()
       where id = ${id}`.execute(db);

/** Moved by the talker, who agrees by that; the person confirms anew. */
export const moveTalk = (db: Db, id: string, to: TalkTime & { place: string }) =>
  sql`update development_talk
         set day = ${to.day}, starts = ${to.starts}, minutes = ${to.minutes}, place = ${to.place}, moved_at = now(),
             talker_at = now(), person_at = null, version = version + 1, updated_at = now()
       where id = ${id}`.execute(db);

/** Closes the open talk of a file's step, or all of them (`no` null). */
export const closeTalks = (db: Db, fileId: string, no: number | null, state: 'held' | 'cancelled', why = '') =>
  sql`update development_talk set state = ${state}, cancelled_for = ${why}, version = version + 1, updated_at = now()
       where file_id = ${fileId} and state = 'open' and (${no}::int is null or no = ${no}::int)`.execute(db);
