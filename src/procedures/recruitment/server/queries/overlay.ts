import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import type { BookPlace } from '#procedures/recruitment/rules/bookLayout.ts';
import type { Measured } from '#procedures/recruitment/rules/printers.ts';

export interface LayoutRecord {
  number: number;
  width: number;
  height: number;
  fields: BookPlace[];
  remark: string;
  createdBy: string;
  createdAt: Date;
}

/** The versions of the places on the official paper, the newest first. */
export async function layouts(db: Db): Promise<LayoutRecord[]> {
  const { rows } = await sql<LayoutRecord>`
    select number, width::float8 as width, height::float8 as height, fields, remark, created_by as "createdBy",
           created_at as "createdAt"
      from development_book_layout order by number desc`.execute(db);
  return rows;
}

/** Writes a version; false: there is one of this number already. */
export async function insertLayout(
  db: Db,
  { number, width, height, fields, remark }: Omit<LayoutRecord, 'createdBy' | 'createdAt'>,
  by: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into development_book_layout (number, width, height, fields, remark, created_by)
    values (${number}, ${width}, ${height}, ${JSON.stringify(fields)}::jsonb, ${remark}, ${by})
    on conflict do nothing returning 1`.execute(db);
  return rows.length > 0;
}

export interface PrinterRecord {
  id: string;
  name: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  measured: Measured;
  version: number;
  changedBy: string;
  changedAt: Date;
}

/** Printers of one organisation of the scope by name, or the one of an id. */
export async function printers(
  db: Db,
  scope: Scope,
  which: { orgId: string } | { id: string },
): Promise<PrinterRecord[]> {
  const { rows } = await sql<PrinterRecord>`
    select p.id, p.name, p.org_id as "orgId", p.org_code as "orgCode", o.name as "orgName", p.measured, p.version,
           p.changed_by as "changedBy", p.changed_at as "changedAt"
      from development_printer p join organisation o on o.id = p.org_id and o.deleted_at is null
     where ${within(scope, 'p.org_code')} and ${'id' in which ? sql`p.id = ${which.id}` : sql`p.org_id = ${which.orgId}`}
     order by p.name, p.id`.execute(db);
  return rows;
}

/** Enters a printer; undefined: the organisation has one of this name. */
export async function insertPrinter(
  db: Db,
  { orgId, orgCode, name, measured }: Pick<PrinterRecord, 'orgId' | 'orgCode' | 'name' | 'measured'>,
  by: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into development_printer (org_id, org_code, name, measured, changed_by)
    values (${orgId}, ${orgCode}, ${name}, ${JSON.stringify(measured)}::jsonb, ${by}) on conflict do nothing returning id`.execute(
    db,
  );
  return rows[0]?.id;
}

/** Writes what was measured anew; undefined: changed meanwhile, or another one has its name. */
export async function updatePrinter(
  db: Db,
  { id, version, name, measured }: Pick<PrinterRecord, 'id' | 'version' | 'name' | 'measured'>,
  by: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update development_printer p
       set name = ${name}, measured = ${JSON.stringify(measured)}::jsonb, version = version + 1, changed_by = ${by}, changed_at = now()
     where id = ${id} and version = ${version} and not exists (
           select from development_printer o where o.org_id = p.org_id and o.name = ${name} and o.id <> p.id)
    returning id`.execute(db);
  return rows[0]?.id;
}

export const deletePrinter = (db: Db, id: string) => sql`delete from development_printer where id = ${id}`.execute(db);
