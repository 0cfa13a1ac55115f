import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { makeTodo, notices } from './factory.ts';

const STUCK = '/api/message/todo/stuck';
const CHOICES = '/api/message/todo/stuckChoices';
const URGE = '/api/message/todo/urge';

let t: TestApp;
let committee: Caller;
let branch: Caller;
beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  branch = await t.as('branchWorker');
});
afterAll(() => t.close());
beforeEach(() => sql`truncate notice, notice_recipient, org_message, todo cascade`.execute(t.db).then(() => undefined));

test('what waits below is seen from above, by organisation, room and days, and what is asked of those above by whoever asked', async () => {
  const late = await makeTodo(t, { org: 'branchA11', due: -2, title: '报计划' });
  const free = await makeTodo(t, { org: 'branchA11', due: null, title: '补全信息', module: '党员信息' });
  await sql`update todo set created_at = now() - interval '8 days' where id = ${free}`.execute(t.db);
  const own = await makeTodo(t, { org: 'committeeA1', due: 1 });
  await makeTodo(t, { org: 'branchA11', due: 1, roleId: 2 });
  const idsOf = async (caller: Caller, query: object = {}) => (await caller.get(STUCK, query)).rows.map(({ id }) => id);

  expect(await idsOf(committee)).toEqual([late, free]);
  expect((await committee.get(STUCK)).rows[0]).toMatchObject({
    message: '报计划',
    holderOrgName: '城关镇第一党支部',
    state: 'overdue',
    daysLeft: -2,
    days: 2,
    urgedAt: null,
    can: { urge: true },
  });
  expect(await idsOf(committee, { days: '7' })).toEqual([free]);
  expect(await idsOf(committee, { moduleName: '党员信息' })).toEqual([free]);
  expect(await idsOf(committee, { holderOrgId: ORGS.branchA12.id })).toEqual([]);
  // Not those of others beside, and nothing of the own.
  expect(await idsOf(branch)).toEqual([]);
  await sql`update todo set from_org_id = ${ORGS.branchA11.id} where id = ${own}`.execute(t.db);
  expect(await idsOf(branch, { side: 'above' })).toEqual([own]);
  expect((await branch.get(CHOICES, { side: 'above' })).data).toMatchObject({ counts: { below: 0, above: 1 } });
  expect((await committee.get(CHOICES)).data).toMatchObject({
    counts: { below: 2 },
    orgs: [{ value: ORGS.branchA11.id, count: 2 }],
  });
  expect((await (await t.as('member')).get(STUCK)).code).toBe(403);
});

test('what a matter on a drawn process is about is not told to those who only stand above it', async () => {
  const id = await makeTodo(t, { org: 'branchA11', due: 1, title: '审批：张三的困难补助', module: '事项审批' });
  await sql`update todo set subject = 'workflow:' || id where id = ${id}`.execute(t.db);
  expect((await committee.get(STUCK)).rows).toMatchObject([{ message: '事项审批的审批' }]);
});

test('each is urged once in two hours, by whoever; those that cannot be urged are named with the reason', async () => {
  const first = await makeTodo(t, { org: 'branchA11', due: -2, title: '报计划' });
  const second = await makeTodo(t, { org: 'branchA11', due: 2, title: '报总结' });
  const { body } = await committee.post(URGE, { id: first });
  expect(body.data).toMatchObject({ urged: 1, kept: [] });
  expect(body.data.reached).toBeGreaterThan(0);
  expect((await notices(t)).map(({ title }) => title)).toEqual(['催办：报计划']);
  expect((await committee.get(STUCK)).rows[0]).toMatchObject({ can: { urge: false } });

  const both = await (await t.as('cityWorker')).post(URGE, { id: `${first},${second}` });
  expect(both.data).toMatchObject({ urged: 1, kept: [{ id: first, name: '报计划' }] });
  expect(both.data.kept[0].note).toMatch(/已经催办过，2小时内只能催一次/);
  await sql`update todo set urged_at = urged_at - interval '2 hours'`.execute(t.db);
  expect((await committee.post(URGE, { id: first })).data.urged).toBe(1);

  // The own work, and what stands elsewhere, is not there.
  expect((await branch.post(URGE, { id: first })).code).toBe(404);
  const none = await makeTodo(t, { org: 'branchA12', due: 1 });
  await sql`update account_role set revoked_at = now() where org_id = ${ORGS.branchA12.id}`.execute(t.db);
  const nobody = (await committee.post(URGE, { id: none })).data;
  expect(nobody).toMatchObject({ urged: 0, reached: 0 });
  expect(nobody.kept[0].note).toContain('请电话联系');
});
