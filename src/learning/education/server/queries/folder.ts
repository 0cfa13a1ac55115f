import { sql } from 'kysely';
import type { Audience } from '#learning/education/rules.ts';
import type { Session } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { isForReader } from './document.ts';

export interface FolderFields {
  name: string;
  intro: string;
  audience: Audience;
  maySave: boolean;
  parentId: string | null;
  inherits: boolean;
  sort: number;
}

export interface FolderRecord extends FolderFields {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  version: number;
  updatedBy: string;
  updatedAt: Date;
}

const COLUMNS = sql`f.id, f.org_id as "orgId", f.org_code as "orgCode", o.name as "orgName", f.name, f.intro, f.audience,
  f.may_save as "maySave", f.parent_id as "parentId", f.inherits, f.sort, f.version, f.updated_by as "updatedBy", f.updated_at as "updatedAt"`;
const FROM = sql`knowledge_folder f join organisation o on o.id = f.org_id and o.deleted_at is null`;

export interface ListedFolder extends FolderRecord {
  documents: number;
  unread: number;
  held: boolean;
}

/**
 * Folders with something for the reader in them or within; those of a worker's scope even while they are empty.
 * @param writes the scope of a worker, null for readers
 */
export async function foldersFor(db: Db, session: Session, writes: Scope | null): Promise<ListedFolder[]> {
  const { rows } = await sql<ListedFolder>`
    with recursive above as (
      select distinct f.parent_id as id from knowledge_folder f join knowledge_document d on d.folder_id = f.id
       where f.parent_id is not null and ${isForReader(session.orgCode)}
      union
      select p.parent_id from above a join knowledge_folder p on p.id = a.id where p.parent_id is not null)
    select ${COLUMNS}, n.documents, n.unread,
           exists (select from knowledge_document h where h.folder_id = f.id)
             or exists (select from knowledge_folder c where c.parent_id = f.id) as held
      from ${FROM}
      cross join lateral (
        select count(*)::int as documents, (count(*) filter (where d.is_required and r.read_at is null))::int as unread
          from knowledge_document d
          left join knowledge_reading r on r.document_id = d.id and r.account_id = ${session.accountId}
         where d.folder_id = f.id and ${isForReader(session.orgCode)}) as n
     where n.documents > 0 or f.id in (select id from above) or ${writes ? within(writes, 'f.org_code') : sql`false`}
     order by f.org_code, f.sort, f.id limit 300`.execute(db);
  return rows;
}

/** One folder of the scope; `lock` keeps it for this transaction. */
export async function findFolder(db: Db, scope: Scope, id: string, lock = false): Promise<FolderRecord | undefined> {
  const { rows } = await sql<FolderRecord>`
    select ${COLUMNS} from ${FROM} where f.id = ${id} and ${within(scope, 'f.org_code')}
    ${lock ? sql`for update of f` : sql``}`.execute(db);
  return rows[0];
}

export async function insertFolder(
  db: Db,
  org: { id: string; code: string },
  of: FolderFields,
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into knowledge_folder (org_id, org_code, name, intro, audience, may_save, parent_id, inherits, sort, created_by, updated_by)
    values (${org.id}, ${org.code}, ${of.name}, ${of.intro}, ${of.audience}, ${of.maySave}, ${of.parentId}, ${of.inherits}, ${of.sort}, ${by}, ${by})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes a locked folder and hands its rights on to those within that follow it; answers the new version. */
export async function writeFolder(db: Db, id: string, of: FolderFields, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update knowledge_folder set name = ${of.name}, intro = ${of.intro}, audience = ${of.audience}, may_save = ${of.maySave},
           parent_id = ${of.parentId}, inherits = ${of.inherits}, sort = ${of.sort}, version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  await sql`
    with recursive inner_ones as (
      select id from knowledge_folder where parent_id = ${id} and inherits
      union all
      select f.id from inner_ones i join knowledge_folder f on f.parent_id = i.id where f.inherits)
    update knowledge_folder f set audience = ${of.audience}, may_save = ${of.maySave}, version = version + 1, updated_at = now(),
           updated_by = ${by}
      from inner_ones i where f.id = i.id and (f.audience, f.may_save) is distinct from (${of.audience}, ${of.maySave})`.execute(
    db,
  );
  return rows[0]?.version ?? 0;
}

/** The ids of a folder and those above it, the nearest first. */
export async function idsAbove(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive up as (
      select id, parent_id, 1 as depth from knowledge_folder where id = ${id}
      union all
      select f.id, f.parent_id, u.depth + 1 from up u join knowledge_folder f on f.id = u.parent_id where u.depth < 50)
    select id from up order by depth`.execute(db);
  return rows.map((one) => one.id);
}

/** How many folders stand within one another below a folder, itself counted. */
export async function depthBelow(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with recursive down as (
      select id, 1 as depth from knowledge_folder where id = ${id}
      union all
      select f.id, d.depth + 1 from down d join knowledge_folder f on f.parent_id = d.id where d.depth < 50)
    select coalesce(max(depth), 0)::int as n from down`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function hasFolders(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from knowledge_folder where parent_id = ${id} limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether a folder holds documents, deleted ones in the recycle bin included. */
export async function hasDocuments(db: Db, id: string): Promise<{ shown: boolean; binned: boolean }> {
  const { rows } = await sql<{ shown: boolean; binned: boolean }>`
    select coalesce(bool_or(deleted_at is null), false) as shown, coalesce(bool_or(deleted_at is not null), false) as binned
      from knowledge_document where folder_id = ${id}`.execute(db);
  return rows[0] ?? { shown: false, binned: false };
}

export const dropFolder = (db: Db, id: string) => sql`delete from knowledge_folder where id = ${id}`.execute(db);
