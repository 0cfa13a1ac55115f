import { sql } from 'kysely';
import { TV_FORGOTTEN, TV_SILENCE } from '#learning/education/rules.tv.ts';
import type { Session } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { isForReader } from './watch.ts';

export interface TvRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  title: string;
  videoIds: string[];
  secret: Buffer;
  startedAt: Date;
  startedBy: string;
  endedAt: Date | null;
  /** `YYYY-MM-DD` on which it began. */
  day: string;
  playedSeconds: number;
  people: number;
  /** Seconds since 1970 by the database's clock. */
  now: number;
}

const secondsOf = (ranges: ReturnType<typeof sql>) =>
  sql`coalesce((select sum(extract(epoch from upper(r) - lower(r))) from unnest(${ranges}) as r), 0)::int`;
const COLUMNS = sql`t.id, t.org_id as "orgId", t.org_code as "orgCode", o.name as "orgName", t.title, t.videos as "videoIds",
  t.secret, t.started_at as "startedAt", t.started_by as "startedBy", t.ended_at as "endedAt",
  (t.started_at at time zone 'Asia/Shanghai')::date::text as day, ${secondsOf(sql`t.played`)} as "playedSeconds",
  (select count(*)::int from tv_person p where p.session_id = t.id) as people, extract(epoch from clock_timestamp())::float8 as now`;
const FROM = sql`tv_session t join organisation o on o.id = t.org_id and o.deleted_at is null`;
const desk = (scope: Scope) => sql`(${within(scope, 't.org_code')} and ${scope.memberId === null})`;

/** A page of sessions with how many there are: those that run first, then the newest. */
export async function pageOfTv(db: Db, scope: Scope, limit: number, offset: number) {
  const where = sql`${FROM} where ${desk(scope)}`;
  const [rows, total] = await Promise.all([
    sql<TvRecord>`select ${COLUMNS} from ${where} order by t.ended_at is null desc, t.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** A session of the scope; `lock` keeps it for this transaction. */
export async function findTv(db: Db, scope: Scope, id: string, lock = false): Promise<TvRecord | undefined> {
  const { rows } = await sql<TvRecord>`
    select ${COLUMNS} from ${FROM} where t.id = ${id} and ${desk(scope)} ${lock ? sql`for update of t` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** A running session at a site to which somebody of this place belongs. */
export async function findOwnTv(db: Db, orgCode: string, id: string): Promise<TvRecord | undefined> {
  const { rows } = await sql<TvRecord>`
    select ${COLUMNS} from ${FROM} where t.id = ${id} and t.ended_at is null and starts_with(${orgCode}, t.org_code)
    for update of t`.execute(db);
  return rows[0];
}

/** Of these videos those that the session may play, in the order of the programme. */
export async function programmeOf(db: Db, session: Session, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; title: string; fileId: string; seconds: number }>`
    select v.id, v.title, v.file_id as "fileId", v.seconds from unnest(${ids}::bigint[]) with ordinality as n(id, place)
      join video v on v.id = n.id where ${isForReader(session.orgCode)} or v.deleted_at is null and v.state = 1
       and starts_with(v.org_code, ${session.orgCode}) order by n.place`.execute(db);
  return rows;
}

export async function insertTv(
  db: Db,
  org: { id: string; code: string },
  of: { title: string; videoIds: readonly string[]; secret: Buffer; by: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into tv_session (org_id, org_code, title, videos, secret, started_by)
    values (${org.id}, ${org.code}, ${of.title}, ${of.videoIds}::bigint[], ${of.secret}, ${of.by}) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}

/** The people of a site, with who is there and for how long something was played to them. */
export async function peopleOf(db: Db, scope: Scope, of: TvRecord, limit: number) {
  const { rows } = await sql<{ memberId: string; name: string; isPresent: boolean; minutes: number }>`
    select m.id as "memberId", m.name, p.in_since is not null as "isPresent", floor(${HEARD} / 60)::int as minutes
      from member m left join tv_person p on p.member_id = m.id and p.session_id = ${of.id}
      left join tv_session t on t.id = p.session_id
     where m.deleted_at is null and ${within(scope, 'm.org_code')} and starts_with(m.org_code, ${of.orgCode})
       and m.person_category in (1, 2)
     order by p.in_since is not null desc, m.org_code, m.sort, m.id limit ${limit}`.execute(db);
  return rows;
}

/** Seconds of presence (`p`) while something was played in a session (`t`). */
const HEARD = secondsOf(sql`(t.played * (p.present
  + case when p.in_since is null then '{}'::tstzmultirange else tstzmultirange(tstzrange(p.in_since, greatest(p.in_since, now()))) end))`);

/** Notes who comes and goes, by the database's clock; who is there already stays so. */
export async function move(db: Db, id: string, memberIds: readonly string[], isPresent: boolean): Promise<void> {
  if (isPresent)
    await sql`insert into tv_person (session_id, member_id, in_since)
              select ${id}, unnest(${memberIds}::bigint[]), now()
              on conflict (session_id, member_id) do update set in_since = coalesce(tv_person.in_since, now())`.execute(
      db,
    );
  else
    await sql`update tv_person set present = present + tstzmultirange(tstzrange(in_since, greatest(in_since, now()))), in_since = null
               where session_id = ${id} and in_since is not null and member_id = any(${memberIds}::bigint[])`.execute(
      db,
    );
}

/** Takes a word of the player: what went by since the last one was played, at most so long; answers all seconds played. */
export async function savePlayedTime(db: Db, id: string, isPlaying: boolean): Promise<number> {
  const { rows } = await sql<{ played: number }>`
    update tv_session t
       set played = case when beat_at is null then played else played + tstzmultirange(tstzrange(
             greatest(beat_at, clock_timestamp() - ${TV_SILENCE}::int * interval '1 second'), clock_timestamp())) end,
           beat_at = case when ${isPlaying} then clock_timestamp() end
     where id = ${id} and ended_at is null returning ${secondsOf(sql`t.played`)} as played`.execute(db);
  return rows[0]?.played ?? 0;
}

/** Ends a locked session; answers who has heard at least a minute, and how many. */
export async function end(db: Db, id: string): Promise<{ personId: string; minutes: number }[]> {
  await sql`update tv_person set present = present + tstzmultirange(tstzrange(in_since, greatest(in_since, now()))), in_since = null
             where session_id = ${id} and in_since is not null`.execute(db);
  await sql`update tv_session set ended_at = now(), beat_at = null where id = ${id}`.execute(db);
  const { rows } = await sql<{ personId: string; minutes: number }>`
    select p.member_id as "personId", floor(${HEARD} / 60)::int as minutes from tv_person p join tv_session t on t.id = p.session_id
     where p.session_id = ${id}`.execute(db);
  return rows.filter(({ minutes }) => minutes > 0);
}

/** Sessions of which nothing was heard for hours. */
export async function listForgottenSessions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tv_session where ended_at is null
       and coalesce(beat_at, upper(played), started_at) < now() - ${TV_FORGOTTEN}::int * interval '1 hour' limit 200`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** A page of sites with their year: those with the most sessions first. */
export async function pageOfSites(db: Db, scope: Scope, year: number, limit: number, offset: number) {
  const grouped = sql`
    select o.id, o.name, count(distinct (t.started_at at time zone 'Asia/Shanghai')::date)::int as days,
           count(distinct t.id)::int as sessions, count(distinct p.member_id)::int as people,
           (select count(*)::int from member m where m.deleted_at is null and m.person_category in (1, 2)
              and m.org_code >= o.code and m.org_code < o.code || ':') as members,
           round(sum(${secondsOf(sql`t.played`)}) filter (where p.member_id is null or p.first) / 3600.0, 1)::float8 as hours
      from tv_session t join organisation o on o.id = t.org_id and o.deleted_at is null
      left join lateral (select member_id, row_number() over () = 1 as first from tv_person where session_id = t.id) as p on true
     where ${desk(scope)} and t.ended_at is not null and extract(year from t.started_at at time zone 'Asia/Shanghai') = ${year}
     group by o.id, o.name, o.code`;
  const [rows, total] = await Promise.all([
    sql<{ id: string; name: string; days: number; sessions: number; people: number; members: number; hours: number }>`
      ${grouped} order by count(distinct t.id) desc, o.code limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from (${grouped}) as g`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}
