import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { Kind } from '#publishing/openAffairs/rules.ts';
import { PUBLISHER, publisherName } from './publisher.ts';

/** An approved text, as it was published. */
export interface VersionRecord {
  number: number;
  title: string;
  content: string;
  files: string[];
  publicDays: number;
  note: string;
  publishedAt: Date;
  writtenBy: string;
  approvedBy: string;
}

const VERSION = sql`v.number, v.title, v.content, v.files, v.public_days as "publicDays", v.note,
  v.published_at as "publishedAt", v.written_by as "writtenBy", v.approved_by as "approvedBy"`;

/** Every version of an affair, the newest first. */
export async function versionsOf(db: Db, affairId: string): Promise<VersionRecord[]> {
  const { rows } = await sql<VersionRecord>`
    select ${VERSION} from open_version v where v.affair_id = ${affairId} order by v.number desc`.execute(db);
  return rows;
}

export async function findVersion(db: Db, affairId: string, number: number): Promise<VersionRecord | undefined> {
  const { rows } = await sql<VersionRecord>`
    select ${VERSION} from open_version v where v.affair_id = ${affairId} and v.number = ${number}`.execute(db);
  return rows[0];
}

/** Files that any version of an affair shows or has attached: they stay as long as it. */
export async function filesOfVersions(db: Db, affairId: string): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    select found[1] as file from open_version, regexp_matches(content, 'fileName=([0-9a-f]{32})', 'g') as found
     where affair_id = ${affairId}
    union
    select unnest(files) from open_version where affair_id = ${affairId}`.execute(db);
  return rows.map(({ file }) => file);
}

/** What is known of stored files, in the order of the ids. */
export async function fileFacts(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; mime: string; size: string }>`
    select f.id, f.name, f.mime, f.size from unnest(${ids}::text[]) with ordinality as asked (id, place)
      join stored_file f on f.id = asked.id order by asked.place`.execute(db);
  return rows.map((row) => ({ ...row, size: Number(row.size) }));
}

export interface ShownRecord {
  id: string;
  orgName: string;
  kind: Kind;
  itemName: string;
  period: string;
  title: string;
  isOver: boolean;
  shownFrom: string;
  shownUntil: string;
}

export interface ShownFilter {
  orgId: string | null;
  kind: Kind;
  itemId: string | null;
  /** In title or text; null: all. */
  words: string | null;
}

const SHOWN = sql`open_affair a ${PUBLISHER}
  join open_version v on v.affair_id = a.id and v.number = a.shown_number
  join organisation o on o.id = a.org_id and o.deleted_at is null
  join open_item i on i.id = a.item_id`;
const shownWithin = (scope: Scope, orgId: string | null): RawBuilder<unknown> =>
  sql`${within(scope, 'o.code')} and a.deleted_at is null ${orgId ? sql`and a.org_id = ${orgId}` : sql``}`;

/** A page of what is published, the newest first. */
export async function pageOfShown(db: Db, scope: Scope, filter: ShownFilter, limit: number, offset: number) {
  const parts = [shownWithin(scope, filter.orgId), sql`i.kind = ${filter.kind}`];
  if (filter.itemId) parts.push(sql`a.item_id = ${filter.itemId}`);
  if (filter.words)
    parts.push(sql`(${textHolds(sql`v.title`, filter.words)} or ${textHolds(sql`v.words`, filter.words)})`);
  const from = sql`${SHOWN} where ${sql.join(parts, sql` and `)}`;
  const [rows, total] = await Promise.all([
    sql<ShownRecord>`
      select a.id, ${publisherName} as "orgName", i.kind, i.name as "itemName", a.period, v.title,
             a.shown_until < ${dbToday} as "isOver", a.shown_from as "shownFrom", a.shown_until as "shownUntil"
        from ${from} order by a.shown_from desc, a.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** How many are published by item; every active item of every kind, and those that are used. */
export async function countShown(db: Db, scope: Scope, orgId: string | null) {
  const { rows } = await sql<{ id: string; name: string; kind: Kind; count: number }>`
    select i.id, i.name, i.kind, coalesce(n.count, 0)::int as count
      from open_item i
      left join (select a.item_id, count(*) from ${SHOWN} where ${shownWithin(scope, orgId)} group by a.item_id) as n
             on n.item_id = i.id
     where i.active or n.count > 0 order by i.kind, i.sort, i.id`.execute(db);
  return rows;
}

/**
 * Published, on the board of the organisation in whose name it stands, while that is on, within its public days: all that is
 * seen without signing in.
 */
const PUBLIC = sql`${SHOWN} join open_board b on b.org_id = coalesce(a.former_org_id, a.org_id) and b.shows
  where a.deleted_at is null and a.shown_until >= ${dbToday}`;

/** What the code of a document shows. */
export async function findPublic(db: Db, token: string) {
  const { rows } = await sql<
    Omit<ShownRecord, 'isOver'> &
      Pick<VersionRecord, 'content' | 'files' | 'note'> & {
        orgId: string;
        orgCode: string;
        board: string;
        hears: boolean;
      }
  >`
    select a.id, a.org_id as "orgId", o.code as "orgCode", ${publisherName} as "orgName", i.kind, i.name as "itemName", a.period,
           v.title, v.content, v.files, v.note, a.shown_from as "shownFrom", a.shown_until as "shownUntil",
           b.token as board, b.hears
      from ${PUBLIC} and a.token = ${token}`.execute(db);
  return rows[0];
}

/** Whether a file is attached to, or shown in, what an affair's open page shows now. */
export async function isOpenFile(db: Db, affairId: string, fileId: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${PUBLIC} and a.id = ${affairId}
       and (${fileId} = any(v.files) or strpos(v.content, ${`fileName=${fileId}`}) > 0)`.execute(db);
  return rows.length > 0;
}

/** More would be no board that anybody reads. */
const MOST = 200;

/** What stands on a board, the newest first, with what was taken over, and whether there is more than it holds. */
export async function pageOfBoard(db: Db, orgId: string) {
  const { rows } = await sql<Omit<ShownRecord, 'id' | 'isOver'> & { token: string }>`
    select a.token, ${publisherName} as "orgName", i.kind, i.name as "itemName", a.period, v.title, a.shown_from as "shownFrom",
           a.shown_until as "shownUntil"
      from ${PUBLIC} and (a.org_id = ${orgId} or a.former_org_id = ${orgId}) order by a.shown_from desc, a.id desc limit ${MOST + 1}`.execute(
    db,
  );
  return { rows: rows.slice(0, MOST), hasMore: rows.length > MOST };
}
