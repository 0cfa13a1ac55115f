import { sql } from 'kysely';
import type { MatterCategory } from '#kernel/workflow/contract.matter.ts';
import type { Session } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';

export interface MatterRecord {
  id: string;
  org_code: string;
  account_id: string;
  title: string;
  category: MatterCategory;
  body: string;
  /** Whole fen, as the database's text. */
  amount: string | null;
  files: string[];
}

/** One matter by its id; whoever asks has seen to it that the reader takes part. */
export async function findMatter(db: Db, id: string): Promise<MatterRecord | undefined> {
  const { rows } = await sql<MatterRecord>`
    select id, org_code, account_id, title, category, body, amount, files from matter where id = ${id}`.execute(db);
  return rows[0];
}

interface Fields {
  title: string;
  category: MatterCategory;
  body: string;
  amount: number | null;
}

/** Adds a matter of the session without its files; answers its id. */
export async function insertMatter(db: Db, { orgId, orgCode, accountId }: Session, fields: Fields): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into matter (org_id, org_code, account_id, title, category, body, amount)
    values (${orgId}, ${orgCode}, ${accountId}, ${fields.title}, ${fields.category}, ${fields.body}, ${fields.amount})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes a corrected matter. */
export const updateMatter = (db: Db, id: string, fields: Fields & { files: readonly string[] }) =>
  sql`update matter set title = ${fields.title}, category = ${fields.category}, body = ${fields.body},
             amount = ${fields.amount}, files = ${fields.files}::text[], updated_at = now() where id = ${id}`.execute(
    db,
  );

/** Writes the ids of the files, which are known once the matter has one itself. */
export const setFiles = (db: Db, id: string, files: readonly string[]) =>
  sql`update matter set files = ${files}::text[] where id = ${id}`.execute(db);
