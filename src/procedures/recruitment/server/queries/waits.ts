import { sql } from 'kysely';
import { nearestDecider } from '#kernel/permission/server/index.ts';
import { isOnProcess } from '#kernel/workflow/server/index.ts';
import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';
import { STEP_PROCESSES } from '#procedures/recruitment/rules/processes.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const recruitmentStates: StateWords = {
  'development_file.step_state': {
    submitted: {
      kind: 'developmentDecide',
      subject: sql`case when exists (select from todo t where t.subject = 'developmentGeneral:' || x.id and t.done_at is null)
        then 'developmentGeneral:' else 'developmentDecide:' end || x.id`,
      when: sql`not ${isOnProcess(STEP_PROCESSES, sql`x.id || '.' || x.step`)}`,
    },
    // Other modules' acts open more of the kind, so that the round only adds.
    returned: waitingState('developmentMend', { when: sql`x.ended_on is null` }),
    ...restingStates('the next step of the branch, asked by its term', 'ready', 'done', 'failed'),
  },
  'development_step.state': restingStates(
    'as its file says',
    'none',
    'ready',
    'submitted',
    'returned',
    'done',
    'failed',
  ),
  'development_paper.state': {
    pending: waitingState('developmentPaper', {
      id: sql`x.file_id`,
      when: sql`exists (select from development_file f where f.id = x.file_id and f.ended_on is null and f.step_state = 'ready')`,
      asks: sql`
        select d.role_id, d.id as org_id, d.code as org_code, null::bigint as account_id, '发展党员' as module,
               '审核' || m.name || '的材料' as title, o.name || '，' || w.n || '份待审' as detail, '审核' as act,
               '/affairs/recruitment/steps/' || f.id || '/' || case f.category when 1 then 2 else f.category end as url,
               null::date as due_on, 'developmentPaper:' || f.id as subject, m.name as asked_by, f.org_id as from_org_id
          from (select file_id, count(*) as n, max(handed_by_id) as by from development_paper where state = 'pending' group by 1) w
          join development_file f on f.id = w.file_id and f.ended_on is null and f.step_state = 'ready'
          join member m on m.id = f.member_id join organisation o on o.id = f.org_id
          cross join lateral ${nearestDecider(sql`f.org_code`, 'recruit:approve', { but: sql`w.by` })} d`,
    }),
    ...restingStates('reviewed', 'passed', 'returned'),
  },
  'development_correction.state': {
    pending: {
      kind: 'developmentCorrection',
      subject: sql`case when x.field = 'ending' then 'developmentEnding:' || x.file_id else 'developmentCorrection:' || x.id end`,
      when: sql`not ${isOnProcess(['development.correction'])} and not ${isOnProcess(['development.ending'], sql`x.file_id::text`)}`,
    },
    ...restingStates('decided', 'agreed', 'refused', 'withdrawn'),
  },
  'development_talk.state': restingStates('both have been told of day and place', 'open', 'held', 'cancelled'),
  'development_form.state': restingStates(
    'a numbered form in a drawer',
    'stock',
    'given',
    'voided',
    'lost',
    'exchanged',
  ),
};
