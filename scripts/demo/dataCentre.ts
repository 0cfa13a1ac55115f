import type { ClientBase } from 'pg';
import type { FilledRow, TableDesign, TableField } from '#life/tables/rules.design.ts';
import { figuresOf } from '#life/tables/rules.sum.ts';
import { type Period, type Round, roundsUntil } from '#life/tables/rules.ts';
import { addDays, addMonths } from './days.ts';

const STREET = '江南街道党工委';
const CITY = '中共峡州市委员会';
/** Where the visitor signs in as a worker: what runs is still to be filled in there. */
const OWN = ['渡口第一党支部', STREET];

const field = (id: string, name: string, given: Partial<TableField> = {}): TableField => ({
  id,
  name,
  kind: 'whole',
  decimals: 0,
  unit: '',
  choices: [],
  dict: '',
  required: true,
  min: '0',
  max: '',
  hint: '',
  sum: 'sum',
  source: '',
  ...given,
});
const words = { min: '', sum: 'none' } as const;

const PLACES: TableDesign = {
  several: false,
  fields: [
    field('f1', '党员总数', { unit: '人', source: 'members', hint: '含预备党员' }),
    field('f2', '活动场所数', { unit: '个' }),
    field('f3', '其中自有', { unit: '个' }),
    field('f4', '其中租借', { unit: '个' }),
    field('f5', '总面积', { kind: 'decimal', decimals: 1, unit: '平方米' }),
    field('f6', '场所来源', { kind: 'choice', choices: ['自有', '租用', '与社区共用', '没有场所'], ...words }),
    field('f7', '挂牌', { kind: 'flag', min: '' }),
    field('f8', '启用日期', { kind: 'day', required: false, ...words }),
    field('f9', '存在的困难', { kind: 'long', required: false, hint: '没有的不填', ...words }),
  ],
  checks: [{ id: 'k1', kind: 'total', fields: ['f2', 'f3', 'f4'] }],
};
const MONEY: TableDesign = {
  several: false,
  fields: [
    field('f1', '本季度收入', { kind: 'decimal', decimals: 2, unit: '元', hint: '上级下拨、党费返还和其他收入之和' }),
    field('f2', '支出合计', { kind: 'decimal', decimals: 2, unit: '元' }),
    field('f3', '教育培训', { kind: 'decimal', decimals: 2, unit: '元' }),
    field('f4', '活动场地', { kind: 'decimal', decimals: 2, unit: '元' }),
    field('f5', '慰问帮扶', { kind: 'decimal', decimals: 2, unit: '元' }),
    field('f6', '开展活动', { unit: '次', sum: 'average' }),
    field('f7', '单次最高支出', { kind: 'decimal', decimals: 2, unit: '元', sum: 'max', required: false }),
  ],
  checks: [{ id: 'k1', kind: 'total', fields: ['f2', 'f3', 'f4', 'f5'] }],
};
const PEOPLE: TableDesign = {
  several: true,
  fields: [
    field('f1', '姓名', { kind: 'text', ...words }),
    field('f2', '困难类型', { kind: 'choice', choices: ['患病', '残疾', '独居高龄', '突发变故', '其他'], ...words }),
    field('f3', '慰问金', { kind: 'decimal', decimals: 2, unit: '元' }),
    field('f4', '慰问日期', { kind: 'day', ...words }),
    field('f5', '已上门', { kind: 'flag', min: '' }),
  ],
  checks: [],
};

interface Table {
  by: string;
  title: string;
  explanation: string;
  contact: string;
  period: Period;
  startsOn: string;
  dueOn: string | null;
  dueDays: number | null;
  aim: string;
  design: TableDesign;
  draft?: true;
}

const tablesOf = (today: string): Table[] => [
  {
    by: STREET,
    title: '基层党组织活动场所情况统计表',
    explanation: '统计截至填报之日的情况。一处场所由几个支部共用的，由使用最多的支部填报；场所数等于自有与租借之和。',
    contact: '街道党建办 小周 0717-6220108',
    period: 'once',
    startsOn: addDays(today, -20),
    dueOn: addDays(today, 4),
    dueDays: null,
    aim: 'branches',
    design: PLACES,
  },
  {
    by: STREET,
    title: '季度党建经费使用统计表',
    explanation: '每季度结束后十天内报，金额以账面为准，支出合计等于三项支出之和。',
    contact: '街道党建办 小周 0717-6220108',
    period: 'quarter',
    startsOn: addMonths(today, -6),
    dueOn: null,
    dueDays: 10,
    aim: 'branches',
    design: MONEY,
  },
  {
    by: CITY,
    title: '走访慰问困难党员登记表',
    explanation: '一名党员一行。没有慰问对象的党组织填一行“无”并说明。',
    contact: '市委组织部 0717-6250012',
    period: 'year',
    startsOn: today,
    dueOn: null,
    dueDays: 15,
    aim: 'committees',
    design: PEOPLE,
  },
  {
    by: STREET,
    title: '党员教育阵地摸底表',
    explanation: '',
    contact: '',
    period: 'once',
    startsOn: today,
    dueOn: addDays(today, 30),
    dueDays: null,
    aim: 'branches',
    design: { several: false, fields: [field('f1', '电教设备', { unit: '台' })], checks: [] },
    draft: true,
  },
];

const money = (fen: number) => (fen / 100).toFixed(2);

/** What an organisation fills in, plausible and the same with each seed. */
function rowsOf(design: TableDesign, n: number, members: number, round: Round): FilledRow[] {
  if (design === PLACES) {
    const [own, lent] = [n % 3 === 0 ? 0 : 1, n % 4 === 1 ? 1 : 0];
    const cells: Record<string, string> = {
      f1: String(members),
      f2: String(own + lent),
      f3: String(own),
      f4: String(lent),
      f5: (own + lent === 0 ? 0 : 42 + (n % 60) * 1.5).toFixed(1),
      f6: own ? '自有' : lent ? '租用' : n % 2 ? '与社区共用' : '没有场所',
      f7: own + lent > 0 && n % 5 > 0 ? '是' : '否',
    };
    if (own) cells.f8 = `20${12 + (n % 12)}-0${1 + (n % 9)}-15`;
    if (own + lent === 0) cells.f9 = '没有独立场所，活动借用社区会议室，晚上和周末时间不便。';
    return [{ id: '1', cells }];
  }
  if (design === MONEY) {
    const parts = [30_000 + (n % 40) * 1_250, (n % 7) * 4_000, (n % 5) * 20_000] as const;
    const spent = parts.reduce((sum, one) => sum + one, 0);
    const cells = {
      f1: money(spent + 20_000 + (n % 11) * 3_300),
      f2: money(spent),
      f3: money(parts[0]),
      f4: money(parts[1]),
      f5: money(parts[2]),
      f6: String(2 + (n % 5)),
      f7: money(Math.max(...parts)),
    };
    return [{ id: '1', cells }];
  }
  return ['张建国', '李桂兰', '王德明', '陈秀英'].slice(0, 1 + (n % 4)).map((name, at) => ({
    id: String(at + 1),
    cells: {
      f1: name,
      f2: ['患病', '独居高龄', '残疾', '突发变故'][(n + at) % 4] ?? '其他',
      f3: money(50_000 + at * 10_000),
      f4: round.startsOn,
      f5: at % 2 ? '否' : '是',
    },
  }));
}

async function insertTable(
  client: ClientBase,
  one: Table,
): Promise<{ id: string; code: string; orgId: string } | undefined> {
  const { rows } = await client.query<{ id: string; code: string; orgId: string }>(
    `insert into data_centre_table (org_id, org_code, title, explanation, contact, period, starts_on, due_on, due_days, remind_days, aim,
                                    design, state, published_at, published_by, created_by, updated_by)
     select o.id, o.code, $2, $3, $4, $5, $6::date, $7::date, $8::int, 7, $9, $10::jsonb, $11,
            case when $11 = 'open' then $6::date + interval '9 hours' end, case when $11 = 'open' then o.name || '党务工作者' else '' end,
            o.name || '党务工作者', o.name || '党务工作者'
       from organisation o where o.name = $1 and o.deleted_at is null order by o.id limit 1
     returning id, org_code as code, org_id as "orgId"`,
    [
      one.by,
      one.title,
      one.explanation,
      one.contact,
      one.period,
      one.startsOn,
      one.dueOn,
      one.dueDays,
      one.aim,
      JSON.stringify(one.design),
      one.draft ? 'draft' : 'open',
    ],
  );
  return rows[0];
}

/** Opens a round for whom it is meant; what is over is accepted but for one that never came, what runs stands at every step. */
async function insertRound(
  client: ClientBase,
  table: { id: string; code: string; orgId: string },
  { design, aim, by }: Table,
  round: Round,
  today: string,
): Promise<void> {
  const { rows: made } = await client.query<{ id: string }>(
    `insert into data_centre_round (table_id, version_id, label, starts_on, ends_on, due_on, opened_at)
     select $1, v.id, $2, $3::date, $4::date, $5::date, $3::date + interval '9 hours' from data_centre_version v where v.table_id = $1 returning id`,
    [table.id, round.label, round.startsOn, round.endsOn, round.dueOn],
  );
  const types = aim === 'committees' ? '{10,20,21,30,40}' : '{46,47,48,50}';
  const { rows: fills } = await client.query<{ id: string; name: string; orgId: string; members: number }>(
    `with given as (
       insert into data_centre_fill (round_id, table_id, org_id, org_code)
       select $1, $2, o.id, o.code from organisation o
        where o.deleted_at is null and o.code > $3::text and o.code < $3::text || ':' and o.type = any($4::int[])
       returning id, org_id, org_code)
     select g.id, o.name, o.id as "orgId", (select count(*)::int from member m where m.org_code = g.org_code and m.deleted_at is null
            and m.person_category in (1, 2) and m.membership_status = 1) as members
       from given g join organisation o on o.id = g.org_id order by g.org_code`,
    [made[0]?.id, table.id, table.code, types],
  );
  const isOver = round.dueOn < today;
  const handed: unknown[][] = [];
  for (const [at, fill] of fills.entries()) {
    const n = (Number(fill.orgId) * 37 + Number(round.startsOn.slice(5, 7)) * 11) % 100;
    const isOwn = OWN.includes(fill.name);
    // Of what is over one branch has never handed in; what runs has not come from everybody yet.
    if (isOver ? at === 1 && !isOwn : isOwn || n >= 62) continue;
    const state = isOver ? 'done' : n < 34 ? 'done' : n < 52 ? 'asked' : 'returned';
    const rows = rowsOf(design, n, fill.members, round);
    const figures = figuresOf(design, rows);
    const list = (values: readonly (bigint | number | null)[]) => `{${values.map((value) => value ?? 'NULL').join()}}`;
    const day = isOver ? addDays(round.dueOn, n % 9 === 0 ? 2 : -(n % 6)) : addDays(today, -1 - (n % 5));
    handed.push([
      fill.id,
      state,
      JSON.stringify(rows),
      list(figures.map(({ sum }) => sum)),
      list(figures.map(({ count }) => count)),
      list(figures.map(({ peak }) => peak)),
      day > today ? today : day,
      day > round.dueOn,
    ]);
  }
  const columns = handed[0] ? handed[0].map((_, at) => handed.map((row) => row[at])) : null;
  if (!columns) return;
  await client.query(
    `with given as (
       select * from unnest($1::bigint[], $2::text[], $3::jsonb[], $4::text[], $5::text[], $6::text[], $7::date[], $8::boolean[])
         as u (id, state, rows, sums, counts, peaks, day, late)),
     filed as (
       insert into data_centre_filing (fill_id, rows, is_late, filed_at, filed_by, decision, opinion, decided_at, decided_by)
       select id, rows, late, day + time '10:20', '支部书记',
              case state when 'done' then 'accepted' when 'asked' then 'waiting' else 'returned' end,
              case when state = 'returned' then '数据与台账不符，请核对后重报' else '' end,
              case when state <> 'asked' then day + time '16:40' end, case when state <> 'asked' then $9 || '党务工作者' else '' end
         from given)
     update data_centre_fill f set state = g.state, rows = g.rows, sums = g.sums::bigint[], counts = g.counts::int[],
            peaks = g.peaks::bigint[], saved_at = g.day + time '10:10', saved_by = '支部书记', asked_by_name = '支部书记', handed_on = g.day,
            is_late = g.late, decided_by = case when g.state <> 'asked' then $9 || '党务工作者' else '' end,
            decided_at = case when g.state <> 'asked' then g.day + time '16:40' end,
            opinion = case when g.state = 'returned' then '数据与台账不符，请核对后重报' else '' end,
            returns = case when g.state = 'returned' then 1 else 0 end, decider_org_id = case when g.state = 'asked' then $10::bigint end
       from given g where f.id = g.id`,
    [...columns, by, table.orgId],
  );
  await client.query(
    `insert into todo (role_id, org_id, org_code, module, title, detail, act, jump_url, subject)
     select 3, t.org_id, t.org_code, '数据中心', '审核填报：' || t.title, o.name || '，' || r.label || '，支部书记上报', '审核',
            '/tablemanager/tablelist/view/' || f.id, 'dataCentreDecide:' || f.id
       from data_centre_fill f join data_centre_table t on t.id = f.table_id join data_centre_round r on r.id = f.round_id
       join organisation o on o.id = f.org_id where f.round_id = $1 and f.state = 'asked'`,
    [made[0]?.id],
  );
}

/** The tables of the demo: a street's for its branches, once and each quarter, one of the city, and a draft. */
export async function writeDataCentre(client: ClientBase, today: string): Promise<void> {
  for (const one of tablesOf(today)) {
    const table = await insertTable(client, one);
    if (!table || one.draft) continue;
    await client.query(
      `insert into data_centre_version (table_id, number, design, published_by, published_at)
       select id, 1, design, published_by, published_at from data_centre_table where id = $1`,
      [table.id],
    );
    for (const round of roundsUntil(one, today)) await insertRound(client, table, one, round, today);
  }
}
