import { sql } from 'kysely';
import { ROLE } from '#kernel/session/contract.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { reconcileTodos } from '#platform/server/inbox/todos.ts';
import { LATE, MODULE, UNIT } from '../todos.ts';

/** Days before the last one from which a material stands among the to-dos. */
const TODO_DAYS = 15;

/**
 * Keeps up the to-do of each unit that has something to hand in, and one an evaluation for whoever evaluates while somebody is late.
 * By one statement. @param evaluationId of this evaluation alone; null: of all
 */
export function syncTodos(db: Db, evaluationId: string | null): Promise<{ written: number; closed: number }> {
  const open = sql`trinity_evaluation e join trinity_unit u on u.evaluation_id = e.id
    join trinity_score s on s.unit_id = u.id and (s.state < 1 or s.review = 2)
    join trinity_item i on i.id = s.item_id and i.method = 2
   where e.state = 'open' and e.deleted_at is null and ${evaluationId === null ? sql`true` : sql`e.id = ${evaluationId}`}`;
  return reconcileTodos(db, {
    roleId: ROLE.worker,
    module: MODULE,
    act: sql`act`,
    kept:
      evaluationId === null
        ? [UNIT, LATE]
        : sql`(subject = ${`${LATE}:${evaluationId}`} or subject in (select ${`${UNIT}:`} || id from trinity_unit where evaluation_id = ${evaluationId}))`,
    wanted: sql`
      select u.org_id, u.org_code, '报送考评资料：' || e.name as title, count(*) || '项待报，最早的截止' || min(s.due_on) as detail,
             '报送' as act, '/trinity/evaluationManage/Detail?id=' || u.id as url, min(s.due_on) as due_on, ${`${UNIT}:`} || u.id as subject,
             e.org_id as from_org_id
        from ${open} and (s.review = 2 or s.due_on <= ${dbToday} + ${TODO_DAYS}::int) group by e.id, u.id
      union all
      select e.org_id, e.org_code, '考评资料逾期：' || e.name, count(distinct u.id) || '个考核单位逾期未报', '催办',
             '/trinity/settingAssessmentUnit?evaluationId=' || e.id, min(s.due_on), ${`${LATE}:`} || e.id, null
        from ${open} and s.due_on < ${dbToday} group by e.id`,
  });
}
