import { sql } from 'kysely';
import type { Definition } from '#kernel/workflow/contract.definition.ts';
import type { ProcessState } from '#kernel/workflow/contract.process.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { chainOf } from './people.ts';

export interface ProcessRecord {
  id: string;
  kind: string;
  name: string;
  description: string;
  org_id: string;
  org_code: string;
  org_name: string;
  state: ProcessState;
  number: number | null;
  draft: Definition;
  version: number;
  updated_at: Date;
  updated_by: string;
  versions: number;
  running: number;
  changed: boolean;
}

const FACTS = sql`p.id, p.kind, p.name, p.description, p.org_id, p.org_code, o.name as org_name, p.state, p.number,
  p.draft, p.version, p.updated_at, p.updated_by,
  (select count(*)::int from workflow_version v where v.process_id = p.id) as versions,
  (select count(*)::int from workflow_instance i
    where i.process_id = p.id and i.state in ('running', 'returned')) as running,
  p.draft is distinct from (select v.definition from workflow_version v
                             where v.process_id = p.id and v.number = p.number) as changed`;

export interface ProcessFilter {
  name: string | null;
  kind: string | null;
  state: ProcessState | null;
  limit: number;
  offset: number;
}

/** Processes of the scope, last changed first. */
export async function listProcesses(db: Db, scope: Scope, filter: ProcessFilter) {
  const where = sql`${within(scope, 'p.org_code')}
    and (${filter.name}::text is null or ${textHolds(sql`p.name`, filter.name)})
    and (${filter.kind}::text is null or p.kind = ${filter.kind})
    and (${filter.state}::text is null or p.state = ${filter.state})`;
  const [page, count] = await Promise.all([
    sql<ProcessRecord>`
      select ${FACTS} from workflow_process p join organisation o on o.id = p.org_id
       where ${where} order by p.updated_at desc, p.id desc limit ${filter.limit} offset ${filter.offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from workflow_process p where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.n ?? 0 };
}

/** One process of the scope; `lock` keeps it for this transaction. */
export async function findProcess(db: Db, scope: Scope, id: string, lock = false): Promise<ProcessRecord | undefined> {
  const { rows } = await sql<ProcessRecord>`
    select ${FACTS} from workflow_process p join organisation o on o.id = p.org_id
     where p.id = ${id} and ${within(scope, 'p.org_code')} ${lock ? sql`for update of p` : sql``}`.execute(db);
  return rows[0];
}

export interface VersionRecord {
  number: number;
  definition: Definition;
  note: string;
  published_at: Date;
  published_by: string;
  running: number;
}

/** Versions of a process, newest first, each with the matters that are under way on it. */
export async function versionsOf(db: Db, processId: string): Promise<VersionRecord[]> {
  const { rows } = await sql<VersionRecord>`
    select v.number, v.definition, v.note, v.published_at, v.published_by,
           (select count(*)::int from workflow_instance i where i.process_id = v.process_id and i.number = v.number
               and i.state in ('running', 'returned')) as running
      from workflow_version v where v.process_id = ${processId} order by v.number desc`.execute(db);
  return rows;
}

/** Adds a process as a draft; answers its id. */
export async function insertProcess(
  db: Db,
  process: { kind: string; name: string; description: string; orgId: string; orgCode: string; draft: Definition },
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into workflow_process (kind, name, description, org_id, org_code, draft, created_by, updated_by)
    values (${process.kind}, ${process.name}, ${process.description}, ${process.orgId}, ${process.orgCode},
            ${JSON.stringify(process.draft)}, ${by}, ${by})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes name, description and draft; answers the new version. */
export async function updateProcess(
  db: Db,
  id: string,
  fields: { name: string; description: string; draft: Definition },
  by: string,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update workflow_process set name = ${fields.name}, description = ${fields.description},
           draft = ${JSON.stringify(fields.draft)}, version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Makes the draft the newest version, which new matters take from now on; answers its number. */
export async function publish(db: Db, id: string, note: string, by: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    with made as (
      insert into workflow_version (process_id, number, definition, note, published_by)
      select id, coalesce((select max(number) from workflow_version where process_id = ${id}), 0) + 1, draft, ${note}, ${by}
        from workflow_process where id = ${id}
      returning number
    )
    update workflow_process set state = 'published', number = made.number, version = version + 1,
           updated_at = now(), updated_by = ${by}
      from made where id = ${id} returning made.number`.execute(db);
  return rows[0]?.number ?? 0;
}

/** Takes a process out of use for new matters. */
export const retire = (db: Db, id: string, by: string) =>
  sql`update workflow_process set state = 'retired', version = version + 1, updated_at = now(), updated_by = ${by}
       where id = ${id}`.execute(db);

export interface UsableProcess {
  id: string;
  name: string;
  description: string;
  org_name: string;
  number: number;
  definition: Definition;
}

/** Published processes of a kind for an organisation: its own and those of the ones above, the nearest first. */
export async function usableProcesses(db: Db, kind: string, orgCode: string): Promise<UsableProcess[]> {
  const { rows } = await sql<UsableProcess>`
    select p.id, p.name, p.description, o.name as org_name, p.number, v.definition
      from workflow_process p
      join workflow_version v on v.process_id = p.id and v.number = p.number
      join organisation o on o.id = p.org_id and o.deleted_at is null
     where p.kind = ${kind} and p.state = 'published' and p.org_code = any(${chainOf(orgCode)}::text[])
     order by p.org_code desc, p.id`.execute(db);
  return rows;
}
