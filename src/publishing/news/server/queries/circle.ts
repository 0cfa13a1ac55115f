import { type RawBuilder, sql } from 'kysely';
import type { Session } from '#platform/server/context.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { type HelpState, POSTS_A_DAY, type PostKind } from '#publishing/news/rules.circle.ts';
import { COUNTED } from '#publishing/news/rules.ts';
import { aboveOf } from './news.ts';

export interface PostRecord {
  id: string;
  orgId: string;
  orgCode: string;
  accountId: string;
  audienceName: string;
  kind: PostKind;
  content: string;
  pictures: string[];
  video: string;
  topics: string[];
  name: string;
  orgName: string;
  helpState: HelpState;
  likes: number;
  replies: number;
  isLiked: boolean;
  isHidden: boolean;
  hiddenFor: string;
  isWaiting: boolean;
  objection: string;
  objectionOpen: boolean;
  /** Whether its author's organisation is the topmost. */
  isTop: boolean;
  helperId: string | null;
  helperName: string;
  thanks: string;
  reports: number;
  createdAt: Date;
  version: number;
}

const columns = (
  accountId: string,
) => sql`p.id, p.org_id as "orgId", p.org_code as "orgCode", p.account_id as "accountId",
  t.name as "audienceName", p.kind, p.content, p.pictures, p.video, p.topics, p.name, p.org_name as "orgName", p.help_state as "helpState",
  p.likes, p.replies, p.is_hidden as "isHidden", p.hidden_for as "hiddenFor",
  p.is_waiting as "isWaiting", p.objection, p.objection_open as "objectionOpen", length(p.org_code) = 4 as "isTop",
  p.helper_id as "helperId", p.helper_name as "helperName", p.thanks, p.created_at as "createdAt", p.version,
  exists (select from circle_like l where l.post_id = p.id and l.account_id = ${accountId}) as "isLiked",
  (select count(*)::int from circle_report r where r.post_id = p.id and r.decided_at is null) as reports`;
const FROM = sql`circle_post p join organisation t on t.id = p.audience_id`;

/** Before whom a post stands: whoever stands in the subtree of its audience; one that is hidden or waits before its author alone. */
const isForReader = ({ orgCode, accountId }: Session): RawBuilder<boolean> => sql`(
  p.deleted_at is null and t.deleted_at is null
  and (p.account_id = ${accountId} or (not p.is_hidden and not p.is_waiting and starts_with(${orgCode}, t.code))))`;
/** Its author's moderators read it, too. */
const forModerator = (scope: Scope): RawBuilder<boolean> =>
  sql`(p.deleted_at is null and ${within(scope, 'p.org_code')}
    and exists (select from organisation o where o.id = p.org_id and o.deleted_at is null))`;

export interface PostFilter {
  kind: PostKind | null;
  helpState: number | null;
  topic: string | null;
  beforeId: string | null;
  open: boolean;
}

/** A page of posts and how many there are, counted to `COUNTED`. */
interface Posts {
  rows: PostRecord[];
  total: number;
  capped: boolean;
}

/** Posts that a session may read, the newest first. */
export async function pageOfPosts(
  db: Db,
  session: Session,
  filter: PostFilter,
  limit: number,
  offset: number,
): Promise<Posts> {
  const above = await aboveOf(db, session.orgCode);
  const parts: RawBuilder<unknown>[] = [sql`p.deleted_at is null`];
  if (filter.kind) parts.push(sql`p.kind = ${filter.kind}`);
  if (filter.helpState !== null) parts.push(sql`p.kind = 'help' and p.help_state = ${filter.helpState}`);
  if (filter.open) parts.push(sql`p.kind = 'help' and p.help_state < 2 and not p.is_hidden and not p.is_waiting`);
  if (filter.topic) parts.push(sql`${filter.topic} = any(p.topics)`);
  const conditions = sql.join(parts, sql` and `);
  const behind = filter.beforeId ? sql`and p.id < ${filter.beforeId}` : sql``;
  // The newest of each audience above the place, and the own ones whatever became of them; `isForReader` decides about each.
  const newestOf = (further: RawBuilder<unknown>, most: number) => sql`
    select of_place.id from unnest(${above}::bigint[]) as place (id) cross join lateral (
      select p.id from circle_post p where p.audience_id = place.id and not p.is_hidden and not p.is_waiting and ${conditions} ${further}
       order by p.id desc limit ${most}) as of_place
    union
    select own.id from (
      select p.id from ${FROM} where p.account_id = ${session.accountId} and t.deleted_at is null and ${conditions} ${further}
       order by p.id desc limit ${most}) as own`;
  const [rows, total] = await Promise.all([
    sql<PostRecord>`
      with newest as materialized (${newestOf(behind, limit + offset)})
      select ${columns(session.accountId)} from ${FROM}
       where p.id in (select id from newest) and ${isForReader(session)} order by p.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`
      select count(*)::int as n from (${newestOf(sql``, COUNTED + 1)} limit ${COUNTED + 1}) as few`.execute(db),
  ]);
  const n = total.rows[0]?.n ?? 0;
  return { rows: rows.rows, total: Math.min(n, COUNTED), capped: n > COUNTED };
}

/** The moderators' list: posts of the people of the scope. */
export async function pageOfModerated(
  db: Db,
  scope: Scope,
  session: Session,
  view: 'all' | 'pending' | 'reported' | 'hidden',
  limit: number,
  offset: number,
): Promise<Posts> {
  const parts: RawBuilder<unknown>[] = [forModerator(scope)];
  if (view === 'hidden') parts.push(sql`p.is_hidden`);
  const reported = sql`exists (select from circle_report r where r.post_id = p.id and r.decided_at is null)`;
  if (view === 'reported') parts.push(reported);
  if (view === 'pending') parts.push(sql`(p.is_waiting or p.objection_open or ${reported})`);
  const where = sql.join(parts, sql` and `);
  const [rows, total] = await Promise.all([
    sql<PostRecord>`select ${columns(session.accountId)} from ${FROM} where ${where} order by p.id desc
      limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`
      select count(*)::int as n from (select from ${FROM} where ${where} limit ${COUNTED + 1}) as few`.execute(db),
  ]);
  const n = total.rows[0]?.n ?? 0;
  return { rows: rows.rows, total: Math.min(n, COUNTED), capped: n > COUNTED };
}

/** One post that the session may read, or decide about where a scope is given; `lock` keeps it for this transaction. */
export async function findPost(
  db: Db,
  session: Session,
  id: string,
  scope: Scope | null,
  lock = false,
): Promise<PostRecord | undefined> {
  const seen = scope ? sql`(${isForReader(session)} or ${forModerator(scope)})` : isForReader(session);
  const { rows } = await sql<PostRecord>`
    select ${columns(session.accountId)} from ${FROM} where p.id = ${id} and ${seen}
    ${lock ? sql`for update of p` : sql``}`.execute(db);
  return rows[0];
}

/** The own organisation and those above it, the nearest first: before whom one may post. */
export async function placesAbove(db: Db, orgCode: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from organisation
     where deleted_at is null and code = any(array(select left(${orgCode}, cut) from generate_series(4, length(${orgCode}), 4) as cut))
     order by length(code) desc`.execute(db);
  return rows;
}

/** How many an account may still post today, and until when it may not. */
export async function standingOf(db: Db, accountId: string): Promise<{ left: number; mutedUntil: Date | null }> {
  const { rows } = await sql<{ n: number; until: Date | null }>`
    select (select count(*)::int from circle_post
             where account_id = ${accountId} and (created_at at time zone 'Asia/Shanghai')::date = ${dbToday}) as n,
           (select until from circle_mute where account_id = ${accountId} and until > now()) as until`.execute(db);
  return { left: Math.max(0, POSTS_A_DAY - (rows[0]?.n ?? 0)), mutedUntil: rows[0]?.until ?? null };
}

export interface NewPost {
  audienceId: string;
  isWaiting: boolean;
  kind: PostKind;
  content: string;
  topics: readonly string[];
}

export async function insertPost(db: Db, by: Session, of: NewPost): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into circle_post (org_id, org_code, audience_id, account_id, name, org_name, kind, content, topics, is_waiting)
    values (${by.orgId}, ${by.orgCode}, ${of.audienceId}, ${by.accountId}, ${by.accountName}, ${by.orgName}, ${of.kind}, ${of.content},
            ${of.topics}::text[], ${of.isWaiting}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export const setPictures = (db: Db, id: string, pictures: readonly string[]) =>
  sql`update circle_post set pictures = ${pictures}::text[] where id = ${id}`.execute(db);

export const setVideo = (db: Db, id: string, video: string) =>
  sql`update circle_post set video = ${video} where id = ${id}`.execute(db);

export async function writePost(db: Db, id: string, of: Omit<NewPost, 'audienceId'>): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update circle_post set kind = ${of.kind}, content = ${of.content}, topics = ${of.topics}::text[], is_waiting = ${of.isWaiting},
           version = version + 1
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export const dropPost = (db: Db, id: string) =>
  sql`update circle_post set deleted_at = now() where id = ${id}`.execute(db);

/** Likes or takes it back, once a person and in one statement, however many do at the same time; answers how many there are. */
export async function like(db: Db, id: string, accountId: string, wanted: boolean): Promise<number> {
  const change = wanted
    ? sql`insert into circle_like (post_id, account_id) values (${id}, ${accountId}) on conflict do nothing returning 1 as by`
    : sql`delete from circle_like where post_id = ${id} and account_id = ${accountId} returning -1 as by`;
  const { rows } = await sql<{ n: number }>`
    with changed as (${change})
    update circle_post set likes = likes + (select coalesce(sum(by), 0) from changed) where id = ${id} returning likes as n`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

export interface ReplyRecord {
  id: string;
  accountId: string;
  name: string;
  orgName: string;
  content: string;
  isOffer: boolean;
  isChosen: boolean;
  createdAt: Date;
}

export async function repliesOf(db: Db, postId: string): Promise<ReplyRecord[]> {
  const { rows } = await sql<ReplyRecord>`
    select id, account_id as "accountId", name, org_name as "orgName", content, is_offer as "isOffer", is_chosen as "isChosen",
           created_at as "createdAt"
      from circle_reply where post_id = ${postId} and deleted_at is null order by id limit 500`.execute(db);
  return rows;
}

export async function insertReply(
  db: Db,
  postId: string,
  by: Session,
  content: string,
  isOffer: boolean,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into circle_reply (post_id, account_id, name, org_name, content, is_offer)
      values (${postId}, ${by.accountId}, ${by.accountName}, ${by.orgName}, ${content}, ${isOffer}) returning id)
    update circle_post set replies = replies + 1 from made where circle_post.id = ${postId} returning made.id`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}

/** Topics that were used and begin so, the most used first, of what the session may read. */
export async function topicsLike(
  db: Db,
  session: Session,
  start: string,
  solved: boolean,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ topic: string }>`
    select topic from ${FROM} cross join unnest(p.topics) as topic
     where ${isForReader(session)} and not p.is_hidden and starts_with(topic, ${start})
       and (not ${solved}::boolean or (p.kind = 'help' and p.help_state = 2)) group by topic order by count(*) desc, topic limit ${limit}`.execute(
    db,
  );
  return rows.map(({ topic }) => topic);
}
