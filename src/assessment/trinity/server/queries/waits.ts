import { sql } from 'kysely';
import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const trinityStates: StateWords = {
  'trinity_evaluation.state': restingStates('its scores wait', 'draft', 'open', 'closed'),
  'trinity_score.state': restingStates('asked by its round some days before', -1, 0, 1),
  'trinity_score.review': {
    0: waitingState('trinityDecide', {
      when: sql`x.state = 1 and x.decider_org_id is not null
        and exists (select from trinity_evaluation e where e.id = x.evaluation_id and e.state = 'open' and e.deleted_at is null)`,
      asks: sql`
        select 3::smallint as role_id, d.id as org_id, d.code as org_code, null::bigint as account_id, '三位一体' as module,
               '审核考评资料：' || e.name as title, o.name || '，' || i.title as detail, '审核' as act,
               '/trinity/dataManageView?id=' || s.id as url, null::date as due_on, 'trinityDecide:' || s.id as subject,
               u.org_id as from_org_id
          from trinity_score s join trinity_evaluation e on e.id = s.evaluation_id and e.state = 'open' and e.deleted_at is null
          join trinity_item i on i.id = s.item_id join trinity_unit u on u.id = s.unit_id join organisation o on o.id = u.org_id
          join organisation d on d.id = s.decider_org_id
         where s.state = 1 and s.review = 0`,
    }),
    ...restingStates('reviewed', 1, 2),
  },
  'trinity_case.state': {
    asked: waitingState('trinityCase'),
    ...restingStates('decided', 'published', 'returned', 'recalled', 'withdrawn'),
  },
};
