import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** The process that a matter runs on or came back from, of any of these kinds. */
export async function openInstance(db: Db, kinds: readonly string[], subjectId: string) {
  const { rows } = await sql<{ id: string; kind: string; state: 'running' | 'returned'; version: number }>`
    select id, kind, state, version from workflow_instance
     where kind = any(${kinds}::text[]) and subject_id = ${subjectId} and state in ('running', 'returned') limit 1`.execute(
    db,
  );
  return rows[0];
}

/** The facts of the latest matter of a kind about a subject, also while its end is being carried out. */
export async function endedFacts(
  db: Db,
  kind: string,
  subjectId: string,
): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<{ facts: Record<string, unknown> }>`
    select facts from workflow_instance where kind = ${kind} and subject_id = ${subjectId} order by id desc limit 1`.execute(
    db,
  );
  return rows[0]?.facts;
}
