import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { listColouredNatures } from '../queries.ts';

/** The tops of trees in which somebody has colours and whose quarter was not frozen; `asked`: a to-do of the subject was opened. */
export async function findUnfrozenTrees(
  db: Db,
  { year, quarter, subject }: { year: number; quarter: number; subject: string },
) {
  const natures = await listColouredNatures(db);
  const { rows } = await sql<{ id: string; code: string; name: string; asked: boolean }>`
    select o.id, o.code, o.name, exists (select from todo t where t.org_id = o.id and t.subject = ${subject}) as asked
      from organisation o where o.parent_id is null and o.deleted_at is null
       and not exists (select from colour_freeze f where f.org_id = o.id and f.year = ${year} and f.quarter = ${quarter})
       and exists (select from unit u where starts_with(u.org_code, o.code) and u.deleted_at is null
                      and u.nature = any(${natures}::text[]))`.execute(db);
  return rows;
}
