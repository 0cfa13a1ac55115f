import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import type { Home } from '../residents.ts';

/** Revoked one after the other: more is a circle, which no document makes. */
const MOST_HOPS = 20;

/**
 * Whoever took over from organisations that a document revoked: a query of `gone_id`, `id`, `code`, `name`, the heirs alive.
 * @param subject of the belongings (`belongings.ts`) whose way is followed first, where they went apart from the people
 * @param which a condition over the revoked organisation `g`
 */
export const successorsQuery = (subject: string, which: RawBuilder<unknown>) => {
  const taker = (gone: string) => sql`lateral (
    select coalesce((select r.to_org_id from org_change_row r where r.change_id = c.id and r.from_org_id = x.org_id
                      order by r.subject = ${subject} desc, r.subject, r.row_id limit 1),
                    case when c.kind = 'merge' then c.org_id else c.target_id end) as id
      from org_change_org x join org_change c on c.id = x.change_id and c.state = 'done'
     where x.org_id = ${sql.ref(gone)} and x.act = 'revoked' order by c.carried_at desc limit 1) next`;
  return sql`
    with recursive heir (gone_id, id, hops) as (
      select g.id, next.id, 1 from organisation g cross join ${taker('g.id')} where g.deleted_at is not null and ${which}
      union all
      select h.gone_id, next.id, h.hops + 1 from heir h join organisation o on o.id = h.id and o.deleted_at is not null
        cross join ${taker('h.id')} where h.hops < ${MOST_HOPS}
    )
    select h.gone_id, o.id, o.code, o.name from heir h join organisation o on o.id = h.id and o.deleted_at is null`;
};

/** Who took over from one organisation; undefined: it stands, or nobody did. */
export async function successorOf(db: Db, orgId: string, subject: string): Promise<Home | undefined> {
  const { rows } = await sql<Home>`
    select id, code, name from (${successorsQuery(subject, sql`g.id = ${orgId}`)}) heir`.execute(db);
  return rows[0];
}
