import type { ClientBase } from 'pg';
import { addDays } from '#platform/time/days.ts';
import { continueIds } from './copy.ts';

const RULE = 'incomplete';

/**
 * A check of the city, its counties and streets as it stood on two days: incomplete records of people, as the rule of `member`
 * finds them, some given to their branches, some explained, some solved since.
 */
export async function writeDataCheck(client: ClientBase, today: string): Promise<void> {
  const before = `${addDays(today, -16)} 09:00+08`;
  const last = `${addDays(today, -2)} 09:00+08`;
  await client.query(
    `insert into data_check_run (id, org_id, org_code, state, rules, created_at, created_by, finished_at)
     select 2 * row_number() over (order by o.code, n.at) - 1, o.id, o.code, 1, array['${RULE}'], n.at, o.name || '党务工作者', n.at + interval '1 minute'
       from organisation o, (values ($1::timestamptz), ($2::timestamptz)) as n(at)
      where o.deleted_at is null and length(o.code) <= 12`,
    [before, last],
  );
  await client.query(
    `insert into data_check_row (checked_id, org_id, org_code, rule, row_key, title, detail, href, first_run, last_run, state, due_on, note, said_by, said_at, created_at)
     select c.id, m.org_id, m.org_code, '${RULE}', m.id::text, m.name, '完整度' || m.completeness || '%', '/affairs/member/browse/' || m.id,
            case when m.id % 7 = 0 then r.second else r.first end, r.second,
            case when m.id % 5 = 1 and length(c.code) = 12 and m.org_id <> c.id then 1 when m.id % 5 = 2 then 2 else 0 end,
            case when m.id % 5 = 1 and length(c.code) = 12 and m.org_id <> c.id then ($1::date + (m.id % 20)::int - 4) end,
            case when m.id % 5 = 1 and length(c.code) = 12 and m.org_id <> c.id then '请对照纸质档案补齐' when m.id % 5 = 2 then '纸质档案在转接途中，到后补齐' else '' end,
            case when m.id % 5 = 2 or (m.id % 5 = 1 and length(c.code) = 12) then c.name || '党务工作者' else '' end,
            case when m.id % 5 = 2 or (m.id % 5 = 1 and length(c.code) = 12) then $2::timestamptz end, case when m.id % 7 = 0 then $2::timestamptz else $3::timestamptz end
       from organisation c
       join lateral (select min(id) as first, max(id) as second from data_check_run where org_id = c.id) r on r.first is not null
       join member m on m.org_code >= c.code and m.org_code < c.code || ':' and m.deleted_at is null and m.completeness < 100
        and m.membership_status = 1 and m.person_category <= 2`,
    [today, last, before],
  );
  await client.query(
    `update data_check_run r set found = n.found, new_found = n.fresh, counts = jsonb_build_object('${RULE}', jsonb_build_array(n.found, n.fresh, 0))
       from (select r.id, (count(f.id) filter (where f.first_run <= r.id))::int as found, (count(f.id) filter (where f.first_run = r.id))::int as fresh
               from data_check_run r left join data_check_row f on f.checked_id = r.org_id group by r.id) n where n.id = r.id`,
  );
  await client.query(
    `insert into todo (role_id, org_id, org_code, module, title, detail, act, jump_url, due_on, subject)
     select 3, f.org_id, f.org_code, '数据核查', '更正数据核查的' || count(*) || '条问题', c.name || '交办：请对照纸质档案补齐', '更正',
            '/dataManage/dataCheck?side=given', min(f.due_on), 'dataCheck:' || c.id
       from data_check_row f join organisation c on c.id = f.checked_id where f.state = 1 and length(c.code) = 12 group by f.org_id, f.org_code, c.id, c.name`,
  );
  await continueIds(client, ['data_check_run', 'data_check_row']);
}
