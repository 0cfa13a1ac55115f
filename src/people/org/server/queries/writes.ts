import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { nameGrams, textPinyin } from '#platform/server/database/nameSearch.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';

/** The columns that people edit. */
export interface OrgFields {
  name: string;
  shortName: string;
  type: number;
  foundedOn: string | null;
  unitRelation: string;
  canApprove: boolean;
  functional: boolean;
  contact: string;
  phone: string | null;
  address: string;
  introduction: string;
  lng: number | null;
  lat: number | null;
}

export interface LockedOrg extends OrgFields {
  id: string;
  code: string;
  parentId: string | null;
  sort: number;
  childCount: number;
  version: number;
  updatedBy: string;
  updatedAt: Date;
}

/** Locks an organisation of the scope until the transaction ends; null where there is none. */
export async function lockOrg(db: Db, scope: Scope, id: string): Promise<LockedOrg | null> {
  const { rows } = await sql<LockedOrg>`
    select o.id, o.code, o.parent_id as "parentId", o.sort, o.child_count as "childCount", o.version,
           o.updated_by as "updatedBy", o.updated_at as "updatedAt",
           o.name, o.short_name as "shortName", o.type, o.founded_on as "foundedOn", o.unit_relation as "unitRelation",
           o.can_approve as "canApprove", o.functional, o.contact, nullif(o.contact_phone, '') as phone,
           o.address, o.introduction, o.lng, o.lat
      from organisation o
     where o.id = ${id} and o.deleted_at is null and ${within(scope, 'o.code')}
       for update`.execute(db);
  return rows[0] ?? null;
}

/** Locks the superior of an organisation, wherever it stands, so that its children keep still. */
export async function lockParent(db: Db, parentId: string): Promise<{ type: number }> {
  const { rows } = await sql<{ type: number }>`select type from organisation where id = ${parentId} for update`.execute(
    db,
  );
  const parent = rows[0];
  if (!parent) throw new Error('an organisation without its superior');
  return parent;
}

/**
 * Hands out the next child code below an organisation of the scope and counts the child, in one
 * statement: parallel calls queue at the row and get different numbers. Null where the
 * organisation is not within the scope or all 9,999 numbers are used.
 */
export async function takeChildCode(
  db: Db,
  scope: Scope,
  parentId: string,
): Promise<{ code: string; type: number; number: number } | null> {
  const { rows } = await sql<{ code: string; type: number; number: number }>`
    update organisation o
       set next_child = next_child + 1, child_count = child_count + 1
     where o.id = ${parentId} and o.deleted_at is null and o.next_child < 10000 and ${within(scope, 'o.code')}
    returning o.code, o.type, o.next_child - 1 as number`.execute(db);
  return rows[0] ?? null;
}

/** Whether a sibling of this name stands below the organisation. */
export async function nameTaken(db: Db, parentId: string, name: string, exceptId: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from organisation
     where parent_id = ${parentId} and name = ${name} and deleted_at is null and id is distinct from ${exceptId}::bigint
     limit 1`.execute(db);
  return rows.length > 0;
}

/** Types of the direct children. */
export async function childTypes(db: Db, id: string): Promise<number[]> {
  const { rows } = await sql<{ type: number }>`
    select distinct type from organisation where parent_id = ${id} and deleted_at is null`.execute(db);
  return rows.map(({ type }) => type);
}

/** What a name is found by. */
export function nameColumns(name: string) {
  const { full, initials } = textPinyin(name);
  return { grams: nameGrams(name), full, initials };
}

/** Writes a new organisation as the last of its siblings; answers its id. */
export async function insertOrg(
  db: Db,
  place: { code: string; parentId: string },
  org: OrgFields,
  by: string,
): Promise<string> {
  const { grams, full, initials } = nameColumns(org.name);
  const { rows } = await sql<{ id: string }>`
    insert into organisation (code, parent_id, name, short_name, type, sort, name_grams, pinyin, initials, founded_on,
                              unit_relation, can_approve, functional, contact, contact_phone, address, introduction,
                              lng, lat, created_by, updated_by)
    select ${place.code}, ${place.parentId}, ${org.name}, ${org.shortName}, ${org.type},
           coalesce((select max(sort) from organisation where parent_id = ${place.parentId} and deleted_at is null), 0) + ${SORT_GAP},
           ${grams}::text[], ${full}, ${initials}, ${org.foundedOn}::date,
           ${org.unitRelation}, ${org.canApprove}, ${org.functional}, ${org.contact}, ${org.phone ?? ''}, ${org.address},
           ${org.introduction}, ${org.lng}::float8, ${org.lat}::float8, ${by}, ${by}
    returning id`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('nothing inserted');
  return row.id;
}

/** Writes all fields of a locked organisation; answers the new version. */
export async function updateOrgRow(db: Db, id: string, org: OrgFields, by: string): Promise<number> {
  const { grams, full, initials } = nameColumns(org.name);
  const { rows } = await sql<{ version: number }>`
    update organisation
       set name = ${org.name}, short_name = ${org.shortName}, type = ${org.type}, name_grams = ${grams}::text[],
           pinyin = ${full}, initials = ${initials}, founded_on = ${org.foundedOn}::date,
           unit_relation = ${org.unitRelation}, can_approve = ${org.canApprove}, functional = ${org.functional},
           contact = ${org.contact}, contact_phone = ${org.phone ?? ''}, address = ${org.address},
           introduction = ${org.introduction}, lng = ${org.lng}::float8, lat = ${org.lat}::float8,
           version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id}
    returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Whether anybody of any category stands in the organisation. */
export async function hasPeople(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from member where org_id = ${id} and deleted_at is null limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether units stand in the organisation. */
export async function hasUnits(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from unit where org_id = ${id} and deleted_at is null limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Puts a locked organisation into the recycle bin and takes it off its superior's count; nobody has its terms and posts to do
 * any more.
 */
export async function binOrg(db: Db, org: { id: string; parentId: string }, by: string, reason: string): Promise<void> {
  await sql`
    update organisation set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason}, version = version + 1,
           updated_at = now(), updated_by = ${by}
     where id = ${org.id}`.execute(db);
  await sql`update organisation set child_count = child_count - 1 where id = ${org.parentId}`.execute(db);
  const { rows } = await sql<{ subject: string }>`
    select what || id as subject from org_term, (values ('term:'), ('termExtension:')) as kind (what)
     where org_id = ${org.id}`.execute(db);
  await closeTodos(db, [`secretary:${org.id}`, ...rows.map(({ subject }) => subject)]);
}

/** Room between neighbours, so that a move mostly writes one row. */
const SORT_GAP = 1024;

/**
 * Moves an organisation before a sibling, or behind all where `beforeId` is null. Takes the middle of the
 * gap; where there is none left, the siblings are numbered anew. The superior must be locked. False where the sibling is gone.
 */
export async function moveBefore(db: Db, parentId: string, id: string, beforeId: string | null): Promise<boolean> {
  const { rows } = await sql<{ id: string; sort: number }>`
    select id, sort from organisation
     where parent_id = ${parentId} and deleted_at is null and id <> ${id} order by sort, id`.execute(db);
  const at = beforeId === null ? rows.length : rows.findIndex((row) => row.id === beforeId);
  if (at < 0) return false;
  const before = rows[at - 1]?.sort;
  const after = rows[at]?.sort;
  const low = before ?? (after ?? 0) - 2 * SORT_GAP;
  const high = after ?? low + 2 * SORT_GAP;
  if (high - low >= 2) {
    await sql`update organisation set sort = ${Math.floor((low + high) / 2)} where id = ${id}`.execute(db);
    return true;
  }
  const order = [...rows.slice(0, at).map((row) => row.id), id, ...rows.slice(at).map((row) => row.id)];
  await sql`
    update organisation o set sort = place * ${SORT_GAP}
      from unnest(${order}::bigint[]) with ordinality as wanted (id, place)
     where o.id = wanted.id`.execute(db);
  return true;
}
