import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { nameGrams, queryGrams } from '#platform/server/database/nameSearch.ts';
import { peopleWithin, type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

export interface GroupRecord {
  id: string;
  org_id: string;
  org_code: string;
  org_name: string;
  type: number;
  name: string;
  leader_id: string | null;
  leader_name: string | null;
  description: string;
  members: number;
  sort: number;
  version: number;
  updated_by: string;
  updated_at: Date;
}

/** People of a group that the scope knows; somebody without office knows only the own record. */
const known = (scope: Scope) => sql`
  from content_group_member gm join member on member.id = gm.member_id
  where gm.group_id = cg.id and member.deleted_at is null and ${peopleWithin(scope)}`;

const columns = (scope: Scope) => sql`
  cg.id, cg.org_id, cg.org_code, o.name as org_name, cg.type, cg.name, cg.description, cg.sort, cg.version,
  cg.updated_by, cg.updated_at, cg.leader_id,
  (select member.name from member where member.id = cg.leader_id and member.deleted_at is null
      and ${peopleWithin(scope)}) as leader_name,
  (select count(*)::int ${known(scope)}) as members`;

const inUse = (scope: Scope) => sql`cg.deleted_at is null and o.deleted_at is null and ${within(scope, 'cg.org_code')}`;

/** Null: not asked for. */
export interface GroupFilter {
  /** Of this organisation alone; null: of the whole scope. */
  orgId: string | null;
  type: number | null;
  name: string | null;
  labelId: string | null;
}

const where = (scope: Scope, filter: GroupFilter) => sql`
  ${inUse(scope)}
  and (${filter.orgId}::bigint is null or cg.org_id = ${filter.orgId})
  and (${filter.type}::smallint is null or cg.type = ${filter.type})
  and (${filter.name}::text is null
       or (cg.name_grams @> ${queryGrams(filter.name ?? '')}::text[] and ${textHolds(sql`cg.name`, filter.name)}))
  and (${filter.labelId}::bigint is null or exists (
       select from content_label_link l where l.kind = 'group' and l.row_id = cg.id and l.label_id = ${filter.labelId}))`;

interface Page {
  limit: number;
  offset: number;
}

const from = sql`from content_group cg join organisation o on o.id = cg.org_id`;
const order = sql`order by cg.org_code, cg.sort, cg.id`;

/** Groups in the order of their organisations; `people`: whose people are counted, where that is wider than the groups. */
export async function listGroups(
  db: Db,
  scope: Scope,
  people: Scope,
  filter: GroupFilter,
  page: Page,
): Promise<{ rows: GroupRecord[]; total: number }> {
  const [list, total] = await Promise.all([
    sql<GroupRecord>`
      select ${columns(people)} ${from} where ${where(scope, filter)} ${order}
       limit ${page.limit} offset ${page.offset}`.execute(db),
    countGroups(db, scope, filter),
  ]);
  return { rows: list.rows, total };
}

async function countGroups(db: Db, scope: Scope, filter: GroupFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${from} where ${where(scope, filter)}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

export type ChoiceRecord = Pick<GroupRecord, 'id' | 'org_id' | 'org_name' | 'type' | 'name' | 'members'>;

/** The same for thousands: names alone, their people counted in one pass. */
export async function groupChoices(
  db: Db,
  scope: Scope,
  people: Scope,
  type: number | null,
  page: Page,
): Promise<{ rows: ChoiceRecord[]; total: number }> {
  const filter = { orgId: null, type, name: null, labelId: null };
  const [list, total] = await Promise.all([
    sql<ChoiceRecord>`
      with page as materialized (
        select cg.id, cg.org_id, o.name as org_name, cg.type, cg.name, row_number() over (${order}) as place
          ${from} where ${where(scope, filter)} ${order} limit ${page.limit} offset ${page.offset}
      ), counted as (
        select gm.group_id, count(*)::int as n
          from content_group_member gm join member on member.id = gm.member_id
         where gm.group_id in (select id from page) and member.deleted_at is null and ${peopleWithin(people)}
         group by gm.group_id
      )
      select page.*, coalesce(counted.n, 0) as members
        from page left join counted on counted.group_id = page.id order by place`.execute(db),
    countGroups(db, scope, filter),
  ]);
  return { rows: list.rows, total };
}

/** One group of the scope; `lock`: until the transaction ends nobody else changes it. */
export async function findGroup(db: Db, scope: Scope, id: string, lock = false): Promise<GroupRecord | undefined> {
  if (lock) await sql`select from content_group where id = ${id} for update`.execute(db);
  const { rows } = await sql<GroupRecord>`
    select ${columns(scope)} from content_group cg join organisation o on o.id = cg.org_id
     where cg.id = ${id} and ${inUse(scope)}`.execute(db);
  return rows[0];
}

export interface GroupPersonRecord {
  id: string;
  name: string;
  org_name: string;
  person_category: number;
  phone_mask: string | null;
  /** False: in the group, yet beyond the scope or deleted. */
  known: boolean;
}

/** Everybody in a group, in its order. */
export async function groupPeople(db: Db, scope: Scope, groupId: string): Promise<GroupPersonRecord[]> {
  const { rows } = await sql<GroupPersonRecord>`
    select member.id, member.name, o.name as org_name, member.person_category, member.phone_mask,
           (member.deleted_at is null and ${peopleWithin(scope)}) as known
      from content_group_member gm join member on member.id = gm.member_id join organisation o on o.id = member.org_id
     where gm.group_id = ${groupId} order by gm.sort, member.id`.execute(db);
  return rows;
}

/** Those of the people given who live and lie in the scope, with their names. */
export async function knownPeople(db: Db, scope: Scope, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select member.id, member.name from member
     where member.id = any(${ids}::bigint[]) and member.deleted_at is null and ${peopleWithin(scope)}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export interface GroupFields {
  name: string;
  description: string;
  leaderId: string | null;
}

/** Adds a group behind those of its organisation; answers its id. */
export async function insertGroup(
  db: Db,
  org: { id: string; code: string },
  type: number,
  fields: GroupFields,
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into content_group (org_id, org_code, type, name, name_grams, description, leader_id, created_by, updated_by, sort)
    values (${org.id}, ${org.code}, ${type}, ${fields.name}, ${nameGrams(fields.name)}::text[], ${fields.description},
            ${fields.leaderId}, ${by}, ${by},
            (select coalesce(max(sort), 0) + 1 from content_group where org_id = ${org.id}))
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes a group; answers its new version. */
export async function updateGroup(db: Db, id: string, fields: GroupFields, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update content_group
       set name = ${fields.name}, name_grams = ${nameGrams(fields.name)}::text[], description = ${fields.description},
           leader_id = ${fields.leaderId}, version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Takes people out of a group, and puts the others in the order given. */
export async function setMembers(
  db: Db,
  groupId: string,
  out: readonly string[],
  order: readonly string[],
  by: string,
): Promise<void> {
  if (out.length > 0)
    await sql`delete from content_group_member where group_id = ${groupId} and member_id = any(${out}::bigint[])`.execute(
      db,
    );
  await sql`
    insert into content_group_member (group_id, member_id, sort, added_by)
    select ${groupId}, place.id, place.n, ${by} from unnest(${order}::bigint[]) with ordinality as place (id, n)
    on conflict (group_id, member_id) do update set sort = excluded.sort
     where content_group_member.sort <> excluded.sort`.execute(db);
}

/** Whether an organisation has another group of the name and type. */
export async function nameTaken(
  db: Db,
  group: { orgId: string; type: number; name: string },
  exceptId: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    select from content_group where org_id = ${group.orgId} and type = ${group.type} and name = ${group.name}
       and deleted_at is null and id is distinct from ${exceptId}::bigint`.execute(db);
  return rows.length > 0;
}

/** The living organisation of an id within the scope; `lock`: kept so until the transaction ends. */
export async function orgOf(
  db: Db,
  scope: Scope,
  id: string,
  lock = false,
): Promise<{ id: string; code: string } | undefined> {
  const { rows } = await sql<{ id: string; code: string }>`
    select id, code from organisation where id = ${id} and ${within(scope, 'code')} and deleted_at is null
    ${lock ? sql`for share` : sql``}`.execute(db);
  return rows[0];
}

/** Takes a group out. */
export async function deleteGroup(db: Db, id: string, by: string, reason: string): Promise<void> {
  await sql`
    update content_group set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason} where id = ${id}`.execute(
    db,
  );
}

/** What a deleted group was. */
export async function deletedGroup(db: Db, id: string): Promise<{ orgId: string; type: number; name: string }> {
  const { rows } = await sql<{ orgId: string; type: number; name: string }>`
    select org_id as "orgId", type, name from content_group where id = ${id}`.execute(db);
  return rows[0] ?? { orgId: '0', type: 0, name: '' };
}

/** Puts a deleted group back where its organisation stands now. */
export async function restoreGroup(db: Db, id: string, orgCode: string, by: string): Promise<void> {
  await sql`
    update content_group set deleted_at = null, deleted_by = null, delete_reason = null, org_code = ${orgCode},
           version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id}`.execute(db);
}

/** Empties a deleted group for good. */
export async function eraseGroup(db: Db, id: string, by: string): Promise<void> {
  await sql`delete from content_group_member where group_id = ${id}`.execute(db);
  await sql`
    update content_group set name = '已彻底删除', name_grams = '{}', description = '', leader_id = null,
           erased_at = now(), updated_at = now(), updated_by = ${by}
     where id = ${id}`.execute(db);
}

/** Groups of the scope by their ids. */
export async function groupsByIds(db: Db, scope: Scope, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; org_name: string }>`
    select cg.id, cg.name, o.name as org_name ${from} where ${inUse(scope)} and cg.id = any(${ids}::bigint[])`.execute(
    db,
  );
  return rows;
}
