import { sql } from 'kysely';
import { restingStates, SET, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const officeStates: StateWords = {
  'office_task.state': restingStates('its parts wait', 0, 1, 2, 3, 4),
  'office_part.state': {
    2: waitingState('officeCheck', {
      id: sql`x.task_id`,
      when: sql`exists (select from office_task t where t.id = x.task_id and t.state = 2 and t.deleted_at is null)`,
      asks: sql`
        select 3::smallint as role_id, t.org_id, t.org_code, null::bigint as account_id, '党务办公' as module,
               t.title || '：有上报待验收' as title, w.n || '件已上报' as detail, '验收' as act,
               '/affairs/task/detail/' || t.id as url, null::date as due_on, 'officeCheck:' || t.id as subject
          from (select task_id, count(*) as n from office_part where state = 2 group by 1) w
          join office_task t on t.id = w.task_id and t.state = 2 and t.deleted_at is null`,
    }),
    ...restingStates('asked by the round of tasks once its cycle has begun', 0, 1, 3, 4, 5),
  },
  'office_part.asked_until': {
    [SET]: waitingState('officeExtension', {
      when: sql`x.state in (0, 1, 3) and exists (select from office_task t where t.id = x.task_id and t.state = 2 and t.deleted_at is null)`,
      asks: sql`
        select 3::smallint as role_id, t.org_id, t.org_code, null::bigint as account_id, '党务办公' as module,
               '审批延期：' || t.title as title, o.name || '申请延期到' || p.asked_until || '：' || p.asked_for as detail,
               '审批' as act, '/affairs/task/view/' || t.id || '?part=' || p.id as url, p.due_on,
               'officeExtension:' || p.id as subject, p.org_id as from_org_id
          from office_part p join office_task t on t.id = p.task_id and t.state = 2 and t.deleted_at is null
          join organisation o on o.id = p.org_id
         where p.asked_until is not null and p.state in (0, 1, 3)`,
    }),
  },
  'office_meeting.state': restingStates('whoever was invited has a to-do', 0, 1, 2, 3, 4),
};
