import { sql } from 'kysely';
import { nearestDecider } from '#kernel/permission/server/index.ts';
import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const duesStates: StateWords = {
  'dues_relief.state': {
    pending: waitingState('duesRelief'),
    ...restingStates('decided', 'approved', 'refused', 'withdrawn'),
  },
  'dues_handup.state': {
    pending: waitingState('duesHandup', {
      asks: sql`
        select 3::smallint as role_id, up.id as org_id, up.code as org_code, null::bigint as account_id, '党费管理' as module,
               case h.kind when 1 then o.name || '上缴' || h.year || '年党费' else o.name || '申请下拨党费' end as title,
               to_char(h.amount / 100.0, 'FM999999990.00') || '元' as detail, '确认' as act,
               '/affairs/dues?tab=handup&orgId=' || h.org_id || '&state=pending' as url, null::date as due_on,
               'duesHandup:' || h.id as subject, h.org_id as from_org_id
          from dues_handup h join organisation o on o.id = h.org_id join organisation up on up.id = h.to_org_id
         where h.state = 'pending'`,
    }),
    ...restingStates('decided', 'confirmed', 'returned', 'withdrawn'),
  },
  'dues_payment.state': {
    asked: waitingState('duesRefund', {
      asks: sql`
        select d.role_id, d.id as org_id, d.code as org_code, null::bigint as account_id, '党费管理' as module,
               '审批冲销收据：' || to_char(p.total / 100.0, 'FM999999990.00') || '元' as title,
               o.name || '，' || p.asked_name || '申请：' || p.refund_reason as detail, '审批' as act,
               '/affairs/dues?tab=payments&orgId=' || p.org_id || '&state=asked' as url, null::date as due_on,
               'duesRefund:' || p.id as subject, p.asked_name as asked_by, p.org_id as from_org_id
          from dues_payment p join organisation o on o.id = p.org_id
          cross join lateral ${nearestDecider(sql`p.org_code`, 'dues:account', { but: sql`p.asked_by`, fromHere: true })} d
         where p.state = 'asked'`,
    }),
    ...restingStates('as it was taken', 'valid', 'refunded'),
  },
  'dues_month.state': restingStates('closed by the round of the books, or told by its warnings', 1, 2, 3),
  'dues_bill.state': restingStates(
    'whoever owes is reminded, the branch told by the round of the books',
    1,
    2,
    3,
    4,
    5,
    6,
  ),
  'dues_order.state': restingStates('the provider answers; what is odd stands in 对账 of the month', 1, 2, 3, 4, 5),
  'dues_order_refund.state': restingStates('a machine asks the provider again', 'waiting', 'done', 'failed'),
  'dues_statement_line.state': restingStates(
    'stands in 对账 of the month, which does not close before it is settled',
    0,
    1,
    2,
    3,
  ),
};
