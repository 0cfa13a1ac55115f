import { sql } from 'kysely';
import { ROLE } from '#kernel/session/contract.ts';
import { FINISH_DAYS } from '#life/keyWork/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { reconcileTodos } from '#platform/server/inbox/todos.ts';
import { LATE, MODULE, PART } from '../todos.ts';

/**
 * Keeps up the to-dos of whoever has to report, and one an item for whoever set it while somebody is late. By one statement.
 * @param itemId of this item alone; null: of all
 */
export function syncTodos(db: Db, itemId: string | null): Promise<{ written: number; closed: number }> {
  const here = itemId === null ? sql`true` : sql`i.id = ${itemId}`;
  return reconcileTodos(db, {
    roleId: ROLE.worker,
    module: MODULE,
    act: sql`act`,
    kept:
      itemId === null
        ? [PART, LATE]
        : sql`(subject = ${`${LATE}:${itemId}`} or subject in (select ${`${PART}:`} || id from key_work_part where item_id = ${itemId}))`,
    wanted: sql`
      select p.org_id, p.org_code,
             case when p.state = 'returned' then '补正后重新报送：' when n.is_final then '报送完成情况：' else '报送进展：' end || i.title as title,
             case when p.state = 'returned' then p.opinion when n.is_final then s.name || '布置' else n.label || '，' || s.name || '布置' end as detail,
             case when p.state = 'returned' then '补正' else '报送' end as act,
             '/importWork/myKeyWorkView?id=' || p.id as url, p.next_due as due_on, ${`${PART}:`} || p.id as subject, i.org_id as from_org_id
        from key_work_part p join key_work_item i on i.id = p.item_id and i.state = 'running' and i.deleted_at is null
        join key_work_period n on n.id = p.next_period_id join organisation s on s.id = i.org_id
       where p.state in ('open', 'returned') and ${here}
         and (p.state = 'returned' or case when n.is_final then p.next_due <= ${dbToday} + ${FINISH_DAYS}::int else n.starts_on <= ${dbToday} end)
      union all
      select i.org_id, i.org_code, '重点工作逾期：' || i.title, count(*) || '个责任单位逾期未报', '催办',
             '/importWork/keyWorkView?id=' || i.id, min(p.next_due), ${`${LATE}:`} || i.id, null
        from key_work_item i join key_work_part p on p.item_id = i.id and p.state in ('open', 'returned') and p.next_due < ${dbToday}
       where i.state = 'running' and i.deleted_at is null and ${here}
       group by i.id`,
  });
}
