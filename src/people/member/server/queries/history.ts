import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope } from '#platform/server/database/scope.ts';

interface Version {
  id: string;
  version: number;
  from: Date;
  to: Date;
  who: string;
}

/** Columns of table member by name, as JSON writes them. */
export type StoredRow = Readonly<Record<string, string | number | boolean | null>>;

// A version stood until the next one was written; the youngest until the present one was.
const columns = sql`h.id, h.version, h.written_at as "from", h.written_by as who,
  coalesce((select n.written_at from member_history n where n.member_id = h.member_id and n.version > h.version
             order by n.version limit 1), m.updated_at) as "to"`;

/** The earlier versions of a person of the scope, the youngest first; undefined where there is no such person. */
export async function versionsOf(db: Db, scope: Scope, memberId: string, limit: number, offset: number) {
  const found = await sql<{ total: number }>`
    select (select count(*)::int from member_history h where h.member_id = m.id) as total
      from member m where m.id = ${memberId} and ${peopleWithin(scope, 'm')} and m.deleted_at is null`.execute(db);
  if (!found.rows[0]) return undefined;
  const { rows } = await sql<Version>`
    select ${columns} from member_history h join member m on m.id = h.member_id
     where h.member_id = ${memberId} order by h.version desc limit ${limit} offset ${offset}`.execute(db);
  return { total: found.rows[0].total, rows };
}

/** One earlier version with the present one beside it, and the names of their branches. */
export async function versionOf(db: Db, scope: Scope, id: string) {
  const { rows } = await sql<
    Version & {
      memberId: string;
      orgCode: string;
      name: string;
      orgName: string;
      orgNameNow: string;
      row: StoredRow;
      now: StoredRow;
    }
  >`
    select ${columns}, m.id as "memberId", m.org_code as "orgCode", m.name, h.row,
           to_jsonb(m) - array['id_card_enc', 'id_card_index', 'phone_enc', 'phone_index'] as now,
           coalesce(o.name, '') as "orgName", c.name as "orgNameNow"
      from member_history h join member m on m.id = h.member_id
      join organisation c on c.id = m.org_id
      left join organisation o on o.id = (h.row ->> 'org_id')::bigint
     where h.id = ${id} and ${peopleWithin(scope, 'm')} and m.deleted_at is null`.execute(db);
  return rows[0];
}
