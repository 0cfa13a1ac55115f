import { sql } from 'kysely';
import type { Audience } from '#modules/education/rules.ts';
import type { Session } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db.ts';
import { type Scope, within } from '#platform/server/scope.ts';
import { forReader } from './document.ts';

export interface FolderFields {
  name: string;
  intro: string;
  audience: Audience;
  maySave: boolean;
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
  f.may_save as "maySave", f.sort, f.version, f.updated_by as "updatedBy", f.updated_at as "updatedAt"`;
const FROM = sql`knowledge_folder f join organisation o on o.id = f.org_id and o.deleted_at is null`;

export interface ListedFolder extends FolderRecord {
  documents: number;
  unread: number;
  held: boolean;
}

/**
 * Folders with something for the reader; those of a worker's scope even while they are empty.
 * @param writes the scope of a worker, null for readers
 */
export async function foldersFor(db: Db, session: Session, writes: Scope | null): Promise<ListedFolder[]> {
  const { rows } = await sql<ListedFolder>`
    select ${COLUMNS}, n.documents, n.unread,
           exists (select from knowledge_document h where h.folder_id = f.id) as held
      from ${FROM}
      cross join lateral (
        select count(*)::int as documents, (count(*) filter (where d.is_required and r.read_at is null))::int as unread
          from knowledge_document d
          left join knowledge_reading r on r.document_id = d.id and r.account_id = ${session.accountId}
         where d.folder_id = f.id and ${forReader(session.orgCode)}) as n
     where n.documents > 0 or ${writes ? within(writes, 'f.org_code') : sql`false`}
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
    insert into knowledge_folder (org_id, org_code, name, intro, audience, may_save, sort, created_by, updated_by)
    values (${org.id}, ${org.code}, ${of.name}, ${of.intro}, ${of.audience}, ${of.maySave}, ${of.sort}, ${by}, ${by})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes a locked folder; answers the new version. */
export async function writeFolder(db: Db, id: string, of: FolderFields, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update knowledge_folder set name = ${of.name}, intro = ${of.intro}, audience = ${of.audience}, may_save = ${of.maySave},
           sort = ${of.sort}, version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Whether a folder holds documents, deleted ones in the recycle bin included. */
export async function hasDocuments(db: Db, id: string): Promise<{ shown: boolean; binned: boolean }> {
  const { rows } = await sql<{ shown: boolean; binned: boolean }>`
    select coalesce(bool_or(deleted_at is null), false) as shown, coalesce(bool_or(deleted_at is not null), false) as binned
      from knowledge_document where folder_id = ${id}`.execute(db);
  return rows[0] ?? { shown: false, binned: false };
}

export const dropFolder = (db: Db, id: string) => sql`delete from knowledge_folder where id = ${id}`.execute(db);
