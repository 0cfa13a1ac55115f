import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { lineOf, type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { SHARED_PARTS, type SharedPart } from '../../rules.share.ts';

const TABLES: Readonly<Record<SharedPart, string>> = {
  publicity: 'box_publicity',
  media: 'box_media',
  study: 'box_study',
  book: 'box_book',
};

/** All that may be shared and is published, of whichever part: its own rows are the only ones that hold the words. */
const SOURCES = sql.join(
  SHARED_PARTS.map(
    (part) => sql`select ${part}::text as part, id, org_id, org_code, title from ${sql.table(TABLES[part])}
                   where deleted_at is null and state = 'published'`,
  ),
  sql` union all `,
);

/** Offers that stand: `s` is the offer, `t` what is offered, `o` its organisation. */
const STANDING = sql`box_share s join (${SOURCES}) t on t.part = s.part and t.id = s.row_id
  join organisation o on o.id = t.org_id and o.deleted_at is null`;
const FIELDS = sql`s.id, s.part, t.title, o.name as "orgName", s.shared_at as "sharedAt", s.shared_by as "sharedBy"`;

/** Of organisations above the one with this code. */
const above = (code: string): RawBuilder<boolean> =>
  sql<boolean>`(t.org_code = any(${lineOf(code).slice(0, -1)}::text[]))`;

export interface Offer {
  id: string;
  part: SharedPart;
  rowId: string;
  orgId: string;
  orgCode: string;
  title: string;
  orgName: string;
  sharedAt: Date;
  sharedBy: string;
}
export interface Taking {
  taken: boolean;
  takenAt: Date | null;
  takenBy: string;
}
interface Asked {
  part: SharedPart | null;
  words: string | null;
  limit: number;
  offset: number;
}
const asked = ({ part, words }: Asked) =>
  sql`(${part}::text is null or s.part = ${part}) and (${words}::text is null or ${textHolds(sql`t.title`, words)})`;

async function pageOf<R>(
  db: Db,
  columns: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  { limit, offset }: Pick<Asked, 'limit' | 'offset'>,
  order: RawBuilder<unknown>,
): Promise<{ rows: R[]; total: number }> {
  const [page, count] = await Promise.all([
    sql<R>`select ${columns} from ${from} order by ${order} limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}

const TAKING = sql`k.share_id is not null as taken, k.taken_at as "takenAt", coalesce(k.taken_by, '') as "takenBy"`;

/** What is offered to an organisation, the newest offer first. */
export const offeredTo = (
  db: Db,
  { orgId, orgCode }: { orgId: string; orgCode: string },
  of: Asked & { taken: boolean | null },
) =>
  pageOf<Offer & Taking>(
    db,
    sql`${FIELDS}, ${TAKING}`,
    sql`${STANDING} left join box_share_take k on k.share_id = s.id and k.org_id = ${orgId}
      where ${above(orgCode)} and ${asked(of)}
        and (${of.taken}::boolean is null or (k.share_id is not null) = ${of.taken})`,
    of,
    sql`s.shared_at desc, s.id desc`,
  );

/** One offer to an organisation; undefined where there is none. */
export async function findOffered(
  db: Db,
  { orgId, orgCode }: { orgId: string; orgCode: string },
  id: string,
): Promise<(Offer & Taking) | undefined> {
  const { rows } = await sql<Offer & Taking>`
    select ${FIELDS}, s.row_id as "rowId", t.org_id as "orgId", t.org_code as "orgCode", ${TAKING}
      from ${STANDING} left join box_share_take k on k.share_id = s.id and k.org_id = ${orgId}
     where s.id = ${id} and ${above(orgCode)}`.execute(db);
  return rows[0];
}

/** The offers of a scope with how many organisations show each. */
export const offersOf = (db: Db, scope: Scope, of: Asked) =>
  pageOf<Offer & { takers: number }>(
    db,
    sql`${FIELDS}, s.row_id as "rowId", ${countTakers}`,
    sql`${STANDING} where ${within(scope, 't.org_code')} and ${asked(of)}`,
    of,
    sql`s.shared_at desc, s.id desc`,
  );

/** Organisations that take it over and still lie below the one that offers it. */
const TAKERS = sql`box_share_take k join organisation b on b.id = k.org_id and b.deleted_at is null
  where k.share_id = s.id and b.code > t.org_code and b.code < t.org_code || ':'`;
const countTakers = sql`(select count(*)::int from ${TAKERS}) as takers`;

/** Who shows an offer of the scope, in the order of the tree. */
export const takersOf = (db: Db, scope: Scope, id: string, of: Pick<Asked, 'limit' | 'offset'>) =>
  pageOf<{ orgId: string; orgName: string; takenAt: Date; takenBy: string }>(
    db,
    sql`f.org_id as "orgId", f.name as "orgName", f.taken_at as "takenAt", f.taken_by as "takenBy"`,
    sql`${STANDING} cross join lateral (select k.org_id, k.taken_at, k.taken_by, b.name, b.code from ${TAKERS}) f
      where s.id = ${id} and ${within(scope, 't.org_code')}`,
    of,
    sql`f.code`,
  );

/** An offer of the scope by its id, or by what it offers; undefined where there is none. */
export async function findOffer(
  db: Db,
  scope: Scope,
  by: { id: string } | { part: SharedPart; rowId: string },
): Promise<(Offer & { takers: number }) | undefined> {
  const is = 'id' in by ? sql`s.id = ${by.id}` : sql`s.part = ${by.part} and s.row_id = ${by.rowId}`;
  const { rows } = await sql<Offer & { takers: number }>`
    select ${FIELDS}, s.row_id as "rowId", t.org_id as "orgId", t.org_code as "orgCode", ${countTakers}
      from ${STANDING} where ${is} and ${within(scope, 't.org_code')}`.execute(db);
  return rows[0];
}

export interface Shareable {
  title: string;
  orgCode: string;
  published: boolean;
  hasBelow: boolean;
}

/** A row of the scope that may be offered; undefined where there is none. `lock` keeps it for this transaction. */
export async function shareable(
  db: Db,
  scope: Scope,
  part: SharedPart,
  rowId: string,
  lock = false,
): Promise<Shareable | undefined> {
  const { rows } = await sql<Shareable>`
    select t.title, t.org_code as "orgCode", t.state = 'published' as published,
           exists (select from organisation b
                    where b.code > t.org_code and b.code < t.org_code || ':' and b.deleted_at is null) as "hasBelow"
      from ${sql.table(TABLES[part])} t join organisation o on o.id = t.org_id and o.deleted_at is null
     where t.id = ${rowId} and t.deleted_at is null and ${within(scope, 't.org_code')}
     ${lock ? sql`for update of t` : sql``}`.execute(db);
  return rows[0];
}

/** Offers a row; nothing where it is offered already. */
export async function insertOffer(db: Db, part: SharedPart, rowId: string, by: string): Promise<void> {
  await sql`
    insert into box_share (part, row_id, shared_by) values (${part}, ${rowId}, ${by}) on conflict do nothing`.execute(
    db,
  );
}

/** Takes an offer back, off every screen. */
export async function deleteOffer(db: Db, id: string): Promise<void> {
  await sql`delete from box_share where id = ${id}`.execute(db);
}

/** Shows an offer on the screens of an organisation; nothing where it is shown already. */
export async function insertTake(db: Db, id: string, orgId: string, by: string): Promise<void> {
  await sql`
    insert into box_share_take (share_id, org_id, taken_by)
    select id, ${orgId}, ${by} from box_share where id = ${id} for share
    on conflict do nothing`.execute(db);
}

export async function deleteTake(db: Db, id: string, orgId: string): Promise<void> {
  await sql`delete from box_share_take where share_id = ${id} and org_id = ${orgId}`.execute(db);
}

/** Ids of the rows of a part that an organisation has taken over. */
export const idsTakenOver = (part: SharedPart, orgId: string): RawBuilder<unknown> =>
  sql`select s.row_id from box_share_take k join box_share s on s.id = k.share_id
       where k.org_id = ${orgId} and s.part = ${part}`;

/** Rows `t` of an organisation above: after a move what was taken over may be another tree's. */
export const isAbove = (orgId: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from organisation mine where mine.id = ${orgId} and mine.code > t.org_code and mine.code < t.org_code || ':')`;

/** Whether a row is offered to the organisation with this code: its files are read there before it is taken. */
export async function isOffered(db: Db, part: SharedPart, rowId: string, code: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${STANDING} where s.part = ${part} and s.row_id = ${rowId} and ${above(code)}`.execute(db);
  return rows.length > 0;
}
