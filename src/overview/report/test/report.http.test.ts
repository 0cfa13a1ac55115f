import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listFaults } from '#people/member/contract.quality.ts';
import { listMembers } from '#people/member/contract.ts';
import { memberFacts } from '#people/member/rules/facts.ts';
import { listOrgs } from '#people/org/contract.ts';
import { listHours } from '#people/studyHours/contract.ts';
import type { Endpoint } from '#platform/contract.ts';
import { listBills } from '#procedures/dues/contract.ts';
import { listFloats } from '#procedures/floating/contract.ts';
import { balance } from '#procedures/transfer/contract.balance.ts';
import { lackingMembers } from '#service/dualReport/contract.coverage.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, type OrgKey } from '../../../../test/support/fixture.ts';
import { exportReport, getReport, listReport, printReport, type ReportAnswer } from '../contract.ts';
import { REPORT_KEYS, type ReportKey } from '../rules.ts';

/** Reports of a period are asked for the month or year of the rows below. */
const PERIOD: Partial<Record<ReportKey, string>> = {
  outGoingInfo: '2026-Q1',
  monthlyDuesSummary: '2026-01',
  yearlyDuesSummary: '2026',
};

let t: TestApp;
let county: Caller;
let city: Caller;

beforeAll(async () => {
  t = await startTestApp();
  [county, city] = [await t.as('countyWorker'), await t.as('cityWorker')];
});
afterAll(() => t.close());

async function person(org: OrgKey, name: string, birth: string | null, gender = 1): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into member (org_id, org_code, sort, name, name_grams, gender, nation, person_category, birth_date, admission_date)
    values (${ORGS[org].id}, ${ORGS[org].code}, 900, ${name}, '{}', ${gender}, '01', 1, ${birth}, '1950-07-01') returning id`.execute(
    t.db,
  );
  // What the product writes with every person.
  const facts = memberFacts(
    {
      personCategory: 1,
      membershipStatus: 1,
      gender,
      nation: '01',
      birthDate: birth,
      admissionDate: '1950-07-01',
      education: null,
      occupation: null,
      isFloating: false,
      completeness: 100,
    },
    new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10),
  );
  for (const [fact, value] of facts) {
    await sql`insert into member_counter_delta (org_code, fact, value, n) values (${ORGS[org].code}, ${fact}, ${value}, 1)`.execute(
      t.db,
    );
  }
  return rows[0]?.id ?? '';
}
const bare = async (text: ReturnType<typeof sql>) =>
  Number(((await sql`${text}`.execute(t.db)).rows[0] as { n: string }).n);
async function ask(caller: Caller, key: ReportKey, input: object = {}): Promise<ReportAnswer> {
  const { data, text } = await caller.call(getReport, { key, ...input } as never);
  expect(data?.rows, text).toBeTruthy();
  return data;
}
const at = ({ columns }: ReportAnswer, key: string) => columns.findIndex((column) => column.key === key);
const total = (answer: ReportAnswer, key: string) => answer.total[at(answer, key)]?.value;
const row = (answer: ReportAnswer, org: OrgKey, key: string) =>
  answer.rows.find(({ id, isOwn }) => id === ORGS[org].id && !isOwn)?.cells[at(answer, key)]?.value;
/** The lists that numbers lead to, by the beginning of their address. */
const LISTS: readonly (readonly [string, Endpoint])[] = [
  ['/affairs/member?', listMembers],
  ['/affairs/organization?', listOrgs],
  ['/affairs/dues?view', listBills],
  ['/affairs/mobilePartyMembers?', listFloats],
  ['/contentManager/dataQuality?check', listFaults],
  ['/service/memberCount?names', lackingMembers],
  ['/education/hours?', listHours],
];

/** What a list holds that a number leads to. */
async function listed(caller: Caller, endpoint: Endpoint, href: string) {
  const { names: _names, ...input } = Object.fromEntries(new URLSearchParams(href.split('?')[1]));
  const answer = await caller.call(endpoint as typeof listMembers, input as never);
  return answer.body.total as number;
}

test('every report answers at each height of the tree, as a page, a list and a paper', async () => {
  for (const caller of [city, county, await t.as('branchWorker')]) {
    for (const key of REPORT_KEYS) {
      const answer = await ask(caller, key);
      expect(answer.rows.length, key).toBeGreaterThan(0);
      expect(answer.total).toHaveLength(answer.columns.length);
      if (answer.list) expect((await caller.call(listReport, { key } as never)).body.rows, key).toBeInstanceOf(Array);
    }
  }
  for (const key of REPORT_KEYS) {
    const { data, text } = await county.call(printReport, { key } as never);
    expect(data?.pages, `${key} ${text}`).toBeGreaterThan(0);
  }
});

test('every number is as many as the list that it leads to, and as the report’s own', async () => {
  const today = '2026-01-01';
  const ids = [];
  for (const org of ['branchA11', 'branchA21', 'branchA21'] as const)
    ids.push(await person(org, '流动员', '1990-05-05'));
  const [near, far, asked] = ids;
  const outflow = (id: string | undefined, org: OrgKey, status: number, range: number, confirmed: string | null) =>
    sql`
    insert into mobile_outflow (member_id, org_id, org_code, status, range, region, reason, trade, started_on, source, confirmed_on)
    values (${id}, ${ORGS[org].id}, ${ORGS[org].code}, ${status}, ${range}, '广东省', 1, 2, '2025-01-01', 2, ${confirmed})`.execute(
      t.db,
    );
  await outflow(near, 'branchA11', 2, 1, today);
  await outflow(far, 'branchA21', 3, 2, today);
  await outflow(asked, 'branchA21', 1, 2, null);
  await sql`insert into mobile_inflow (member_id, org_id, org_code, status, name, reason, trade, started_on)
            values (${t.fixture.members.branchB11?.[0]}, ${ORGS.branchA21.id}, ${ORGS.branchA21.code}, 1, '来者', 1, 1, '2025-01-01')`.execute(
    t.db,
  );
  await sql`insert into dues_bill (member_id, org_id, org_code, month, payer, amount)
            select id, org_id, org_code, '2026-01', 6, 1234 from member where id = any(${ids}::bigint[])`.execute(t.db);

  let compared = 0;
  for (const key of REPORT_KEYS) {
    const answer = await ask(county, key, PERIOD[key] ? { period: PERIOD[key] } : {});
    for (const [i, { value, href, listed: isListed }] of answer.total.entries()) {
      const column = answer.columns[i]?.key;
      const list = LISTS.find(([start]) => href?.startsWith(start));
      if (href && list) {
        expect(await listed(county, list[1], href), `${key} ${column} ${href}`).toBe(value);
        compared++;
      }
      if (isListed) {
        const { body } = await county.call(listReport, {
          key,
          column,
          ...(PERIOD[key] ? { period: PERIOD[key] } : {}),
        } as never);
        expect(body.total, `${key} ${column}`).toBe(value);
        expect(body.rows.length, `${key} ${column}`).toBe(Math.min(20, value ?? 0));
        compared++;
      }
    }
  }
  expect(compared).toBeGreaterThan(25);
  const numbers = async (key: ReportKey) => {
    const answer = await ask(county, key, PERIOD[key] ? { period: PERIOD[key] } : {});
    return Object.fromEntries(answer.columns.map((column, i) => [column.key, answer.total[i]?.value]));
  };
  expect(await numbers('outGoingBase')).toMatchObject({
    out: 2,
    province: 1,
    across: 1,
    abroad: 0,
    received: 1,
    rate: 50,
  });
  expect(await numbers('outGoingBaseInfo')).toMatchObject({ out: 2, young: 0, middle: 2, work: 2, study: 0 });
  expect(await numbers('outGoingInfo')).toMatchObject({ went: 2, back: 0 });
  expect(await numbers('waitConfirmMobileParty')).toEqual({ out: 1, into: 1, all: 2, late: 0 });
  expect(await numbers('monthlyDuesSummary')).toMatchObject({
    people: 3,
    due: 3702,
    paid: 0,
    owing: 3,
    owed: 3702,
    rate: 0,
  });
  expect(await numbers('yearlyDuesSummary')).toMatchObject({ due: 3702, rate: 0 });
  // Who is paying has not paid: 欠缴 is the same people here, in the list of dues and in the sums it opens.
  await sql`update dues_bill set state = 2 where member_id = ${near} and month = '2026-01'`.execute(t.db);
  expect(await numbers('monthlyDuesSummary')).toMatchObject({ owing: 3, owed: 3702 });
  const { body: owed } = await county.call(listBills, { month: '2026-01', view: 'owed' } as never);
  expect([owed.total, owed.sums.owed, owed.sums.paying.people]).toEqual([3, { people: 3, amount: 3702 }, 1]);
  const bare0 = (where: ReturnType<typeof sql>) =>
    bare(sql`select count(*) as n from member where deleted_at is null and membership_status = 1
               and org_code >= ${ORGS.countyA.code} and org_code < ${`${ORGS.countyA.code}:`} and ${where}`);
  expect(await numbers('identityCardStatistics')).toMatchObject({
    people: await bare0(sql`true`),
    'no-idCardNo': await bare0(sql`coalesce(id_card_mask, '') = ''`),
    'card-birth': await bare0(sql`birth_date <> id_card_birth`),
  });
  expect((await numbers('feedbackTable')).complete).toBe(await bare0(sql`completeness = 100`));
});

test('organisations by type as they are counted bare, and listed', async () => {
  const answer = await ask(city, 'organizationList');
  const all = await bare(
    sql`select count(*) as n from organisation where deleted_at is null and code >= '0001' and code < '0001:'`,
  );
  expect(total(answer, 'all')).toBe(all);
  expect(total(answer, 'branch')).toBe(
    await bare(
      sql`select count(*) as n from organisation where deleted_at is null and type = 46 and code >= '0001' and code < '0001:'`,
    ),
  );
  expect(total(answer, 'full')).toBe(
    await bare(sql`select count(*) as n from member where deleted_at is null and person_category = 1 and org_code >= '0001' and org_code < '0001:'
      and membership_status not between 2 and 6`),
  );
  expect((await city.call(listReport, { key: 'organizationList' } as never)).body.total).toBe(all);
  const href = answer.total[at(answer, 'branch')]?.href ?? '';
  expect(await listed(city, listOrgs, href)).toBe(total(answer, 'branch'));
  const rows = answer.rows.reduce((sum, one) => sum + (one.cells[at(answer, 'all')]?.value ?? 0), 0);
  expect(rows).toBe(all);
});

test('what members are like adds up to the members, in each of its parts', async () => {
  const answer = await ask(city, 'statisic');
  const all = await bare(sql`select count(*) as n from member where deleted_at is null and person_category in (1, 2)
    and membership_status = 1 and org_code >= '0001' and org_code < '0001:'`);
  const sum = (group: string) =>
    answer.columns.reduce((n, column, i) => n + (column.group === group ? (answer.total[i]?.value ?? 0) : 0), 0);
  expect(total(answer, 'all')).toBe(all);
  // The counters keep no zeros; what is not there is nobody, not unknown.
  for (const { name, cells } of answer.rows)
    expect(
      cells.map(({ value }) => value),
      name,
    ).not.toContain(null);
  for (const group of ['性别', '民族', '年龄', '学历', '党龄']) expect(sum(group), group).toBe(all);
  expect(sum('人员类别')).toBe(
    await bare(sql`select count(*) as n from member where deleted_at is null and membership_status not between 2 and 6
      and org_code >= '0001' and org_code < '0001:'`),
  );
});

test('who is a hundred: by age today, members in good standing, as the list of members finds them', async () => {
  const today = await bare(sql`select extract(year from now() at time zone 'Asia/Shanghai') as n`);
  await person('branchA11', '百岁甲', `${today - 101}-01-01`);
  await person('branchA21', '百岁乙', `${today - 106}-01-01`, 2);
  const almost = await person('branchA21', '将满丙', null);
  await sql`update member set birth_date = ((now() at time zone 'Asia/Shanghai')::date - interval '99 years 1 day')::date where id = ${almost}`.execute(
    t.db,
  );
  const left = await person('branchA11', '已故丁', `${today - 110}-01-01`);
  await sql`update member set membership_status = 4 where id = ${left}`.execute(t.db);

  const answer = await ask(county, 'over100Report');
  expect(Object.fromEntries(answer.columns.map(({ key }, i) => [key, answer.total[i]?.value]))).toEqual({
    hundred: 2,
    women: 1,
    older: 1,
    soon: 1,
  });
  expect(row(answer, 'committeeA1', 'hundred')).toBe(1);
  for (const [i, { key }] of answer.columns.entries()) {
    const href = answer.total[i]?.href ?? '';
    expect(await listed(county, listMembers, href), key).toBe(answer.total[i]?.value);
  }
  const names = (await county.call(listReport, { key: 'over100Report' } as never)).body;
  expect(names.rows.map(({ cells }: { cells: string[] }) => cells[0])).toEqual(['百岁乙', '百岁甲']);
  expect(names.total).toBe(2);
  // One step down, and a branch.
  expect(row(await ask(county, 'over100Report', { orgId: ORGS.committeeA1.id }), 'branchA11', 'hundred')).toBe(1);
  expect(total(await ask(await t.as('branchWorker'), 'over100Report'), 'hundred')).toBe(1);
});

test('branches and general branches that are too large are named on the other tab', async () => {
  const before = total(await ask(county, 'over100Organizations'), 'some');
  expect(before).toBe(0);
  const grow = (n: number) =>
    sql`insert into member (name, name_grams, pinyin, initials, org_id, org_code, person_category, membership_status, gender)
        select '超员' || i, '{}', '', '', ${ORGS.branchA11.id}, ${ORGS.branchA11.code}, 1, 1, 1 from generate_series(1, ${n}::int) i`.execute(
      t.db,
    );
  await grow(60);
  const some = await ask(county, 'over100Organizations');
  expect([total(some, 'some'), total(some, 'full')]).toEqual([1, 0]);
  await grow(60);
  const full = await ask(county, 'over100Organizations');
  expect([total(full, 'full'), total(full, 'branch'), row(full, 'committeeA1', 'full')]).toEqual([1, 1, 1]);
  const names = (await county.call(listReport, { key: 'over100Organizations' } as never)).body;
  expect(names.rows.map(({ cells }: { cells: string[] }) => cells[0])).toEqual([ORGS.branchA11.name]);
  await sql`update member set deleted_at = now() where name like '超员%'`.execute(t.db);
  expect(total(await ask(county, 'over100Organizations'), 'some')).toBe(0);
});

test('coming and going is the balance of each organisation', async () => {
  const year = String(await bare(sql`select extract(year from now() at time zone 'Asia/Shanghai') as n`));
  const id = await person('branchA11', '新党员', '1990-01-01');
  await sql`insert into member_ledger (member_id, org_id, org_code, sign, way, happened_on)
            values (${id}, ${ORGS.branchA11.id}, ${ORGS.branchA11.code}, 1, 'recruited', (now() at time zone 'Asia/Shanghai')::date)`.execute(
    t.db,
  );
  const answer = await ask(county, 'countChangeReport', { period: year });
  const { data } = await county.call(balance, { orgId: ORGS.countyA.id } as never);
  for (const { no, n } of data.lines as { no: number; n: number }[]) {
    const i = at(answer, `line${no}`);
    if (i >= 0) expect(answer.total[i]?.value, `line ${no}`).toBe(n);
  }
  expect(row(answer, 'committeeA1', 'line3')).toBe(1);
  expect(row(answer, 'committeeA2', 'line3')).toBe(0);
  expect(
    (await county.call(getReport, { key: 'countChangeReport', period: '2090' } as never)).data.fields.period,
  ).toContain('还没有开始');
});

test('who has no standard, as the list of dues shows them', async () => {
  const answer = await ask(county, 'duesNoSet');
  const cell = answer.total[at(answer, 'none')];
  expect(cell?.value).toBeGreaterThan(0);
  expect(await listed(county, listBills, cell?.href ?? '')).toBe(cell?.value);
  expect((await county.call(listReport, { key: 'duesNoSet' } as never)).body.total).toBe(cell?.value);
  expect((await county.call(getReport, { key: 'duesNoSet', period: '2026' } as never)).data.fields.period).toContain(
    '不按',
  );
});

test('who sat, learnt, read and watched, by the branch of the person', async () => {
  const [sitter = ''] = t.fixture.members.branchA11 ?? [];
  const { id: orgId, code } = ORGS.committeeA1;
  const { rows: papers } = await sql<{ id: string }>`
    insert into exam_paper (org_id, org_code, name, type) values (${orgId}, ${code}, '试', 0) returning id`.execute(
    t.db,
  );
  const exam = async (results: string | null) => {
    const { rows } = await sql<{ id: string }>`
      insert into exam (org_id, org_code, title, paper_id, opens_at, closes_at, minutes, state, published_at, closed_at, results_at)
      values (${orgId}, ${code}, '条例测验', ${papers[0]?.id}, '2026-02-01', '2026-02-02T02:00:00Z', 30, 1, '2026-01-20', '2026-02-02', ${results})
      returning id`.execute(t.db);
    for (const member of [sitter, t.fixture.members.branchA21?.[0] ?? '']) {
      const { rows: people } = await sql<{ id: string }>`
        insert into exam_person (exam_id, member_id) values (${rows[0]?.id}, ${member}) returning id`.execute(t.db);
      if (member !== sitter) continue;
      const { rows: attempts } = await sql<{ id: string }>`
        insert into exam_attempt (exam_id, person_id, number, state, device, deadline, handed_at, total, score)
        values (${rows[0]?.id}, ${people[0]?.id}, 1, 3, '', now(), '2026-02-01', 200, 160) returning id`.execute(t.db);
      await sql`update exam_person set counted_id = ${attempts[0]?.id} where id = ${people[0]?.id}`.execute(t.db);
    }
  };
  await exam('2026-02-03');
  await exam(null);
  const answer = await ask(county, 'examination', { period: '2026-Q1' });
  const numbers = (key: string) => total(answer, key);
  expect(['exams', 'people', 'sat', 'absent', 'marked', 'passed', 'attendance', 'rate'].map(numbers)).toEqual([
    2, 4, 2, 2, 1, 1, 50, 100,
  ]);
  expect(row(answer, 'committeeA2', 'absent')).toBe(2);
  const { rows } = (await county.call(listReport, { key: 'examination', period: '2026-Q1' } as never)).body;
  expect(rows.map(({ cells }: { cells: string[] }) => cells.slice(-2))).toEqual([
    ['未公布', ''],
    ['1', '100%'],
  ]);
  expect(total(await ask(county, 'examination', { period: '2025' }), 'exams')).toBe(0);

  const hours = await ask(county, 'train', { period: '2026' });
  expect(total(hours, 'members')).toBe(
    await bare(sql`select count(*) as n from member where deleted_at is null and person_category in (1, 2) and membership_status = 1
      and org_code >= ${ORGS.countyA.code} and org_code < ${`${ORGS.countyA.code}:`}`),
  );
  await sql`insert into learning_training (org_id, org_code, title, starts_on, ends_on, minutes, organiser, place)
            values (${orgId}, ${code}, '轮训', '2026-03-01', '2026-03-01', 360, '试', '试')`.execute(t.db);
  const after = await ask(county, 'train', { period: '2026' });
  expect([
    total(after, 'trainings'),
    row(after, 'committeeA1', 'trainings'),
    row(after, 'committeeA2', 'trainings'),
  ]).toEqual([1, 1, 0]);
});

test('who may not, what lies outside, and an export', async () => {
  expect((await (await t.as('member')).call(getReport, { key: 'over100Report' } as never)).code).toBe(403);
  for (const endpoint of [getReport, listReport]) {
    expect((await county.call(endpoint, { key: 'over100Report', orgId: ORGS.branchB11.id } as never)).code).toBe(404);
  }
  expect((await county.call(printReport, { key: 'over100Report', orgId: ORGS.branchB11.id } as never)).code).toBe(404);
  expect((await county.call(getReport, { key: 'nothing' } as never)).data.fields.key).toContain('没有这个报表');
  const { data } = await county.call(exportReport, {
    key: 'over100Report',
    part: 'list',
    purpose: '走访慰问',
  } as never);
  expect(data.jobId).toBeTruthy();
});
