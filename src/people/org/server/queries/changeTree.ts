import { sql } from 'kysely';
import { allowSeconds, type Db } from '#platform/server/database/db.ts';
import { type Scope, within, workerScope } from '#platform/server/database/scope.ts';
import { type CodeMove, moveCounters } from '#platform/server/sums/counters.ts';
import type { Resident } from '../residents.ts';
import { rewriteCodes } from './codes.ts';
import { nameColumns } from './writes.ts';

/** An organisation as a change of the tree sees it. */
export interface TreeOrg {
  id: string;
  code: string;
  parentId: string | null;
  name: string;
  shortName: string;
  type: number;
  /** The number of the next child code; 10,000: there is none left. */
  nextChild: number;
  /** Levels from the top down to the deepest organisation of its subtree. */
  depth: number;
  /** Full members who stand in it, without those below. */
  full: number;
  /** Full and probationary members. */
  party: number;
  /** Everybody, of any category. */
  people: number;
  units: number;
  childIds: string[];
}

const columns = sql`
  o.id, o.code, o.parent_id as "parentId", o.name, o.short_name as "shortName", o.type, o.next_child as "nextChild",
  (select max(length(below.code)) / 4 from organisation below
    where below.code >= o.code and below.code < o.code || ':') as depth,
  own.full, own.party, own.people,
  array(select child.id::text from organisation child where child.parent_id = o.id and child.deleted_at is null) as "childIds",
  (select count(*)::int from unit u where u.org_id = o.id and u.deleted_at is null) as units`;
const people = sql`
  cross join lateral (
    select count(*) filter (where person_category = 1)::int as "full",
           count(*) filter (where person_category in (1, 2))::int as party, count(*)::int as people
      from member m where m.org_id = o.id and m.deleted_at is null) as own`;

/** Organisations of the scope by their ids; those that are deleted or elsewhere are missing. */
export async function treeOrgs(db: Db, scope: Scope, ids: readonly string[]): Promise<Map<string, TreeOrg>> {
  const { rows } = await sql<TreeOrg>`
    select ${columns} from organisation o ${people}
     where o.id = any(${ids}::bigint[]) and o.deleted_at is null and ${within(scope, 'o.code')}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The living children of organisations, in their order. */
export async function childrenOf(db: Db, ids: readonly string[]): Promise<TreeOrg[]> {
  const { rows } = await sql<TreeOrg>`
    select ${columns} from organisation o ${people}
     where o.parent_id = any(${ids}::bigint[]) and o.deleted_at is null
     order by o.parent_id, o.sort, o.id`.execute(db);
  return rows;
}

/** Everybody in an organisation with category and post, in the list's order. */
export async function peopleOf(db: Db, orgId: string): Promise<Resident[]> {
  const { rows } = await sql<Resident>`
    select m.id, m.name, coalesce(d.name, m.person_category::text) as category,
           coalesce((select string_agg(p.post, '、' order by p.sort) from org_post p
                       join org_term t on t.id = p.term_id and t.is_current
                       join organisation led on led.id = t.org_id and led.deleted_at is null
                      where p.member_id = m.id), '') as post
      from member m
      left join dict_item d on d.dictionary_code = '0002' and d.value = m.person_category::text
     where m.org_id = ${orgId} and m.deleted_at is null
     order by m.sort, m.id limit 2001`.execute(db);
  return rows;
}

/** The people of an organisation with their categories; of some people, those who stand in it. */
export async function categoriesOf(db: Db, orgId: string, ids: readonly string[] | null): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; category: number }>`
    select id, person_category as category from member
     where org_id = ${orgId} and deleted_at is null and (${ids}::bigint[] is null or id = any(${ids}::bigint[]))`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row.category]));
}

/** How many people stand below organisations, them included, also those who have left the roll; exact at this moment. */
export async function peopleBelow(db: Db, codes: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(part.n), 0)::int as n
      from unnest(${codes}::text[]) as root (code)
      cross join lateral (
        select n from member_counter where org_code = root.code collate "C" and fact in ('category', 'gone')
        union all
        select n from member_counter_delta
         where org_code >= root.code collate "C" and org_code < root.code || ':' collate "C" and fact in ('category', 'gone')) as part`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

const TREE_LOCK = 7_020_002;

/**
 * One change of the tree at a time, and nobody puts anything into what it touches until it ends: whoever does so locks
 * the organisation's row first, here in the order of codes.
 */
export async function lockTree(db: Db): Promise<void> {
  // A province is one statement over a million people; a busy machine takes longer for it than any other call may.
  await allowSeconds(db, 600);
  await sql`select pg_advisory_xact_lock(${TREE_LOCK})`.execute(db);
}

/** Locks organisations with everything below them. */
export async function lockSubtrees(db: Db, codes: readonly string[]): Promise<void> {
  for (const code of codes.toSorted()) {
    await sql`select from organisation where ${within(workerScope(code), 'code')} order by code for update`.execute(db);
  }
}

/** Locks single organisations. */
export async function lockOrgs(db: Db, ids: readonly string[]): Promise<void> {
  await sql`select from organisation where id = any(${ids}::bigint[]) order by code for update`.execute(db);
}

/** Takes the next child code of an organisation; the planner has seen that there is one. */
export async function nextCode(db: Db, parentId: string): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    update organisation set next_child = next_child + 1, child_count = child_count + 1
     where id = ${parentId} and next_child < 10000
    returning code || lpad((next_child - 1)::text, 4, '0') as code`.execute(db);
  if (!rows[0]) throw new Error('no child code left');
  return rows[0].code;
}

/** Counts a child that comes back under a code that it had. */
export const countChild = (db: Db, parentId: string, n: 1 | -1) =>
  sql`update organisation set child_count = child_count + ${n} where id = ${parentId}`.execute(db);

/** Whether a code was ever handed to an organisation that still has it. */
export async function isCodeFree(db: Db, code: string): Promise<boolean> {
  const { rows } = await sql`select from organisation where code = ${code}`.execute(db);
  return rows.length === 0;
}

/** Writes where a locked subtree stands from now on, in the tree, in every row below, and in the counters. */
export async function placeSubtree(db: Db, orgId: string, parentId: string, move: CodeMove, by: string): Promise<void> {
  await sql`
    update organisation set code = ${move.to}::text || substr(code, ${move.from.length + 1}::int)
     where ${within(workerScope(move.from), 'code')}`.execute(db);
  await sql`
    update organisation
       set parent_id = ${parentId}, version = version + 1, updated_at = now(), updated_by = ${by},
           sort = coalesce((select max(sort) from organisation where parent_id = ${parentId} and deleted_at is null), 0) + 1024
     where id = ${orgId}`.execute(db);
  await rewriteCodes(db, move);
  await moveCounters(db, move);
}

/** Gives a locked organisation other names. */
export async function writeNames(db: Db, id: string, name: string, shortName: string, by: string): Promise<void> {
  const { grams, full, initials } = nameColumns(name);
  await sql`
    update organisation set name = ${name}, short_name = ${shortName}, name_grams = ${grams}::text[], pinyin = ${full},
           initials = ${initials}, version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id}`.execute(db);
}

/** Gives a locked organisation another type. */
export const writeType = (db: Db, id: string, type: number, by: string) =>
  sql`update organisation set type = ${type}, version = version + 1, updated_at = now(), updated_by = ${by}
       where id = ${id}`.execute(db);

/** Puts units of an organisation into another one; answers them with their natures. */
export async function moveUnits(
  db: Db,
  fromId: string,
  to: { id: string; code: string },
  ids: readonly string[] | null,
): Promise<{ id: string; nature: string }[]> {
  const { rows } = await sql<{ id: string; nature: string }>`
    update unit set org_id = ${to.id}, org_code = ${to.code}, version = version + 1
     where org_id = ${fromId} and deleted_at is null and (${ids}::bigint[] is null or id = any(${ids}::bigint[]))
    returning id, nature`.execute(db);
  return rows;
}
