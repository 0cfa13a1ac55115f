import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { doTogether, listTodos } from '#kernel/message/contract.ts';
import { askExtension, decideExtension, decideParts, getPart } from '#life/tasks/contract.part.ts';
import { createTask, getTask, moveDeadline, publishTask } from '#life/tasks/contract.ts';
import { jobEnds } from '#people/member/test/factory.ts';
import { addDays } from '#platform/time/days.ts';
import type { Caller, TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { type office, startOffice } from './factory.ts';

/** Days that move: whom it is said to, where it is kept, and what was split off. */
let t: TestApp;
let stop: () => Promise<void>;
let county: Caller;
let committee: Caller;
let branch: Caller;
let today: string;
let at: ReturnType<typeof office>;

beforeAll(async () => {
  ({ t, stop, today, at } = await startOffice());
  [county, committee, branch] = [await t.as('countyWorker'), await t.as('committeeWorker'), await t.as('branchWorker')];
});
afterAll(() => stop());

const move = async (who: Caller, id: string, dueOn: string) => {
  const { version, circles } = (await who.call(getTask, { id })).data;
  return who.call(moveDeadline, { id, version, circleId: circles[0]?.id ?? '', dueOn, reason: '统一安排' });
};
const told = async (title: string) => {
  const { rows } = await sql<{ id: string }>`
    select r.account_id as id from notice n join notice_recipient r on r.notice_id = n.id where n.title = ${title}`.execute(
    t.db,
  );
  return rows.map(({ id }) => id).sort();
};
const accounts = (...names: (keyof TestApp['fixture']['principals'])[]) =>
  names.map((name) => t.fixture.principals[name].accountId).sort();
const dueOf = async (who: Caller, id: string) => (await who.call(getPart, { id })).data.dueOn;

test('a new day is said to all in the cycle, handed in or not, and stands in the history of whoever it moves', async () => {
  const title = `改期${Date.now()}`;
  const id = await at.given(county, { title, mode: 'chosen', orgIds: [ORGS.branchA11.id, ORGS.committeeA1.id] });
  const handed = await at.reported(id, branch);
  const open = await at.partOf(id, 'committeeA1');
  const to = addDays(today, 12);
  expect((await move(county, id, to)).code).toBe(200);
  expect((await county.call(getTask, { id })).data.endsOn).toBe(to);
  expect(await told(`截止日期调整为${to}：${title}`)).toEqual(accounts('branchWorker', 'committeeWorker'));
  const { entries, dueOn } = (await committee.call(getPart, { id: open.id })).data;
  expect(dueOn).toBe(to);
  expect(entries.map(({ act, text }: { act: string; text: string }) => `${act} ${text}`)).toContain(
    `调整截止日期 到${to}：统一安排`,
  );
  expect(await dueOf(branch, handed)).toBe(addDays(today, 20));
});

test('who was granted a later day keeps it when the cycle is put off less far', async () => {
  const id = await at.given(county, { mode: 'chosen', orgIds: [ORGS.branchA11.id, ORGS.committeeA1.id] });
  const part = await at.partOf(id);
  const until = addDays(today, 40);
  const asked = await branch.call(askExtension, { id: part.id, version: part.version, until, reason: '换届' });
  await county.call(decideExtension, { id: part.id, version: asked.data.version, agree: true });
  expect((await move(county, id, addDays(today, 30))).code).toBe(200);
  expect(await dueOf(branch, part.id)).toBe(until);
  expect(await dueOf(committee, (await at.partOf(id, 'committeeA1')).id)).toBe(addDays(today, 30));
});

test('extensions that wait in 今日 are granted together', async () => {
  const until = addDays(today, 45);
  const parts = [];
  for (let n = 0; n < 2; n++) {
    const part = await at.partOf(await at.given(county, { mode: 'chosen', orgIds: [ORGS.branchA11.id] }));
    await branch.call(askExtension, { id: part.id, version: part.version, until, reason: '换届' });
    parts.push(part);
  }
  const { rows } = await county.call(listTodos, { pageSize: 50 });
  const waiting = rows.filter(({ kind }) => kind === 'officeExtension');
  const answer = await county.call(doTogether, { id: waiting.map(({ id }) => id), act: 'agree' });
  expect(answer.data, answer.text).toEqual({ done: waiting.length, kept: [] });
  for (const { id } of parts) expect(await dueOf(branch, id)).toBe(until);
});

test('what was split off ends no later than the part it is of, by extension, by a new day, or when that comes earlier', async () => {
  const title = `分解改期${Date.now()}`;
  const id = await at.given(county, { title, mode: 'chosen', orgIds: [ORGS.committeeA1.id] });
  const parent = await at.partOf(id, 'committeeA1');
  const made = await committee.call(createTask, {
    ...at.draft({ title: `${title}下`, endsOn: addDays(today, 18), mode: 'chosen', orgIds: [ORGS.branchA11.id] }),
    parentTaskID: id,
    parentCircleID: parent.circleId,
  });
  const below = made.data.id as string;
  const out = await committee.call(publishTask, { id: below, version: 1 });
  await jobEnds(committee, out.data.jobId);
  const part = await at.partOf(below);
  const limit = `截止日期不能晚于上级任务的${addDays(today, 20)}`;
  expect((await move(committee, below, addDays(today, 21))).data?.fields).toEqual({ dueOn: limit });
  const until = addDays(today, 25);
  const asked = await branch.call(askExtension, { id: part.id, version: part.version, until, reason: '忙' });
  const grant = { id: part.id, version: asked.data.version, agree: true };
  expect((await committee.call(decideExtension, grant)).msg).toContain(limit);
  // Put off above, it can be granted.
  expect((await move(county, id, addDays(today, 26))).code).toBe(200);
  expect((await committee.call(decideExtension, grant)).code).toBe(200);
  expect(await dueOf(branch, part.id)).toBe(until);
  // Brought forward above, it comes along, and is said.
  const sooner = addDays(today, 9);
  expect((await move(county, id, sooner)).code).toBe(200);
  expect(await dueOf(branch, part.id)).toBe(sooner);
  expect((await committee.call(getTask, { id: below })).data.circles[0]?.dueOn).toBe(sooner);
  expect(await told(`截止日期调整为${sooner}：${title}下`)).toEqual(accounts('branchWorker'));
  const { rows } = await sql<{ due: string }>`
    select due_on::text as due from todo where subject = ${`officePart:${part.id}`} and done_at is null`.execute(t.db);
  expect(rows).toEqual([{ due: sooner }]);
  // What is handed in has its day behind it.
  await at.reported(below, branch);
  expect((await move(county, id, addDays(today, 8))).code).toBe(200);
  expect(await dueOf(branch, part.id)).toBe(sooner);
  await committee.call(decideParts, { ids: [part.id], agree: true });
});
