import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  appealAgain,
  askAppeal,
  decideAppeal,
  listAppeals,
  ownAppeals,
  resubmitAppeal,
  withdrawAppeal,
} from '#assessment/points/contract.appeal.ts';
import { publishSet, saveSet } from '#assessment/points/contract.set.ts';
import { addHand, decideHand, ownLines } from '#assessment/points/contract.ts';
import { countMarked } from '#assessment/points/server/service/posting.ts';
import { listInstances } from '#kernel/workflow/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let admin: Caller;
let branch: Caller;
let committee: Caller;
let county: Caller;
let member: Caller;
let today: string;
let code: string;

beforeAll(async () => {
  t = await startTestApp();
  [admin, branch, committee, county, member] = [
    await t.as('admin'),
    await t.as('branchWorker'),
    await t.as('committeeWorker'),
    await t.as('countyWorker'),
    await t.as('member'),
  ];
  const { rows } = await sql<{
    today: string;
  }>`select (now() at time zone 'Asia/Shanghai')::date::text as today`.execute(t.db);
  today = rows[0]?.today ?? '';
  const saved = await committee.call(saveSet, {
    name: '办法',
    fromOn: `${today.slice(0, 4)}-01-01`,
    items: [{ dimension: '岗位作用', name: '急难险重', value: 300 }],
  });
  expect((await committee.call(publishSet, { id: saved.data.id, version: 1 })).code, saved.text).toBe(200);
  code = (await sql<{ code: string }>`select code from point_item`.execute(t.db)).rows[0]?.code ?? '';
});
afterAll(() => t.close());

/** A process of appeals at the committee with one node: whoever holds the worker's role where the appeal is answered. */
async function makeProcess(who: object = { kind: 'role', roleId: 3, place: 'own' }): Promise<string> {
  const made = await admin.post('/api/workflow/process', {
    kind: 'pointsAppeal',
    name: '积分申诉审批',
    orgId: ORGS.committeeA1.id,
    definition: {
      steps: [{ kind: 'approver', id: 'n1', name: '支部答复', who, mode: 'any', timeout: null }],
      sameSigner: false,
    },
  });
  expect(made.code, made.text).toBe(200);
  const done = await admin.post('/api/workflow/process/publish', { id: made.data.id, version: 1 });
  expect(done.code, done.text).toBe(200);
  return made.data.id as string;
}
const ask = async (more: object = {}) => {
  const asked = await member.call(askAppeal, { code, day: today, points: 300, text: '漏登防汛值守', ...more } as never);
  expect(asked.code, asked.text).toBe(200);
  return asked.data.id as string;
};
const todos = async (caller: Caller) => (await caller.call(listInstances, { view: 'todo' } as never)).rows;
const decide = async (caller: Caller, decision: string, opinion = '请看记录') => {
  const [matter] = await todos(caller);
  return caller.post('/api/workflow/decide', { taskId: matter?.taskId ?? '0', decision, opinion });
};
const mine = async (id: string) => (await member.call(ownAppeals, {})).rows.find((row) => row.id === id);

test('where a process is published the appeal runs on it: given back, fixed, agreed, and only then counted', async () => {
  const processId = await makeProcess();
  const id = await ask();
  expect(await mine(id)).toMatchObject({ state: 1, flowName: '积分申诉审批', can: { withdraw: true, mend: false } });
  const [row] = (await branch.call(listAppeals, { state: 1 })).rows;
  expect(row).toMatchObject({ id, can: { decide: false } });
  expect((await branch.call(decideAppeal, { id, version: 1, agree: true })).text).toContain('待我审批');
  expect((await decide(branch, 'return', '请写明时间地点')).code).toBe(200);
  const back = await mine(id);
  expect(back).toMatchObject({ state: 1, returned: '请写明时间地点', can: { mend: true } });
  const fixed = await member.call(resubmitAppeal, { id, version: back?.version ?? 0, text: '11月20日夜间，沿江闸口' });
  expect(fixed.code, fixed.text).toBe(200);
  expect((await member.call(resubmitAppeal, { id, version: fixed.data.version, text: '再补' })).code).toBe(400);
  await countMarked(t.db);
  expect((await member.call(ownLines, {})).total).toBe(0);
  expect((await decide(branch, 'agree')).code).toBe(200);
  await countMarked(t.db);
  expect((await member.call(ownLines, {})).rows[0]).toMatchObject({ given: 300 });
  expect(await mine(id)).toMatchObject({ state: 2, text: '11月20日夜间，沿江闸口' });
  expect((await admin.post('/api/workflow/process/retire', { id: processId, reason: '试' })).code).toBe(200);
});

test('refused with its reason, once more at the superior by the process that stands there; withdrawn by whoever asked', async () => {
  const processId = await makeProcess();
  const id = await ask();
  expect((await decide(branch, 'reject', '当天不在岗')).code).toBe(200);
  expect(await mine(id)).toMatchObject({ state: 3, opinion: '当天不在岗', can: { again: true } });
  const again = await member.call(appealAgain, { id, text: '有值班表' });
  expect(again.code, again.text).toBe(200);
  expect(await todos(branch)).toEqual([]);
  expect((await todos(committee)).map(({ title }) => title)).toEqual([expect.stringContaining('急难险重补记3分')]);
  const second = await mine(again.data.id);
  expect((await member.call(withdrawAppeal, { id: again.data.id, version: (second?.version ?? 0) + 1 })).code).toBe(
    400,
  );
  const taken = await member.call(withdrawAppeal, { id: again.data.id, version: second?.version ?? 0 });
  expect(taken.code, taken.text).toBe(200);
  expect(await mine(again.data.id)).toMatchObject({ state: 4, can: { withdraw: false } });
  expect(await todos(committee)).toEqual([]);
  expect((await admin.post('/api/workflow/process/retire', { id: processId, reason: '试' })).code).toBe(200);
});

test('whoever entered or confirmed the line never decides: the node goes to the nearest who had no part in it', async () => {
  const made = await branch.call(addHand, {
    memberId: t.fixture.principals.member.memberId ?? '',
    code,
    day: today,
    reason: '抗洪抢险',
  });
  expect((await committee.call(decideHand, { id: made.data.id, version: 1, agree: true })).code).toBe(200);
  await countMarked(t.db);
  const line = (await member.call(ownLines, {})).rows.find(({ title }) => title === '抗洪抢险');
  const processId = await makeProcess();
  const id = await ask({ lineId: line?.id ?? '', code: '' });
  expect([await todos(branch), await todos(committee)]).toEqual([[], []]);
  expect(await todos(county)).toHaveLength(1);
  expect((await decide(county, 'agree')).code).toBe(200);
  expect(await mine(id)).toMatchObject({ state: 2 });
  expect((await admin.post('/api/workflow/process/retire', { id: processId, reason: '试' })).code).toBe(200);
});

test('a process that asks the initiator to name people is refused in words', async () => {
  const processId = await makeProcess({ kind: 'chosen', most: 1 });
  const asked = await member.call(askAppeal, { code, day: today, points: 100, text: '试' });
  expect(asked.text).toContain('要由发起人自选审批人');
  expect((await admin.post('/api/workflow/process/retire', { id: processId, reason: '试' })).code).toBe(200);
});
