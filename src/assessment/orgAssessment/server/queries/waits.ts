import { sql } from 'kysely';
import { waitingExemptions } from '#assessment/memberAssessment/server/index.ts';
import { nearestDecider } from '#kernel/permission/server/index.ts';
import { restingStates, SET, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';
import { FROM, isExempt, isWaitingForReview, reviewTodos } from './score.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const integralStates: StateWords = {
  'integral_plan.state': restingStates('its scores wait', 0, 1, 2, 3, 4),
  'integral_score.state': restingStates('what is to be handed in is asked when the plan moves', -1, 0, 1),
  'integral_score.review': {
    0: waitingState('integralReview', {
      id: sql`x.plan_id`,
      when: sql`exists (select from ${FROM} where s.id = x.id and ${isWaitingForReview} and not ${isExempt} and p.org_id <> s.org_id)`,
      asks: reviewTodos(sql`true`),
    }),
    ...restingStates('reviewed; what did not pass is asked again of the organisation', 1, 2),
  },
  'integral_score.asked': {
    [SET]: waitingState('integralAsked', {
      when: sql`exists (select from integral_plan p where p.id = x.plan_id and p.state = 2)`,
      asks: sql`
        select d.role_id, d.id as org_id, d.code as org_code, null::bigint as account_id, '组织考核' as module,
               '确认修改得分：' || o.name || i.name as title,
               s.asked_by || '提出改为' || round(s.asked / 100.0, 2) || '分：' || s.asked_for as detail, '确认' as act,
               '/integral/projectView?id=' || s.id as url, null::date as due_on, 'integralAsked:' || s.id as subject,
               s.asked_by, s.org_id as from_org_id
          from ${FROM}
          cross join lateral ${nearestDecider(sql`p.org_code`, 'integral:score', { but: sql`s.asked_by_id`, fromHere: true })} d
         where s.asked is not null and p.state = 2`,
    }),
  },
  'integral_exemption.state': {
    0: waitingState('integralExemption', {
      asks: waitingExemptions('integral_exemption', sql`'组织考核'`, '/integral/exemptionsSet', sql`o.name`),
    }),
    ...restingStates('decided', 1, 2, 3),
  },
};
