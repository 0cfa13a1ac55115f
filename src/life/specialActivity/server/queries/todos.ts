import { sql } from 'kysely';
import { ROLE } from '#kernel/session/contract.ts';
import { TODO_DAYS } from '#life/specialActivity/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { reconcileTodos } from '#platform/server/inbox/todos.ts';
import { LATE, MODULE, PART } from '../todos.ts';

/**
 * Keeps up the to-dos of whoever has to hand in, and one an activity for whoever started it while somebody is late. By one statement.
 * @param activityId of this activity alone; null: of all
 */
export function syncTodos(db: Db, activityId: string | null): Promise<{ written: number; closed: number }> {
  const here = activityId === null ? sql`true` : sql`a.id = ${activityId}`;
  const open = sql`special_activity a
    join special_part p on p.activity_id = a.id
    join special_material m on m.part_id = p.id and m.state in ('open', 'returned')
    join special_item i on i.id = m.item_id and i.required`;
  return reconcileTodos(db, {
    roleId: ROLE.worker,
    module: MODULE,
    act: sql`act`,
    kept:
      activityId === null
        ? [PART, LATE]
        : sql`(subject = ${`${LATE}:${activityId}`} or subject in (select ${`${PART}:`} || id from special_part where activity_id = ${activityId}))`,
    wanted: sql`
      select p.org_id, p.org_code, '上传活动附件：' || a.title as title,
             string_agg(i.name || case when m.state = 'returned' then '（退回补正）' else '' end, '、' order by i.due_on, i.id) as detail,
             '上传' as act, '/specialActivity/attachmentView?id=' || a.id as url, min(i.due_on) as due_on, ${`${PART}:`} || p.id as subject, a.org_id as from_org_id
        from ${open}
       where a.state = 'published' and a.deleted_at is null and ${here}
         and (m.state = 'returned' or i.due_on <= ${dbToday} + ${TODO_DAYS}::int)
       group by a.id, p.id
      union all
      select a.org_id, a.org_code, '活动附件逾期：' || a.title, count(distinct p.id) || '个组织逾期未交', '催办',
             '/specialActivity/attachmentCondition?standing=late&activityId=' || a.id, min(i.due_on), ${`${LATE}:`} || a.id, null
        from ${open}
       where a.state = 'published' and a.deleted_at is null and i.due_on < ${dbToday} and ${here}
       group by a.id`,
  });
}
