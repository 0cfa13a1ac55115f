import { sql } from 'kysely';
import { CONFIRM_LEVELS, type ConfirmState } from '#overview/report/rules.annual.ts';
import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';
import { isStanding } from './annual.ts';

/**
 * Whether an organisation `o` has to confirm in a round `r` now: it lives within the two levels, nothing stands frozen, all
 * directly below it have confirmed, and whoever is right above it has not.
 */
const isNext = sql<boolean>`o.deleted_at is null and o.code > r.org_code and o.code < r.org_code || ':' collate "C"
  and length(o.code) <= length(r.org_code) + ${sql.lit(4 * CONFIRM_LEVELS)}
  and not exists (select from annual_freeze f where f.round_id = r.id and ${isStanding})
  and not exists (select from annual_confirm p where p.round_id = r.id and p.org_id = o.parent_id and p.state = 'confirmed')
  and (length(o.code) = length(r.org_code) + ${sql.lit(4 * CONFIRM_LEVELS)} or not exists (
    select from organisation b where b.parent_id = o.id and b.deleted_at is null and not exists (
      select from annual_confirm d where d.round_id = r.id and d.org_id = b.id and d.state = 'confirmed')))`;
const when = sql<boolean>`exists (
  select from annual_round r, organisation o where r.id = x.round_id and o.id = x.org_id and ${isNext})`;
const id = sql`x.round_id || ':' || x.org_id`;
/** Those of a state; who has no row yet, being founded or moved here since, waits as well. */
const asks = (state: ConfirmState) => sql`
  select 3::smallint as role_id, o.id as org_id, o.code as org_code, null::bigint as account_id, '数据报表' as module,
         r.year || '年年报' || ${state === 'returned' ? '确认已退回' : '待确认'} as title,
         coalesce(c.return_reason, '') as detail, '确认' as act, '/decisionSupport/annual/' || r.id as url, null::date as due_on,
         'annualConfirm:' || r.id || ':' || o.id as subject, r.org_id as from_org_id
    from annual_round r join organisation o on ${isNext}
    left join annual_confirm c on c.round_id = r.id and c.org_id = o.id
   where coalesce(c.state, 'waiting') = ${state}`;

/** What waits in the states of this module, and why nothing does in the others. */
export const reportStates: StateWords = {
  'annual_confirm.state': {
    waiting: waitingState('annualConfirm', { id, when, asks: asks('waiting') }),
    returned: waitingState('annualConfirm', { id, when, asks: asks('returned') }),
    ...restingStates('confirmed', 'confirmed'),
  },
};
