import type { ClientBase } from 'pg';
import type { Design, FormColumn } from '#life/tasks/rules.form.ts';
import { circlesOf } from '#life/tasks/rules.ts';
import { addDays, addMonths } from './days.ts';

const STREET = '江南街道党工委';
/** The branch whose worker the visitor signs in as. */
const OWN = '渡口第一党支部';
const BY = '区委组织部党务工作者';

const column = (id: string, name: string, more: Partial<FormColumn> = {}): FormColumn => ({
  id,
  name,
  group: '',
  type: 'number',
  decimals: 0,
  unit: '人',
  choices: [],
  dict: '',
  required: true,
  min: '0',
  max: '',
  level: 'block',
  sentence: '',
  source: '',
  ...more,
});

/** Rows that are typed; the first one the platform fills in. */
const TYPED = ['r2', 'r3', 'r4', 'r5'] as const;
const DESIGN: Design = {
  free: false,
  rows: [
    { id: 'r1', name: '名册上的党员（平台取数）' },
    { id: 'r2', name: '参加集中学习' },
    { id: 'r3', name: '参加志愿服务' },
    { id: 'r4', name: '联系服务群众' },
    { id: 'r5', name: '走访慰问困难党员' },
  ],
  columns: [
    column('c1', '正式党员', { group: '党员' }),
    column('c2', '预备党员', { group: '党员' }),
    column('c3', '合计', { group: '党员' }),
    column('c4', '经费支出', {
      type: 'money',
      unit: '元',
      required: false,
      max: '20000',
      level: 'warn',
      sentence: '单项超过两万元请核对',
    }),
    column('c5', '开展日期', { type: 'date', unit: '', required: false }),
    column('c6', '备注', { type: 'text', unit: '', required: false }),
  ],
  locked: [
    { row: 'r1', col: 'c1', value: '', source: 'full' },
    { row: 'r1', col: 'c2', value: '', source: 'probationary' },
    { row: 'r1', col: 'c3', value: '', source: 'members' },
    ...['c4', 'c5', 'c6'].map((col) => ({ row: 'r1', col, value: '', source: '' as const })),
  ],
  sums: [
    {
      id: 's1',
      target: { row: '*', col: 'c3' },
      parts: [
        { row: '*', col: 'c1' },
        { row: '*', col: 'c2' },
      ],
      level: 'block',
      sentence: '预备党员也要计入',
    },
  ],
};

/** A county's quarterly table: its branches fill it in, street and county see the sums; two cells are returned. */
export async function writeOfficeForms(client: ClientBase, today: string): Promise<void> {
  const { rows } = await client.query<{ id: string; code: string; streetCode: string }>(
    `select above.id, above.code, street.code as "streetCode" from organisation street join organisation above on above.id = street.parent_id
      where street.name = $1 and street.deleted_at is null`,
    [STREET],
  );
  const giver = rows[0];
  if (!giver) return;
  const startsOn = `${addMonths(today, -3).slice(0, 7)}-01`;
  const endsOn = addDays(today, 12);
  const task = await client.query<{ id: string }>(
    `insert into office_task (org_id, org_code, title, content, kind, frequency, starts_on, ends_on, due_rule, due_days, nil_allowed,
                              audience, state, published_at, published_by, created_at, created_by, updated_by)
     values ($1, $2, '党员作用发挥情况统计表', $3, 3, 3, $4::date, $5, 'end', 0, false,
             '{"mode":"chosen","types":[],"orgIds":[]}', 2, $4::date + time '09:30', $6::text, $4::date + time '09:00', $6::text, $6::text)
     returning id`,
    [
      giver.id,
      giver.code,
      '每季度由支部填报，街道、区里逐级汇总。名册上的党员由平台取数，不用再填。',
      startsOn,
      endsOn,
      BY,
    ],
  );
  const taskId = task.rows[0]?.id ?? '';
  await client.query('insert into office_form (task_id, design, updated_by) values ($1, $2::jsonb, $3)', [
    taskId,
    JSON.stringify(DESIGN),
    BY,
  ]);
  const circles = circlesOf({ frequency: 3, startsOn, endsOn, dueRule: 'end', dueDays: 0 });
  for (const circle of circles) {
    const made = await client.query<{ id: string }>(
      'insert into office_circle (task_id, seq, label, starts_on, due_on) values ($1, $2, $3, $4, $5) returning id',
      [taskId, circle.seq, circle.label, circle.startsOn, circle.dueOn],
    );
    const isLast = circle.seq === circles.length;
    await insertFillings(client, taskId, made.rows[0]?.id ?? '', circle.dueOn, giver.streetCode, isLast, today);
  }
  await client.query(
    'update office_task t set targets = (select count(distinct org_id) from office_part p where p.task_id = t.id) where id = $1',
    [taskId],
  );
}

/** Parts of the branches below the street with what they filled in; in the last cycle some are still at it, two have a cell back. */
async function insertFillings(
  client: ClientBase,
  taskId: string,
  circleId: string,
  dueOn: string,
  streetCode: string,
  isLast: boolean,
  today: string,
): Promise<void> {
  await client.query(
    `insert into office_part (task_id, circle_id, org_id, org_code, state, due_on, received_at, reported_at, reported_by, opinion,
                              decided_at, decided_by)
     select $1::bigint, $2::bigint, o.id, o.code, s.state, $3::date, least($3::date, $6::date) - 20 + time '09:40',
            case when s.state in (2, 3, 4) then least($3::date, $6::date) - d.n % 4 - 1 + time '15:10' end,
            case when s.state in (2, 3, 4) then '支部书记' else '' end,
            case when s.state = 3 then '1格要改。参加志愿服务“党员—正式党员”：比上季多了一半以上，请核对' else '' end,
            case when s.state in (3, 4) then least($3::date, $6::date) + time '08:30' end,
            case when s.state in (3, 4) then '${BY}' else '' end
       from organisation o
       cross join lateral (select ('x' || substr(md5(o.name), 1, 6))::bit(24)::int as n) d
       cross join lateral (select case when not $5::boolean then 4 when o.name = $7::text then 3 when o.name = '渡口第二党支部' then 3
                                       when d.n % 6 = 0 then 1 when d.n % 3 = 0 then 4 else 2 end as state) s
      where o.deleted_at is null and o.code > $4::text and o.code < $4::text || ':'
        and not exists (select from organisation below where below.parent_id = o.id and below.deleted_at is null)`,
    [taskId, circleId, dueOn, streetCode, isLast, today, OWN],
  );
  await client.query(
    `with filled as (
       select p.id, p.state, m.full_members as f, m.probation as b,
              array_agg(array[least(v.n % 7 + 2 + case when $2::boolean and v.n % 11 = 0 or p.state = 3 and v.line = 'r3' then 20 else 0 end, 40),
                                       v.n % 2, 1200 + v.n % 90 * 350] order by v.line) as n
         from office_part p
         cross join lateral (select count(*) filter (where person_category = 1)::int as full_members,
                                    count(*) filter (where person_category = 2)::int as probation
                               from member where org_id = p.org_id and deleted_at is null and membership_status = 1) m
         cross join lateral (select line, ('x' || substr(md5(p.org_code || line || case when line = 'r2' then '' else $2::boolean::text end), 1, 6))::bit(24)::int as n
                               from unnest($3::text[]) as line) v
        where p.circle_id = $1 group by p.id, m.full_members, m.probation),
     texts as (
       select filled.*, jsonb_build_array(jsonb_build_object('id', 'r1', 'cells', jsonb_build_object('c1', f::text, 'c2', b::text, 'c3', (f + b)::text)))
         || (select jsonb_agg(jsonb_build_object('id', 'r' || at + 1, 'cells', jsonb_build_object(
              'c1', n[at][1]::text, 'c2', n[at][2]::text, 'c3', (n[at][1] + n[at][2])::text,
              'c4', (n[at][3] / 100)::text || '.' || lpad((n[at][3] % 100)::text, 2, '0'))) order by at)
              from generate_series(1, 4) as at) as rows,
         array[f, b, f + b, null] || (select array_agg(x order by at, i) from generate_series(1, 4) as at,
            lateral (values (1, n[at][1]), (2, n[at][2]), (3, n[at][1] + n[at][2]), (4, n[at][3])) as one (i, x)) as sums
         from filled),
     kept as (
       insert into office_fill (part_id, rows, sums, returned, saved_by)
       select id, rows, case when state = 1 then '{}'::bigint[] else sums::bigint[] end,
              case when state = 3 then $4::jsonb else '[]' end, '支部书记' from texts)
     insert into office_filing (part_id, no, rows, returned, filed_by)
     select id, 1, rows, case when state = 3 then $4::jsonb else '[]' end, '支部书记' from texts where state <> 1`,
    [
      circleId,
      isLast,
      TYPED,
      JSON.stringify([
        { row: 'r3', col: 'c1', reason: '比上季多了一半以上，请核对' },
        { row: 'r3', col: 'c3', reason: '合计随之更正' },
      ]),
    ],
  );
}
