import type { ClientBase } from 'pg';
import { type Circle, circlesOf, type DueRule, type Frequency } from '#life/tasks/rules.ts';
import { addDays, addMonths } from './days.ts';

const STREET = '江南街道党工委';
/** The branch whose worker the visitor signs in as. */
const OWN = '渡口第一党支部';

interface Given {
  title: string;
  content: string;
  kind?: 0 | 2;
  frequency: Frequency;
  startsOn: string;
  endsOn: string;
  dueRule?: DueRule;
  dueDays?: number;
  nilAllowed?: boolean;
  /** Of a hundred parts that are over, so many are handed in. */
  done: number;
  /** How the visitor's own branch stands in the newest cycle; as chance has it where absent. */
  own?: number;
  draft?: boolean;
}

const SAID = '本支部已按要求开展，应到二十六人，实到二十三人，缺席的三人已补学。开展情况和照片见附件。';

const tasksOf = (today: string): Given[] => [
  {
    title: '报送主题党日开展情况',
    content:
      '每月主题党日结束后，请写明时间、地点、参加人数和主要内容，附照片两张以上。没有按时开展的，写明原因和补办的时间。',
    frequency: 2,
    startsOn: `${addMonths(today, -10).slice(0, 7)}-01`,
    endsOn: addMonths(today, 1),
    dueRule: 'day',
    dueDays: 28,
    done: 98,
    own: 1,
  },
  {
    title: '季度党员思想状况分析',
    content: '请支部委员会分析党员思想状况，写明谈心谈话的人次、反映集中的问题和打算怎么办。',
    frequency: 3,
    startsOn: `${addMonths(today, -8).slice(0, 7)}-01`,
    endsOn: addMonths(today, 3),
    done: 98,
  },
  {
    title: '季度主题党日：走进社区',
    content: '请支部每季度开展一次“走进社区”主题党日，提交会议记录后自动上报。',
    kind: 2,
    frequency: 3,
    startsOn: `${addMonths(today, -8).slice(0, 7)}-01`,
    endsOn: addMonths(today, 3),
    done: 96,
    own: 1,
  },
  {
    title: '报送冬季党员集中培训计划',
    content: '请写明培训的时间、地点、内容、授课人和参加人数。没有集中培训条件的支部，写明怎样组织送学上门。',
    frequency: 1,
    startsOn: addDays(today, -6),
    endsOn: addDays(today, 5),
    nilAllowed: true,
    done: 45,
    own: 3,
  },
  {
    title: '摸排流动党员联系情况',
    content: '逐人核对流动党员的去向、电话和联系人，失去联系满三个月的单独说明。',
    frequency: 1,
    startsOn: addDays(today, -25),
    endsOn: addDays(today, -6),
    done: 80,
    own: 0,
  },
  {
    title: '年度组织生活计划备案',
    content: '请报送明年组织生活的安排：三会一课、主题党日、组织生活会的时间和主题。',
    frequency: 1,
    startsOn: today,
    endsOn: addDays(today, 30),
    done: 0,
    draft: true,
  },
];

async function insertTask(client: ClientBase, giver: { id: string; code: string }, one: Given, by: string) {
  const { rows } = await client.query<{ id: string }>(
    `insert into office_task (org_id, org_code, title, content, kind, frequency, starts_on, ends_on, due_rule, due_days, nil_allowed,
                              audience, state, published_at, published_by, created_at, created_by, updated_by)
     values ($1, $2, $3, $4, $13, $5, $6::date, $7, $8, $9, $10, '{"mode":"below","types":[],"orgIds":[]}', $11::int,
             case when $11::int = 2 then $6::date + time '09:30' end, case when $11::int = 2 then $12::text else '' end, $6::date + time '09:00', $12::text, $12::text)
     returning id`,
    [
      giver.id,
      giver.code,
      one.title,
      one.content,
      one.frequency,
      one.startsOn,
      one.endsOn,
      one.dueRule ?? 'end',
      one.dueDays ?? 0,
      one.nilAllowed ?? false,
      one.draft ? 0 : 2,
      by,
      one.kind ?? 0,
    ],
  );
  return rows[0]?.id ?? '';
}

const insertCircle = async (client: ClientBase, taskId: string, circle: Circle) => {
  const { rows } = await client.query<{ id: string }>(
    'insert into office_circle (task_id, seq, label, starts_on, due_on) values ($1, $2, $3, $4, $5) returning id',
    [taskId, circle.seq, circle.label, circle.startsOn, circle.dueOn],
  );
  return rows[0]?.id ?? '';
};

/** Parts of a cycle for everybody below: over ones mostly done, running ones at all stages, later ones not begun. */
const insertParts = (
  client: ClientBase,
  taskId: string,
  circleId: string,
  circle: Circle,
  code: string,
  one: Given,
  today: string,
) =>
  client.query(
    `insert into office_part (task_id, circle_id, org_id, org_code, state, due_on, received_at, report, reported_at, reported_by,
                              is_late, opinion, decided_at, decided_by)
     select $1::bigint, $2::bigint, o.id, o.code, s.state, $3::date,
            case when s.state > 0 then $4::date + time '10:20' end,
            case when s.state in (2, 3, 4) then $8::text else '' end,
            case when s.state in (2, 3, 4) then least($3::date - d.n % 5, $6::date) + time '15:10' end,
            case when s.state in (2, 3, 4) then '支部书记' else '' end,
            s.state = 4 and d.n % 17 = 0,
            case s.state when 3 then '请补充参加人数和缺席的原因' else '' end,
            case when s.state in (3, 4) then least($3::date, $6::date) + time '16:40' end,
            case when s.state in (3, 4) then '江南街道' else '' end
       from organisation o
       cross join lateral (select ('x' || substr(md5(o.id || ':' || $2::bigint), 1, 6))::bit(24)::int as n) d
       cross join lateral (select case
         when o.name = $9::text and $10::int is not null and $3::date >= $6::date - 10 and $4::date <= $6::date then $10::int
         when $4::date > $6::date then 0
         when $3::date < $6::date then case when d.n % 100 < $7::int then 4 when d.n % 3 = 0 then 0 else 1 end
         when d.n % 100 < $7::int then case d.n % 3 when 0 then 4 else 2 end
         when d.n % 5 = 0 then 0 else 1 end as state) s
      where o.deleted_at is null and o.code > $5::text and o.code < $5::text || ':'`,
    [taskId, circleId, circle.dueOn, circle.startsOn, code, today, one.done, SAID, OWN, one.own ?? null],
  );

/**
 * Tasks of the demo: a street's monthly and quarterly reports, a running one with parts to accept and one returned, an
 * overdue one at the visitor's branch, a draft.
 */
export async function writeOffice(client: ClientBase, today: string): Promise<void> {
  const { rows } = await client.query<{ id: string; code: string }>(
    'select id, code from organisation where name = $1 and deleted_at is null',
    [STREET],
  );
  const giver = rows[0];
  if (!giver) return;
  for (const one of tasksOf(today)) {
    const taskId = await insertTask(client, giver, one, '江南街道党务工作者');
    if (one.draft) continue;
    for (const circle of circlesOf({ dueRule: 'end', dueDays: 0, ...one })) {
      const circleId = await insertCircle(client, taskId, circle);
      await insertParts(client, taskId, circleId, circle, giver.code, one, today);
    }
  }
  await client.query(
    `update office_task t set targets = (select count(distinct org_id) from office_part p where p.task_id = t.id) where state = 2`,
  );
  await client.query(
    `insert into office_entry (part_id, act, text, org_name, made_by, made_at)
     select p.id, e.act, e.text, e.org_name, e.made_by, e.made_at
       from office_part p join organisation o on o.id = p.org_id cross join lateral (values
         (1, '接收', '', o.name, '支部书记', p.received_at),
         (2, case when p.is_late then '补报' else '上报' end, p.report, o.name, '支部书记', p.reported_at),
         (3, case p.state when 3 then '退回' else '验收通过' end, p.opinion, $1, '江南街道党务工作者', p.decided_at)
       ) as e (seq, act, text, org_name, made_by, made_at)
      where e.made_at is not null order by p.id, e.seq`,
    [STREET],
  );
}
