import { type RawBuilder, sql } from 'kysely';
import { SHOWN_AT_MOST, type SwiperRow } from '#kernel/system/contract.swiper.ts';
import { deletedBetween, type Recycled, type RecycleFilter } from '#platform/server/bin/recycle.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { filesExpired } from '#platform/server/files/files.ts';

export interface SwiperRecord {
  id: string;
  org_id: string;
  org_code: string;
  org_name: string;
  title: string;
  alt: string;
  file_id: string;
  link: string;
  starts_on: string | null;
  ends_on: string | null;
  enabled: boolean;
  version: number;
  state: SwiperRow['state'];
}

const state = sql`
  case when not s.enabled then 'off' when s.starts_on > ${dbToday} then 'waiting'
       when s.ends_on < ${dbToday} then 'over' else 'shown' end`;
const columns = sql`
  s.id, s.org_id, s.org_code, o.name as org_name, s.title, s.alt, s.file_id, s.link, s.starts_on, s.ends_on, s.enabled,
  s.version, ${state} as state`;
const from = sql`swiper s join organisation o on o.id = s.org_id`;

/** Pictures that organisations of the scope publish, in the order in which they are shown. */
export async function listSwipers(
  db: Db,
  scope: Scope,
  filter: { title: string; state: string; limit: number; offset: number },
): Promise<{ rows: SwiperRecord[]; total: number }> {
  const parts: RawBuilder<unknown>[] = [sql`s.deleted_at is null`, within(scope, 's.org_code')];
  if (filter.title) parts.push(textHolds(sql`s.title`, filter.title));
  if (filter.state) parts.push(sql`${state} = ${filter.state}`);
  const where = sql.join(parts, sql` and `);
  const { rows } = await sql<SwiperRecord>`
    select ${columns} from ${from} where ${where}
     order by s.org_code, s.sort, s.id limit ${filter.limit} offset ${filter.offset}`.execute(db);
  const counted = await sql<{ n: number }>`select count(*)::int as n from ${from} where ${where}`.execute(db);
  return { rows, total: counted.rows[0]?.n ?? 0 };
}

/** The codes of an organisation and of all above it. */
const upTo = (orgCode: string) =>
  Array.from({ length: orgCode.length / 4 }, (_, level) => orgCode.slice(0, (level + 1) * 4));

/** What somebody who stands at an organisation sees today: its own pictures and those from above, the highest first. */
export async function shownAt(db: Db, orgCode: string): Promise<SwiperRecord[]> {
  const { rows } = await sql<SwiperRecord>`/* prepared */
    select ${columns} from ${from}
     where s.org_code = any(${upTo(orgCode)}::text[]) and s.deleted_at is null and ${state} = 'shown'
     order by s.org_code, s.sort, s.id limit ${sql.lit(SHOWN_AT_MOST)}`.execute(db);
  return rows;
}

/** The file of a picture that is shown at an organisation, or that the scope manages (null: it manages none). */
export async function fileOf(db: Db, scope: Scope | null, orgCode: string, id: string): Promise<string | undefined> {
  const managed = scope === null ? sql`false` : within(scope, 's.org_code');
  const { rows } = await sql<{ file_id: string }>`
    select s.file_id from swiper s
     where s.id = ${id} and s.deleted_at is null
       and (${managed} or (s.org_code = any(${upTo(orgCode)}::text[]) and ${state} = 'shown'))`.execute(db);
  return rows[0]?.file_id;
}

/** One picture of the scope, kept for this transaction. */
export async function lockSwiper(db: Db, scope: Scope, id: string): Promise<SwiperRecord | undefined> {
  const { rows } = await sql<SwiperRecord>`
    select ${columns} from ${from}
     where s.id = ${id} and s.deleted_at is null and ${within(scope, 's.org_code')} for update of s`.execute(db);
  return rows[0];
}

export interface SwiperFields {
  title: string;
  alt: string;
  link: string;
  startsOn: string | null;
  endsOn: string | null;
  enabled: boolean;
}

/** Adds a picture behind those of its organisation; answers its id. */
export async function insertSwiper(
  db: Db,
  org: { id: string; code: string },
  fields: SwiperFields,
  fileId: string,
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into swiper (org_id, org_code, title, alt, file_id, link, starts_on, ends_on, enabled, created_by,
                        updated_by, sort)
    values (${org.id}, ${org.code}, ${fields.title}, ${fields.alt}, ${fileId}, ${fields.link}, ${fields.startsOn},
            ${fields.endsOn}, ${fields.enabled}, ${by}, ${by},
            (select coalesce(max(sort), 0) + 1 from swiper where org_code = ${org.code}))
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes a picture's fields; answers the new version. */
export async function updateSwiper(
  db: Db,
  id: string,
  fields: SwiperFields,
  fileId: string,
  by: string,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update swiper set title = ${fields.title}, alt = ${fields.alt}, link = ${fields.link}, file_id = ${fileId},
           starts_on = ${fields.startsOn}, ends_on = ${fields.endsOn}, enabled = ${fields.enabled},
           version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Gives a file that no picture shows any more to the cleaning of files. */
export const expireFile = (db: Db, fileId: string) => filesExpired(sql`id = ${fileId}`).execute(db);

/** The ids of an organisation's pictures in their order, kept for this transaction. */
export async function lockOrder(db: Db, orgCode: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from swiper where org_code = ${orgCode} and deleted_at is null order by sort, id for update`.execute(db);
  return rows.map(({ id }) => id);
}

/** Numbers pictures from 1 in the order given. */
export async function numberSwipers(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update swiper s set sort = place.n
      from unnest(${ids}::bigint[]) with ordinality as place (id, n)
     where s.id = place.id and s.sort <> place.n`.execute(db);
}

/** Takes a picture out; its file stays for the recycle bin. */
export async function deleteSwiper(db: Db, id: string, by: string): Promise<void> {
  await sql`update swiper set deleted_at = now(), deleted_by = ${by} where id = ${id}`.execute(db);
}

interface DeletedRecord {
  id: string;
  title: string;
  org_name: string;
  org_code: string;
  deleted_at: Date;
  deleted_by: string;
}

const recycledOf = (row: DeletedRecord): Recycled => ({
  id: row.id,
  name: row.title,
  orgName: row.org_name,
  orgCode: row.org_code,
  deletedAt: row.deleted_at,
  deletedBy: row.deleted_by,
  reason: '',
});

const deleted = (scope: Scope, { name, from, to }: Pick<RecycleFilter, 'name' | 'from' | 'to'>) => sql`
  s.deleted_at is not null and ${within(scope, 's.org_code')}
  and (${name}::text is null or ${textHolds(sql`s.title`, name)})
  and ${deletedBetween('s.deleted_at', from, to)}`;
const DELETED = sql`s.id, s.title, o.name as org_name, s.org_code, s.deleted_at, coalesce(s.deleted_by, '') as deleted_by`;

/** Deleted pictures of the scope, the newest first. */
export async function listDeleted(db: Db, scope: Scope, filter: RecycleFilter): Promise<Recycled[]> {
  const { rows } = await sql<DeletedRecord>`
    select ${DELETED} from ${from} where ${deleted(scope, filter)}
     order by s.deleted_at desc, s.id desc limit ${filter.limit} offset ${filter.offset}`.execute(db);
  return rows.map(recycledOf);
}

/** How many deleted pictures there are, counted up to `limit`. */
export async function countDeleted(db: Db, scope: Scope, filter: RecycleFilter, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from ${from} where ${deleted(scope, filter)} limit ${limit}) as part`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** One deleted picture of the scope, kept for this transaction. */
export async function lockDeleted(db: Db, scope: Scope, id: string): Promise<Recycled | undefined> {
  const { rows } = await sql<DeletedRecord>`
    select ${DELETED} from ${from}
     where s.id = ${id} and s.deleted_at is not null and ${within(scope, 's.org_code')} for update of s`.execute(db);
  return rows[0] && recycledOf(rows[0]);
}

/** Puts a deleted picture back, behind the others of its organisation. */
export async function restoreSwiper(db: Db, id: string): Promise<void> {
  await sql`
    update swiper s set deleted_at = null, deleted_by = null, version = version + 1,
           sort = (select coalesce(max(sort), 0) + 1 from swiper other where other.org_code = s.org_code)
     where id = ${id}`.execute(db);
}

/** Removes a deleted picture for good; the cleaning of files takes its bytes. */
export async function eraseSwiper(db: Db, id: string): Promise<void> {
  await sql`
    with gone as (delete from swiper where id = ${id} returning file_id)
    ${filesExpired(sql`id in (select file_id from gone)`)}`.execute(db);
}

/** Whether an article is one of the carousel's pictures now. */
export async function isPictured(db: Db, articleId: string): Promise<boolean> {
  const { rows } = await sql`select from swiper where article_id = ${articleId} and deleted_at is null`.execute(db);
  return rows.length > 0;
}

/** Makes a picture that of an article. */
export const tieToArticle = (db: Db, swiperId: string, articleId: string) =>
  sql`update swiper set article_id = ${articleId} where id = ${swiperId}`.execute(db);

/** Takes the picture of an article out, for good: what it leads to is not there. Answers whether there was one. */
export async function untieArticle(db: Db, articleId: string): Promise<boolean> {
  const { rows } = await sql`
    with gone as (delete from swiper where article_id = ${articleId} returning file_id)
    ${filesExpired(sql`id in (select file_id from gone)`)} returning 1`.execute(db);
  return rows.length > 0;
}

/** Lets the picture of an article follow a correction: its title, and a last day that is not later than the text's. */
export const followArticle = (db: Db, articleId: string, title: string, until: string | null) =>
  sql`update swiper set title = left(${title}, 40), ends_on = least(ends_on, ${until}::date), version = version + 1
       where article_id = ${articleId} and deleted_at is null`.execute(db);
