import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import type { Database } from '../../../db/types.ts';

/** A table of parts. */
export type PartTable = keyof Database;

/**
 * The table of work that an organisation gives to others below it, for moving it to another organisation (`house/givenCalls.ts` has
 * the parts of its calls). The table has `title`, `state` and the columns of a noun.
 */
export interface GivenTable {
  given: keyof Database;
  /** Its state while it runs. */
  running: string;
}

/** Given work of which each organisation has a part. The part itself waits for acceptance: open, asked, returned, done or void. */
export interface GivenTables extends GivenTable {
  part: PartTable;
  /** The column of a part that names what is given. */
  of: string;
  /** The column by which an organisation has one part alone. */
  once: string;
}

/** All of a sort, or some that come back. */
export type Which = { ids: readonly string[] } | { isOpen: boolean };

const UNDER_WAY = sql`('open', 'asked', 'returned')`;
const partIs = (isOpen: boolean) => (isOpen ? sql`p.state in ${UNDER_WAY}` : sql`p.state = 'done'`);

/** For each organisation, how many parts it has: those under way, or those accepted. */
export async function countParts(
  db: Db,
  { given, part, of }: GivenTables,
  orgIds: readonly string[],
  isOpen: boolean,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select p.org_id as id, count(*)::int as n from ${sql.table(part)} p
      join ${sql.table(given)} g on g.id = ${sql.ref(`p.${of}`)} and g.deleted_at is null
     where p.org_id = any(${orgIds}::bigint[]) and ${partIs(isOpen)} group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** For each organisation, how much work it gave: what is running, or drafts and what has ended. */
export async function countGiven(
  db: Db,
  { given, running }: GivenTable,
  orgIds: readonly string[],
  isOpen: boolean,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select org_id as id, count(*)::int as n from ${sql.table(given)}
     where org_id = any(${orgIds}::bigint[]) and deleted_at is null and (state = ${running}) = ${isOpen} group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/**
 * Moves the parts of an organisation to the one that takes its place. A part stays where that organisation has a part of the same
 * work already, or gave the work itself.
 * @returns the parts that were moved, with the work that each belongs to
 */
export async function moveParts(
  db: Db,
  { given, part, of, once }: GivenTables,
  fromId: string,
  to: { id: string; code: string },
  which: Which,
): Promise<{ id: string; givenId: string; title: string }[]> {
  const condition = 'ids' in which ? sql`p.id = any(${which.ids}::bigint[])` : partIs(which.isOpen);
  const { rows } = await sql<{ id: string; givenId: string; title: string }>`
    update ${sql.table(part)} p set org_id = ${to.id}, org_code = ${to.code}, version = p.version + 1
      from ${sql.table(given)} g
     where g.id = ${sql.ref(`p.${of}`)} and g.deleted_at is null and p.org_id = ${fromId} and ${condition} and g.org_id <> ${to.id}
       and not exists (select from ${sql.table(part)} other
                        where ${sql.ref(`other.${once}`)} = ${sql.ref(`p.${once}`)} and other.org_id = ${to.id})
    returning p.id, g.id as "givenId", g.title`.execute(db);
  return rows;
}

/** How many parts of an organisation `moveParts` would leave, because one of `others` has a part of the same work or gave it. */
export async function countTwinParts(
  db: Db,
  { given, part, of, once }: GivenTables,
  fromId: string,
  others: readonly string[],
  isOpen: boolean,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(part)} p
      join ${sql.table(given)} g on g.id = ${sql.ref(`p.${of}`)} and g.deleted_at is null
     where p.org_id = ${fromId} and ${partIs(isOpen)}
       and (g.org_id = any(${others}::bigint[])
            or exists (select from ${sql.table(part)} other
                        where ${sql.ref(`other.${once}`)} = ${sql.ref(`p.${once}`)} and other.org_id = any(${others}::bigint[])))`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Which rows `r` below parts are of some organisations, as a condition. @param column of `r` that names the part */
export const belowParts = (column: string, part: PartTable) => (orgIds: readonly string[]) =>
  sql`${sql.ref(`r.${column}`)} in (select id from ${sql.table(part)} where org_id = any(${orgIds}::bigint[]))`;

/** The work that some parts are of. */
export async function workOfParts(db: Db, { part, of }: GivenTables, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct ${sql.ref(of)} as id from ${sql.table(part)} where id = any(${ids}::bigint[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** The ids of the work of which an organisation has a part under way. */
export async function givenUnderWay(db: Db, { part, of }: GivenTables, orgId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct ${sql.ref(of)} as id from ${sql.table(part)} where org_id = ${orgId} and state in ${UNDER_WAY}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Moves the work that an organisation gave to the organisation that takes its place. @returns the work that was moved */
export async function moveGiven(
  db: Db,
  { given, running }: GivenTable,
  fromId: string,
  to: { id: string; code: string },
  which: Which,
): Promise<{ id: string; title: string }[]> {
  const condition =
    'ids' in which ? sql`id = any(${which.ids}::bigint[])` : sql`(state = ${running}) = ${which.isOpen}`;
  const { rows } = await sql<{ id: string; title: string }>`
    update ${sql.table(given)} set org_id = ${to.id}, org_code = ${to.code}, version = version + 1
     where org_id = ${fromId} and deleted_at is null and ${condition} returning id, title`.execute(db);
  return rows;
}

/** Parts of some work now wait for the decision of another organisation. @returns the ids of the parts that wait */
export async function moveDeciders(
  db: Db,
  { part, of }: GivenTables,
  fromId: string,
  toId: string,
  givenIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(part)} set decider_org_id = ${toId}
     where ${sql.ref(of)} = any(${givenIds}::bigint[]) and state = 'asked' and decider_org_id = ${fromId} returning id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** An organisation that is late or due soon with its part; `recently`: it was urged within two hours. */
export interface Behind {
  id: string;
  orgId: string;
  orgName: string;
  recently: boolean;
}

/** Notes that parts were urged. @param table of the parts */
export const markUrged = (db: Db, table: PartTable, ids: readonly string[]) =>
  sql`update ${sql.table(table)} set urged_at = now() where id = any(${ids}::bigint[])`.execute(db);
