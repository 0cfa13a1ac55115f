import { sql } from 'kysely';
import type { TimelinePart } from '#people/org/contract.timeline.ts';
import { CHANGE_KINDS } from '#people/org/rules.changes.ts';
import type { Db } from '#platform/server/database/db.ts';
import type { OrgFields } from './writes.ts';

/** What happened: `title` of an event is its kind, of an act the act's name; `codes` are dictionary values to be worded. */
export interface TimelineRow {
  id: string;
  part: TimelinePart;
  /** As json writes a time. */
  at: string;
  /** Of an event `YYYY-MM-DD`. */
  day: string | null;
  kind: 'founded' | 'term' | 'reward' | 'access' | 'act';
  title: string;
  facts: Readonly<Record<string, string | number | null>>;
  who: string;
  reason: string;
  changes: Readonly<Record<string, [unknown, unknown]>> | null;
  version: number | null;
}

const day = (column: string) => sql`(${sql.ref(column)}::date)::timestamp at time zone 'Asia/Shanghai'`;

/**
 * A page of everything that happened to an organisation, the newest first: events by their own day, acts of the log, and
 * states that no act of the log led to. The caller has found the organisation in the scope.
 */
export async function timelineOf(
  db: Db,
  orgId: string,
  part: TimelinePart | null,
  limit: number,
  offset: number,
): Promise<{ rows: TimelineRow[]; total: number }> {
  const { rows } = await sql<{ total: number; rows: TimelineRow[] | null }>`
    with document as (
      select d.*, x.new_code, x.back_code, x.changes,
             '组织' || (${JSON.stringify(CHANGE_KINDS)}::jsonb ->> d.kind) as words
        from org_change_org x join org_change d on d.id = x.change_id where x.org_id = ${orgId}
    ), logged as (
      select 'a' || id as id, at, action as title, account_name as who, coalesce(reason, '') as reason, changes
        from audit_log where target_type = 'org' and target_id = ${orgId} and outcome = 'done'
      union all
      select 'c' || id, carried_at, words, carried_by, number, changes from document
      union all
      select 'r' || id, reversed_at, '撤回' || words, reversed_by, number || '，' || reverse_reason,
             (select jsonb_object_agg(c.key, case when c.key = 'code' then jsonb_build_array(new_code, back_code)
                                                  else jsonb_build_array(c.value -> 1, c.value -> 0) end)
                from jsonb_each(changes) c)
        from document where state = 'reversed'
    ), entry as (
      select 'f' || o.id as id, 'fact' as part, ${day('o.founded_on')} as at, o.founded_on::text as day, 'founded' as kind,
             '' as title, '{}'::jsonb as facts, '' as who, '' as reason, null::jsonb as changes, null::int as version
        from organisation o where o.id = ${orgId} and o.founded_on is not null
      union all
      select 't' || t.id, 'fact', ${day('t.elected_on')}, t.elected_on::text, 'term', '',
             jsonb_build_object('number', t.number, 'method', t.method, 'expiresOn', t.expires_on, 'secretary',
               (select p.name from org_post p where p.term_id = t.id and p.post = '书记' order by p.sort, p.id limit 1),
               'size', (select count(*) from org_post p where p.term_id = t.id)),
             '', '', null, null
        from org_term t where t.org_id = ${orgId} and t.deleted_at is null
      union all
      select 's' || s.id, 'fact', ${day('s.ordered_by')}, s.ordered_by, s.kind, '', s.fields, '', '', null, null
        from sub_record s
       where s.org_id = ${orgId} and s.kind in ('reward', 'access') and s.deleted_at is null and s.ordered_by <> ''
      union all
      select l.id, 'act', l.at, null, 'act', l.title, '{}', l.who, l.reason, l.changes,
             (select h.version from org_history h where h.org_id = ${orgId} and h.written_at = l.at)
        from logged l
      union all
      select 'h' || h.id, 'act', h.written_at, null, 'act', '登记的信息', '{}', h.written_by, '', null, h.version
        from org_history h
       where h.org_id = ${orgId} and not exists (select from logged where logged.at = h.written_at)
    ), found as (select * from entry where ${part}::text is null or part = ${part})
    select (select count(*)::int from found) as total,
           (select json_agg(p) from (select * from found order by at desc, id desc limit ${limit} offset ${offset}) p)
             as rows`.execute(db);
  return { rows: rows[0]?.rows ?? [], total: rows[0]?.total ?? 0 };
}

/** The fields of an organisation in a version that is past; null where there is no such version. */
export async function fieldsInVersion(db: Db, orgId: string, version: number): Promise<OrgFields | null> {
  const { rows } = await sql<{ row: OrgFields }>`
    select row from org_history where org_id = ${orgId} and version = ${version}`.execute(db);
  return rows[0]?.row ?? null;
}

/** Of some fields those that a document on a change of the tree wrote, or gave back, after a version stood. */
export async function writtenByDocuments(
  db: Db,
  orgId: string,
  version: number,
  fields: readonly string[],
): Promise<{ field: string; number: string }[]> {
  const { rows } = await sql<{ field: string; number: string }>`
    select c.key as field, d.number
      from org_history h
      join org_change_org x on x.org_id = h.org_id
      join org_change d on d.id = x.change_id and greatest(d.carried_at, d.reversed_at) > h.written_at
      cross join lateral jsonb_each(x.changes) c
     where h.org_id = ${orgId} and h.version = ${version} and c.key = any(${fields}::text[])
     order by d.id desc`.execute(db);
  return rows;
}
