import type { ClientBase } from 'pg';
import { BANDS, dueDays, gradeOf, totalOf } from '#assessment/orgAssessment/rules.ts';
import type { InspectionTime, SubmitFrequency } from '#platform/time/periods.ts';

interface Item {
  type: string;
  name: string;
  standard: string;
  kind: 1 | 2;
  points: number;
  method: 1 | 2 | 3;
  check?: string;
  breach?: number;
  cap?: number;
  submit: SubmitFrequency;
  inspection: InspectionTime;
  department: string;
}

const ITEMS: readonly Item[] = [
  {
    type: '组织生活',
    name: '三会一课按期召开',
    standard: '支部党员大会、支委会、党小组会、党课按规定次数召开，缺一次扣1分，扣完为止。',
    kind: 1,
    points: 2000,
    method: 1,
    check: 'lifeMeetings',
    breach: 100,
    cap: 1200,
    submit: 1,
    inspection: 5,
    department: '组织办',
  },
  {
    type: '组织生活',
    name: '主题党日开展情况',
    standard: '每月相对固定一天开展，按组织生活记录计，缺一个月扣2分，扣完为止。',
    kind: 1,
    points: 2000,
    method: 1,
    check: 'lifeTheme',
    breach: 200,
    cap: 2000,
    submit: 1,
    inspection: 5,
    department: '组织办',
  },
  {
    type: '组织生活',
    name: '年度组织生活会',
    standard: '按程序召开，会前学习、谈心谈话、查摆问题、批评和自我批评、整改清单齐全。',
    kind: 2,
    points: 1000,
    method: 2,
    submit: 1,
    inspection: 1,
    department: '组织办',
  },
  {
    type: '党员队伍',
    name: '党员信息准确完整',
    standard: '必填信息有缺项的，每名党员扣0.5分。',
    kind: 1,
    points: 1000,
    method: 1,
    check: 'incomplete',
    breach: 50,
    cap: 500,
    submit: 1,
    inspection: 5,
    department: '组织办',
  },
  {
    type: '党员队伍',
    name: '党员教育培训',
    standard: '普通党员每年集中学习不少于32学时，有计划、有签到、有记录。',
    kind: 1,
    points: 1500,
    method: 2,
    submit: 1,
    inspection: 2,
    department: '宣传办',
  },
  {
    type: '党建责任',
    name: '书记抓党建述职评议',
    standard: '按述职、评议的综合评价打分。',
    kind: 2,
    points: 1500,
    method: 3,
    submit: 1,
    inspection: 4,
    department: '组织办',
  },
  {
    type: '党建责任',
    name: '交办任务完成情况',
    standard: '按期完成上级布置的任务，逾期一件扣1分。',
    kind: 1,
    points: 1000,
    method: 1,
    check: 'officeOverdue',
    breach: 100,
    cap: 1000,
    submit: 1,
    inspection: 5,
    department: '党政办',
  },
];

const REPORT = '已按要求开展，有计划、有签到、有记录，照片和会议记录附后。缺席的同志已补学。';
/** A number that is the same in every run: 0 to 99. */
const chance = (...parts: (string | number)[]) => {
  let seed = 7;
  for (const sign of parts.join(' ')) seed = (seed * 31 + sign.charCodeAt(0)) % 1_000_003;
  return seed % 100;
};

interface Org {
  id: string;
  code: string;
  name: string;
  type: number;
}

/** The library of an organisation; answers its items' ids in their order. */
async function writeLibrary(client: ClientBase, org: Org, by: string): Promise<string[]> {
  const types = new Map<string, string>();
  for (const name of ['党建工作']) {
    const { rows } = await client.query(
      'insert into integral_type (org_id, org_code, name, sort, created_by, updated_by) values ($1, $2, $3, 1, $4, $4) returning id',
      [org.id, org.code, name, by],
    );
    types.set('', rows[0].id);
  }
  for (const [at, name] of [...new Set(ITEMS.map(({ type }) => type))].entries()) {
    const { rows } = await client.query(
      `insert into integral_type (org_id, org_code, parent_id, name, sort, created_by, updated_by)
       values ($1, $2, $3, $4, $5, $6, $6) returning id`,
      [org.id, org.code, types.get(''), name, at + 2, by],
    );
    types.set(name, rows[0].id);
  }
  const ids: string[] = [];
  for (const [at, item] of ITEMS.entries()) {
    const { rows } = await client.query(
      `insert into integral_project (org_id, org_code, type_id, name, standard, kind, points, method, check_code, breach, cap, submit,
                                     inspection, department, sort, created_by, updated_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16) returning id`,
      [
        org.id,
        org.code,
        types.get(item.type),
        item.name,
        item.standard,
        item.kind,
        item.points,
        item.method,
        item.check ?? '',
        item.breach ?? 0,
        item.cap ?? 0,
        item.submit,
        item.inspection,
        item.department,
        at + 1,
        by,
      ],
    );
    ids.push(rows[0].id);
  }
  return ids;
}

/** What one score holds, by chance: how far it is, and how many points. */
function scoreOf(item: Item, org: Org, month: number, dueOn: string, today: string, done: boolean) {
  const n = chance(org.code, item.name, month, dueOn.slice(0, 4));
  const isDue = dueOn <= today;
  const got = Math.round((item.points * (n < 10 ? 60 : n < 35 ? 80 + (n % 10) : 90 + (n % 11))) / 10_000) * 100;
  const self = Math.min(item.points, got + (n % 3) * 50);
  if (item.method === 1) {
    const breaches = n < 55 ? 0 : n < 80 ? 1 : n % 6;
    const points = item.points - Math.min(item.cap ?? 0, breaches * (item.breach ?? 0));
    return { state: -1, review: done ? 1 : 0, self: null, suggested: points, breaches, final: done ? points : null };
  }
  if (done)
    return { state: 1, review: 1, self: item.method === 2 ? self : null, suggested: null, breaches: null, final: got };
  if (item.method === 3 || !isDue || n < 8)
    return {
      state: n % 7 === 1 && item.method === 2 && !isDue ? 0 : -1,
      review: 0,
      self: null,
      suggested: null,
      breaches: null,
      final: null,
    };
  if (n < 30) return { state: 1, review: 0, self, suggested: null, breaches: null, final: null };
  if (n < 36) return { state: 1, review: 2, self, suggested: null, breaches: null, final: null };
  return { state: 1, review: 1, self, suggested: null, breaches: null, final: got };
}

async function writePlan(
  client: ClientBase,
  owner: Org,
  orgs: readonly Org[],
  projects: readonly string[],
  one: { year: number; name: string; state: number; today: string; by: string; group: (org: Org) => string },
): Promise<void> {
  const startsOn = `${one.year}-01-01`;
  const endsOn = `${one.year}-12-31`;
  const plan = await client.query<{ id: string }>(
    `insert into integral_plan (org_id, org_code, year, name, note, starts_on, ends_on, bands, audience, state, published_at, published_by,
                                frozen_at, notice_until, created_by, updated_by)
     values ($1, $2, $3, $4, '按基层党建年度重点任务制定。', $5, $6, $7, $8, $9::int,
             case when $9::int > 0 then $5::date + 20 + time '09:00' end, case when $9::int > 0 then $10::text else '' end,
             case when $9::int >= 3 then $6::date + 20 + time '09:00' end, case when $9::int >= 3 then $6::date + 27 end, $10, $10)
     returning id`,
    [
      owner.id,
      owner.code,
      one.year,
      one.name,
      startsOn,
      endsOn,
      [...BANDS],
      JSON.stringify({ mode: 'below', types: [46, 47], natures: [], orgIds: [], group: '' }),
      one.state,
      one.by,
    ],
  );
  const planId = plan.rows[0]?.id ?? '';
  const items: string[] = [];
  for (const [at, item] of ITEMS.entries()) {
    const { rows } = await client.query<{ id: string }>(
      `insert into integral_item (plan_id, project_id, number, type_name, name, standard, kind, points, method, check_code, breach, cap,
                                  submit, inspection, department, sort)
       values ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning id`,
      [
        planId,
        projects[at],
        `党建工作／${item.type}`,
        item.name,
        item.standard,
        item.kind,
        item.points,
        item.method,
        item.check ?? '',
        item.breach ?? 0,
        item.cap ?? 0,
        item.submit,
        item.inspection,
        item.department,
        at + 1,
      ],
    );
    items.push(rows[0]?.id ?? '');
  }
  if (one.state === 0) return;
  const done = one.state >= 3;
  const totals = new Map<string, number | null>();
  const cells: unknown[][] = [];
  for (const org of orgs) {
    const counted = ITEMS.flatMap((item, at) =>
      dueDays(item, { year: one.year, startsOn, endsOn }).map(({ month, dueOn }) => {
        const score = scoreOf(item, org, month, dueOn, one.today, done);
        const reported = score.self !== null;
        cells.push([
          planId,
          items[at],
          org.id,
          org.code,
          month,
          dueOn,
          score.state,
          score.review,
          score.self,
          score.suggested,
          score.final,
          score.breaches,
          reported ? REPORT : '',
          score.review === 2 ? '照片里看不出人数，请附签到表。' : '',
          reported ? '支部书记' : '',
          score.review > 0 ? one.by : '',
        ]);
        return {
          itemId: items[at] ?? '',
          points: item.points,
          month,
          final: score.final,
          isDue: true,
          isExempt: false,
        };
      }),
    );
    totals.set(org.id, done ? totalOf(counted, true) : null);
  }
  const places = (org: Org) => {
    const mine = totals.get(org.id);
    if (mine === null || mine === undefined) return null;
    const group = orgs.filter((other) => one.group(other) === one.group(org));
    return 1 + group.filter(({ id }) => (totals.get(id) ?? -1) > mine).length;
  };
  for (const org of orgs) {
    const total = totals.get(org.id) ?? null;
    await client.query(
      'insert into integral_target (plan_id, org_id, org_code, group_name, total, grade, place) values ($1, $2, $3, $4, $5, $6, $7)',
      [planId, org.id, org.code, one.group(org), total, total === null ? null : gradeOf(total, BANDS), places(org)],
    );
  }
  await client.query(
    `insert into integral_score (plan_id, item_id, org_id, org_code, month, due_on, state, review, self, suggested, final, reviewed, breaches,
                                 report, opinion, reported_by, reported_at, reviewed_by, reviewed_at)
     select (c->>0)::bigint, (c->>1)::bigint, (c->>2)::bigint, c->>3, (c->>4)::int, (c->>5)::date, (c->>6)::int, (c->>7)::int,
            (c->>8)::int, (c->>9)::int, (c->>10)::int, (c->>10)::int, (c->>11)::int, c->>12, c->>13, c->>14,
            case when c->>14 <> '' then (c->>5)::date - 2 + time '10:20' end, c->>15,
            case when c->>15 <> '' then (c->>5)::date + 1 + time '15:30' end
       from jsonb_array_elements($1::jsonb) as c`,
    [JSON.stringify(cells)],
  );
  await client.query(
    `insert into integral_entry (score_id, act, old, new, text, org_name, made_by, made_at)
     select s.id, case s.review when 1 then '通过' else '不通过' end, coalesce(s.self, s.suggested), s.final, s.opinion, $2, s.reviewed_by,
            s.reviewed_at
       from integral_score s where s.plan_id = $1 and s.review > 0`,
    [planId, owner.name],
  );
  if (done)
    await client.query(
      `with made as (
         insert into sub_record (kind, org_id, title, ordered_by, fields, created_by, updated_by)
         select 'access', t.org_id, $2::text, $3::text, jsonb_build_object('year', $2::int, 'result', t.grade::text, 'assessedOn', $3::text,
                'assessedBy', $4::text, 'score', round(t.total / 100.0), 'opinion', $5::text), $6, $6
           from integral_target t where t.plan_id = $1 and t.grade is not null
            and not exists (select from sub_record r where r.kind = 'access' and r.org_id = t.org_id and r.title = $2::text)
         returning id, org_id)
       update integral_target t set record_id = made.id from made where t.plan_id = $1 and t.org_id = made.org_id`,
      [planId, String(one.year), `${one.year + 1}-01-20`, owner.name, one.name, one.by],
    );
}

/**
 * 组织考核 of the visitor's street for its branches: last year archived, this year being scored, a draft for the next;
 * of the city for its counties; exemptions that wait and one that was confirmed.
 */
export async function writeIntegral(client: ClientBase, today: string): Promise<void> {
  const find = async (where: string, values: unknown[]) =>
    (
      await client.query<Org>(
        `select id, code, name, type from organisation where deleted_at is null and ${where} order by code`,
        values,
      )
    ).rows;
  const [street] = await find('name like $1', ['江南街道党工委%']);
  const [city] = await find("length(code) = 4 and code = '0001'", []);
  if (!street || !city) return;
  const year = Number(today.slice(0, 4));
  const branches = (await find('code like $1 and type in (46, 47)', [`${street.code}%`])).slice(0, 60);
  const children = await find('parent_id = $1', [city.id]);
  const byPlace = ({ name }: Org) => (/村/.test(name) ? '行政村' : /社区|渡口|港窑/.test(name) ? '社区' : '机关企事业');
  const projects = await writeLibrary(client, street, '街道组织委员');
  const of = (given: { year: number; name: string; state: number }) => ({
    ...given,
    today,
    by: '街道组织委员',
    group: byPlace,
  });
  await writePlan(client, street, branches, projects, of({ year: year - 1, name: '党支部党建工作考核', state: 4 }));
  await writePlan(client, street, branches, projects, of({ year, name: '党支部党建工作考核', state: 2 }));
  await writePlan(client, street, [], projects, of({ year, name: '党支部规范化专项考核', state: 0 }));
  const cityProjects = await writeLibrary(client, city, '市委组织部');
  await writePlan(client, city, children, cityProjects, {
    year,
    name: '基层党建责任制考核',
    state: 2,
    today,
    by: '市委组织部',
    group: ({ type }) => (type === 10 ? '区县' : '市直和院校'),
  });
  await client.query(
    `insert into integral_exemption (org_id, org_code, plan_id, item_id, from_on, to_on, reason, state, asked_by, decided_by, decided_at)
     select t.org_id, t.org_code, p.id, case when g.n = 1 then i.id end, p.starts_on, p.ends_on,
            case g.n when 1 then '今年三月新成立，没有上年度组织生活会' else '所属企业停业，党员分散' end, g.state, '支部书记',
            case when g.state = 1 then '街道组织委员' else '' end, case when g.state = 1 then now() end
       from integral_plan p
       join (values (1, 1), (2, 0)) as g (n, state) on true
       join integral_item i on i.plan_id = p.id and i.sort = 3
       join lateral (select org_id, org_code from integral_target where plan_id = p.id order by org_code desc offset g.n limit 1) t on true
      where p.org_id = $1 and p.state = 2`,
    [street.id],
  );
}
