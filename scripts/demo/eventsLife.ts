import { slackSql } from './slack.ts';

/** Today in Beijing. */
const TODAY = "(now() at time zone 'Asia/Shanghai')::date";
const LEAD = 'life_lead';
/** The last year and this one. */
const YEARS = `generate_series(extract(year from ${TODAY})::int - 1, extract(year from ${TODAY})::int)`;

/**
 * Organisation-life meetings of the last year's end in all branches, and of this autumn in two thirds; what was found there and
 * whether it was struck off; talks among the leadership and with members. Of one branch what was said by name.
 */
export const LIFE = [
  `create temp table life_lead on commit drop as
   select p.org_id, p.member_id, p.name, (row_number() over (partition by p.org_id order by p.sort, p.id))::int as at
     from org_post p join org_term t on t.id = p.term_id and t.is_current where p.member_id is not null`,
  'create index on life_lead (org_id, at)',
  'analyze life_lead',
  `insert into life_meeting (org_id, org_code, type, also_type, title, starts_at, ends_at, place, host_id, host, minutes, state,
     submitted_at, submitted_by, archived_at, archived_by, created_by, updated_by, created_at, updated_at)
   select o.id, o.code, 6, case when year < extract(year from ${TODAY}) then 8 end, year || '年度组织生活会',
          (day + time '14:30') at time zone 'Asia/Shanghai', (day + time '17:00') at time zone 'Asia/Shanghai', '支部活动室',
          lead.member_id, coalesce(lead.name, ''),
          '会前组织学习、征求意见、开展谈心谈话；会上支部委员和党员逐一进行批评与自我批评，查摆问题、提出措施。', 5,
          day + interval '34 hours', coalesce(lead.name, '系统'), day + interval '17 days', '系统', coalesce(lead.name, '系统'),
          coalesce(lead.name, '系统'), day - interval '5 days', day + interval '34 hours'
     from organisation o
    cross join lateral (values (extract(year from ${TODAY})::int - 1, make_date(extract(year from ${TODAY})::int - 1, 12, 8 + (o.id % 14)::int)),
                               (extract(year from ${TODAY})::int, ${TODAY} - 24 - (o.id % 20)::int)) as v (year, day)
     left join lateral (select * from ${LEAD} l where l.org_id = o.id and l.at = 1) as lead on true
    where o.deleted_at is null and o.type in (46, 47, 48, 50) and o.founded_on < day
      and (year < extract(year from ${TODAY}) or o.id % 3 <> 1 or o.name = '渡口第一党支部') and extract(year from day)::int = year`,
  `insert into life_matter (meeting_id, study, opinions)
   select id, '集中学习党章、《中国共产党支部工作条例（试行）》，党员自学不少于两天。',
          '通过走访、座谈向党员和群众征求意见，归纳为三条：学习形式单一；联系群众不够经常；服务项目宣传不够。'
     from life_meeting where type = 6`,
  `insert into life_problem (meeting_id, problem, measure, person_id, person_name, due_on, evidence, done_on, done_by, created_by)
   select m.id, p.problem, p.measure, m.host_id, m.host, m.held_on + p.days,
          case when m.held_on + p.days < ${TODAY} - 20 then '已按措施完成，支部委员会核实' else '' end,
          case when m.held_on + p.days < ${TODAY} - 20 then m.held_on + p.days - 5 end,
          case when m.held_on + p.days < ${TODAY} - 20 then m.host else '' end, m.host
     from life_meeting m
    cross join (values ('学习形式单一，联系实际不够', '每季度安排一次现场学习', 45), ('联系群众不够经常', '每名委员联系五户，每月入户一次', 90))
      as p (problem, measure, days)
    where m.type = 6 and m.host_id is not null`,
  `insert into life_resolution (meeting_id, text, person_id, person_name, due_on, evidence, done_on, done_by, created_by)
   select m.id, p.text, m.host_id, m.host, m.held_on + p.days,
          case when m.held_on + p.days < ${TODAY} - 20 then '已按议定办理，支部委员会核实' else '' end,
          case when m.held_on + p.days < ${TODAY} - 20 then m.held_on + p.days - 3 end,
          case when m.held_on + p.days < ${TODAY} - 20 then m.host else '' end, m.host
     from life_meeting m
    cross join (values ('为高龄党员逐户送学上门', 30), ('更新党务公开栏，公布本季度党费收缴情况', 15)) as p (text, days)
    where m.type = 2 and m.state in (3, 5) and m.host_id is not null and m.held_on > ${TODAY} - 120`,
  `insert into life_statement (meeting_id, kind, from_id, from_name, about_id, about_name, said, created_account, created_by)
   select m.id, s.kind, f.member_id, f.name, case when s.kind = 3 then w.member_id end, case when s.kind = 3 then w.name else '' end,
          s.said, 0, f.name
     from life_meeting m join organisation o on o.id = m.org_id and o.name = '渡口第一党支部'
    cross join (values (1, 1, 2, '理论学习不够系统，抓落实有时满足于布置。'), (2, 1, 2, '深入群众少，遇到难事有畏难情绪，今后要多到党员家里坐一坐。'),
                       (3, 2, 1, '工作要求急，听取不同意见不够耐心。'), (3, 1, 2, '党员教育活动形式单一，年轻党员参与不多。'))
      as s (kind, who, whom, said)
     join ${LEAD} f on f.org_id = m.org_id and f.at = s.who
     join ${LEAD} w on w.org_id = m.org_id and w.at = s.whom
    where m.type = 6`,
  `insert into life_talk (org_id, org_code, from_id, to_id, held_on, matter, created_by)
   select o.id, o.code, a.member_id, b.member_id, t.day, '交流分管工作', a.name
     from organisation o join ${LEAD} a on a.org_id = o.id join ${LEAD} b on b.org_id = o.id and b.at > a.at
    cross join lateral (select make_date(year, 1, 12) + (a.member_id % 20)::int as day from ${YEARS} as year) as t
    where t.day <= ${TODAY} and o.type in (46, 47, 48, 50) and o.founded_on < t.day
      and ((a.member_id + b.member_id) % 4 <> 1 or not ${slackSql('o.code')})`,
  `insert into life_talk (org_id, org_code, from_id, to_id, held_on, matter, created_by)
   select o.id, o.code, a.member_id, m.id, t.day, '了解思想和生活情况', a.name
     from organisation o join ${LEAD} a on a.org_id = o.id
     join member m on m.org_code = o.code and m.org_id = o.id and m.person_category in (1, 2) and m.membership_status = 1 and m.deleted_at is null
    cross join lateral (select make_date(year, 2, 3) + (m.id % 20)::int as day from ${YEARS} as year) as t
    where t.day <= ${TODAY} and o.type in (46, 47, 48, 50) and m.id <> a.member_id and o.founded_on < t.day
      and (m.id % (select least(3, count(*)) from ${LEAD} l where l.org_id = o.id)) + 1 = a.at
      and (m.id % 7 <> 2 or not ${slackSql('o.code')})`,
  `insert into life_appraisal (meeting_id, year, plan, plan_state, plan_by, decided_by, decided_at, opened_at, closed_at, closed_by)
   select id, extract(year from held_on), '按学习动员、个人自评、党员互评、民主测评、综合提出意见、反馈本人的步骤开展。', 2, host, '系统',
          starts_at - interval '12 days', starts_at - interval '10 days', ends_at, host
     from life_meeting where also_type = 8`,
  `insert into life_meeting (org_id, org_code, type, title, starts_at, ends_at, place, host_id, host, note, state, created_by, updated_by,
     created_at)
   select o.id, o.code, 8, extract(year from ${TODAY}) || '年度民主评议党员', (${TODAY} + 9 + time '14:30') at time zone 'Asia/Shanghai',
          (${TODAY} + 9 + time '16:30') at time zone 'Asia/Shanghai', '支部活动室', l.member_id, l.name, '请会前在手机上写好自评。', 0,
          l.name, l.name, now() - interval '6 days'
     from organisation o join ${LEAD} l on l.org_id = o.id and l.at = 1 where o.name = '渡口第一党支部'`,
  `insert into life_appraisal (meeting_id, year, plan, plan_state, plan_by, decided_by, decided_at, opened_at)
   select id, extract(year from held_on), '一、评议对象：本支部全体党员。二、步骤：学习动员；个人自评；党员互评；民主测评；综合提出意见；反馈本人。', 2,
          host, '系统', now() - interval '4 days', now() - interval '3 days'
     from life_meeting where type = 8`,
  'analyze life_appraisal',
  'analyze life_meeting',
  `insert into life_appraisal_person (meeting_id, member_id, sort, name, graded, self_text, self_at, excellent, qualified, basic, unqualified,
     grade, told_at, receipt_at)
   select a.meeting_id, m.id, row_number() over (partition by a.meeting_id order by m.sort, m.id), m.name, m.person_category = 1,
          case when done or m.id % 3 = 0 then '一年来坚持学习，按时参加组织生活、交纳党费，参加志愿服务。不足是联系群众还不够经常。' else '' end,
          case when done or m.id % 3 = 0 then least(a.opened_at + interval '1 day', now()) end,
          case when done and m.person_category = 1 then case when m.id % 5 = 0 then 6 else 2 end end,
          case when done and m.person_category = 1 then case when m.id % 5 = 0 then 2 else 6 end end,
          case when done and m.person_category = 1 then 0 end, case when done and m.person_category = 1 then 0 end,
          case when done and m.person_category = 1 then case when m.id % 5 = 0 then 1 else 2 end end,
          a.closed_at, case when done and m.id % 4 <> 1 then a.closed_at + interval '1 day' end
     from life_appraisal a cross join lateral (select a.closed_at is not null) as d (done) join life_meeting l on l.id = a.meeting_id
     join member m on m.org_code = l.org_code and m.org_id = l.org_id and m.deleted_at is null and m.membership_status = 1 and m.person_category in (1, 2)`,
  `insert into life_appraisal_mutual (meeting_id, from_id, about_id, grade, note)
   select x.meeting_id, x.member_id, y.member_id, case when (x.member_id * 7 + y.member_id) % 4 = 0 then 1 else 2 end,
          case when (x.member_id + y.member_id) % 9 = 0 then '希望多参加志愿服务，带头联系群众。' else '' end
     from life_appraisal a join life_appraisal_person x on x.meeting_id = a.meeting_id and x.self_at is not null and x.member_id % 2 = 0
     join life_appraisal_person y on y.meeting_id = x.meeting_id and y.member_id <> x.member_id and y.graded
     left join party_group_person gx on gx.member_id = x.member_id left join party_group_person gy on gy.member_id = y.member_id
    where a.closed_at is null and gx.group_id is not distinct from gy.group_id`,
  `insert into life_contest (org_id, org_code, year, title, items, bands, state, created_by, updated_by)
   select o.id, o.code, year, year || '年五星党支部创评',
          '[{"name":"领导班子","max":15},{"name":"骨干队伍","max":15},{"name":"活动阵地","max":10},{"name":"工作制度","max":10},{"name":"保障机制","max":10},{"name":"工作业绩","max":25},{"name":"群众评价","max":15},{"name":"加分","max":5}]',
          '[90,80,70,60]', case when year < extract(year from ${TODAY}) then 4 else 1 end, '系统', '系统'
     from organisation o
    cross join generate_series(extract(year from ${TODAY})::int - 1, extract(year from ${TODAY})::int) as year
    where o.deleted_at is null and o.code = (select left(code, length(code) - 4) from organisation where name = '渡口第一党支部' limit 1)`,
  `insert into life_contest_entry (contest_id, org_id, org_code, self, self_by, self_at, review, review_by, review_at, stars)
   select c.id, o.id, o.code,
          case when c.state = 4 or o.id % 2 = 0 then array[14, 13 + n, 9, 9, 8 + n, 22 + n, 13, 3] end, case when c.state = 4 or o.id % 2 = 0 then '支部' else '' end,
          case when c.state = 4 or o.id % 2 = 0 then now() - interval '20 days' end,
          case when c.state = 4 then array[13, 12 + n, 8, 9, 8, 20 + 2 * n, 12, n] end, case when c.state = 4 then '系统' else '' end,
          case when c.state = 4 then now() - interval '300 days' end,
          case when c.state = 4 then case when 82 + 4 * n >= 90 then 5 else 4 end end
     from life_contest c join organisation o on o.code >= c.org_code and o.code < c.org_code || ':' and o.deleted_at is null
      and o.type in (46, 47, 48, 50)
    cross join lateral (select (o.id % 3)::int as n) as v`,
];
