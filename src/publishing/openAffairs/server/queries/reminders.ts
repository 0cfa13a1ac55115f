import { sql } from 'kysely';
import { ROLE } from '#kernel/session/contract.ts';
import type { Db } from '#platform/server/database/db.ts';
import { reconcileTodos } from '#platform/server/inbox/todos.ts';
import { MODULE } from '../todos.ts';
import { owedAffairs } from './catalogue.ts';

/** First part of the subjects that are opened and closed here. */
const KINDS = ['openDue', 'openDueBelow'];

/**
 * Writes the to-dos of what every organisation has to publish in some periods, and of the one above what is late below it;
 * closes those of what is published. One statement.
 * @returns how many were written and closed
 */
export const writeDueTodos = (
  db: Db,
  periods: Parameters<typeof owedAffairs>[1],
): Promise<{ written: number; closed: number }> =>
  reconcileTodos(db, {
    roleId: ROLE.worker,
    module: MODULE,
    act: sql`act`,
    kept: KINDS,
    wanted: sql`
    with due as materialized (
      select * from (${owedAffairs(sql`true`, periods)}) as all_due where state in ('open', 'overdue')
    )
      select org_id, org_code, '三务公开：' || count(*) || '项待公开'
               || case when bool_or(state = 'overdue') then '，其中' || count(*) filter (where state = 'overdue') || '项逾期' else '' end as title,
             string_agg(item_name, '、' order by kind, sort) as detail, '办理' as act, min(due_on) as due_on,
             '/affairs/organization/threeAffairs/due' as url, 'openDue:' || org_id as subject
        from due group by org_id, org_code
      union all
      select parent.id, parent.code, '督促三务公开：下级' || count(distinct due.org_id) || '个党组织逾期', count(*) || '项逾期未公开', '查看',
             min(due_on), '/affairs/organization/threeAffairs/due', 'openDueBelow:' || parent.id
        from due join organisation parent on parent.id = due.parent_id and parent.deleted_at is null
       where due.state = 'overdue' group by parent.id, parent.code`,
  });
