import type { ClientBase } from 'pg';

const TODAY = `(now() at time zone 'Asia/Shanghai')::date`;
const ITEMS: readonly (readonly [
  dimension: string,
  name: string,
  minus: boolean,
  value: number,
  source: string,
  capYear: number | null,
])[] = [
  ['组织生活', '参加组织生活', false, 200, 'meetingAttended', 1200],
  ['组织生活', '无故缺席组织生活', true, 200, 'meetingMissed', null],
  ['岗位作用', '主持会议或讲党课', false, 100, 'meetingLed', 600],
  ['党员义务', '按时缴纳党费', false, 50, 'duesTimely', 600],
  ['岗位作用', '按时完成工作任务', false, 100, 'officeDone', 500],
  ['岗位作用', '工作任务补报', true, 50, 'officeLate', 300],
  ['学习教育', '自学并交流心得', false, 100, '', 600],
  ['志愿服务', '参加志愿服务', false, 100, '', 800],
  ['岗位作用', '急难险重任务', false, 300, '', 900],
  ['廉洁自律', '受到批评教育', true, 300, '', null],
];

/** The city's rules for points, of last year and this one; a street's entries by hand and appeals in each state. */
export async function writePoints(client: ClientBase): Promise<void> {
  await client.query(
    `insert into point_set (org_id, org_code, name, base, from_on, state, published_at, published_by)
     select id, code, '峡州市党员积分管理办法（试行）', 6000, (extract(year from ${TODAY})::int - 1 || '-01-01')::date, 1, now(), '市委组织部'
       from organisation where length(code) = 4 order by code limit 1`,
  );
  for (const [sort, [dimension, name, minus, value, source, capYear]] of ITEMS.entries())
    await client.query(
      `insert into point_item (set_id, sort, code, dimension, name, minus, value, source, cap_year)
       select max(id), $1::int, 'city' || $1::int, $2, $3, $4, $5, $6, $7 from point_set`,
      [sort, dimension, name, minus, value, source, capYear],
    );
  const branch = `organisation o where o.name = '渡口第一党支部' order by o.code limit 1`;
  await client.query(
    `insert into point_hand (member_id, org_id, org_code, item_code, item_name, day, quantity, reason, state, entered_by, entered_name,
                             decided_by, decided_name, decided_at)
     select m.id, m.org_id, m.org_code, case when m.n % 3 = 0 then 'city8' else 'city7' end,
            case when m.n % 3 = 0 then '急难险重任务' else '参加志愿服务' end, ${TODAY} - (m.n * 9)::int, 100,
            case when m.n % 3 = 0 then '参加防汛值守，连续三晚在岗' else '参加社区环境整治志愿服务' end,
            case when m.n > 6 then 0 else 1 end, a.id, '周敏', case when m.n > 6 then null else b.id end,
            case when m.n > 6 then '' else '李国强' end, case when m.n > 6 then null else now() end
       from (select m.*, row_number() over (order by m.sort, m.id) as n from member m
              where m.org_id = (select o.id from ${branch}) and m.deleted_at is null and m.person_category = 1 and m.membership_status = 1) m,
            (select min(id) as id from account) b, (select max(id) as id from account) a
      where m.n <= 8`,
  );
  await client.query(
    `insert into point_appeal (member_id, org_id, org_code, code, item_name, day, points, text, handler_id, state, opinion, decided_name, decided_at)
     select m.id, m.org_id, m.org_code, 'city7', '参加志愿服务', ${TODAY} - (m.n * 2)::int, 100,
            '当天参加了社区清洁家园活动，名单中漏登', m.org_id, m.n, case m.n when 2 then '经核实，补记' when 3 then '当天活动不属于志愿服务项目' else '' end,
            case when m.n in (2, 3) then '李国强' else '' end, case when m.n > 1 then now() end
       from (select m.*, row_number() over (order by m.sort desc, m.id) as n from member m
              where m.org_id = (select o.id from ${branch}) and m.deleted_at is null and m.person_category = 1 and m.membership_status = 1) m
      where m.n <= 4`,
  );
  await client.query(
    `insert into todo (role_id, org_id, org_code, module, title, detail, act, jump_url, subject)
     select 3, a.org_id, a.org_code, '党员积分', '答复' || m.name || '的积分申诉', a.text, '答复',
            '/affairs/integral/integralManagement?tab=appeal', 'pointsAppeal:' || a.id
       from point_appeal a join member m on m.id = a.member_id where a.state = 1`,
  );
  // 免考 in each state: of everything, confirmed; waiting; refused; taken back.
  await client.query(
    `insert into assess_exemption (member_id, org_id, org_code, from_on, to_on, reason, state, asked_by, opinion, decided_by, decided_at)
     select m.id, m.org_id, m.org_code, make_date(${YEAR}, 1, 1), make_date(${YEAR}, 12, 31),
            case m.n when 1 then '年满七十周岁，年老体弱' when 2 then '长期住院治疗' when 3 then '外出务工' else '产假' end,
            case m.n when 1 then 1 when 2 then 0 else m.n - 1 end, '周敏',
            case m.n when 3 then '流动党员在流入地参加组织生活，不免考' when 4 then '已返岗' else '' end,
            case when m.n <> 2 then '李国强' else '' end, case when m.n <> 2 then now() end
       from (select m.*, row_number() over (order by m.birth_date, m.id)::int as n from member m
              where m.org_id = (select o.id from ${branch}) and m.deleted_at is null and m.person_category = 1 and m.membership_status = 1) m
      where m.n <= 4`,
  );
  await writeAssessment(client);
}

const YEAR = `extract(year from ${TODAY})::int`;
const MONTH = `extract(month from ${TODAY})::int`;
const PLAN: readonly (readonly [
  kind: number,
  name: string,
  most: number,
  dimension: string,
  submit: number,
  inspection: number,
])[] = [
  [1, '参加组织生活', 2500, '组织生活', 2, 5],
  [1, '履行党员义务', 2000, '党员义务', 2, 5],
  [1, '理论学习', 2000, '学习教育', 2, 5],
  [1, '遵守纪律', 1500, '', 2, 5],
  [2, '发挥先锋模范作用', 1200, '', 2, 5],
  [2, '年度承诺践诺', 800, '', 1, 5],
];

/** The city's plans of last year and this one; the branch worker's branch has scored this year's months up to the last but one. */
async function writeAssessment(client: ClientBase): Promise<void> {
  await client.query(
    `insert into assess_plan (org_id, org_code, year, name, state, published_at, published_by)
     select o.id, o.code, ${YEAR} - back, (${YEAR} - back) || '年党员考核方案', 1, now(), '市委组织部'
       from (select id, code from organisation where length(code) = 4 order by code limit 1) o, generate_series(0, 1) as back`,
  );
  for (const [sort, [kind, name, most, dimension, submit, inspection]] of PLAN.entries())
    await client.query(
      `insert into assess_item (plan_id, sort, kind, name, most, dimension, submit, inspection)
       select id, $1::int, $2::int, $3, $4::int, $5, $6::int, $7::int from assess_plan`,
      [sort, kind, name, most, dimension, submit, inspection],
    );
  await client.query(
    `insert into assess_month (member_id, year, month, plan_id, org_id, org_code, state, scored_name, decided_name)
     select m.id, p.year, month, p.id, m.org_id, m.org_code,
            case when p.year = ${YEAR} and month = ${MONTH} - 1 then case when m.n % 2 = 0 then 1 else 0 end else 2 end, '周敏',
            case when p.year = ${YEAR} and month = ${MONTH} - 1 then '' else '李国强' end
       from (select m.*, row_number() over (order by m.sort, m.id) as n from member m
              where m.org_id = (select o.id from organisation o where o.name = '渡口第一党支部' order by o.code limit 1)
                and m.deleted_at is null and m.person_category in (1, 2) and m.membership_status = 1
                and not exists (select from point_exempt x where x.member_id = m.id)
                and m.admission_date < ${TODAY} - 800) m,
            assess_plan p, generate_series(1, 12) as month
      where p.year < ${YEAR} or month < ${MONTH}`,
  );
  await client.query(
    `insert into assess_cell (month_id, item_id, suggested, score, reason)
     select a.id, i.id, null, round(i.most * least(1, (78 + (a.member_id * 7 + a.month * 3 + i.sort * 5) % 23) / 100.0) / 50) * 50,
            case when i.dimension = '' then '' else '按支部考勤和台账评定' end
       from assess_month a join assess_item i on i.plan_id = a.plan_id and (i.submit = 2 or a.month = 12)
      where a.scored_name <> ''`,
  );
  await client.query(
    `update assess_month a set total = n.total
       from (select c.month_id, round(sum(c.score) * 10000.0 / sum(i.most))::int as total from assess_cell c
               join assess_item i on i.id = c.item_id group by 1) n where n.month_id = a.id`,
  );
}
