import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { jobModule } from '#kernel/job/server/routes.ts';
import { memberModule } from '#people/member/server/routes.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { explainRows, exportRows, giveRows, lastRun, listRows, listRuns, mendRows, startRun } from '../contract.ts';
import { dataCheckModule } from '../server/routes.ts';
import { checkSubject } from '../server/todos.ts';

const HERE = ORGS.committeeA1;
const BRANCH = ORGS.branchA11;

let t: TestApp;
let worker: Worker;
let committee: Caller;
let branch: Caller;
let beside: Caller;

beforeAll(async () => {
  t = await startTestApp();
  worker = startWorker(t.services, [jobModule, memberModule, dataCheckModule]);
  [committee, branch, beside] = [
    await t.as('committeeWorker'),
    await t.as('branchWorker'),
    await t.as('siblingWorker'),
  ];
});
afterAll(async () => {
  await worker.stop();
  await t.close();
});
beforeEach(async () => {
  await sql`delete from data_check_row`.execute(t.db);
  await sql`delete from data_check_run`.execute(t.db);
  await sql`delete from todo`.execute(t.db);
});

const check = async (who = committee) => {
  const begun = await who.call(startRun, {});
  expect(begun.code, begun.text).toBe(200);
  await expect
    .poll(async () => (await who.call(lastRun, {})).data.going, { timeout: 300_000, interval: 100 })
    .toBe(false);
  return (await who.call(lastRun, {})).data;
};
const until = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const todos = async () =>
  (
    await sql<{ orgId: string; title: string }>`select org_id as "orgId", title from todo
       where subject = ${checkSubject(HERE.id)} and done_at is null order by org_id`.execute(t.db)
  ).rows;

test('a committee checks, gives findings to a branch, which mends or explains them; the next check compares', async () => {
  expect((await committee.call(lastRun, {})).data).toMatchObject({ run: null, going: false, can: { start: true } });
  const first = await check();
  expect(first.run.found).toBeGreaterThan(0);
  expect(first.run.fresh).toBe(first.run.found);
  expect(first.rules.reduce((sum: number, one: { found: number }) => sum + one.found, 0)).toBe(first.run.found);

  const here = await committee.call(listRows, { pageSize: '200' });
  const rows = here.body.rows.filter((row: { orgId: string }) => row.orgId === BRANCH.id);
  expect(rows.length, here.text).toBeGreaterThan(2);
  // Each stands once, where it is: what a rule finds below an organisation is not the organisation's.
  const secretaries = here.body.rows.filter((row: { rule: string }) => row.rule === 'noSecretary');
  expect(secretaries.map((row: { orgName: string; title: string }) => row.orgName === row.title)).not.toContain(false);
  const [one, two] = rows;
  expect(one).toMatchObject({ stateName: '待处理', isFresh: true, href: expect.any(String), can: { give: true } });
  // What a branch was not given is not its business, nor anybody's beside.
  expect((await branch.call(listRows, { side: 'given' })).body.total).toBe(0);
  expect((await beside.call(mendRows, { ids: [one.id] })).code).toBe(404);
  expect((await branch.call(mendRows, { ids: [one.id] })).code).toBe(404);

  expect((await committee.call(giveRows, { ids: [one.id], dueOn: until(-2) })).text).toContain('截止日期已过');
  expect((await committee.call(giveRows, { ids: [one.id, two.id], dueOn: until(10), note: '补齐' })).data).toEqual({
    done: 2,
    orgs: 1,
  });
  expect(await todos()).toEqual([{ orgId: BRANCH.id, title: '更正数据核查的2条问题' }]);
  expect((await branch.call(lastRun, {})).data.givenHere).toBe(2);
  expect((await branch.call(listRows, { side: 'given' })).body).toMatchObject({
    total: 2,
    rows: [{ checkedName: HERE.name, note: '补齐', can: { give: false, mend: true } }, {}],
  });
  expect((await branch.call(explainRows, { ids: [two.id], reason: '' })).code).toBe(600);
  expect((await branch.call(explainRows, { ids: [two.id], reason: '档案在转接中' })).data).toEqual({ done: 1 });
  expect(await todos()).toHaveLength(1);
  expect((await branch.call(mendRows, { ids: [one.id] })).data).toEqual({ done: 1 });
  expect(await todos()).toEqual([]);

  // Called mended and still found: it waits again. Explained: it stays so. Gone: solved.
  const [, , third] = rows;
  await sql`delete from data_check_row where id = ${third?.id ?? '0'}`.execute(t.db);
  await sql`insert into data_check_row (checked_id, org_id, org_code, rule, row_key, title, first_run, last_run)
            select checked_id, org_id, org_code, rule, 'gone', '已改好', first_run, last_run from data_check_row where id = ${one.id}`.execute(
    t.db,
  );
  const second = await check();
  expect(second.run).toMatchObject({ found: first.run.found, solved: 1 });
  expect(second.run.fresh).toBe(third ? 1 : 0);
  const after = (await committee.call(listRows, { pageSize: '200' })).body.rows;
  const stateOf = (id: string) => after.find((row: { id: string }) => row.id === id)?.stateName;
  expect([stateOf(one.id), stateOf(two.id)]).toEqual(['待处理', '已说明']);
  expect((await committee.call(listRows, { view: 'solved' })).body).toMatchObject({
    total: 1,
    rows: [{ title: '已改好', stateName: '已解决', can: { mend: false } }],
  });
  expect((await committee.call(listRuns, {})).body.total).toBe(2);
  expect((await committee.call(exportRows, { purpose: '通报' })).code).toBe(200);
});

test('one organisation is checked once at a time, and by whoever may', async () => {
  const answers = await Promise.all([committee.call(startRun, {}), committee.call(startRun, {})]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 400]);
  expect((await (await t.as('member')).call(startRun, {})).code).toBe(403);
  expect((await beside.call(lastRun, { orgId: HERE.id })).code).toBe(404);
  await expect
    .poll(async () => (await committee.call(lastRun, {})).data.going, { timeout: 300_000, interval: 100 })
    .toBe(false);
});
