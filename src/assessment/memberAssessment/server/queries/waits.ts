import { type RawBuilder, sql } from 'kysely';
import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** 免考 that wait, before the organisation directly above. @param who whom or what it is about, by the row `e` */
export const waitingExemptions = (
  table: 'assess_exemption' | 'integral_exemption',
  module: RawBuilder<string>,
  page: string,
  who: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select 3::smallint as role_id, up.id as org_id, up.code as org_code, null::bigint as account_id, ${module} as module,
         '确认' || ${who} || '的免考' as title, o.name || '，' || e.from_on || '至' || e.to_on as detail, '确认' as act,
         ${page}::text as url, null::date as due_on, ${table === 'assess_exemption' ? 'assessExemption' : 'integralExemption'}::text || ':' || e.id as subject
    from ${sql.table(table)} e join organisation o on o.id = e.org_id join organisation up on up.code = left(e.org_code, -4)
   where e.state = 0`;

/** What waits in the states of this module, and why nothing does in the others. */
export const assessmentStates: StateWords = {
  'assess_exemption.state': {
    0: waitingState('assessExemption', {
      asks: waitingExemptions(
        'assess_exemption',
        sql`'党员考核'`,
        '/integral/exemptionsSet?tab=people',
        sql`(select m.name from member m where m.id = e.member_id)`,
      ),
    }),
    ...restingStates('decided', 1, 2, 3),
  },
  'assess_plan.state': restingStates('the own work of whoever writes it', 0, 1, 2),
  'assess_month.state': {
    1: waitingState('assessMonth', {
      id: sql`x.org_id || '-' || x.year || '-' || x.month`,
      asks: sql`
        select 3::smallint as role_id, s.org_id, s.org_code, null::bigint as account_id, '党员考核' as module,
               '确认' || s.month || '月党员考核评分' as title, o.name || '，' || s.year || '年' || s.month || '月' as detail,
               '确认' as act, '/affairs/assessment/statistics?year=' || s.year as url, null::date as due_on,
               'assessMonth:' || s.org_id || '-' || s.year || '-' || s.month as subject
          from assess_month s join organisation o on o.id = s.org_id where s.state = 1
         group by s.org_id, s.org_code, o.name, s.year, s.month`,
    }),
    ...restingStates('asked by the round of what is late', 0, 2, 3),
  },
  'assess_result.state': restingStates('shown to everybody; its days run', 0, 1, 2),
};
