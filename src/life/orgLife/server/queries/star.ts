import { sql } from 'kysely';
import type { ContestState } from '#life/orgLife/rules.star.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface ContestRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  year: number;
  title: string;
  items: { name: string; max: number }[];
  bands: number[];
  state: ContestState;
  version: number;
  entries: number;
  selfDone: number;
  reviewed: number;
}

const COLUMNS = sql`c.id, c.org_id as "orgId", c.org_code as "orgCode", o.name as "orgName", c.year, c.title, c.items, c.bands,
  c.state, c.version`;
/** Contests of the scope, and those above in which an organisation of the scope takes part. */
const seen = (scope: Scope) => sql`o.deleted_at is null and (${within(scope, 'c.org_code')} or (c.state > 0 and exists (
  select from life_contest_entry e where e.contest_id = c.id and ${within(scope, 'e.org_code')})))`;

export async function contests(db: Db, scope: Scope): Promise<ContestRecord[]> {
  const { rows } = await sql<ContestRecord>`
    select ${COLUMNS}, coalesce(n.entries, 0) as entries, coalesce(n.self, 0) as "selfDone", coalesce(n.review, 0) as reviewed
      from life_contest c join organisation o on o.id = c.org_id
      left join (select contest_id, count(*)::int as entries, count(self)::int as self, count(review)::int as review
                   from life_contest_entry group by 1) as n on n.contest_id = c.id
     where ${seen(scope)} order by c.year desc, c.org_code, c.id limit 200`.execute(db);
  return rows;
}

/** A contest that the scope sees; locked where it is to be written. */
export async function findContest(db: Db, scope: Scope, id: string, lock = false): Promise<ContestRecord | undefined> {
  const { rows } = await sql<ContestRecord>`
    select ${COLUMNS}, (select count(*)::int from life_contest_entry e where e.contest_id = c.id) as entries,
           (select count(self)::int from life_contest_entry e where e.contest_id = c.id) as "selfDone",
           (select count(review)::int from life_contest_entry e where e.contest_id = c.id) as reviewed
      from life_contest c join organisation o on o.id = c.org_id
     where c.id = ${id} and ${seen(scope)} ${lock ? sql`for update of c` : sql``}`.execute(db);
  return rows[0];
}

export async function insertContest(
  db: Db,
  org: { id: string; code: string },
  one: { year: number; title: string; items: readonly object[]; bands: readonly number[] },
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into life_contest (org_id, org_code, year, title, items, bands, created_by, updated_by)
    values (${org.id}, ${org.code}, ${one.year}, ${one.title}, ${JSON.stringify(one.items)}, ${JSON.stringify(one.bands)}, ${by}, ${by})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export const writeContest = (
  db: Db,
  id: string,
  one: { year: number; title: string; items: readonly object[]; bands: readonly number[] },
  by: string,
) =>
  sql`update life_contest set year = ${one.year}, title = ${one.title}, items = ${JSON.stringify(one.items)},
             bands = ${JSON.stringify(one.bands)}, version = version + 1, updated_at = now(), updated_by = ${by}
       where id = ${id}`.execute(db);

export const setState = (db: Db, id: string, state: number, by: string) =>
  sql`update life_contest set state = ${state}, version = version + 1, updated_at = now(), updated_by = ${by}
       where id = ${id}`.execute(db);

/** All branches below take part. */
export const enterContest = (db: Db, contestId: string, scope: Scope, types: readonly number[]) =>
  sql`insert into life_contest_entry (contest_id, org_id, org_code)
      select ${contestId}::bigint, id, code from organisation
       where deleted_at is null and type = any(${types}::smallint[]) and ${within(scope, 'code')}
      on conflict do nothing`.execute(db);

export interface EntryRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  self: number[] | null;
  selfNote: string;
  selfBy: string;
  review: number[] | null;
  reviewNote: string;
  reviewBy: string;
  stars: number | null;
}

/** Who takes part, in tree order. */
export async function entriesOf(db: Db, contestId: string): Promise<EntryRecord[]> {
  const { rows } = await sql<EntryRecord>`
    select e.id, e.org_id as "orgId", e.org_code as "orgCode", o.name as "orgName", e.self, e.self_note as "selfNote",
           e.self_by as "selfBy", e.review, e.review_note as "reviewNote", e.review_by as "reviewBy", e.stars
      from life_contest_entry e join organisation o on o.id = e.org_id
     where e.contest_id = ${contestId} and o.deleted_at is null order by e.org_code, e.id`.execute(db);
  return rows;
}

export const writeSelf = (db: Db, entryId: string, scores: readonly number[], note: string, by: string) =>
  sql`update life_contest_entry set self = ${scores}::integer[], self_note = ${note}, self_by = ${by}, self_at = now()
       where id = ${entryId}`.execute(db);
export const writeReview = (db: Db, entryId: string, scores: readonly number[], note: string, by: string) =>
  sql`update life_contest_entry set review = ${scores}::integer[], review_note = ${note}, review_by = ${by}, review_at = now()
       where id = ${entryId}`.execute(db);
export const setStars = (db: Db, entryId: string, stars: number) =>
  sql`update life_contest_entry set stars = ${stars} where id = ${entryId}`.execute(db);
