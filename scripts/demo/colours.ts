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
}
