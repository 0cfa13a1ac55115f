import { sql } from 'kysely';
import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const floatingStates: StateWords = {
  'mobile_outflow.status': {
    1: waitingState('mobileOutflow'),
    ...restingStates('out; contacts are asked by the clock', 2, 3, 4, 5),
  },
  'mobile_inflow.status': {
    1: waitingState('mobileInflow', {
      asks: sql`
        select 3::smallint as role_id, i.org_id, i.org_code, null::bigint as account_id, '流动党员' as module,
               '接收流动党员' || i.name as title, i.home_org || '，' || i.started_on || '起' as detail, '确认' as act,
               '/affairs/mobilePartyMembers/moveDetail?side=in&id=' || i.id as url, null::date as due_on,
               'mobileInflow:' || i.id as subject
          from mobile_inflow i where i.status = 1`,
    }),
    ...restingStates('decided', 2, 3, 4),
  },
  'mobile_certificate.state': restingStates('a paper in the hand of its holder', 'given', 'returned', 'lost'),
};
