import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';

/** One changed field of one act. */
export interface FieldChange {
  id: string;
  at: Date;
  who: string;
  action: string;
  reason: string;
  field: string;
  change: [unknown, unknown];
}

/**
 * A page of what was changed of an organisation, the newest first, with every field that was ever changed.
 * The caller has found the organisation in the scope.
 */
export async function fieldHistory(db: Db, orgId: string, field: string | null, limit: number, offset: number) {
  const { rows } = await sql<{ total: number; fields: string[] | null; rows: FieldChange[] | null }>`
    with change as (
      select a.id, a.at, a.account_name as who, a.action, coalesce(a.reason, '') as reason, c.key as field, c.value as change
        from audit_log a cross join lateral jsonb_each(a.changes) c
       where a.target_type = 'org' and a.target_id = ${orgId} and a.outcome = 'done'
    ), found as (select * from change where ${field}::text is null or field = ${field})
    select (select count(*)::int from found) as total,
           (select json_agg(distinct field) from change) as fields,
           (select json_agg(p) from (
              select id || ':' || field as id, at, who, action, reason, field, change
                from found order by found.id desc, field limit ${limit} offset ${offset}) p) as rows`.execute(db);
  const found = rows[0];
  return { total: found?.total ?? 0, fields: found?.fields ?? [], rows: found?.rows ?? [] };
}
