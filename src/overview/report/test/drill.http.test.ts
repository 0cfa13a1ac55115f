import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workerScope } from '#platform/server/database/scope.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { exportReport, getReport, listReport, type ReportAnswer } from '../contract.ts';
import { REPORT_KEYS, type ReportKey } from '../rules.ts';
import { listOf } from '../server/kit.ts';
import { reports } from '../server/queries/reports/index.ts';
import { questionOf } from '../server/question.ts';

let t: TestApp;
const PERIOD: Partial<Record<ReportKey, string>> = {
  outGoingInfo: '2026-Q1',
  duesNoSet: '2026-01',
  examination: '2026-Q1',
  train: '2026',
  dianjiaopian: '2026',
};

/** People away, exams sat and missed, trainings, videos seen and papers read, some with a gap in their record. */
beforeAll(async () => {
  t = await startTestApp();
  const { id: orgId, code } = ORGS.committeeA1;
  const [one = '', two = ''] = [t.fixture.members.branchA11?.[0], t.fixture.members.branchA21?.[0]];
  const put = async (text: ReturnType<typeof sql>) => (await text.execute(t.db)).rows[0] as { id: string };
  await put(sql`
    insert into mobile_outflow (member_id, org_id, org_code, status, range, region, reason, trade, started_on, source, confirmed_on)
    select id, org_id, org_code, case when id = ${one} then 3 else 2 end, 2, '广东省', 1, 2, '2026-01-02', 2, '2026-01-03'
      from member where id in (${one}, ${two}) returning id`);
  await put(sql`
    insert into mobile_outflow (member_id, org_id, org_code, status, range, region, reason, trade, started_on, source, created_at)
    values (${t.fixture.members.branchA11?.[1]}, ${ORGS.branchA11.id}, ${ORGS.branchA11.code}, 1, 2, '广东省', 1, 2, '2026-01-02', 2,
            now() - interval '20 days') returning id`);
  await put(sql`update member set birth_date = null, gender = 2 where id = ${one} returning id`);
  const paper = await put(
    sql`insert into exam_paper (org_id, org_code, name, type) values (${orgId}, ${code}, '试', 0) returning id`,
  );
  const exam = await put(sql`
    insert into exam (org_id, org_code, title, paper_id, opens_at, closes_at, minutes, state, published_at, closed_at, results_at)
    values (${orgId}, ${code}, '条例测验', ${paper.id}, '2026-02-01', '2026-02-02T02:00:00Z', 30, 1, '2026-01-20', '2026-02-02', '2026-02-03')
    returning id`);
  for (const member of [one, two])
    await put(sql`insert into exam_person (exam_id, member_id) values (${exam.id}, ${member}) returning id`);
  const attempt = await put(sql`
    insert into exam_attempt (exam_id, person_id, number, state, device, deadline, handed_at, total, score)
    select ${exam.id}, id, 1, 3, '', now(), '2026-02-01', 200, 160 from exam_person where member_id = ${one} returning id`);
  await put(sql`update exam_person set counted_id = ${attempt.id} where member_id = ${one} returning id`);
  const training = await put(sql`
    insert into learning_training (org_id, org_code, title, starts_on, ends_on, minutes, organiser, place, central)
    values (${orgId}, ${code}, '轮训', '2026-03-01', '2026-03-01', 360, '试', '试', true) returning id`);
  await put(sql`
    insert into learning_training_person (training_id, member_id, minutes) values (${training.id}, ${one}, 360) returning training_id as id`);
  // Pairs of one name and birth date that wait for a verdict: across counties, across committees, within a branch.
  const [, , third = '', fourth = ''] = t.fixture.members.branchA11 ?? [];
  const [other = ''] = t.fixture.members.branchB11 ?? [];
  for (const [first, second] of [
    [two, other],
    [third, t.fixture.members.branchA22?.[0]],
    [third, fourth],
  ]) {
    await put(sql`
      update member set (name, birth_date) = (select name, '1970-01-01'::date from member where id = ${first})
       where id in (${first}, ${second}) returning id`);
    await put(sql`
      insert into member_pair (a_id, b_id)
      select least(a, b), greatest(a, b) from (values (${first}::bigint, ${second}::bigint)) as p (a, b) returning id`);
  }
});
afterAll(() => t.close());

const inputOf = (key: ReportKey) => (PERIOD[key] ? { key, period: PERIOD[key] } : { key });
async function ask(caller: Caller, key: ReportKey, more: object = {}): Promise<ReportAnswer> {
  const { data, text } = await caller.call(getReport, { ...inputOf(key), ...more } as never);
  expect(data?.rows, `${key} ${text}`).toBeTruthy();
  return data;
}
/** What counts nothing that could be listed one by one: sums of money and minutes. */
const COUNTS = new Set(['people', 'orgs', 'cases', 'times', 'persons', 'copies', 'films']);
/** The balance counts by events: its beginning and what is expected of its end are people of another day. */
const OF_ANOTHER_DAY = new Set(['line1', 'line2', 'line7', 'line13', 'line14']);

test.each(['cityWorker', 'countyWorker', 'branchWorker'] as const)(
  'every number that %s sees opens a list of just as many, in its row and in the sum',
  async (role) => {
    const caller = await t.as(role);
    let compared = 0;
    for (const key of REPORT_KEYS) {
      const answer = await ask(caller, key);
      const lines = [{ id: answer.org.id, isOwn: false, cells: answer.total }, ...answer.rows];
      for (const [i, { key: column, unit }] of answer.columns.entries())
        for (const { id, isOwn, cells } of lines) {
          const { value = null, href, listed } = cells[i] ?? { href: null, listed: false };
          if (value === null || value === 0 || id === '' || !COUNTS.has(unit)) continue;
          if (!isOwn && !OF_ANOTHER_DAY.has(column) && id === answer.org.id)
            expect(href !== null || listed, `${key} ${column} opens nothing`).toBe(true);
          if (!listed) continue;
          const { body, text } = await caller.call(listReport, {
            ...inputOf(key),
            column,
            orgId: id,
            own: isOwn ? '1' : '0',
          } as never);
          expect(body.total, `${key} ${column} ${id} ${text}`).toBe(value);
          expect(body.rows.length, `${key} ${column}`).toBe(Math.min(20, value));
          compared++;
        }
    }
    expect(compared).toBeGreaterThan(20);
  },
  120_000,
);

test.each([
  ['statisic', 'all'],
  ['identityCardStatistics', 'no-idCardNo'],
] as const)('a file of %s names nobody twice and leaves nobody out while others go', async (key, column) => {
  await sql`update member set id_card_mask = null where org_code like '00010001%'`.execute(t.db);
  const scope = workerScope(ORGS.countyA.code);
  const report = reports[key];
  const question = await questionOf({ db: t.db, services: t.services, scope }, report, { orgId: ORGS.countyA.id });
  const before = (await listOf(report, column)?.page(question, column, 100, 0))?.rows.map(({ id }) => id) ?? [];
  expect(before.length).toBeGreaterThan(4);
  const written: string[] = [];
  for await (const some of listOf(report, column)?.chunks?.(question, column, 2) ?? []) {
    written.push(...some.map(({ id }) => id));
    await sql`update member set deleted_at = now() where id = ${before[0]}`.execute(t.db);
  }
  await sql`update member set deleted_at = null where id = ${before[0]}`.execute(t.db);
  expect(written).toEqual(before);
});

test('whoever may not read people sees the numbers, and no name in any answer', async () => {
  await sql`delete from role_permission where permission_key = 'member:read'`.execute(t.db);
  const caller = await t.as('countyWorker');
  const answer = await ask(caller, 'outGoingBase');
  expect(answer.mayName).toBe(false);
  expect(answer.total[0]?.value).toBe(2);
  expect([answer.list, answer.lists, answer.total.some(({ listed }) => listed)]).toEqual([null, [], false]);
  const input = { key: 'outGoingBase', column: 'received' };
  expect((await caller.call(listReport, input as never)).code).toBe(403);
  expect((await caller.call(exportReport, { ...input, part: 'list', purpose: '试' } as never)).code).toBe(403);
});
