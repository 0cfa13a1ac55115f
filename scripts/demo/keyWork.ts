import type { ClientBase } from 'pg';
import { type Frequency, type Kind, periodsOf } from '#life/keyWork/rules.ts';
import { addDays, addMonths } from './days.ts';

const CITY = '中共峡州市委员会';
const STREET = '江南街道党工委';
const COUNTY = '临峡区委员会';
/** The branch whose worker the visitor signs in as. */
const OWN = '渡口第一党支部';

interface Set {
  by: string;
  /** Organisations by the end of their name; left out: branches and general branches below. */
  to?: readonly string[];
  title: string;
  kind: Kind;
  leader: string;
  content: string;
  measures: string;
  frequency: Frequency;
  startsOn: string;
  endsOn: string;
  /** Of a hundred whose day is over, so many have completed it; none where it still runs. */
  done: number;
  draft?: true;
}

const SAID = '按季度计划推进，已完成动员部署和摸底，建立了台账，正在逐项销号。';
const FINISHED = '对照工作内容和标准逐项完成，台账、照片和会议记录附后，群众代表评议满意。';

const itemsOf = (today: string): Set[] => {
  const year = today.slice(0, 4);
  return [
    {
      by: CITY,
      to: [COUNTY, STREET],
      title: '党建引领基层治理重点任务',
      kind: 'centre',
      leader: '市委副书记',
      content: '健全街道、社区、网格党组织联动机制，推动资源、服务、管理下沉到网格，年内网格党支部（党小组）全覆盖。',
      measures: '每季度调度一次；网格党组织覆盖率达到100%；居民诉求办结率不低于95%。',
      frequency: 'quarter',
      startsOn: `${year}-01-01`,
      endsOn: `${year}-12-31`,
      done: 0,
    },
    {
      by: STREET,
      title: '推进商圈楼宇党建覆盖',
      kind: 'organisational',
      leader: '街道党工委副书记',
      content: '摸清辖区商圈楼宇底数，应建尽建党组织，选派党建指导员，年内实现有效覆盖。',
      measures: '建立一楼一册台账；每月走访不少于两次；每季度开展一次共建活动。',
      frequency: 'month',
      startsOn: `${addMonths(today, -3).slice(0, 7)}-01`,
      endsOn: `${addMonths(today, 3).slice(0, 7)}-28`,
      done: 0,
    },
    {
      by: STREET,
      title: '支部规范化建设达标',
      kind: 'system',
      leader: '街道组织委员',
      content: '对照支部规范化建设标准自查整改，补齐组织生活、阵地、台账方面的短板。',
      measures: '自查问题清单全部销号；组织生活记录完整；活动阵地有标识、有制度、有记录。',
      frequency: 'once',
      startsOn: addDays(today, -100),
      endsOn: addDays(today, -12),
      done: 84,
    },
    {
      by: STREET,
      title: '为民办实事清单',
      kind: 'people',
      leader: '街道党工委书记',
      content: '每个支部认领一至两件群众急难愁盼的实事，公开承诺、限期办结。',
      measures: '有清单、有时限、有责任人；办结后向群众公开并接受评议。',
      frequency: 'quarter',
      startsOn: `${addMonths(today, -8).slice(0, 7)}-01`,
      endsOn: addDays(today, 40),
      done: 0,
    },
    {
      by: STREET,
      title: '流动党员集中排查',
      kind: 'organisational',
      leader: '街道组织委员',
      content: '排查辖区流出、流入党员，逐人建立联系，纳入组织生活。',
      measures: '',
      frequency: 'once',
      startsOn: today,
      endsOn: addDays(today, 60),
      done: 0,
      draft: true,
    },
  ];
};

const insertItem = async (client: ClientBase, one: Set) => {
  const { rows } = await client.query<{ id: string; code: string }>(
    `insert into key_work_item (org_id, org_code, title, kind, content, measures, leader, starts_on, ends_on, frequency, state,
                                issued_at, issued_by, created_by, updated_by)
     select o.id, o.code, $2, $3, $4, $5, $6, $7::date, $8::date, $9, $10, case when $10 = 'draft' then null else $7::date + interval '1 hour' end,
            case when $10 = 'draft' then '' else o.name || '党务工作者' end, o.name || '党务工作者', o.name || '党务工作者'
       from organisation o where o.name = $1 and o.deleted_at is null order by o.id limit 1
     returning id, org_code as code`,
    [
      one.by,
      one.title,
      one.kind,
      one.content,
      one.measures,
      one.leader,
      one.startsOn,
      one.endsOn,
      one.frequency,
      one.draft ? 'draft' : 'running',
    ],
  );
  return rows[0] ?? { id: '0', code: '' };
};

const insertParts = (client: ClientBase, id: string, code: string, one: Set) =>
  client.query(
    `insert into key_work_part (item_id, org_id, org_code, given_on, ends_on)
     select $1::bigint, o.id, o.code, $2::date, $3::date from organisation o
      where o.deleted_at is null and o.code > $4::text and o.code < $4::text || ':'
        and (($5::text[] is null and o.type = any('{46,47,48,50}')) or o.name like any($5::text[]))
      order by o.code limit 60`,
    [id, one.startsOn, one.endsOn, code, one.to ? one.to.map((name) => `%${name}`) : null],
  );

/** Periods that are over are reported on by most, some late; the visitor's own branch has yet to report the running one. */
const insertReports = (client: ClientBase, id: string, today: string) =>
  client.query(
    `insert into key_work_report (part_id, period_id, is_final, content, percent, is_late, reported_at, reported_by)
     select p.id, d.id, false, $3, least(95, 20 + 15 * d.n), v.n % 100 >= 88,
            least(d.due_on + case when v.n % 100 >= 88 then 3 else -2 end, $2::date - 1) + time '10:20', '支部书记'
       from key_work_part p
       join (select *, row_number() over (order by due_on)::int as n, due_on = max(due_on) over () as newest from key_work_period
              where item_id = $1::bigint and not is_final and due_on < $2::date) d on true
       join organisation o on o.id = p.org_id
       cross join lateral (select ('x' || substr(md5(p.id || '-' || d.id), 1, 6))::bit(24)::int as n) v
      where p.item_id = $1::bigint and (v.n % 100 < 93 or not d.newest or o.name = $4)`,
    [id, today, SAID, OWN],
  );

/** Where its day is over most have completed it; of the others some wait to be accepted and some were sent back. */
async function insertCompletions(client: ClientBase, id: string, one: Set, today: string): Promise<void> {
  await client.query(
    `with judged as (
       select p.id, o.name, ('x' || substr(md5('end' || p.org_id), 1, 6))::bit(24)::int % 100 as n
         from key_work_part p join organisation o on o.id = p.org_id where p.item_id = $1::bigint),
     moved as (
       update key_work_part p set percent = case w.state when 'done' then 100 else 90 end, finished_on = w.on_day, state = w.state, returns = case when j.n % 9 = 0 or w.state = 'returned' then 1 else 0 end,
              asked_by_name = '支部书记', decided_by = case when w.state = 'asked' then '' else '江南街道党务工作者' end,
              decided_at = case when w.state = 'asked' then null else now() - interval '1 day' end,
              opinion = case when w.state = 'returned' then '台账缺少整改前后的对照照片，请补充' else '' end
         from judged j cross join lateral (
           select case when j.name = $4 then 'returned' when j.n < $2::int then 'done' when j.n < $2::int + 6 then 'asked' end as state,
                  case when j.n % 7 = 0 then least($5::date - 1, $3::date + 4) else $3::date - 1 - j.n % 9 end as on_day) w
        where p.id = j.id and w.state is not null
       returning p.id, p.state, p.finished_on)
     insert into key_work_report (part_id, period_id, is_final, content, percent, is_late, reported_at, reported_by, decision, opinion, decided_at, decided_by)
     select m.id, d.id, true, $6, 100, m.finished_on > $3::date, m.finished_on + time '15:40', '支部书记',
            case m.state when 'done' then 'accepted' when 'asked' then 'waiting' else 'returned' end,
            case when m.state = 'returned' then '台账缺少整改前后的对照照片，请补充' else '' end,
            case when m.state = 'asked' then null else now() - interval '1 day' end,
            case when m.state = 'asked' then '' else '江南街道党务工作者' end
       from moved m join key_work_period d on d.item_id = $1::bigint and d.is_final`,
    [id, one.done, one.endsOn, OWN, today, FINISHED],
  );
  await client.query(
    `update key_work_part p set decider_org_id = i.org_id from key_work_item i where i.id = p.item_id and p.item_id = $1 and p.state = 'asked'`,
    [id],
  );
  await client.query(
    `insert into todo (role_id, org_id, org_code, module, title, detail, act, jump_url, subject)
     select 3, i.org_id, i.org_code, '重点工作', '验收重点工作：' || i.title, o.name || '，支部书记报送', '验收',
            '/importWork/finishMyKeyWorkView?id=' || p.id, 'keyWorkDecide:' || p.id
       from key_work_part p join key_work_item i on i.id = p.item_id join organisation o on o.id = p.org_id
      where p.item_id = $1 and p.state = 'asked'`,
    [id],
  );
}

/** The key work of the demo: of the city, of a street for its branches, and a draft. */
export async function writeKeyWork(client: ClientBase, today: string): Promise<void> {
  for (const one of itemsOf(today)) {
    const { id, code } = await insertItem(client, one);
    await insertParts(client, id, code, one);
    if (one.draft) continue;
    for (const { label, startsOn, dueOn, isFinal } of periodsOf(one, one.startsOn))
      await client.query(
        'insert into key_work_period (item_id, label, starts_on, due_on, is_final) values ($1, $2, $3, $4, $5)',
        [id, label, startsOn, dueOn, isFinal],
      );
    await insertReports(client, id, today);
    if (one.done > 0) await insertCompletions(client, id, one, today);
    await client.query(
      `update key_work_part p set next_period_id = n.id, next_due = case when n.is_final then p.ends_on else n.due_on end,
              percent = greatest(p.percent, coalesce((select max(percent) from key_work_report r where r.part_id = p.id and not r.is_final), 0))
         from key_work_part q cross join lateral (
           select d.* from key_work_period d where d.item_id = q.item_id and (d.is_final or not exists (
             select from key_work_report r where r.part_id = q.id and r.period_id = d.id)) order by d.is_final, d.due_on limit 1) n
        where q.id = p.id and p.item_id = $1 and p.state in ('open', 'returned')`,
      [id],
    );
  }
}
