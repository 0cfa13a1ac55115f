import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  askExtension,
  assignPart,
  decideExtension,
  decideParts,
  receivePart,
  reopenPart,
  reportPart,
  voidPart,
  withdrawPart,
} from '#life/tasks/contract.part.ts';
import { handOver, watchParts } from '#life/tasks/contract.partMore.ts';
import { createTask, getTask, listTasks, moveDeadline, publishTask, taskMatrix } from '#life/tasks/contract.ts';
import { PART_ARROWS, progressOf } from '#life/tasks/rules.ts';
import { foldTallies } from '#life/tasks/server/queries/tally.ts';
import { jobEnds } from '#people/member/test/factory.ts';
import { carryOut, peopled, takeBack } from '#people/org/test/changeSupport.ts';
import { addDays } from '#platform/time/days.ts';
import type { Caller, TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { type office, startOffice } from './factory.ts';

let t: TestApp;
let stop: () => Promise<void>;
let at: ReturnType<typeof office>;
let today: string;
const who = {} as Record<'county' | Place, Caller>;

/** Organisations that get the task, or what is split of it. */
const PLACES = ['committeeA1', 'committeeA2', 'branchA11'] as const;
type Place = (typeof PLACES)[number];

beforeAll(async () => {
  ({ t, stop, today, at } = await startOffice());
  who.county = await t.as('countyWorker');
  who.committeeA1 = await t.as('committeeWorker');
  who.committeeA2 = await t.as('siblingWorker');
  who.branchA11 = await t.as('branchWorker');
  // Who merges has people.
  await peopled(t, ORGS.branchA11, 6);
  await peopled(t, ORGS.branchA12, 3);
});
afterAll(() => stop());

/** Walks of the suite; more by the environment. Each publishes tasks, so a tenth of them. */
const RUNS = Math.max(5, Math.floor(Number(process.env.WALKS ?? 0) / 10));

const ACTS = [
  'receive',
  'report',
  'withdraw',
  'accept',
  'refuse',
  'reopen',
  'void',
  'assign',
  'ask',
  'extend',
  'split',
  'handOver',
  'deadline',
  'watch',
] as const;
type Act = (typeof ACTS)[number];

interface Part {
  id: string;
  taskId: string;
  circleId: string;
  orgId: string;
  state: number;
  version: number;
  parent: string | null;
  taskVersion: number;
}

/** The parts of a task and of all that was split of it. */
async function partsOf(top: string): Promise<Part[]> {
  const { rows } = await sql<Part>`
    with recursive family as (
      select id, parent_part_id, version from office_task where id = ${top}
      union all
      select t.id, t.parent_part_id, t.version from family f join office_part p on p.task_id = f.id
        join office_task t on t.parent_part_id = p.id and t.state in (2, 3))
    select p.id, p.task_id as "taskId", p.circle_id as "circleId", p.org_id as "orgId", p.state, p.version,
           f.parent_part_id as parent, f.version as "taskVersion"
      from family f join office_part p on p.task_id = f.id order by p.id`.execute(t.db);
  return rows;
}

/** Where a state may go in one act of somebody; 转交 begins anew. */
const LEGAL = new Set([
  ...Object.values(PART_ARROWS).flatMap(({ from, to }) => from.map((state) => `${state}>${to}`)),
  '0>0',
  '1>0',
  '3>0',
]);

async function go(part: Part, act: Act, giver: Caller, own: Caller): Promise<void> {
  const { id, version } = part;
  const key = { id, version };
  if (act === 'receive') await own.call(receivePart, key);
  else if (act === 'report') await own.call(reportPart, { ...key, report: '学习三次' });
  else if (act === 'withdraw') await own.call(withdrawPart, key);
  else if (act === 'accept') await giver.call(decideParts, { ids: [id], agree: true });
  else if (act === 'refuse') await giver.call(decideParts, { ids: [id], agree: false, opinion: '请补充' });
  else if (act === 'reopen') await giver.call(reopenPart, { ...key, reason: '有误' });
  else if (act === 'void') await giver.call(voidPart, { ...key, reason: '不用办' });
  else if (act === 'assign')
    await own.call(assignPart, { ...key, accountId: t.fixture.principals.branchWorker.accountId });
  else if (act === 'ask') await own.call(askExtension, { ...key, until: addDays(today, 19), reason: '忙' });
  else if (act === 'extend') await giver.call(decideExtension, { ...key, agree: true });
  else if (act === 'watch') await giver.call(watchParts, { ids: [id], on: true, reason: '抓紧' });
  else if (act === 'handOver') await own.call(handOver, { ...key, orgId: ORGS.branchA11.id, reason: '由支部办' });
  else if (act === 'deadline')
    await giver.call(moveDeadline, {
      id: part.taskId,
      version: part.taskVersion,
      circleId: part.circleId,
      dueOn: addDays(today, 15),
      reason: '提前',
    });
  else {
    const made = await own.call(
      createTask,
      at.draft({
        endsOn: addDays(today, 10),
        mode: 'chosen',
        orgIds: [ORGS.branchA11.id],
        parentTaskID: part.taskId,
        parentCircleID: part.circleId,
      }),
    );
    if (made.code !== 200) return;
    const out = await own.call(publishTask, { id: made.data.id, version: 1 });
    if (out.code === 200) await jobEnds(own, out.data.jobId);
  }
}

/** How far a part is, counted here: done, or what is done of it below until it is reported itself. */
function shareOf(part: Part, all: readonly Part[]): number {
  if (part.state === 4) return 1;
  if (part.state === 2) return 0;
  const below = all.filter((one) => one.parent === part.id && one.state !== 5);
  return below.length === 0 ? 0 : below.reduce((sum, one) => sum + shareOf(one, all), 0) / below.length;
}

/** Each organisation has one part a cycle, and every figure is the recount; answers the parts. */
async function verify(top: string): Promise<Part[]> {
  const all = await partsOf(top);
  const places = all.map(({ circleId, orgId }) => `${circleId}:${orgId}`);
  expect(new Set(places).size).toBe(places.length);
  const mine = all.filter(({ parent, state }) => parent === null && state !== 5);
  const done = mine.filter(({ state }) => state === 4).length;
  const partly = mine.filter(({ state }) => state !== 4).reduce((sum, one) => sum + shareOf(one, all), 0);
  const expected = progressOf(done, mine.length, partly);
  expect((await who.county.call(getTask, { id: top })).data.progress).toBeCloseTo(expected, 9);
  const list = await who.county.call(listTasks, { pageSize: 50 });
  expect(list.rows.find((row: { id: string }) => row.id === top)?.progress).toBeCloseTo(expected, 9);
  const matrix = await who.county.call(taskMatrix, { id: top });
  type Bar = { completed: number; live: number; partly: number };
  const sum = (matrix.rows as Bar[]).reduce((sum, row) => sum + row.completed + row.partly, 0);
  expect(sum).toBeCloseTo(done + partly, 9);
  await keeps();
  await foldTallies(t.services.db);
  await keeps();
  return all;
}

/** What the database keeps is what the parts say: by cycle, state and day, and which organisations have any. */
async function keeps(): Promise<void> {
  const { rows: tallies } = await sql`
    with kept as (
      select circle_id, state, due_on, sum(n)::int as n from (
        select circle_id, state, due_on, n from office_tally union all select circle_id, state, due_on, n from office_tally_delta) k
       group by 1, 2, 3 having sum(n) <> 0
    ), counted as (select circle_id, state, due_on, count(*)::int as n from office_part group by 1, 2, 3)
    (select * from kept except select * from counted) union all (select * from counted except select * from kept)`.execute(
    t.db,
  );
  expect(tallies).toEqual([]);
  const { rows: receivers } = await sql`
    with counted as (select task_id, org_id, org_code, count(*)::int as parts from office_part group by 1, 2, 3)
    (select task_id, org_id, org_code, parts from office_receiver except select * from counted) union all
    (select * from counted except select task_id, org_id, org_code, parts from office_receiver)`.execute(t.db);
  expect(receivers).toEqual([]);
}

test('whatever is split, handed over, put off, returned, voided and merged: no part moves beside its arrows, each organisation has one a cycle, and progress is the recount everywhere', async () => {
  const step = fc.record({ act: fc.constantFrom(...ACTS), at: fc.nat(50) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), fc.boolean(), async (walk, merges) => {
      const top = await at.given(who.county, {
        mode: 'chosen',
        orgIds: [ORGS.committeeA1.id, ORGS.committeeA2.id],
      });
      let before = await partsOf(top);
      for (const { act, at: place } of walk) {
        const part = before[place % before.length];
        if (!part) continue;
        const owner = PLACES.find((name) => ORGS[name].id === part.orgId);
        if (!owner) continue;
        const parent = before.find(({ id }) => id === part.parent);
        const giver = parent ? PLACES.find((name) => ORGS[name].id === parent.orgId) : 'county';
        // 转交 of the part that was split is refused, so that who gave a task stays who it was.
        await go(part, act, who[giver ?? 'county'], who[owner]);
        const after = await partsOf(top);
        for (const now of after) {
          const old = before.find(({ id }) => id === now.id);
          if (old && old.version !== now.version)
            expect(
              LEGAL.has(`${old.state}>${now.state}`) || old.state === now.state,
              `${act}: ${old.state}>${now.state}`,
            ).toBe(true);
        }
        const places = after.map(({ circleId, orgId }) => `${circleId}:${orgId}`);
        expect(new Set(places).size).toBe(places.length);
        before = after;
      }
      await verify(top);
      if (!merges) return;
      // The branch goes up in its neighbour: its open parts go along, each organisation has one a cycle as before.
      const open = (await partsOf(top)).filter(({ orgId, state }) => orgId === ORGS.branchA11.id && state < 4);
      const change = await carryOut(who.county, {
        kind: 'merge',
        orgId: ORGS.branchA12.id,
        sourceIds: [ORGS.branchA11.id],
      });
      const after = await verify(top);
      for (const { id } of open) expect(after.find((one) => one.id === id)?.orgId).toBe(ORGS.branchA12.id);
      await takeBack(who.county, change);
      await verify(top);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
