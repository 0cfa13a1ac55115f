import { sql } from 'kysely';
import { CHANGE_KINDS } from '#people/org/rules.changes.ts';
import type { Db } from '#platform/server/database/db.ts';

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
    with document as (
      select d.*, x.changes, x.new_code, x.back_code, '组织' || (${JSON.stringify(CHANGE_KINDS)}::jsonb ->> d.kind) as words
        from org_change_org x join org_change d on d.id = x.change_id where x.org_id = ${orgId}
    ), change as (
      select 'a' || a.id as id, a.at, a.account_name as who, a.action, coalesce(a.reason, '') as reason,
             c.key as field, c.value as change
        from audit_log a cross join lateral jsonb_each(a.changes) c
       where a.target_type = 'org' and a.target_id = ${orgId} and a.outcome = 'done'
      union all
      select 'c' || d.id, d.carried_at, d.carried_by, d.words, d.number, c.key, c.value
        from document d cross join lateral jsonb_each(d.changes) c
      union all
      select 'r' || d.id, d.reversed_at, d.reversed_by, '撤回' || d.words, d.number || '，' || d.reverse_reason, c.key,
             case when c.key = 'code' then jsonb_build_array(d.new_code, d.back_code)
                  else jsonb_build_array(c.value -> 1, c.value -> 0) end
        from document d cross join lateral jsonb_each(d.changes) c where d.state = 'reversed'
    ), found as (select * from change where ${field}::text is null or field = ${field})
    select (select count(*)::int from found) as total,
           (select json_agg(distinct field) from change) as fields,
           (select json_agg(p) from (
              select id || ':' || field as id, at, who, action, reason, field, change
                from found order by at desc, found.id desc, field limit ${limit} offset ${offset}) p) as rows`.execute(
    db,
  );
  const found = rows[0];
  return { total: found?.total ?? 0, fields: found?.fields ?? [], rows: found?.rows ?? [] };
}
