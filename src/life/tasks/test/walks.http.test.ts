import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiveOwnPart, reportOwnPart, withdrawOwnPart } from '#life/tasks/contract.ownPart.ts';
import { decideParts, receivePart, reopenPart, reportPart, voidPart, withdrawPart } from '#life/tasks/contract.part.ts';
import { getTask, listTasks } from '#life/tasks/contract.ts';
import { mayAct, PART_ARROWS, type PartAct, type PartState, progressOf } from '#life/tasks/rules.ts';
import type { Caller, TestApp } from '../../../../test/support/app.ts';
import { type office, startOffice } from './factory.ts';

let t: TestApp;
let stop: () => Promise<void>;
let county: Caller;
let branch: Caller;
let person: Caller;
let at: ReturnType<typeof office>;

beforeAll(async () => {
  ({ t, stop, at } = await startOffice());
  [county, branch, person] = [await t.as('countyWorker'), await t.as('branchWorker'), await t.as('member')];
});
afterAll(() => stop());

/** Walks of the suite; more by the environment. */
const RUNS = Number(process.env.WALKS ?? 10);
const acts = Object.keys(PART_ARROWS) as PartAct[];

/** One act by whoever may do it. */
function go(act: PartAct, id: string, version: number, toPerson: boolean) {
  const one = { id, version };
  switch (act) {
    case 'receive':
      return toPerson ? person.call(receiveOwnPart, one) : branch.call(receivePart, one);
    case 'report':
      return toPerson
        ? person.call(reportOwnPart, { ...one, report: '学习三次' })
        : branch.call(reportPart, { ...one, report: '学习三次' });
    case 'withdraw':
      return toPerson ? person.call(withdrawOwnPart, one) : branch.call(withdrawPart, one);
    case 'accept':
      return county.call(decideParts, { ids: [id], agree: true });
    case 'refuse':
      return county.call(decideParts, { ids: [id], agree: false, opinion: '请补充人数' });
    case 'reopen':
      return county.call(reopenPart, { ...one, reason: '有误' });
    case 'void':
      return county.call(voidPart, { ...one, reason: '不用办' });
  }
}

test('whatever is tried in whatever order, an organisation’s or a person’s part moves along its arrows alone, and progress is the recount', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...acts), { maxLength: 8 }), fc.boolean(), async (walk, toPerson) => {
      const { memberId } = t.fixture.principals.member;
      const taskId = await at.given(county, toPerson ? { mode: 'people', memberIds: [memberId ?? ''] } : {});
      const { id } = await at.partOf(taskId);
      let state: PartState = 0;
      for (const act of walk) {
        const { version } = await at.partOf(taskId);
        const reply = await go(act, id, version, toPerson);
        expect(reply.code === 200, `${act} in ${state}: ${reply.text}`).toBe(mayAct(act, state));
        if (reply.code === 200) state = PART_ARROWS[act].to;
        expect((await at.partOf(taskId)).state).toBe(state);
      }
      const { rows } = await sql<{ live: number; completed: number; parts: number; receivers: number }>`
        select count(*) filter (where state <> 5)::int as live, count(*) filter (where state = 4)::int as completed,
               count(*)::int as parts, count(distinct (org_id, person_id))::int as receivers from office_part where task_id = ${taskId}`.execute(
        t.db,
      );
      const [found] = rows;
      expect(found?.parts).toBe(found?.receivers);
      expect((await county.call(getTask, { id: taskId })).data.isToPeople).toBe(toPerson);
      const expected = progressOf(found?.completed ?? 0, found?.live ?? 0);
      expect((await county.call(getTask, { id: taskId })).data.progress).toBe(expected);
      const list = await county.call(listTasks, { pageSize: 50 });
      expect(list.rows.find((row) => row.id === taskId)?.progress).toBe(expected);
      // Who has nothing more to do has no to-do, and one at most is open.
      expect(await at.todosOf(`officePart:${id}`)).toHaveLength([0, 1, 3].includes(state) ? 1 : 0);
    }),
    { numRuns: RUNS },
  );
});
