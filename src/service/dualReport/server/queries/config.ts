import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { ReceiverRow } from '#service/dualReport/contract.config.ts';
import { PAIR_NATURES } from '../../rules.ts';
import { receivesReports } from './report.ts';

type ReceiverRecord = Omit<ReceiverRow, 'can'> & { code: string };

/** A page of the organisations of a scope that receive, or of all of them, in the order of the tree. */
export async function pageOfReceiving(
  db: Db,
  scope: Scope,
  filter: { open: boolean; name: string },
  limit: number,
  offset: number,
): Promise<{ rows: ReceiverRecord[]; total: number }> {
  const members = receivesReports();
  const organisations = receivesReports(PAIR_NATURES);
  const parts = [within(scope, 'o.code'), sql<boolean>`o.deleted_at is null and o.type not in (28, 29)`];
  // What was closed by hand stays in sight, so that it can be opened again.
  if (filter.open) parts.push(sql`(${organisations} or exists (select from sbd_receiver s where s.org_id = o.id))`);
  if (filter.name) parts.push(textHolds(sql`o.name`, filter.name));
  const from = sql`organisation o where ${sql.join(parts, sql` and `)}`;
  const [page, total] = await Promise.all([
    sql<ReceiverRecord>`
      select o.id, o.code, o.name, coalesce((select p.name from organisation p where p.id = o.parent_id), '') as above,
             coalesce((select string_agg(distinct d.name, '、') from unit u join dict_item d on d.dictionary_code = '0011' and d.value = u.nature
                        where u.org_id = o.id and u.deleted_at is null), '') as "natureNames",
             coalesce((select case when s.receives then 'on' else 'off' end from sbd_receiver s where s.org_id = o.id), 'default') as receiving,
             ${members} as members, ${organisations} as organisations,
             (select count(*)::int from sbd_report r join member m on m.id = r.member_id and m.deleted_at is null
               where r.org_id = o.id and r.status = 1) as people,
             (select count(*)::int from sbd_pair p where p.community_id = o.id and p.status = 1) as pairs
        from ${from} order by o.code limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** An organisation of the scope with what was said of it. */
export async function findReceiving(db: Db, scope: Scope, id: string) {
  const { rows } = await sql<{ id: string; code: string; name: string; receiving: 'on' | 'off' | 'default' }>`
    select o.id, o.code, o.name,
           coalesce((select case when s.receives then 'on' else 'off' end from sbd_receiver s where s.org_id = o.id), 'default') as receiving
      from organisation o
     where o.id = ${id} and ${within(scope, 'o.code')} and o.deleted_at is null and o.type not in (28, 29)
       for no key update of o`.execute(db);
  return rows[0];
}

/** Says whether an organisation receives; null: by the nature of its unit again. */
export const setReceiving = (db: Db, id: string, receives: boolean | null, by: string) =>
  receives === null
    ? sql`delete from sbd_receiver where org_id = ${id}`.execute(db)
    : sql`insert into sbd_receiver (org_id, receives, updated_by) values (${id}, ${receives}, ${by})
          on conflict (org_id) do update set receives = excluded.receives, updated_by = excluded.updated_by, updated_at = now()`.execute(
        db,
      );
