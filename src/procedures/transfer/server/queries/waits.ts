import { sql } from 'kysely';
import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const relationStates: StateWords = {
  'relation_transfer.status': {
    7: waitingState('relationExpired', {
      asks: sql`
        select 3::smallint as role_id, o.id as org_id, o.code as org_code, null::bigint as account_id, '组织关系' as module,
               m.name || '的介绍信已过期' as title, '凭党支部证明补开，或撤销转接' as detail, '补开' as act,
               '/affairs/relation/businessHandle/' || t.id || '/todo' as url, null::date as due_on, 'relationExpired:' || t.id as subject
          from relation_transfer t join member m on m.id = t.member_id
          join lateral (select h.org_id from relation_hop h where h.transfer_id = t.id and h.org_id is not null and h.role = 'send'
                         order by h.decides desc, h.seq desc limit 1) sent on true
          join organisation o on o.id = sent.org_id
         where t.status = 7`,
    }),
    ...restingStates('its hop waits', 1, 2, 3, 4),
    ...restingStates('the own work of whoever wrote it, who was told of the return', 0, 8),
    ...restingStates('over; a receipt that is missing is asked by the clock', 5, 6, 9),
  },
  'relation_hop.state': {
    waiting: waitingState('relation', {
      id: sql`x.transfer_id`,
      when: sql`x.org_id is not null and exists (select from relation_transfer t where t.id = x.transfer_id and t.status in (1, 2, 3, 4))`,
      asks: sql`
        select 3::smallint as role_id, d.id as org_id, d.code as org_code, null::bigint as account_id, '组织关系' as module,
               coalesce(m.name, '') || '的组织关系转接' as title,
               coalesce(f.name, t.outside_name) || ' → ' || coalesce(o.name, t.outside_name) as detail,
               case when h.decides then '审批' else '受理' end as act,
               '/affairs/relation/businessHandle/' || t.id || '/todo' as url, t.due_on, 'relation:' || t.id as subject,
               t.from_org_id
          from relation_hop h join relation_transfer t on t.id = h.transfer_id and t.status in (1, 2, 3, 4)
          left join member m on m.id = t.member_id
          left join organisation f on f.id = t.from_org_id left join organisation o on o.id = t.to_org_id
          cross join lateral (
            select q.id, q.code from organisation q
             where q.deleted_at is null and case when h.decides then q.id = h.org_id else
                   q.code = any(array(select left(h.org_code, n) from generate_series(4, length(h.org_code), 4) as n))
                   and exists (select from usable_grant g where g.org_id = q.id and g.role_id = 3) end
             order by length(q.code) desc limit 1) d
         where h.state = 'waiting' and h.org_id is not null`,
    }),
    ...restingStates('done, or its turn comes', 'none', 'passed', 'returned'),
  },
  'relation_message.state': restingStates(
    'a machine sends it; a letter that came in has a to-do from its arrival',
    'queued',
    'sent',
    'waiting',
    'done',
    'recalled',
    'failed',
  ),
  'relation_graduate.state': restingStates(
    'a line of the list that its school works through',
    'due',
    'bad',
    'unplaced',
    'refused',
    'submitted',
  ),
};
