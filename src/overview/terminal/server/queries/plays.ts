import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { Level } from '../../rules.plays.ts';

const ZONE = sql`'Asia/Shanghai'`;
const TODAY = sql`(now() at time zone ${ZONE})::date`;

/** The opening hours of the terminal `d` on the day `g.day`, until now; a terminal counts from its pairing on. */
const OPEN = sql`lateral (select
  case when d.bound_at is not null then greatest(d.bound_at,
    (g.day + case when d.opens = '' then time '00:00' else d.opens::time end) at time zone ${ZONE}) end as from_at,
  least(now(), case when d.closes = '' then (g.day + 1)::timestamp else g.day + d.closes::time end at time zone ${ZONE}) as to_at) w`;
/** Seconds of a stretch in which it was there. */
const THERE = sql`lateral (select coalesce(sum(extract(epoch from
    least(w.to_at, coalesce(s.to_at, d.seen_at, s.from_at)) - greatest(w.from_at, s.from_at))), 0) as seconds
  from box_span s where s.device_id = d.id and s.from_at < w.to_at and coalesce(s.to_at, d.seen_at, s.from_at) > w.from_at) t`;

export interface DayRate {
  id: string;
  day: string;
  opens: string;
  closes: string;
  rate: number | null;
}

/** 开机率 of some terminals on each of the last days, the oldest first; null where a terminal had not to be there. */
export async function ratesOf(db: Db, ids: readonly string[], days: number): Promise<DayRate[]> {
  const { rows } = await sql<DayRate>`
    select d.id, g.day::text as day, d.opens, d.closes,
           case when w.to_at > w.from_at + interval '1 minute'
                then least(100, round(100 * t.seconds / extract(epoch from w.to_at - w.from_at)))::int end as rate
      from box_device d cross join (select ${TODAY} - n as day from generate_series(0, ${days - 1}::int) n) g
      cross join ${OPEN} cross join ${THERE}
     where d.id = any(${ids}::bigint[]) order by d.id, g.day`.execute(db);
  return rows;
}

/** 开机率 of some terminals between two days: time there by time open; null where it had not to be there at all. */
export async function rateBetween(
  db: Db,
  ids: readonly string[],
  fromOn: string,
  toOn: string,
): Promise<Map<string, number | null>> {
  const { rows } = await sql<{ id: string; rate: number | null }>`
    select d.id, least(100, round(100 * sum(t.seconds) / nullif(sum(extract(epoch from w.to_at - w.from_at)), 0)))::int as rate
      from box_device d cross join (select day::date as day from generate_series(${fromOn}::date, ${toOn}::date, '1 day') day) g
      cross join ${OPEN} cross join ${THERE}
     where d.id = any(${ids}::bigint[]) and w.to_at > w.from_at group by d.id`.execute(db);
  return new Map(rows.map(({ id, rate }) => [id, rate]));
}

/** When a terminal was there within the last days. */
export async function spansOf(db: Db, id: string, days: number): Promise<{ fromAt: Date; toAt: Date }[]> {
  const { rows } = await sql<{ fromAt: Date; toAt: Date }>`
    select s.from_at as "fromAt", coalesce(s.to_at, d.seen_at, s.from_at) as "toAt"
      from box_span s join box_device d on d.id = s.device_id
     where s.device_id = ${id} and coalesce(s.to_at, d.seen_at, s.from_at) > (${TODAY} - ${days - 1}::int) at time zone ${ZONE}
     order by s.from_at`.execute(db);
  return rows;
}

export interface PlayRecord {
  id: string;
  title: string;
  level: Level | 'fallback';
  fromAt: Date;
  seconds: number;
  deviceName: string;
  orgName: string;
}

export interface PlayFilter {
  deviceId: string | null;
  level: string | null;
  fromOn: string | null;
  toOn: string | null;
  words: string;
}

const FROM = sql`box_play p join box_device d on d.id = p.device_id and d.deleted_at is null
  join organisation o on o.id = d.org_id and o.deleted_at is null`;
const since = (day: string) => sql`${day}::date::timestamp at time zone ${ZONE}`;
const before = (day: string) => sql`(${day}::date + 1)::timestamp at time zone ${ZONE}`;

function matching(scope: Scope, of: PlayFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [within(scope, 'd.org_code')];
  if (of.deviceId) parts.push(sql`p.device_id = ${of.deviceId}`);
  if (of.level) parts.push(sql`p.level = ${of.level}`);
  if (of.fromOn) parts.push(sql`p.from_at >= ${since(of.fromOn)}`);
  if (of.toOn) parts.push(sql`p.from_at < ${before(of.toOn)}`);
  if (of.words) parts.push(textHolds(sql`p.title`, of.words));
  return sql.join(parts, sql` and `);
}

/** A page of what the screens of a scope played, the last first. */
export async function pageOfPlays(db: Db, scope: Scope, of: PlayFilter & { limit: number; offset: number }) {
  const where = matching(scope, of);
  const [found, total] = await Promise.all([
    sql<PlayRecord>`
      select p.device_id || '-' || p.binding || '-' || p.number as id, p.title, p.level, p.from_at as "fromAt",
             extract(epoch from p.to_at - p.from_at)::int as seconds, d.name as "deviceName", o.name as "orgName"
        from ${FROM} where ${where}
       order by p.from_at desc, p.device_id, p.number desc limit ${of.limit} offset ${of.offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${FROM} where ${where}`.execute(db),
  ]);
  return { rows: found.rows, total: total.rows[0]?.n ?? 0 };
}

export interface SumRecord {
  id: string;
  title: string;
  level: Level | 'fallback';
  screens: number;
  times: number;
  seconds: number;
  lastAt: Date;
}

/** What was played within some days by content: on how many screens, how often, how long. */
export async function sumsOfPlays(db: Db, scope: Scope, of: PlayFilter & { limit: number; offset: number }) {
  const where = sql`${matching(scope, of)} and p.title <> ''`;
  const [found, total] = await Promise.all([
    sql<SumRecord>`
      select p.item || ' ' || p.level as id, (array_agg(p.title order by p.from_at desc))[1] as title, p.level,
             count(distinct p.device_id)::int as screens, count(*)::int as times,
             sum(extract(epoch from p.to_at - p.from_at))::int as seconds, max(p.from_at) as "lastAt"
        from ${FROM} where ${where} group by p.item, p.level
       order by times desc, p.item, p.level limit ${of.limit} offset ${of.offset}`.execute(db),
    sql<{
      n: number;
    }>`select count(*)::int as n from (select from ${FROM} where ${where} group by p.item, p.level) g`.execute(db),
  ]);
  return { rows: found.rows, total: total.rows[0]?.n ?? 0 };
}

export interface ExportedPlay {
  deviceId: string;
  orgName: string;
  deviceName: string;
  place: string;
  title: string | null;
  level: Level | 'fallback' | null;
  times: number;
  seconds: number;
}

/** Each paired screen of a scope with each content that it played within some days; one line for a screen that played nothing. */
export async function playsToExport(
  db: Db,
  scope: Scope,
  { fromOn, toOn }: { fromOn: string; toOn: string },
  most: number,
): Promise<ExportedPlay[]> {
  const { rows } = await sql<ExportedPlay>`
    select d.id as "deviceId", o.name as "orgName", d.name as "deviceName", d.place, p.title, p.level,
           coalesce(p.times, 0)::int as times, coalesce(p.seconds, 0)::int as seconds
      from box_device d join organisation o on o.id = d.org_id and o.deleted_at is null
      left join lateral (
        select (array_agg(p.title order by p.from_at desc))[1] as title, p.level, count(*) as times,
               sum(extract(epoch from p.to_at - p.from_at)) as seconds
          from box_play p
         where p.device_id = d.id and p.title <> '' and p.from_at >= ${since(fromOn)} and p.from_at < ${before(toOn)}
         group by p.item, p.level) p on true
     where d.deleted_at is null and d.token_hash is not null and ${within(scope, 'd.org_code')}
     order by d.org_code, d.id, times desc, p.title limit ${most}`.execute(db);
  return rows;
}

/** Whether a terminal of the scope is there. */
export async function isDevice(db: Db, scope: Scope, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from box_device d join organisation o on o.id = d.org_id and o.deleted_at is null
     where d.id = ${id} and d.deleted_at is null and ${within(scope, 'd.org_code')}`.execute(db);
  return rows.length > 0;
}
