import type { ClientBase } from 'pg';
import { STEPS } from '#procedures/recruitment/rules/steps.ts';

const TODAY = `(now() at time zone 'Asia/Shanghai')::date`;
/** The nearest organisation above a file that approves. */
const APPROVER = `(select a.id from organisation a where a.can_approve and a.deleted_at is null
  and f.org_code like a.code || '%' and a.code <> f.org_code order by length(a.code) desc limit 1)`;
/** The account of the branch's worker, the fifth of the demo accounts (accounts.ts): who reports has an account. */
const WORKER = 5;
/** Whoever works in the street: the files that tell a story lie there, so that its demo accounts meet them. */
const STREET = `(select code from organisation where name = '江南街道党工委')`;

/**
 * The days of everybody's way behind them, counted from the application (activists, targets) or back from the branch meeting
 * that accepted them (probationary members); a way that does not fit in between stays to be filled in.
 */
const DAYS = [
  `create temp table demo_path (file_id bigint, no int, day date, decided date, primary key (file_id, no))`,
  `create temp table demo_two as
     select org_id, jsonb_agg(jsonb_build_object('id', id::text, 'name', name) order by sort, id) as two
       from (select id, name, sort, org_id, row_number() over (partition by org_id order by sort, id) as place from member
              where person_category = 1 and membership_status = 1 and deleted_at is null) as ranked
      where place <= 2 group by org_id`,
  `insert into demo_path
   select f.id, step.no, step.day, null from development_file f join member m on m.id = f.member_id
    cross join lateral (select (m.applied_on + interval '5 months')::date as chosen) as at
    cross join lateral (values (2, m.applied_on + 20), (3, at.chosen), (4, at.chosen + 12), (5, at.chosen + 15)) as step (no, day)
    where f.category = 4 and at.chosen + 15 < ${TODAY}`,
  `insert into demo_path
   select f.id, step.no, step.day, step.decided from development_file f join member m on m.id = f.member_id
    cross join lateral (select (m.applied_on + interval '5 months')::date as chosen, (m.applied_on + interval '18 months')::date as target) as at
    cross join lateral (values (2, m.applied_on + 20, null::date), (3, at.chosen, null), (4, at.chosen + 12, null),
      (5, at.chosen + 15, null), (6, at.target - 10, null), (7, at.target, null), (8, at.target + 6, at.target + 16),
      (9, at.target + 30, null), (10, at.target + 55, null), (11, at.target + 80, null)) as step (no, day, decided)
    where f.category = 3 and at.target + 16 < ${TODAY} and coalesce(step.decided, step.day) < ${TODAY} and (step.no < 11 or f.id % 3 = 0)`,
  `insert into demo_path
   select f.id, step.no, step.day, step.decided from development_file f join member m on m.id = f.member_id
    cross join lateral (select m.admission_date as accepted, (m.admission_date - 118 - interval '12 months')::date as chosen) as at
    cross join lateral (values (2, m.applied_on + 20, null::date), (3, at.chosen, null), (4, at.chosen + 7, null),
      (5, at.chosen + 10, null), (6, at.accepted - 118, null), (7, at.accepted - 115, null), (8, at.accepted - 110, at.accepted - 100),
      (9, at.accepted - 85, null), (10, at.accepted - 75, null), (11, at.accepted - 60, null), (12, at.accepted - 20, null),
      (13, at.accepted - 15, at.accepted - 8), (14, at.accepted - 3, null), (15, at.accepted, null), (16, at.accepted + 10, null),
      (17, at.accepted + 12, at.accepted + 40), (18, at.accepted + 55, null), (19, at.accepted + 58, null),
      (20, at.accepted + 65, null)) as step (no, day, decided)
    where f.category = 2 and m.applied_on + 20 <= at.chosen and coalesce(step.decided, step.day) < ${TODAY}
      and at.accepted + 40 < ${TODAY}`,
];

const FACTS = `case p.no
  when 2 then jsonb_build_object('talker', jsonb_build_array(two.two -> 0), 'place', '党员活动室', 'time', '15:30', 'summary', '入党动机端正，对党有基本认识。')
  when 3 then jsonb_build_object('way', case f.id % 3 when 0 then 'league' else 'members' end, 'summary', '支委会研究同意。')
  when 5 then jsonb_build_object('contacts', two.two)
  when 6 then jsonb_build_object('summary', '培养考察期间表现良好，按期汇报思想。')
  when 7 then jsonb_build_object('summary', '听取党小组、培养联系人、党员和群众意见，没有不同意见。')
  when 9 then jsonb_build_object('introducers', two.two)
  when 10 then jsonb_build_object('verdict', 'passed', 'self', '清楚', 'parents', '清楚', 'spouse', '清楚', 'relations', '清楚', 'lettersOut', 2, 'lettersBack', 2)
  when 11 then jsonb_build_object('days', 3, 'hours', 24)
  when 12 then jsonb_build_object('summary', '材料齐全，同意报上级预审。')
  when 14 then jsonb_build_object('bookNo', 'XZ' || lpad(f.id::text, 7, '0'))
  when 16 then jsonb_build_object('talker', jsonb_build_array(two.two -> 0), 'place', '党委会议室', 'summary', '同意接收。')
  when 19 then jsonb_build_object('group', '第一党小组')
  when 20 then jsonb_build_object('place', '党员活动室')
  else '{}'::jsonb end`;

const WRITE = [
  `update development_step s
      set state = 'done', handled_on = p.day, handled_by = '党支部', recorded_at = p.day + interval '10 hours', decided_on = p.decided,
          decided_by = case when p.decided is null then '' else '党委' end, submitted_by_name = '党支部',
          decision = case when p.decided is null then '{}' else '{"decision": "agree", "meeting": "党委会", "opinion": "同意"}'::jsonb end,
          facts = ${FACTS}, rule_version = case when coalesce(p.decided, p.day) < '2026-05-11' then '2014' else '2026' end
     from demo_path p join development_file f on f.id = p.file_id join demo_two two on two.org_id = f.org_id
    where s.file_id = p.file_id and s.no = p.no and s.no > 1`,
  // The first step behind the last one that is done.
  `update development_file f set step = next.no
     from (select file_id, max(no) + 1 as no from development_step where state = 'done' group by file_id) as next
    where next.file_id = f.id and next.no > f.step and f.category < 5`,
  `update development_step s set state = 'ready' from development_file f where s.file_id = f.id and s.no = f.step and s.state = 'none'`,
  // Inspected each half-year, but for every seventh, whose last one is missing.
  `insert into development_note (file_id, kind, day, content, created_by, created_at)
   select f.id, 'inspection', (s.handled_on + make_interval(months => 6 * k) - interval '6 days')::date, '学习认真，能起模范作用。', '培养联系人', now()
     from development_file f
     join development_step s on s.file_id = f.id and s.no = case f.category when 2 then 15 else 3 end and s.state = 'done'
    cross join generate_series(1, 6) as k
    where s.handled_on + make_interval(months => 6 * k) < ${TODAY} and f.step in (6, 21)
      and (f.id % 7 > 0 or s.handled_on + make_interval(months => 6 * (k + 1)) < ${TODAY})`,
  `insert into development_note (file_id, kind, day, content, created_by, created_at)
   select f.id, 'inspection', (s.handled_on + make_interval(months => 6 * k) - interval '6 days')::date, '学习认真，能起模范作用。', '培养联系人', now()
     from development_file f
     join development_step s on s.file_id = f.id and s.no = 3 and s.state = 'done'
    cross join generate_series(1, 2) as k
    where f.category in (2, 3) and s.handled_on + make_interval(months => 6 * k) < ${TODAY}`,
  `insert into development_note (file_id, kind, day, content, created_by, created_at)
   select f.id, 'thought', (${TODAY} - (f.id % 80)::int), '近期的学习和工作情况汇报。', m.name, now()
     from development_file f join member m on m.id = f.member_id where f.step between 6 and 21`,
  // Each quarter before that one; somebody forgets one now and then.
  `insert into development_note (file_id, kind, day, content, created_by, created_at)
   select f.id, 'thought', (s.handled_on + make_interval(months => 3 * k) - interval '4 days')::date, '本季度的学习和工作情况汇报。', m.name, now()
     from development_file f join member m on m.id = f.member_id
     join development_step s on s.file_id = f.id and s.no in (3, 15) and s.state = 'done'
    cross join generate_series(1, 5) as k
    where f.step >= 6 and f.ended_on is null and s.handled_on + make_interval(months => 3 * k) < ${TODAY} - 80
      and (f.id + k) % 9 > 0`,
  `insert into development_form (number, org_id, org_code, state, file_id, given_on, changed_by)
   select s.facts ->> 'bookNo', f.org_id, f.org_code, 'given', f.id, s.handled_on, '党支部'
     from development_step s join development_file f on f.id = s.file_id
    where s.no = 14 and s.state = 'done' and s.facts ? 'bookNo'`,
  `insert into development_form (number, org_id, org_code, state, changed_by)
   select 'XZ26' || lpad(n::text, 5, '0'), o.id, o.code, 'stock', '市委组织部'
     from organisation o, generate_series(1, 60) as n where o.name = '江南街道党工委'`,
  // Counties and the street's neighbours have their numbers, each sum within the one above.
  `insert into development_plan (org_id, org_code, year, given, note, updated_by)
   select o.id, o.code, extract(year from ${TODAY})::int,
          case length(o.code) when 4 then 6000 when 8 then 600 else 40 end, '', '市委组织部'
     from organisation o where length(o.code) in (4, 8) or o.parent_id = (select parent_id from organisation where name = '江南街道党工委')`,
  `update development_plan p set given = 50 from organisation o where o.id = p.org_id and o.name = '江南街道党工委'`,
  `insert into member_ledger (member_id, org_id, org_code, sign, way, happened_on, recorded_on, recorded_by)
   select f.member_id, f.org_id, f.org_code, 1, 'recruited', p.day, d.decided, '党委'
     from demo_path p join demo_path d on d.file_id = p.file_id and d.no = 17 join development_file f on f.id = p.file_id
    where p.no = 15 and f.category = 2`,
];

/** The street's own stories: whoever opens a list finds one of each. */
const STORIES = [
  `create temp table demo_story as
     select f.id, f.category, row_number() over (partition by f.category order by f.id) as place
       from development_file f join member m on m.id = f.member_id
      where f.org_code like ${STREET} || '%' and m.name not in ('陈雨桐', '贺子轩', '何思远')
        and (f.category <> 4 or exists (select from development_step s where s.file_id = f.id and s.no = 5 and s.state = 'done'))`,
  // Reported to the street: returned, waiting, agreed to and in 公示.
  `insert into development_step (file_id, no, state)
     select id, 6, 'ready' from demo_story where category = 4 and place <= 3 on conflict do nothing`,
  `update development_step s
      set state = 'done', handled_on = ${TODAY} - 40 + s.no, handled_by = '党支部', recorded_at = now() - interval '30 days',
          facts = '{"summary": "培养教育考察期满，表现良好。"}', rule_version = '2026'
     from demo_story d where d.id = s.file_id and d.category = 4 and d.place <= 3 and s.no in (6, 7)`,
  `update development_step s
      set state = case d.place when 1 then 'returned' when 2 then 'submitted' else 'ready' end, handled_on = ${TODAY} - 20,
          handled_by = '党支部', submitted_by = a.id, submitted_by_name = a.name, recorded_at = now() - interval '20 days',
          approver_org_id = ${APPROVER}, rule_version = '2026',
          return_note = case d.place when 1 then '征求意见材料缺群众代表签名，请补正后再报。' else '' end,
          decided_on = case d.place when 3 then ${TODAY} - 8 end, decided_by = case d.place when 3 then '街道党工委' else '' end,
          decision = case d.place when 3 then '{"decision": "agree", "meeting": "党工委会议", "opinion": "同意"}'::jsonb else '{}' end
     from demo_story d join development_file f on f.id = d.id, account a
    where s.file_id = d.id and s.no = 8 and d.category = 4 and d.place <= 3 and a.id = ${WORKER}`,
  `update development_file f
      set step = 8, step_state = case d.place when 1 then 'returned' when 2 then 'submitted' else 'ready' end,
          earliest_on = case d.place when 3 then ${TODAY} + 6 end, due_on = null
     from demo_story d where d.id = f.id and d.category = 4 and d.place <= 3`,
  `insert into development_publicity (file_id, code, starts_on, ends_on, heard_by, phone, shown, created_by)
   select f.id, md5('gongshi' || f.id), ${TODAY} - 4, ${TODAY} + 5, '江南街道党工委组织办', '0700-6550011',
          jsonb_build_object('name', m.name, 'genderName', case m.gender when 2 then '女' else '男' end,
            'birthMonth', to_char(m.birth_date, 'YYYY-MM'), 'educationName', '大学本科', 'unit', m.work_unit,
            'appliedOn', to_char(m.applied_on, 'YYYY-MM-DD'), 'activistOn', coalesce(chosen.handled_on::text, ''),
            'contacts', coalesce(named.facts -> 'contacts' -> 0 ->> 'name', ''), 'orgName', o.name), '党支部'
     from demo_story d join development_file f on f.id = d.id join member m on m.id = f.member_id join organisation o on o.id = f.org_id
     left join development_step chosen on chosen.file_id = f.id and chosen.no = 3
     left join development_step named on named.file_id = f.id and named.no = 5
    where d.category = 4 and d.place = 3`,
  // Came from a branch beside with its papers; the new branch has not signed the list yet.
  `insert into development_handover (file_id, from_id, to_id, papers, given_by, given_at, created_by)
   select f.id, o.id, f.org_id, '[{"no": 1, "kind": "application", "label": "入党申请书", "sheets": 1},
     {"no": 2, "kind": "talk", "label": "谈话记录", "sheets": 1}, {"no": 3, "kind": "recommend", "label": "推荐（推优）表", "sheets": 2},
     {"no": 3, "kind": "committee", "label": "支委会会议记录", "sheets": 3}]', '党支部', now(), '党支部'
     from demo_story d join development_file f on f.id = d.id
     join organisation o on o.parent_id = (select parent_id from organisation where id = f.org_id) and o.id <> f.org_id
    where d.category = 4 and d.place = 4 order by o.id limit 1`,
  // A talk that is arranged, whose applicant asks for another time.
  `insert into development_talk (file_id, no, talker_id, talker_name, day, starts, minutes, place, wish, wished_at, set_by)
   select f.id, 2, (two.two -> 0 ->> 'id')::bigint, two.two -> 0 ->> 'name', ${TODAY} + 3, '15:00', 60, '党员活动室',
          '当天下午单位值班，上午可以', now(), '党支部'
     from development_file f join demo_two two on two.org_id = f.org_id
    where f.org_code like ${STREET} || '%' and f.category = 5 and f.step = 2 order by f.id limit 1`,
  // The probation was extended by half a year.
  `update development_file f set extension_months = 6, probation_until = (m.admission_date + interval '18 months')::date,
          due_on = (m.admission_date + interval '18 months')::date
     from demo_story d, member m where d.id = f.id and d.category = 2 and d.place = 1 and m.id = f.member_id`,
  // Was revoked years ago and applied again: the old file beside the new one.
  `insert into development_file (member_id, org_id, org_code, category, step, paper_until, opened_at, opened_by, ending, ended_on, ended_for)
   select f.member_id, f.org_id, f.org_code, 2, 24, 24, now() - interval '9 years', '党支部', 'revoked', ${TODAY} - 2200, '预备期内不履行党员义务'
     from demo_story d join development_file f on f.id = d.id join member m on m.id = f.member_id
    where d.category = 5 and m.birth_date < '1995-01-01' order by d.place limit 1`,
  `insert into development_step (file_id, no, state, handled_on, decided_on, handled_by, rule_version, facts)
     select f.id, s.no, case when s.no <= 24 then 'done' else 'none' end, day.handled,
            case when s.no in (8, 13, 17, 24) then day.handled + 10 end, '党支部', '2014', ${FACTS.replaceAll('p.no', 's.no')}
       from development_file f join demo_two two on two.org_id = f.org_id cross join generate_series(1, 25) as s (no)
      cross join lateral (select case when s.no <= 24 then ${TODAY} - 2210 - (24 - s.no) * 45 end as handled) as day
      where f.ending = 'revoked' on conflict do nothing`,
];

/** A general meeting of a branch on somebody's admission, and where the file stands by it. */
const meeting = (who: string, passed: boolean) => [
  `update development_step s set state = 'done', handled_on = ${TODAY} - 90 + (s.no - 9) * 8, handled_by = '党支部',
          recorded_at = now() - interval '20 days', rule_version = '2026', submitted_by_name = '党支部',
          decided_on = case when s.no = 13 then ${TODAY} - 52 end, decided_by = case when s.no = 13 then '街道党工委' else '' end,
          decision = case when s.no = 13 then '{"decision": "agree", "meeting": "党工委会议", "opinion": "预审合格"}'::jsonb else '{}' end,
          facts = ${FACTS.replaceAll('p.no', 's.no')}
     from development_file f join demo_two two on two.org_id = f.org_id
    where s.file_id = f.id and ${who} and s.no between 9 and ${passed ? 16 : 14}`,
  `with held as (
     insert into development_meeting (org_id, org_code, stage, held_on, place, host, recorder, due, present, minutes, created_by)
     select f.org_id, f.org_code, 7, ${TODAY} - 42, '党员活动室', two.two -> 0 ->> 'name', two.two -> 1 ->> 'name', n.full, n.full,
            '支部大会讨论接收预备党员，逐人讨论、无记名表决。', '党支部'
       from development_file f join demo_two two on two.org_id = f.org_id
      cross join lateral (select count(*)::int as full from member m where m.org_id = f.org_id and m.person_category = 1
                            and m.membership_status = 1 and m.deleted_at is null) as n
      where ${who} returning id, org_id, due)
   insert into development_vote (meeting_id, file_id, proposal, yes, no, abstain, spoilt, passed, opinion)
   select held.id, f.id, 'agree', case when ${passed} then due else due / 3 end, case when ${passed} then 0 else due - due / 3 end, 0, 0,
          ${passed}, ''
     from held join development_file f on f.org_id = held.org_id where ${who}`,
  `update development_step s set state = '${passed ? 'done' : 'failed'}', handled_on = ${TODAY} - 42 from development_file f
    where s.file_id = f.id and ${who} and s.no = 15`,
];
const CHEN = `f.id in (select f.id from development_file f join member m on m.id = f.member_id
  where m.name = '陈雨桐' and f.category = 3 and f.ended_on is null)`;
const VOTED_DOWN = `f.id in (select id from demo_story where category = 3 and place = 1)`;

const VOTES = [
  ...meeting(CHEN, true),
  `update development_step s set state = 'submitted', handled_on = ${TODAY} - 6, handled_by = '党支部', submitted_by = a.id,
          submitted_by_name = a.name, recorded_at = now() - interval '6 days', approver_org_id = ${APPROVER}, rule_version = '2026'
     from development_file f, account a where s.file_id = f.id and ${CHEN} and s.no = 17 and a.id = ${WORKER}`,
  `update development_step s set handled_on = ${TODAY} - 20 from development_file f where s.file_id = f.id and ${CHEN} and s.no = 16`,
  // The 党总支 has discussed it; the street decides.
  `update development_step s set general_org_id = o.id, general_on = ${TODAY} - 5, general_by = '党总支',
          general_opinion = '经党总支委员会审议，手续完备，同意接收，报党工委审批。'
     from development_file f join organisation o on o.type = 40 and f.org_code like o.code || '%'
    where s.file_id = f.id and ${CHEN} and s.no = 17`,
  `update development_file f set step = 17, step_state = 'submitted', due_on = (${TODAY} - 42 + interval '3 months')::date where ${CHEN}`,
  ...meeting(VOTED_DOWN, false),
  `update development_file f set step = 15, step_state = 'failed', due_on = null where ${VOTED_DOWN}`,
  `insert into todo (role_id, org_id, org_code, module, title, detail, act, jump_url, subject)
   select 3, o.id, o.code, '发展党员', (array[${STEPS.map(({ title }) => `'${title}'`).join(', ')}])[s.no] || '：' || m.name,
          b.name || '，' || s.submitted_by_name || '报送', '审批',
          '/affairs/recruitment/steps/' || f.id || '/' || f.category, 'developmentDecide:' || f.id
     from development_step s join development_file f on f.id = s.file_id join member m on m.id = f.member_id
     join organisation o on o.id = s.approver_org_id join organisation b on b.id = f.org_id
    where s.state = 'submitted'`,
  `insert into todo (role_id, org_id, org_code, module, title, detail, act, jump_url, subject)
   select 3, f.org_id, f.org_code, '发展党员', '补正' || m.name || '的发展党员材料（第' || s.no || '步）', s.return_note, '补正',
          '/affairs/recruitment/steps/' || f.id || '/' || f.category, 'developmentMend:' || f.id
     from development_step s join development_file f on f.id = s.file_id join member m on m.id = f.member_id
    where s.state = 'returned' and f.step_state = 'returned'`,
];

/** The terms of where everybody stands (rules/findings.ts termOf), as every act keeps them. */
const TERMS = [
  `update development_file f set earliest_on = (s.handled_on + interval '12 months')::date,
          due_on = (s.handled_on + make_interval(months => 6 * (1 + (select count(*) from development_note n
                     where n.file_id = f.id and n.kind = 'inspection'))::int))::date
     from development_step s where s.file_id = f.id and s.no = 3 and s.state = 'done' and f.step = 6`,
  `update development_file f set due_on = least(f.probation_until, (s.handled_on + make_interval(months => 6 * (1 + (
            select count(*) from development_note n where n.file_id = f.id and n.kind = 'inspection'))::int))::date)
     from development_step s where s.file_id = f.id and s.no = 15 and s.state = 'done' and f.step = 21`,
];

/** Fills the files of the demonstration: plausible ways behind everybody, and in one street a story of each kind. */
export async function writeRecruitmentPaths(client: ClientBase): Promise<void> {
  for (const statement of [...DAYS, ...WRITE, ...TERMS, ...STORIES, ...VOTES]) await client.query(statement);
}
