import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface SheetPerson {
  id: string;
  name: string;
  orgName: string;
  orgCode: string;
  index: Buffer;
}

/** The living people of the scope with these id cards; `lock`: they stay, and their rows are counted one after another. */
export async function peopleOf(
  db: Db,
  scope: Scope,
  indexes: readonly Buffer[],
  lock: boolean,
): Promise<SheetPerson[]> {
  const { rows } = await sql<SheetPerson>`
    select m.id, m.name, o.name as "orgName", m.org_code as "orgCode", m.id_card_index as "index"
      from member m join organisation o on o.id = m.org_id
     where m.id_card_index = any(${indexes}::bytea[]) and m.deleted_at is null and ${within(scope, 'm.org_code')}
     order by m.id ${lock ? sql`for no key update of m` : sql``}`.execute(db);
  return rows;
}
