import type { ClientBase } from 'pg';

/**
 * 四色管理: the eight quarters before this one of every street, community, town and village, two of them red in the last
 * two, and rectifications in each state.
 */
export async function writeColours(client: ClientBase, today: string): Promise<void> {
  await client.query(
    `insert into colour_quarter (org_id, org_code, kind, year, quarter, level, open_checks, reasons, frozen_by, frozen_at)
     select o.id, o.code, case when n.nature in ('5', '7') then 'city' else 'village' end, extract(year from q.day), extract(quarter from q.day),
            l.level, l.open, (select coalesce(jsonb_agg(jsonb_build_object('code', c.code, 'label', c.label, 'orgs', 1)), '[]')
                                from (select * from (values ('lifeMissed', '组织生活缺开'), ('incomplete', '信息不完整'),
                                        ('officeOverdue', '任务逾期'), ('openOverdue', '三务公开逾期')) as v (code, label) limit least(l.open, 4)) c),
            '市委组织部', (q.day + interval '3 months 5 days')
       from organisation o
       cross join lateral (select u.nature from unit u where u.org_id = o.id and u.deleted_at is null order by u.id limit 1) n
       cross join lateral (select date_trunc('quarter', $1::date) - make_interval(months => 3 * k) as day, k from generate_series(1, 8) k) q
       cross join lateral (select abs(hashtext(o.code || to_char(q.day, 'YYYYQ'))) % 100 as n) h
       cross join lateral (select case when abs(hashtext(o.code)) % 23 = 0 and q.k <= 2 then 4 when h.n < 62 then 1 when h.n < 86 then 2
                                       when h.n < 96 then 3 else 4 end as level) w
       cross join lateral (select w.level, case w.level when 1 then h.n % 3 when 2 then 3 + h.n % 4 when 3 then 7 + h.n % 3 else 10 end as open) l
      where o.deleted_at is null and n.nature in ('5', '6', '7', '8')
     on conflict do nothing`,
    [today],
  );
  await client.query(
    `insert into colour_freeze (org_id, org_code, year, quarter, frozen_at, frozen_by)
     select o.id, o.code, q.year, q.quarter, min(q.frozen_at), min(q.frozen_by)
       from colour_quarter q join organisation o on o.parent_id is null and starts_with(q.org_code, o.code)
      group by o.id, o.code, q.year, q.quarter on conflict do nothing`,
  );
  await client.query(
    `insert into colour_rectification (org_id, org_code, year, quarter, level, problems, person, due_on, state, report, reported_by,
                                       accepted_by, accepted_at, created_by)
     select org_id, org_code, year, quarter, level, '1. 组织生活缺开' || chr(10) || '2. 任务逾期未报', '支部书记', $1::date + (n * 5)::int,
            n % 3, case when n % 3 > 0 then '已补开组织生活，逾期任务已上报。' else '' end, case when n % 3 > 0 then '支部书记' else '' end,
            case when n % 3 = 2 then '街道组织委员' else '' end, case when n % 3 = 2 then now() - interval '10 days' end, '街道组织委员'
       from (select q.*, row_number() over (order by q.org_code) as n from colour_quarter q
              where q.level >= 3 and (q.year, q.quarter) = (select year, quarter from colour_quarter order by year desc, quarter desc limit 1)
              limit 12) as low
     on conflict do nothing`,
    [today],
  );
  await writeWeak(client, today);
}

/** 软弱涣散: one file in each state, of the communities of one street, the lowest of last quarter first. */
async function writeWeak(client: ClientBase, today: string): Promise<void> {
  await client.query(
    `with low as (
       select q.org_id, q.org_code, row_number() over (order by q.level desc, q.org_code) - 1 as state from colour_quarter q
        where exists (select from organisation s where s.name = '江南街道党工委' and starts_with(q.org_code, s.code) and q.org_code <> s.code)
          and (q.year, q.quarter) = (select year, quarter from colour_quarter order by year desc, quarter desc limit 1)
        limit 5),
     made as (
       insert into weak_org (org_id, org_code, year, criteria, problems, state, leader, cadre, measures, due_on, report, reported_by,
                             reported_at, opinion, decided_by, decided_at, closed_on, created_by, created_at)
       select org_id, org_code, extract(year from $1::date), case state when 0 then '{noSecretary}' when 3 then '{satisfaction,lifeMissed}' else '{lifeMissed,noRecruit}' end::text[],
              '1. “三会一课”没有按期开' || chr(10) || '2. 两年没有发展党员，后备力量不足', state,
              case when state > 0 then '周学军（区委常委、组织部部长）' else '' end, case when state > 0 then '陈立新（区水利局）' else '' end,
              case when state > 0 then '1. 选派第一书记' || chr(10) || '2. 逐月排定组织生活，街道派人列席' || chr(10) || '3. 培养两名入党积极分子' else '' end,
              case when state > 0 then $1::date + 40 end, case when state >= 2 then '三会一课已补齐，确定入党积极分子两名。' else '' end,
              case when state >= 2 then '支部书记' else '' end, case when state >= 2 then $1::date - 20 end,
              case when state >= 3 then '问题已整改，同意销号。' else '' end, case when state >= 3 then '街道组织委员' else '' end,
              case when state >= 3 then $1::date - 15 end, case when state = 3 then $1::date - 15 end, '街道组织委员', $1::date - 120
         from low on conflict do nothing returning id, state, created_at)
     insert into weak_step (weak_id, act, text, made_by, made_at)
     select id, s.act, s.text, s.by, created_at + make_interval(days => s.days) from made cross join (values
       (0, '列入', '组织生活不按规定开展', '街道组织委员', 0), (1, '开始整顿', '周学军联系，陈立新驻点', '街道组织委员', 8),
       (2, '申请销号', '三会一课已补齐，确定入党积极分子两名。', '支部书记', 100), (3, '验收销号', '问题已整改，同意销号。', '街道组织委员', 105),
       (4, '反弹', '连续两个月没有开支部党员大会', '街道组织委员', 115)) as s (state, act, text, by, days)
      where s.state <= made.state order by id, s.days`,
    [today],
  );
}
