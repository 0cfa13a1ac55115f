import { afterAll, beforeAll, expect, test } from 'vitest';
import { doTogether, listTodos } from '#kernel/message/contract.ts';
import { STATUSES } from '#procedures/transfer/rules.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { inside, read, readyCity, startOne } from './factory.ts';

/** Several transfers that wait at one station are agreed to, or given back, by one press in 今日. */
let t: TestApp;
let branch: Caller;
let committee: Caller;
beforeAll(async () => {
  t = await startTestApp();
  await readyCity(t);
  [branch, committee] = [await t.as('branchWorker'), await t.as('committeeWorker')];
});
afterAll(() => t.close());

const waiting = async () =>
  (await committee.call(listTodos, { moduleName: '组织关系', pageSize: 50 })).rows.filter(
    ({ kind }) => kind === 'relation',
  );
const start = async (at: number) => startOne(branch, t.fixture.members.branchA11?.[at] ?? '', inside('branchB11'));

test('they are agreed to together as each would be, and none waits any more', async () => {
  const ids = [await start(0), await start(1)];
  const rows = await waiting();
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(row.together).toEqual(['agree', 'return']);
  const answer = await committee.call(doTogether, { id: rows.map(({ id }) => id), act: 'agree' });
  expect(answer.data, answer.text).toEqual({ done: 2, kept: [] });
  for (const id of ids) expect((await read(committee, id)).statusName).toBe('待接收');
  expect(await waiting()).toEqual([]);
});

test('they are given back with one reason, which the branch reads; nobody else does it', async () => {
  const id = await start(2);
  const [row] = await waiting();
  const sibling = await t.as('siblingWorker');
  expect((await sibling.call(doTogether, { id: [row?.id ?? ''], act: 'agree' })).code).toBe(404);
  const answer = await committee.call(doTogether, { id: [row?.id ?? ''], act: 'return', reason: '接收支部写错了' });
  expect(answer.data, answer.text).toEqual({ done: 1, kept: [] });
  const now = await read(branch, id);
  expect(now.statusName).toBe(STATUSES[8]);
  expect(JSON.stringify(now)).toContain('接收支部写错了');
});
