import { sql } from 'kysely';
import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const examStates: StateWords = {
  'exam.state': restingStates('each who sits it has a to-do', 0, 1, 2),
  'exam_attempt.state': {
    2: waitingState('examMark', {
      id: sql`x.exam_id`,
      when: sql`x.marked_at is not null and exists (select from exam e where e.id = x.exam_id and e.state = 1 and e.deleted_at is null)`,
      asks: sql`
        select 3::smallint as role_id, e.org_id, e.org_code, null::bigint as account_id, '智慧教育' as module,
               '阅卷：' || e.title as title, w.n || '份答卷有简答题等待批阅' as detail, '阅卷' as act,
               '/education/exam/mark/' || e.id as url, null::date as due_on, 'examMark:' || e.id as subject
          from (select exam_id, count(*) as n from exam_attempt where state = 2 and marked_at is not null group by 1) w
          join exam e on e.id = w.exam_id and e.state = 1 and e.deleted_at is null`,
    }),
    ...restingStates('whoever sits it is at it, or it is marked', 1, 3),
  },
  'exam_appeal.state': {
    0: waitingState('examAppeal', {
      id: sql`(select t.exam_id from exam_attempt t where t.id = x.attempt_id)`,
      asks: sql`
        select 3::smallint as role_id, e.org_id, e.org_code, null::bigint as account_id, '智慧教育' as module,
               '成绩复核：' || e.title as title, count(*) || '份申请，最早的一份' || to_char(min(a.asked_at) at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as detail,
               '复核' as act, '/education/exam/mark/' || e.id as url, null::date as due_on, 'examAppeal:' || e.id as subject
          from exam_appeal a join exam_attempt t on t.id = a.attempt_id join exam e on e.id = t.exam_id
         where a.state = 0 group by e.id`,
    }),
    ...restingStates('decided', 1, 2),
  },
};
