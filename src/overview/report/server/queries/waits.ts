import { sql } from 'kysely';
import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** What an organisation `c` has to confirm: when all directly below it have. */
const isNext = (c: string) => sql<boolean>`not exists (
  select from annual_confirm d join organisation b on b.id = d.org_id and b.deleted_at is null
   where d.round_id = ${sql.ref(`${c}.round_id`)} and d.state <> 'confirmed' and starts_with(d.org_code, ${sql.ref(`${c}.org_code`)})
     and length(d.org_code) = length(${sql.ref(`${c}.org_code`)}) + 4)
  and exists (select from organisation w where w.id = ${sql.ref(`${c}.org_id`)} and w.deleted_at is null)`;
const asks = (state: string) => sql`
  select 3::smallint as role_id, c.org_id, c.org_code, null::bigint as account_id, '数据报表' as module,
         r.year || '年年报' || case when c.state = 'returned' then '确认已退回' else '待确认' end as title,
         c.return_reason as detail, '确认' as act, '/decisionSupport/annual/' || r.id as url, null::date as due_on,
         'annualConfirm:' || c.id as subject, r.org_id as from_org_id
    from annual_confirm c join annual_round r on r.id = c.round_id where c.state = ${state} and ${isNext('c')}`;

/** What waits in the states of this module, and why nothing does in the others. */
export const reportStates: StateWords = {
  'annual_confirm.state': {
    waiting: waitingState('annualConfirm', { when: isNext('x'), asks: asks('waiting') }),
    returned: waitingState('annualConfirm', { when: isNext('x'), asks: asks('returned') }),
    ...restingStates('confirmed', 'confirmed'),
  },
};
