import { sql } from 'kysely';
import { MEETING_PAGES } from '#life/orgLife/rules.ts';
import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** `meetingPath` of the rules, for the meetings `l` of a statement. */
const MEETING_PATH = sql`'/affairs/event/' || coalesce((${JSON.stringify(MEETING_PAGES)}::text::jsonb) ->> l.type::text, 'viewMeeting')
  || '/' || l.id || '/' || l.org_id`;

/** What waits in the states of this module, and why nothing does in the others. */
export const eventStates: StateWords = {
  'life_meeting.state': {
    3: waitingState('lifeReview', {
      when: sql`x.cancelled_at is null and length(x.org_code) > 4`,
      asks: sql`
        select 3::smallint as role_id, up.id as org_id, up.code as org_code, null::bigint as account_id, '组织生活' as module,
               '审阅' || l.title || '的会议记录' as title, o.name || '，' || l.held_on as detail, '审阅' as act,
               ${MEETING_PATH} as url, null::date as due_on, 'lifeReview:' || l.id as subject, l.org_id as from_org_id
          from life_meeting l join organisation o on o.id = l.org_id join organisation up on up.code = left(l.org_code, -4)
         where l.state = 3 and l.cancelled_at is null`,
    }),
    4: waitingState('lifeMend', {
      when: sql`x.cancelled_at is null`,
      asks: sql`
        select 3::smallint as role_id, l.org_id, l.org_code, null::bigint as account_id, '组织生活' as module,
               '补正' || l.title || '的会议记录' as title, '上级退回：' || l.return_reason as detail, '补正' as act,
               '/affairs/event/meeting/' || l.id as url, null::date as due_on, 'lifeMend:' || l.id as subject, up.id as from_org_id
          from life_meeting l join organisation up on up.code = left(l.org_code, -4) where l.state = 4 and l.cancelled_at is null`,
    }),
    ...restingStates('the own work of whoever holds it; what is due is asked by the clock of the calendar', 0, 1, 2, 5),
  },
  'life_appraisal.plan_state': {
    1: waitingState('lifePlan', {
      id: sql`x.meeting_id`,
      when: sql`exists (select from life_meeting l where l.id = x.meeting_id and length(l.org_code) > 4)`,
    }),
    3: waitingState('lifePlanMend', { id: sql`x.meeting_id` }),
    ...restingStates('the own work of the branch', 0, 2),
  },
  'life_contest.state': {
    2: waitingState('lifeStarReview', {
      when: sql`exists (select from life_contest_entry e where e.contest_id = x.id and e.review is null)`,
      asks: sql`
        select 3::smallint as role_id, c.org_id, c.org_code, null::bigint as account_id, '组织生活' as module,
               '五星创评初审：' || c.title as title, count(*) || '个党支部待初审' as detail, '初审' as act,
               '/affairs/event/scoreList/' || c.id as url, null::date as due_on, 'lifeStarReview:' || c.id as subject
          from life_contest c join life_contest_entry e on e.contest_id = c.id and e.review is null
         where c.state = 2 group by c.id`,
    }),
    1: waitingState('lifeStar', {
      asks: sql`
        select 3::smallint as role_id, e.org_id, e.org_code, null::bigint as account_id, '组织生活' as module,
               '五星创评自评：' || c.title as title, o.name as detail, '自评' as act,
               '/affairs/event/scoreList/' || c.id as url, null::date as due_on, 'lifeStar:' || c.id as subject, c.org_id as from_org_id
          from life_contest c join life_contest_entry e on e.contest_id = c.id join organisation o on o.id = c.org_id
         where c.state = 1`,
    }),
    ...restingStates('the own work of whoever runs it', 0, 3, 4),
  },
  'attendance_person.state': restingStates('whoever is invited is told of the meeting', 0, 1, 2, 3),
  'life_transcript.state': restingStates('a machine listens', 0, 1, 2),
};
