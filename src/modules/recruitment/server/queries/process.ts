import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';

/** The process that a matter runs on or came back from, of any of these kinds. */
export async function openInstance(db: Db, kinds: readonly string[], subjectId: string) {
  const { rows } = await sql<{ id: string; kind: string; state: 'running' | 'returned'; version: number }>`
    select id, kind, state, version from workflow_instance
     where kind = any(${kinds}::text[]) and subject_id = ${subjectId} and state in ('running', 'returned') limit 1`.execute(
    db,
  );
  return rows[0];
}
