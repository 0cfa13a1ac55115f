import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** Kinds of files that prove something; avatars, covers and pictures of articles are used again as one likes. */
const EVIDENCE = ['points.hand', 'integral.score', 'event.meeting', 'office.part'] as const;

/**
 * In how many other rows the same bytes stand as evidence, by the files that are asked for; files that stand once are left out.
 * It is a number alone: where they stand may be out of the reader's scope.
 * @param ids files of the row that is shown, which the caller may read
 */
export async function countOtherUses(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; others: number }>`
    select f.id, count(distinct (g.kind, g.row_id))::int as others
      from stored_file f join stored_file g on g.sha256 = f.sha256 and g.size = f.size and g.row_id is not null
       and (g.kind = f.kind or g.kind = any(${[...EVIDENCE]}::text[])) and (g.kind, g.row_id) is distinct from (f.kind, f.row_id)
     where f.id = any(${ids}::text[]) group by f.id`.execute(db);
  return new Map(rows.map(({ id, others }) => [id, others]));
}
