import type { ClientBase } from 'pg';
import { LIFE } from './eventsLife.ts';
import { slackSql } from './slack.ts';

/** Party members on the roll of a branch. */
const ON_ROLL = 'm.person_category in (1, 2) and m.membership_status = 1 and m.deleted_at is null';

/** 党小组 of the branches with twelve members or more: about ten people each, the first full member leads. */
const GROUPS = [
  `insert into party_group (org_id, org_code, name, founded_on, created_by, updated_by)
   select o.id, o.code, '第' || (array['一','二','三','四','五'])[k] || '党小组', greatest(o.founded_on, date '2024-01-08'), '系统', '系统'
     from (select m.org_id, count(*)::int as n from member m where ${ON_ROLL} group by 1 having count(*) >= 12) as counted
     join organisation o on o.id = counted.org_id and o.type in (46, 47)
    cross join lateral generate_series(1, least(5, (counted.n + 9) / 10)) as k
    order by o.code, k`,
  `insert into party_group_person (member_id, group_id)
   select placed.id, g.id
     from (select m.id, m.org_id, (row_number() over (partition by m.org_id order by m.sort, m.id) - 1)::int as at
             from member m where ${ON_ROLL}) as placed
     join (select id, org_id, (row_number() over (partition by org_id order by id) - 1)::int as at,
                  count(*) over (partition by org_id)::int as n from party_group) as g
       on g.org_id = placed.org_id and placed.at % g.n = g.at`,
  `update party_group g set leader_id = (
     select m.id from party_group_person p join member m on m.id = p.member_id
      where p.group_id = g.id and m.person_category = 1 order by m.sort, m.id limit 1)`,
];

/** Today in Beijing. */
const TODAY = "(now() at time zone 'Asia/Shanghai')::date";

/**
 * A year of meetings of all branches in the first half of each month and quarter, each branch at its own hour, archived but the
 * last ones. One in forty was entered late. Where work is slack one in nine is missing, and in a third this month's is still to come.
 */
const MEETINGS = [
  `create temp table planned on commit drop as
   select o.id as org_id, o.code as org_code, r.type, g.id as group_id, g.name as group_name,
          (start::date + (case r.per when 'month' then 5 else 16 end) + (o.id % 9)::int) as day,
          row_number() over (order by o.id, r.type, start, g.id) as n
     from organisation o
     join life_rule r on o.type = any(r.org_types) and r.per in ('month', 'quarter')
    cross join lateral generate_series(date_trunc('month', ${TODAY} - interval '11 months'),
                                       date_trunc('month', ${TODAY}), '1 month') as start
     left join party_group g on r.needs = 'groups' and g.org_id = o.id
    where o.deleted_at is null and o.founded_on < start
      and (r.per = 'month' or extract(month from start) in (2, 5, 8, 11))
      and (r.needs <> 'groups' or g.id is not null)
      and (r.needs <> 'committee' or (select count(*) from org_post p join org_term t on t.id = p.term_id and t.is_current
                                       where p.org_id = o.id) >= 3)`,
  `delete from planned where day >= ${TODAY}
      or ${slackSql('org_code')} and ((n * 7919) % 9 = 3 or (day > ${TODAY} - 31 and org_id % 3 = 1))`,
  `insert into life_meeting (org_id, org_code, type, group_id, title, starts_at, ends_at, place, host_id, host, recorder_id,
     recorder, lecturer_id, lecturer, minutes, state, submitted_at, submitted_by, archived_at, archived_by, late_entry,
     created_by, updated_by, created_at, updated_at)
   select p.org_id, p.org_code, p.type, p.group_id,
          extract(month from p.day) || '月' || case p.type when 1 then '支部党员大会' when 2 then '支部委员会' when 3 then coalesce(p.group_name, '党小组') || '会'
            when 4 then '主题党日' else '党课' end,
          (p.day + at.hour) at time zone 'Asia/Shanghai', (p.day + at.hour + interval '90 minutes') at time zone 'Asia/Shanghai',
          case when p.type = 4 then '党群服务中心' else '支部活动室' end, lead.member_id, coalesce(lead.name, ''),
          writer.member_id, coalesce(writer.name, ''),
          case when p.type = 5 then lead.member_id end, case when p.type = 5 then coalesce(lead.name, '') else '' end,
          (array['传达上级会议精神，结合本支部实际研究贯彻落实措施，与会同志作了交流发言。',
                 '通报上阶段工作和党费收缴情况，讨论下阶段重点任务，明确责任人和完成时限。',
                 '集中学习党章党规，围绕服务群众开展讨论，征求意见建议并逐条记录。'])[1 + (p.n % 3)::int],
          case when p.day < ${TODAY} - 16 then 5 when p.n % 23 = 5 then 4 else 3 end,
          p.day + interval '34 hours' + case when p.n % 40 = 11 then interval '11 days' else interval '0' end,
          coalesce(writer.name, '系统'),
          case when p.day < ${TODAY} - 16 then p.day + interval '17 days' end,
          case when p.day < ${TODAY} - 16 then '系统' else '' end, p.n % 40 = 11, coalesce(writer.name, '系统'),
          coalesce(writer.name, '系统'), p.day - interval '3 days', p.day + interval '34 hours'
     from planned p
    cross join lateral (select (array['09:00', '14:30', '19:30'])[1 + p.org_id % 3]::time as hour) as at
     left join lateral (select o.member_id, o.name from org_post o join org_term t on t.id = o.term_id and t.is_current
                         where o.org_id = p.org_id order by o.sort, o.id limit 1) as lead on true
     left join lateral (select o.member_id, o.name from org_post o join org_term t on t.id = o.term_id and t.is_current
                         where o.org_id = p.org_id order by o.sort desc, o.id desc limit 1) as writer on true
    order by p.day, p.n`,
  `update life_meeting set return_reason = '记录过于简单，请补充讨论情况和议定事项', returned_at = updated_at where state = 4`,
  `insert into life_topic (meeting_id, sort, kind, title, minutes, decision)
   select id, 0, case when type in (4, 5) then 1 else 2 end,
          case type when 4 then '重温入党誓词，学习近期重要讲话' when 5 then '专题党课：在平凡岗位上发挥作用'
            when 2 then '研究本月工作安排' when 3 then '组内学习讨论' else '审议支部季度工作报告' end,
          '与会同志认真学习并作了发言。', case when type in (1, 2) then '同意，按计划落实。' else '' end
     from life_meeting`,
];

/** Who was due at the meetings of the last months, and who came: of each branch the own roll, group or leadership. */
const ATTENDANCE = [
  `insert into attendance_sheet (kind, subject_id, org_id, org_code, secret, starts_at, opens_at, closed_at)
   select 'life', id, org_id, org_code, sha256(('demo ' || id)::bytea), starts_at, starts_at - interval '1 hour',
          case when state >= 2 then ends_at end
     from life_meeting where held_on > ${TODAY} - 95 and state > 0`,
  `insert into attendance_person (sheet_id, member_id, sort, name, due, votes, why, state, way, signed_at, late, reason, leave, leave_kind)
   select sheet, member_id, sort, name, true, votes, case when votes then '' else '预备党员没有表决权' end, state,
          case state when 1 then 'scan' else '' end,
          case state when 1 then starts_at - make_interval(mins => (member_id % 14)::int - 1) end,
          state = 1 and member_id % 14 = 0, case state when 2 then '外出务工' else '' end,
          case state when 2 then 'agreed' else '' end, case state when 2 then 1 when 3 then 2 else 0 end
     from (
       select s.id as sheet, s.starts_at, m.id as member_id, m.name, m.person_category = 1 as votes,
              row_number() over (partition by s.id order by m.sort, m.id) as sort,
              case when l.state < 2 then 0 when (m.id * 31 + l.id * 17) % 100 < 88 then 1
                   when (m.id * 31 + l.id * 17) % 100 < 98 then 2 else 3 end as state
         from life_meeting l join attendance_sheet s on s.kind = 'life' and s.subject_id = l.id
         join member m on m.org_id = l.org_id and m.deleted_at is null and m.membership_status = 1 and m.person_category in (1, 2)
        where (l.type <> 3 or exists (select from party_group_person g where g.group_id = l.group_id and g.member_id = m.id))
          and (l.type <> 2 or exists (select from org_post p join org_term t on t.id = p.term_id and t.is_current
                                       where p.org_id = l.org_id and p.member_id = m.id))) as due`,
  `update life_meeting l set due = n.due, present = n.present
     from (select s.subject_id, count(*)::int as due, count(*) filter (where p.state = 1)::int as present
             from attendance_sheet s join attendance_person p on p.sheet_id = s.id where s.kind = 'life' group by 1) as n
    where n.subject_id = l.id and l.state in (3, 5)`,
];

/** One meeting of the branch worker's own branch that is running now. */
const RUNNING = [
  `insert into life_meeting (org_id, org_code, type, title, starts_at, ends_at, place, host_id, host, note, state, created_by, updated_by,
     created_at)
   select o.id, o.code, 4, extract(month from ${TODAY}) || '月主题党日', now() - interval '10 minutes', now() + interval '2 hours',
          '渡口社区党群服务中心二楼会议室', p.member_id, p.name, '请带上党章和笔记本。', 1, p.name, p.name, now() - interval '5 days'
     from organisation o join org_post p on p.org_id = o.id join org_term t on t.id = p.term_id and t.is_current
    where o.name = '渡口第一党支部' order by p.sort, p.id limit 1`,
  `insert into life_topic (meeting_id, sort, kind, title)
   select id, 0, 1, '学习发展党员工作细则' from life_meeting where state = 1
   union all select id, 1, 2, '讨论年底前志愿服务安排' from life_meeting where state = 1`,
];

/** Writes the demo's organisation life, set by set. */
export async function writeEvents(client: ClientBase): Promise<void> {
  for (const statement of [...GROUPS, ...MEETINGS, ...RUNNING, ...LIFE, ...ATTENDANCE]) await client.query(statement);
}
