import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { filesMoved } from '#platform/server/files/files.ts';

const byOrg = (rows: { id: string; n: number }[]) => new Map(rows.map(({ id, n }) => [id, n]));

/** How many texts of each of some organisations somebody is deciding on. */
export async function countUndecided(db: Db, orgIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select org_id as id, count(*)::int as n from archive_article
     where org_id = any(${orgIds}::bigint[]) and deleted_at is null and state = 1 group by 1`.execute(db);
  return byOrg(rows);
}

/** How many other texts, and how many posts, each of some organisations has. */
export async function textsOf(db: Db, orgIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select org_id as id, count(*)::int as n from archive_article
     where org_id = any(${orgIds}::bigint[]) and deleted_at is null and state <> 1 group by 1`.execute(db);
  return byOrg(rows);
}
export async function postsOf(db: Db, orgIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select org_id as id, count(*)::int as n from circle_post
     where org_id = any(${orgIds}::bigint[]) and deleted_at is null group by 1`.execute(db);
  return byOrg(rows);
}

interface Home {
  id: string;
  code: string;
  name: string;
}

/**
 * Gives the texts of an organisation to the one that keeps them from now on, or some of them back; they keep the name of the
 * first. Their files lie where they lie; receipts follow their people.
 */
export async function moveTexts(
  db: Db,
  from: Home,
  to: Home,
  ids: readonly string[] | null,
): Promise<{ id: string; title: string }[]> {
  const { rows } = await sql<{ id: string; title: string }>`
    with went as (
      update archive_article set org_id = ${to.id}, org_code = ${to.code}, version = version + 1,
             former_org = case former_org when '' then ${from.name} when ${to.name} then '' else former_org end,
             audience_orgs = array_replace(audience_orgs, ${from.id}::bigint, ${to.id}::bigint)
       where org_id = ${from.id} and deleted_at is null and state <> 1 and (${ids}::bigint[] is null or id = any(${ids}::bigint[]))
      returning id, title
    ), files as (
      ${filesMoved('archive.article', sql`select id::text from went`, to.code)}
    )
    select id, title from went order by id`.execute(db);
  return rows;
}

/** The same for posts: whom they are for goes along, and who decides about them. */
export async function movePosts(db: Db, from: Home, to: Home, ids: readonly string[] | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with went as (
      update circle_post set org_id = ${to.id}, org_code = ${to.code}, version = version + 1,
             audience_id = case when audience_id = ${from.id} then ${to.id} else audience_id end
       where org_id = ${from.id} and deleted_at is null and (${ids}::bigint[] is null or id = any(${ids}::bigint[]))
      returning id
    ), files as (
      ${filesMoved('circle.post', sql`select id::text from went`, to.code)}
    )
    select id from went order by id`.execute(db);
  return rows.map(({ id }) => id);
}
