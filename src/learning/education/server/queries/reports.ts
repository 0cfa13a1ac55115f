import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

/** Accounts `a` of the people of a scope `m`: whoever is no member belongs to no branch and is not counted. */
const PEOPLE = sql`account a join member m on m.id = a.member_id and m.deleted_at is null`;

/**
 * Videos that organisations have published, and who of their people has watched any: seconds of a year; by the beginning of the code
 * of the organisation, or of the person's branch now.
 */
export async function videoNumbers(db: Db, scope: Scope, length: number, year: number) {
  const { rows } = await sql<{
    place: string;
    videos: number;
    seconds: string;
    people: number;
    views: number;
    done: number;
    watched: string;
  }>`
    select place, sum(videos)::int as videos, sum(seconds)::text as seconds, sum(people)::int as people, sum(views)::int as views,
           sum(done)::int as done, sum(watched)::text as watched
      from (select left(v.org_code, ${length}::int) as place, count(*) as videos, sum(v.seconds) as seconds, 0 as people, 0 as views,
                   0 as done, 0::bigint as watched
              from video v where v.state = 1 and v.deleted_at is null and ${within(scope, 'v.org_code')} group by 1
            union all
            select left(m.org_code, ${length}::int), 0, 0, count(distinct s.account_id), count(*),
                   count(*) filter (where s.done_at is not null), sum(s.seconds)
              from video_seen s join ${PEOPLE} on a.id = s.account_id
             where s.year = ${year} and ${within(scope, 'm.org_code')} group by 1) n
     group by place`.execute(db);
  return rows;
}

/** Videos by how much the people of a scope watched them in a year, most first. */
export async function pageOfVideoNumbers(db: Db, scope: Scope, year: number, limit: number, offset: number) {
  const { rows } = await sql<{
    id: string;
    title: string;
    orgName: string;
    seconds: number;
    views: number;
    done: number;
    watched: string;
    total: number;
  }>`
    select v.id::text as id, v.title, (select o.name from organisation o where o.id = v.org_id) as "orgName", v.seconds,
           count(*)::int as views, count(*) filter (where s.done_at is not null)::int as done, sum(s.seconds)::text as watched,
           count(*) over ()::int as total
      from video_seen s join ${PEOPLE} on a.id = s.account_id join video v on v.id = s.video_id and v.deleted_at is null
     where s.year = ${year} and ${within(scope, 'm.org_code')}
     group by v.id order by count(*) desc, v.id limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Documents that organisations have published, and who of their people has read any until now. */
export async function knowledgeNumbers(db: Db, scope: Scope, length: number) {
  const { rows } = await sql<{
    place: string;
    documents: number;
    required: number;
    people: number;
    readings: number;
    favourites: number;
    seconds: string;
  }>`
    select place, sum(documents)::int as documents, sum(required)::int as required, sum(people)::int as people,
           sum(readings)::int as readings, sum(favourites)::int as favourites, sum(seconds)::text as seconds
      from (select left(d.org_code, ${length}::int) as place, count(*) as documents, count(*) filter (where d.is_required) as required,
                   0 as people, 0 as readings, 0 as favourites, 0::bigint as seconds
              from knowledge_document d where d.state = 1 and d.deleted_at is null and ${within(scope, 'd.org_code')} group by 1
            union all
            select left(m.org_code, ${length}::int), 0, 0, count(distinct r.account_id) filter (where r.read_at is not null),
                   count(*) filter (where r.read_at is not null), count(*) filter (where r.is_favourite), sum(r.seconds)
              from knowledge_reading r join ${PEOPLE} on a.id = r.account_id where ${within(scope, 'm.org_code')} group by 1) n
     group by place`.execute(db);
  return rows;
}

/** Documents by how many people of a scope have read them, most first. */
export async function pageOfKnowledge(db: Db, scope: Scope, limit: number, offset: number) {
  const { rows } = await sql<{
    id: string;
    title: string;
    orgName: string;
    people: number;
    seconds: string;
    last: string | null;
    total: number;
  }>`
    select d.id::text as id, d.title, (select o.name from organisation o where o.id = d.org_id) as "orgName", count(*)::int as people,
           sum(r.seconds)::text as seconds, (max(r.read_at) at time zone 'Asia/Shanghai')::date as last, count(*) over ()::int as total
      from knowledge_reading r join ${PEOPLE} on a.id = r.account_id
      join knowledge_document d on d.id = r.document_id and d.deleted_at is null
     where r.read_at is not null and ${within(scope, 'm.org_code')}
     group by d.id order by count(*) desc, d.id limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

/** What organisations have published: videos, or documents, by the tree; `required`: these alone. */
export async function pageOfPublished(
  db: Db,
  scope: Scope,
  what: 'video' | 'document' | 'required',
  limit: number,
  offset: number,
) {
  const video = what === 'video';
  const source = video
    ? sql`video v where v.state = 1 and v.deleted_at is null and ${within(scope, 'v.org_code')}`
    : sql`knowledge_document v where v.state = 1 and v.deleted_at is null and ${within(scope, 'v.org_code')}
        and (v.is_required or ${what === 'document'})`;
  const [page, total] = await Promise.all([
    sql<{ id: string; title: string; orgName: string; seconds: number | null }>`
      select v.id::text as id, v.title, (select o.name from organisation o where o.id = v.org_id) as "orgName",
             ${video ? sql`v.seconds` : sql`null::int as seconds`}
        from ${source} order by v.org_code, v.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${source}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** Whose use of what a column counts. */
export type UsePart = 'readings' | 'favourites' | 'views' | 'done';
/** Which columns count people, each once. */
export type UserPart = 'readers' | 'viewers';

/** What people have read, marked or watched: source and what is counted. @param year of the videos */
const uses = (scope: Scope, part: UsePart | UserPart, year: number) => {
  const watched = part === 'views' || part === 'done' || part === 'viewers';
  return watched
    ? sql`video_seen s join ${PEOPLE} on a.id = s.account_id join video d on d.id = s.video_id
        where s.year = ${year} and ${within(scope, 'm.org_code')} and (s.done_at is not null or ${part !== 'done'})`
    : sql`knowledge_reading s join ${PEOPLE} on a.id = s.account_id join knowledge_document d on d.id = s.document_id
        where ${within(scope, 'm.org_code')} and ${part === 'favourites' ? sql`s.is_favourite` : sql`s.read_at is not null`}`;
};

export interface UseRecord {
  id: string;
  memberId: string;
  name: string;
  branch: string;
  title: string;
  seconds: number;
}

/** The uses behind a column, in the order of the tree. */
export async function pageOfUses(db: Db, scope: Scope, part: UsePart, year: number, limit: number, offset: number) {
  const source = uses(scope, part, year);
  const [page, total] = await Promise.all([
    sql<UseRecord>`
      select m.id::text || ' ' || d.id::text as id, m.id::text as "memberId", m.name, d.title, s.seconds,
             (select o.name from organisation o where o.id = m.org_id) as branch
        from ${source} order by m.org_code, m.id, d.id, a.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${source}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** The people behind a column, each once, with how much each has used. */
export async function pageOfUsers(db: Db, scope: Scope, part: UserPart, year: number, limit: number, offset: number) {
  const grouped = sql`select s.account_id, m.id, m.name, m.org_id, m.org_code, count(*)::int as n, sum(s.seconds)::text as seconds
    from ${uses(scope, part, year)} group by s.account_id, m.id`;
  const [page, total] = await Promise.all([
    sql<{ id: string; memberId: string; name: string; branch: string; n: number; seconds: string }>`
      select g.account_id::text as id, g.id::text as "memberId", g.name, g.n, g.seconds,
             (select o.name from organisation o where o.id = g.org_id) as branch
        from (${grouped}) g order by g.org_code, g.id, g.account_id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from (${grouped}) g`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}
