import type { ClientBase } from 'pg';
import { dueDays, FULL } from '#assessment/orgAssessment/rules.ts';
import { gradeOfTotal, weightedPoints } from '#assessment/trinity/rules.ts';
import type { InspectionTime, SubmitFrequency } from '#platform/time/periods.ts';
import { addDays } from './days.ts';

const STREET = '江南街道党工委';
/** The branch whose worker the visitor signs in as. */
const OWN = '渡口第一党支部';
const GRADES = [
  { label: '好', from: 9000 },
  { label: '较好', from: 8000 },
  { label: '一般', from: 6000 },
  { label: '差', from: 0 },
];

interface Item {
  title: string;
  standard: string;
  points: number;
  method: 1 | 2 | 3;
  check?: string;
  breach?: number;
  submit?: SubmitFrequency;
  inspection?: InspectionTime;
}

const PARTS: readonly (readonly [title: string, items: readonly Item[]])[] = [
  [
    '平时督查',
    [
      {
        title: '组织生活按期开展',
        standard: '“三会一课”、主题党日按规定开展，平台里每缺一次扣1分，最多扣15分。',
        points: 1500,
        method: 1,
        check: 'lifeMissed',
        breach: 100,
      },
      {
        title: '日常督查评分',
        standard: '街道督查组每半年到支部看一次，按督查清单打分。',
        points: 1500,
        method: 3,
      },
    ],
  ],
  [
    '资料审核',
    [
      {
        title: '党建工作计划和总结',
        standard: '年初有计划，年末有总结，任务、时间、责任人清楚；缺一项扣5分。',
        points: 2000,
        method: 2,
      },
      {
        title: '主题党日特色做法',
        standard: '结合支部实际开展主题党日，附会议记录和照片；内容雷同的酌情扣分。',
        points: 1500,
        method: 2,
      },
      {
        title: '联系服务群众台账',
        standard: '每季度更新，问题有记录、有办理、有反馈。',
        points: 1500,
        method: 2,
        inspection: 3,
      },
    ],
  ],
  [
    '年终测评',
    [{ title: '书记述职评议', standard: '现场述职，按好、较好、一般、差测评折算。', points: 2000, method: 3 }],
  ],
];

interface Evaluation {
  name: string;
  year: number;
  state: 'draft' | 'open' | 'closed';
  startsOn: string;
  endsOn: string;
}

const evaluationsOf = (today: string): Evaluation[] => {
  const year = Number(today.slice(0, 4));
  const last = today > `${year}-12-20` ? addDays(today, 20) : `${year}-12-31`;
  return [
    {
      name: `${year - 1}年度党建工作考评`,
      year: year - 1,
      state: 'closed',
      startsOn: `${year - 1}-01-01`,
      endsOn: `${year - 1}-12-31`,
    },
    { name: `${year}年度党建工作考评`, year, state: 'open', startsOn: `${year}-01-01`, endsOn: last },
    {
      name: `${year + 1}年度党建工作考评`,
      year: year + 1,
      state: 'draft',
      startsOn: `${year + 1}-01-01`,
      endsOn: `${year + 1}-12-31`,
    },
  ];
};

async function insertTree(client: ClientBase, id: string): Promise<(Item & { id: string })[]> {
  const made: (Item & { id: string })[] = [];
  for (const [at, [title, items]] of PARTS.entries()) {
    const part = await client.query<{ id: string }>(
      'insert into trinity_item (evaluation_id, title, sort) values ($1, $2, $3) returning id',
      [id, title, at + 1],
    );
    for (const [n, item] of items.entries()) {
      const { rows } = await client.query<{ id: string }>(
        `insert into trinity_item (evaluation_id, parent_id, title, standard, points, method, check_code, breach, cap, submit, inspection, sort)
         values ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, $10, $11) returning id`,
        [
          id,
          part.rows[0]?.id,
          item.title,
          item.standard,
          item.points,
          item.method,
          item.check ?? '',
          item.breach ?? 0,
          item.submit ?? 1,
          item.inspection ?? 5,
          n + 1,
        ],
      );
      made.push({ ...item, id: rows[0]?.id ?? '' });
    }
  }
  return made;
}

/** Of a hundred materials of what runs most are handed in and passed; the visitor's branch has one that came back. */
const handIn = (client: ClientBase, id: string, closed: boolean, today: string) =>
  client.query(
    `with judged as (
       select s.id, i.points, i.method, o.name, i.sort, ('x' || substr(md5(s.id || 'trinity'), 1, 6))::bit(24)::int % 100 as n, s.due_on
         from trinity_score s join trinity_item i on i.id = s.item_id join trinity_unit u on u.id = s.unit_id join organisation o on o.id = u.org_id
        where s.evaluation_id = $1),
     what as (
       select *, case when $2 then 'passed' when method = 1 then 'passed' when method = 3 then case when n < 50 then 'passed' end
                      when name = $4 and sort = 1 then 'failed' when name = $4 then null
                      when n < 46 then 'passed' when n < 66 then 'waiting' when n < 74 then 'failed' when n < 82 then 'saved' end as how
         from judged)
     update trinity_score s set
            state = case when w.method <> 2 then -1 when w.how = 'saved' then 0 else 1 end,
            review = case w.how when 'passed' then 1 when 'failed' then 2 else 0 end,
            self = case when w.method = 2 then w.points - w.n % 3 * 100 end,
            suggested = case when w.method = 1 then greatest(0, w.points - w.n % 4 * 100) end,
            breaches = case when w.method = 1 then w.n % 4 end,
            final = case when w.how = 'passed' then case when w.method = 1 then greatest(0, w.points - w.n % 4 * 100)
              else greatest(0, w.points - (w.n % 5 + case when w.method = 3 then 1 else 0 end) * 100) end end,
            content = case when w.method = 2 then '已按要求完成，计划、记录和照片附后；存在的不足已列入整改清单。' else '' end,
            handed_on = case when w.method = 2 and w.how <> 'saved' then least(w.due_on, $3::date) - w.n % 20 end,
            asked_by_name = case when w.method = 2 and w.how <> 'saved' then '支部书记' else '' end,
            decided_by = case when w.how in ('passed', 'failed') and w.method <> 1 then '江南街道党务工作者' else '' end,
            decided_at = case when w.how in ('passed', 'failed') then least(w.due_on, $3::date) - interval '1 day' end,
            opinion = case when w.how = 'failed' then '缺少年末总结，请补充后再报' when w.how = 'passed' and w.method <> 1 and w.n % 5 > 0 then '材料不够完整，酌情扣分' else '' end
       from what w where w.id = s.id and w.how is not null`,
    [id, closed, today, OWN],
  );

async function askReviews(client: ClientBase, id: string): Promise<void> {
  await client.query(
    `update trinity_score s set decider_org_id = e.org_id from trinity_evaluation e
      where e.id = s.evaluation_id and e.id = $1 and s.state = 1 and s.review = 0`,
    [id],
  );
  await client.query(
    `insert into todo (role_id, org_id, org_code, module, title, detail, act, jump_url, subject)
     select 3, e.org_id, e.org_code, '三位一体', '审核考评资料：' || e.name, o.name || ' ' || i.title, '审核',
            '/trinity/dataManageView?id=' || s.id, 'trinityDecide:' || s.id
       from trinity_score s join trinity_evaluation e on e.id = s.evaluation_id join trinity_item i on i.id = s.item_id
       join trinity_unit u on u.id = s.unit_id join organisation o on o.id = u.org_id
      where e.id = $1 and s.state = 1 and s.review = 0 order by s.id limit 3`,
    [id],
  );
  await client.query(
    `insert into trinity_entry (score_id, act, new, text, org_name, made_by, made_at)
     select s.id, case s.review when 1 then '通过' when 2 then '不通过' else '提交' end, case when s.review = 2 then null else coalesce(s.final, s.self) end,
            s.opinion, case when s.review = 0 then o.name else g.name end, case when s.review = 0 then s.asked_by_name else s.decided_by end,
            coalesce(s.decided_at, s.handed_on + time '15:00')
       from trinity_score s join trinity_unit u on u.id = s.unit_id join organisation o on o.id = u.org_id
       join trinity_evaluation e on e.id = s.evaluation_id join organisation g on g.id = e.org_id
       join trinity_item i on i.id = s.item_id
      where e.id = $1 and s.state = 1 and i.method = 2`,
    [id],
  );
}

const SHOWN = [
  {
    item: '主题党日特色做法',
    title: '江边议事厅：把主题党日开到群众家门口',
    summary:
      '每月主题党日前，支部在码头张贴“议题征集单”，由居民投票选题；当天党员和居民一起议事，能当场办的当场认领，不能当场办的三天内回复。全年议定事项41件，办结38件，办理情况在议事厅公示栏逐件销号。',
  },
  {
    item: '联系服务群众台账',
    title: '一户一页：联系服务群众台账这样记',
    summary:
      '台账按户建页，一次走访记三行：看到什么、群众说什么、谁在什么时候办。每季度末支委交叉核对，没有回音的事项在支委会上逐件过。做法简单，新上手的同志照着记就行。',
  },
] as const;

/** Two cases of last year that are published, and one that a branch proposes now. */
async function writeCases(client: ClientBase, id: string, closed: boolean): Promise<void> {
  for (const [at, { item, title, summary }] of (closed ? SHOWN : SHOWN.slice(0, 1)).entries()) {
    const { rows } = await client.query<{ id: string }>(
      `insert into trinity_case (score_id, evaluation_id, org_id, org_code, title, summary, state, asked_by_name, asked_at, decider_org_id,
                                 decided_by, decided_at)
       select s.id, e.id, u.org_id, u.org_code, $3, $4, case when $5 then 'published' else 'asked' end, '支部书记',
              s.decided_at + interval '2 days', e.org_id, case when $5 then '江南街道党务工作者' else '' end,
              case when $5 then s.decided_at + interval '5 days' end
         from trinity_score s join trinity_item i on i.id = s.item_id join trinity_unit u on u.id = s.unit_id
         join trinity_evaluation e on e.id = s.evaluation_id join organisation o on o.id = u.org_id
        where e.id = $1 and i.title = $2 and s.review = 1 and ($5 or o.name <> $6) order by s.final desc, s.id offset $7 limit 1
       returning id`,
      [id, item, closed ? title : `今年这样办：${title.slice(title.indexOf('：') + 1)}`, summary, closed, OWN, at],
    );
    const [made] = rows;
    if (closed || !made) continue;
    await client.query(
      `insert into todo (role_id, org_id, org_code, module, title, detail, act, jump_url, subject)
       select 3, e.org_id, e.org_code, '三位一体', '审核优秀案例：' || c.title, o.name || ' ' || i.title, '审核',
              '/trinity/excellentCase?id=' || c.id, 'trinityCase:' || c.id
         from trinity_case c join trinity_evaluation e on e.id = c.evaluation_id join trinity_score s on s.id = c.score_id
         join trinity_item i on i.id = s.item_id join organisation o on o.id = c.org_id where c.id = $1`,
      [made.id],
    );
  }
}

/** Totals, grades and places of what is closed, as the module draws them. */
async function draw(client: ClientBase, id: string): Promise<void> {
  const { rows } = await client.query<{ id: string; group: string; weight: number; sum: number }>(
    `select u.id, u.group_name as "group", u.weight, coalesce(sum(s.final), 0)::int as sum
       from trinity_unit u join trinity_score s on s.unit_id = u.id where u.evaluation_id = $1 group by u.id`,
    [id],
  );
  const totals = rows.map((row) => ({ ...row, total: weightedPoints(Math.min(FULL, row.sum), row.weight) }));
  for (const { id: unit, group, total } of totals) {
    const place = 1 + totals.filter((other) => other.group === group && other.total > total).length;
    await client.query('update trinity_unit set total = $2, grade = $3, place = $4 where id = $1', [
      unit,
      total,
      gradeOfTotal(total, GRADES),
      place,
    ]);
  }
}

/** 三位一体 of the demo: a street's evaluation of its branches, last year's closed, this year's running, next year's a draft; with cases. */
export async function writeTrinity(client: ClientBase, today: string): Promise<void> {
  for (const one of evaluationsOf(today)) {
    const { rows } = await client.query<{ id: string; code: string }>(
      `insert into trinity_evaluation (org_id, org_code, name, scheme, year, level, starts_on, ends_on, note, grades, state, opened_at, opened_by,
                                       closed_at, closed_by, created_by, updated_by)
       select o.id, o.code, $2, '三位一体', $3, 2, $4::date, $5::date, '平时督查、资料审核、年终测评三项合成一个总分。', $6::jsonb, $7,
              case when $7 <> 'draft' then $4::date + interval '9 hours' end, case when $7 <> 'draft' then '江南街道党务工作者' else '' end,
              case when $7 = 'closed' then $5::date + interval '5 days' end, case when $7 = 'closed' then '江南街道党务工作者' else '' end,
              '江南街道党务工作者', '江南街道党务工作者'
         from organisation o where o.name = $1 and o.deleted_at is null order by o.id limit 1 returning id, org_code as code`,
      [STREET, one.name, one.year, one.startsOn, one.endsOn, JSON.stringify(GRADES), one.state],
    );
    const { id = '0', code = '' } = rows[0] ?? {};
    const items = await insertTree(client, id);
    await client.query(
      `insert into trinity_unit (evaluation_id, org_id, org_code, group_name, weight)
       select $1::bigint, o.id, o.code, case when o.type = 46 then '党支部' else '党总支和党委' end, case when o.id % 9 = 0 then 105 else 100 end
         from organisation o where o.deleted_at is null and o.code > $2 and o.code < $2 || ':' and o.type = any('{30,45,46,47,48}')
        order by o.name = $3 desc, o.code limit 24`,
      [id, code, OWN],
    );
    if (one.state === 'draft') continue;
    for (const item of items)
      for (const { month, dueOn } of dueDays({ submit: item.submit ?? 1, inspection: item.inspection ?? 5 }, one))
        await client.query(
          `insert into trinity_score (evaluation_id, item_id, unit_id, month, due_on)
           select $1, $2, id, $3, $4::date from trinity_unit where evaluation_id = $1`,
          [id, item.id, month, dueOn],
        );
    await handIn(client, id, one.state === 'closed', today);
    await askReviews(client, id);
    if (one.state === 'closed') await draw(client, id);
    await writeCases(client, id, one.state === 'closed');
  }
}
