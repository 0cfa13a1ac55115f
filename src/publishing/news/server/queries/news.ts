import { type RawBuilder, sql } from 'kysely';
import type { Session } from '#platform/server/context.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { queryGrams } from '#platform/server/database/nameSearch.ts';
import { COUNTED, type Kind } from '#publishing/news/rules.ts';

export interface NewsRecord {
  id: string;
  kind: Kind;
  title: string;
  summary: string;
  words: string;
  cover: string;
  columnId: string | null;
  columnName: string;
  orgName: string;
  publishedAt: Date;
  isTop: boolean;
  isRead: boolean;
  readers: number;
}

const FROM = sql`archive_article a join archive_version v on v.article_id = a.id and v.number = a.shown_number
  join organisation o on o.id = a.org_id and o.deleted_at is null left join archive_column c on c.id = a.column_id`;
const onTop = sql`coalesce(a.top_until >= ${dbToday}, false)`;

/**
 * Whom an approved version is for: by where a reader stands in the tree, today, of what is shown. The only door to readers;
 * announcements have their own (receipts.ts).
 */
export const isForReader = (orgCode: string): RawBuilder<boolean> => sql`(
  a.deleted_at is null and a.kind <> 'notice' and (v.shown_until is null or v.shown_until >= ${dbToday})
  and case v.audience when 'all' then true when 'below' then starts_with(${orgCode}, a.org_code)
      else exists (select from organisation t where t.id = any(v.audience_orgs) and t.deleted_at is null
                     and starts_with(${orgCode}, t.code)) end)`;

const columns = (
  accountId: string,
) => sql`a.id, a.kind, v.title, v.summary, v.words, v.cover, a.column_id as "columnId",
  coalesce(c.name, '') as "columnName", case when a.former_org = '' then o.name else a.former_org end as "orgName",
  a.first_shown as "publishedAt", ${onTop} as "isTop",
  exists (select from archive_reader r where r.article_id = a.id and r.account_id = ${accountId}) as "isRead", a.readers`;

export interface NewsFilter {
  columnId: string | null;
  kind: Kind | null;
  label: string | null;
  words: string | null;
}

/** The ids of the organisations from the topmost to a place: whatever is for the subtree of one of them is for the place. */
export async function aboveOf(db: Db, orgCode: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from organisation where deleted_at is null
       and code = any(array(select left(${orgCode}, cut) from generate_series(4, length(${orgCode}), 4) as cut))`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The same door as `isForReader` with what an index can look for before it. @param above of `aboveOf` */
const listedFor = (orgCode: string, above: readonly string[]): RawBuilder<boolean> =>
  sql`(a.shown_number is not null and a.kind <> 'notice' and a.shown_for && ${['0', ...above]}::bigint[] and ${isForReader(orgCode)})`;

/**
 * The newest that a place reads, as `id` and `sort_at`: so many of each of those above it, which the index holds in this order.
 * The same door as `isForReader`, kept by `archive_shown`.
 * @param which further conditions on `s`, a row of `archive_shown`
 */
const newestFor = (
  above: readonly string[],
  which: readonly RawBuilder<unknown>[],
  limit: number,
): RawBuilder<unknown> => sql`
  select distinct near.id, near.sort_at from unnest(${['0', ...above]}::bigint[]) as place cross join lateral (
    select s.article_id as id, s.sort_at from archive_shown s
     where s.for_org = place and (s.shown_until is null or s.shown_until >= ${dbToday})
       and not exists (select from organisation gone where gone.id = s.org_id and gone.deleted_at is not null)
       ${sql.join(
         which.map((one) => sql`and ${one}`),
         sql` `,
       )}
     order by s.sort_at desc, s.article_id desc limit ${limit}) as near`;

/** Whether a text (`title`, `words`) holds what was typed; letters in either case, which Chinese has none of. */
const holds = (words: string): RawBuilder<boolean> =>
  words.toLowerCase() === words.toUpperCase()
    ? sql<boolean>`(strpos(title, ${words}) > 0 or strpos(words, ${words}) > 0)`
    : sql<boolean>`(strpos(lower(title), lower(${words})) > 0 or strpos(lower(words), lower(${words})) > 0)`;

/** Of the newest texts that are looked at, those that make words common: looking through the newest finds a page of them soon. */
const PROBED = 200;
const COMMON = 10;
async function isCommon(db: Db, words: string): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select v.title, v.words from archive_article a
        join archive_version v on v.article_id = a.id and v.number = a.shown_number
       where a.deleted_at is null and a.kind <> 'notice' order by a.sort_at desc, a.id desc limit ${PROBED}) as probed
     where ${holds(words)}`.execute(db);
  return (rows[0]?.n ?? 0) >= COMMON;
}

/** The texts that the index of words finds; asked apart, so that no text is taken into its grams again. */
const indexed = (words: string): RawBuilder<boolean> =>
  sql<boolean>`a.id = any(array(
    select w.article_id from archive_version w where letter_grams(w.title || ' ' || w.words) @> ${queryGrams(words)}::text[]))`;

/** A column with those below it: what stands there stands in it as well. */
async function withBelow(db: Db, columnId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from archive_column where id = ${columnId} or parent_id = ${columnId}`.execute(db);
  return rows.length === 0 ? [columnId] : rows.map(({ id }) => id);
}

/** How a list is found: what it shows, and what is counted. */
interface Found {
  chosen: RawBuilder<unknown>;
  counted: RawBuilder<unknown>;
}

/** The plain list, or one of a column or kind: the newest of each column for each of those above the place. */
function plainList(above: readonly string[], kind: Kind | null, columnIds: string[] | null, reach: number): Found {
  const which = kind ? [sql`s.kind = ${kind}`] : [];
  const of = (limit: number) =>
    columnIds === null
      ? newestFor(above, which, limit)
      : sql`select distinct own.id, own.sort_at from unnest(${columnIds}::bigint[]) as every cross join lateral (
              ${newestFor(above, [sql`s.column_id = every`, ...which], limit)}) as own`;
  const newest = sql`(select id from (${of(reach)}) as few order by sort_at desc, id desc limit ${reach})`;
  // Whatever is on top is first, wherever it would stand by its order.
  const tops =
    columnIds &&
    sql`(select a.id from archive_article a
          where a.deleted_at is null and a.shown_number is not null and a.top_until >= ${dbToday}
            and a.column_id = any(${columnIds}::bigint[]) and a.kind = coalesce(${kind}, a.kind)
            and a.shown_for && ${['0', ...above]}::bigint[])`;
  return { chosen: tops ? sql`${tops} union ${newest}` : newest, counted: sql`${of(COUNTED + 1)}` };
}

/** A list of a label, or of words: looked for one text after the other, the newest first, and no further than somebody reads. */
async function searched(
  db: Db,
  session: Session,
  above: readonly string[],
  filter: NewsFilter,
  columnIds: string[] | null,
  reach: number,
): Promise<Found> {
  const parts = [listedFor(session.orgCode, above)];
  if (filter.kind) parts.push(sql`a.kind = ${filter.kind}`);
  if (columnIds?.length === 1) parts.push(sql`a.column_id = ${columnIds[0]}`);
  else if (columnIds) parts.push(sql`a.column_id = any(${columnIds}::bigint[])`);
  if (filter.label) parts.push(sql`v.labels @> ${[filter.label]}::text[]`);
  const common = filter.words !== null && (await isCommon(db, filter.words));
  if (filter.words !== null && !common) parts.push(indexed(filter.words));
  const where = sql`${FROM} where ${sql.join(parts, sql` and `)}`;
  const inOrder = sql`order by a.sort_at desc, a.id desc`;
  if (filter.words !== null)
    return {
      chosen: sql`select id from (select a.id, v.title, v.words from ${where} ${inOrder} offset 0) as looked
                   where ${holds(filter.words)} limit ${reach}`,
      counted: sql`select from (select v.title, v.words from ${where} ${common ? inOrder : sql``} offset 0) as looked
                    where ${holds(filter.words)}`,
    };
  const newest = sql`(select a.id from ${where} ${inOrder} limit ${reach})`;
  return {
    chosen: columnIds ? sql`(select a.id from ${where} and a.top_until >= ${dbToday}) union ${newest}` : newest,
    counted: sql`select from ${where}`,
  };
}

/** A page of what a session may read: tops of the column first, then by their order, the newest first; counted to `COUNTED`. */
export async function pageOfNews(db: Db, session: Session, filter: NewsFilter, limit: number, offset: number) {
  const above = await aboveOf(db, session.orgCode);
  const columnIds = filter.columnId ? await withBelow(db, filter.columnId) : null;
  const { chosen, counted } =
    filter.words === null && filter.label === null
      ? plainList(above, filter.kind, columnIds, limit + offset)
      : await searched(db, session, above, filter, columnIds, limit + offset);
  const [rows, total] = await Promise.all([
    sql<NewsRecord>`
      with chosen as materialized (${chosen})
      select ${columns(session.accountId)} from ${FROM} where a.id in (select id from chosen) and ${isForReader(session.orgCode)}
      order by ${filter.columnId ? sql`${onTop} desc,` : sql``} a.sort_at desc, a.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from (${counted} limit ${COUNTED + 1}) as few`.execute(db),
  ]);
  const n = total.rows[0]?.n ?? 0;
  return { rows: rows.rows, total: Math.min(n, COUNTED), capped: n > COUNTED };
}

export interface NewsText extends NewsRecord {
  content: string;
  video: string;
  subtitles: string;
  genre: string;
  files: string[];
  labels: string[];
  source: string;
  author: string;
  editor: string;
  note: string;
  number: number;
  correctedAt: Date;
  comments: string;
  columnIsOpen: boolean;
  token: string;
  orgCode: string;
  audience: string;
}

const TEXT = sql`v.content, v.video, v.subtitles, v.genre, v.files, v.labels, v.source, v.author, v.editor, v.note, v.number,
  v.published_at as "correctedAt", coalesce(c.comments, 'off') as comments, coalesce(c.is_open, false) as "columnIsOpen", a.token,
  a.org_code as "orgCode", v.audience`;

/** What a session may read of one article; undefined where it is not for it. */
export async function findNews(db: Db, session: Session, id: string): Promise<NewsText | undefined> {
  const { rows } = await sql<NewsText>`
    select ${columns(session.accountId)}, ${TEXT} from ${FROM} where a.id = ${id} and ${isForReader(session.orgCode)}`.execute(
    db,
  );
  return rows[0];
}

/** What an open page shows; undefined: no such address, its column is not open, withdrawn, over. */
export async function findOpen(db: Db, token: string): Promise<NewsText | undefined> {
  const { rows } = await sql<NewsText>`/* prepared */
    select ${columns('0')}, ${TEXT} from ${FROM}
     where a.token = ${token} and c.is_open and v.audience = 'all' and a.deleted_at is null and a.kind <> 'notice'
       and (v.shown_until is null or v.shown_until >= ${dbToday})`.execute(db);
  return rows[0];
}

/** Whether an article was once shown and is withdrawn now: an old link says so to those whom it was for. */
export async function isWithdrawn(db: Db, session: Session, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from archive_article a join archive_version v on v.article_id = a.id
     where a.id = ${id} and a.shown_number is null and a.withdrawn_for <> '' and ${isForReader(session.orgCode)}
       and v.number = (select max(number) from archive_version where article_id = a.id)`.execute(db);
  return rows.length > 0;
}

export interface ShortNews {
  id: string;
  kind: Kind;
  title: string;
  cover: string;
  columnId: string | null;
  columnName: string;
  publishedAt: Date;
}
const SHORT = sql`a.id, a.kind, v.title, v.cover, a.column_id as "columnId", coalesce(c.name, '') as "columnName",
  a.first_shown as "publishedAt"`;

/** The newest of a kind for a place. */
export async function newest(db: Db, orgCode: string, kind: Kind, limit: number): Promise<ShortNews[]> {
  const above = await aboveOf(db, orgCode);
  const { rows } = await sql<ShortNews>`
    with near as materialized (${newestFor(above, [sql`s.kind = ${kind}`], limit)})
    select ${SHORT} from ${FROM} where a.id in (select id from near) and ${isForReader(orgCode)}
     order by a.sort_at desc, a.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The newest of each column for a place, with how many each holds for it, counted to `COUNTED`. */
export async function newestByColumn(
  db: Db,
  orgCode: string,
  limit: number,
): Promise<(ShortNews & { total: number })[]> {
  const above = await aboveOf(db, orgCode);
  const { rows } = await sql<ShortNews & { total: number }>`
    with every as materialized (select id from archive_column where deleted_at is null),
    -- Those are counted that the newest are taken from.
    near as materialized (
      select every.id as column_id, own.id, own.sort_at, row_number() over (partition by every.id order by own.sort_at desc, own.id desc) as n
        from every cross join lateral (${newestFor(above, [sql`s.column_id = every.id`], COUNTED)}) as own),
    held as materialized (select column_id, least(count(*), ${COUNTED})::int as total from near group by column_id),
    chosen as materialized (
      select id from near where n <= ${limit}
      union
      select a.id from archive_article a
       where a.deleted_at is null and a.shown_number is not null and a.top_until >= ${dbToday}
         and a.shown_for && ${['0', ...above]}::bigint[])
    select id, kind, title, cover, "columnId", "columnName", "publishedAt", total from (
      select ${SHORT}, held.total, ${onTop} as is_top, a.sort_at,
             row_number() over (partition by a.column_id order by ${onTop} desc, a.sort_at desc, a.id desc) as n
        from ${FROM} join held on held.column_id = a.column_id
       where a.id in (select id from chosen) and ${isForReader(orgCode)}) as found
     where n <= ${limit} order by "columnId", is_top desc, sort_at desc, id desc`.execute(db);
  return rows;
}

/** Articles that share a label with one, the newest first. */
export async function relatedTo(
  db: Db,
  orgCode: string,
  of: { id: string; labels: string[] },
  limit: number,
): Promise<ShortNews[]> {
  if (of.labels.length === 0) return [];
  const { rows } = await sql<ShortNews>`
    select ${SHORT} from ${FROM}
     where a.id <> ${of.id} and a.kind <> 'notice' and v.labels && ${of.labels}::text[] and ${isForReader(orgCode)}
     order by a.sort_at desc, a.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Counts a reader once; answers how many there are. */
export async function markRead(db: Db, id: string, accountId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with made as (
      insert into archive_reader (article_id, account_id) values (${id}, ${accountId}) on conflict do nothing returning 1)
    update archive_article set readers = readers + (select count(*)::int from made) where id = ${id} returning readers as n`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Files that the shown version names. */
export async function shownFiles(db: Db, id: string) {
  const { rows } = await sql<{ content: string; cover: string; video: string; files: string[] }>`
    select v.content, v.cover, v.video, v.files from archive_article a
      join archive_version v on v.article_id = a.id and v.number = a.shown_number where a.id = ${id}`.execute(db);
  return rows[0];
}

/** Those of the ids that a place may still read. */
export async function newsByIds(db: Db, orgCode: string, ids: readonly string[]): Promise<ShortNews[]> {
  const { rows } = await sql<ShortNews>`
    select ${SHORT} from ${FROM} where a.id = any(${ids}::bigint[]) and ${isForReader(orgCode)}`.execute(db);
  return rows;
}
