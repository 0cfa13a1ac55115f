import { sql } from 'kysely';
import type { ExtensionState } from '#people/org/rules.office.ts';
import type { Db } from '#platform/server/database/db.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';

/** 届期延长 as it was asked for and decided. */
export interface ExtensionRecord {
  id: string;
  until: string;
  reason: string;
  files: string[];
  state: ExtensionState;
  askedById: string;
  askedBy: string;
  askedAt: Date;
  decidedBy: string;
  decidedAt: Date | null;
  opinion: string;
}

/** What the to-do of an application bears; of a term one at most waits. */
export const extensionSubject = (termId: string) => `termExtension:${termId}`;

/** What was asked for a term, the newest first. */
export async function extensionsOfTerm(db: Db, termId: string): Promise<ExtensionRecord[]> {
  const { rows } = await sql<ExtensionRecord>`
    select id, until, reason, files, state, asked_by as "askedById", asked_by_name as "askedBy", asked_at as "askedAt",
           concat_ws(' ', nullif(decided_org, ''), nullif(decided_by_name, '')) as "decidedBy",
           decided_at as "decidedAt", opinion
      from term_extension where term_id = ${termId} order by id desc`.execute(db);
  return rows;
}

/** The term that an application is for; its scope says who reads the files. */
export async function termOfExtension(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ term_id: string }>`select term_id from term_extension where id = ${id}`.execute(db);
  return rows[0]?.term_id;
}

export async function insertExtension(
  db: Db,
  termId: string,
  extension: { until: string; reason: string },
  by: { id: string; name: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into term_extension (term_id, until, reason, asked_by, asked_by_name)
    values (${termId}, ${extension.until}, ${extension.reason}, ${by.id}, ${by.name}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export async function keepFiles(db: Db, id: string, files: readonly string[]): Promise<void> {
  await sql`update term_extension set files = ${files}::text[] where id = ${id}`.execute(db);
}

export async function closeExtension(
  db: Db,
  id: string,
  to: { state: 'approved' | 'returned'; by: { id: string; name: string }; orgName: string; opinion: string },
): Promise<void> {
  await sql`
    update term_extension set state = ${to.state}, decided_by = ${to.by.id}, decided_by_name = ${to.by.name},
           decided_org = ${to.orgName}, decided_at = now(), opinion = ${to.opinion} where id = ${id}`.execute(db);
}

/** Takes an application back. */
export const withdrawExtension = (db: Db, id: string) =>
  sql`update term_extension set state = 'withdrawn', decided_at = now() where id = ${id}`.execute(db);

/** Counts the version of a locked term on; with a day, the term ends then. Answers the new version. */
export async function touchTerm(db: Db, id: string, by: string, until: string | null): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update org_term set extended_to = coalesce(${until}::date, extended_to), expires_on = coalesce(${until}::date, expires_on),
           version = version + 1, updated_at = now(), updated_by = ${by} where id = ${id} returning version`.execute(
    db,
  );
  return rows[0]?.version ?? 0;
}

/** Nobody decides any more what was asked for terms of an organisation that are over or in the bin. */
export async function lapseExtensions(db: Db, orgId: string): Promise<void> {
  const { rows } = await sql<{ term_id: string }>`
    update term_extension x set state = 'lapsed'
      from org_term t
     where t.id = x.term_id and t.org_id = ${orgId} and x.state = 'pending' and (not t.is_current or t.deleted_at is not null)
    returning x.term_id`.execute(db);
  await closeTodos(
    db,
    rows.map(({ term_id }) => extensionSubject(term_id)),
  );
}
