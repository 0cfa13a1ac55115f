import { sql } from 'kysely';
import { ROLE } from '#kernel/session/contract.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { reconcileTodos } from '#platform/server/inbox/todos.ts';
import { FILL, FILL_PATH, LATE, MODULE, TABLE_PATH } from '../todos.ts';

/**
 * Keeps up the to-dos of whoever has to fill in, from some days before the last one or at once where it came back, and one a table for
 * whoever gave it while somebody is late. By one statement.
 * @param tableId of this table alone; null: of all
 */
export function syncTodos(db: Db, tableId: string | null): Promise<{ written: number; closed: number }> {
  const here = tableId === null ? sql`true` : sql`t.id = ${tableId}`;
  return reconcileTodos(db, {
    roleId: ROLE.worker,
    module: MODULE,
    act: sql`act`,
    kept:
      tableId === null
        ? [FILL, LATE]
        : sql`(subject = ${`${LATE}:${tableId}`} or subject in (select ${`${FILL}:`} || id from data_centre_fill where table_id = ${tableId}))`,
    wanted: sql`
      select f.org_id, f.org_code, case when f.state = 'returned' then '补正后重新上报：' else '填报：' end || t.title as title,
             case when f.state = 'returned' then f.opinion else r.label || '，' || g.name || '下发' end as detail,
             case when f.state = 'returned' then '补正' else '填报' end as act,
             ${FILL_PATH} || f.id as url, r.due_on, ${`${FILL}:`} || f.id as subject, t.org_id as from_org_id
        from data_centre_fill f join data_centre_table t on t.id = f.table_id and t.state = 'open' and t.deleted_at is null
        join data_centre_round r on r.id = f.round_id join organisation g on g.id = t.org_id
       where f.state in ('open', 'returned') and ${here}
         and (f.state = 'returned' or r.due_on <= ${dbToday} + t.remind_days)
      union all
      select t.org_id, t.org_code, '填报逾期：' || t.title, count(*) || '个组织逾期未报', '催办',
             ${TABLE_PATH} || t.id, min(r.due_on), ${`${LATE}:`} || t.id, null
        from data_centre_table t join data_centre_fill f on f.table_id = t.id and f.state in ('open', 'returned')
        join data_centre_round r on r.id = f.round_id and r.due_on < ${dbToday}
       where t.state = 'open' and t.deleted_at is null and ${here}
       group by t.id`,
  });
}
