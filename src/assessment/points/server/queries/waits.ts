import { sql } from 'kysely';
import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const pointsStates: StateWords = {
  'point_set.state': restingStates('the own work of whoever writes the rules', 0, 1),
  'point_hand.state': {
    0: waitingState('pointHand', {
      asks: sql`
        select 3::smallint as role_id, h.org_id, h.org_code, null::bigint as account_id, '党员积分' as module,
               '确认' || m.name || '的手工积分' as title, h.item_name || '，' || h.entered_name || '录入' as detail, '确认' as act,
               '/affairs/integral/integralManagement?tab=hand' as url, null::date as due_on, 'pointHand:' || h.id as subject,
               h.entered_name as asked_by, h.org_id as from_org_id
          from point_hand h join member m on m.id = h.member_id where h.state = 0`,
    }),
    ...restingStates('decided', 1, 2, 3),
  },
  'point_appeal.state': {
    1: waitingState('pointsAppeal', { when: sql`x.instance_id is null` }),
    ...restingStates('answered', 2, 3, 4),
  },
};
