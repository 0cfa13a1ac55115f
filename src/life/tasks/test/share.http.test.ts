import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideParts, getPart, reportPart } from '#life/tasks/contract.part.ts';
import { getTask, listTasks } from '#life/tasks/contract.ts';
import type { Caller, TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { office, startOffice, todayOf } from './factory.ts';

let t: TestApp;
let stop: () => Promise<void>;
let county: Caller;
let committee: Caller;
let branch: Caller;
beforeAll(async () => {
  ({ t, stop } = await startOffice());
  [county, committee, branch] = [await t.as('countyWorker'), await t.as('committeeWorker'), await t.as('branchWorker')];
});
afterAll(() => stop());

test('a part that was handed on counts what is done of it below, until it is reported itself', async () => {
  const at = office(t, await todayOf(t));
  const id = await at.given(county, { mode: 'chosen', orgIds: [ORGS.committeeA1.id] });
  const part = await at.partOf(id, 'committeeA1');
  const below = await at.given(committee, {
    mode: 'chosen',
    orgIds: [ORGS.branchA11.id, ORGS.branchA12.id],
    parentTaskID: id,
    parentCircleID: part.circleId,
  });
  const progress = async () => {
    const { data } = await county.call(getTask, { id });
    const { rows } = await county.call(listTasks, {});
    const listed = rows.find((row: { id: string }) => row.id === id);
    expect([listed?.progress, data.circles[0].partly]).toEqual([data.progress, data.partly]);
    return [data.completed, data.partly, data.progress];
  };
  expect(await progress()).toEqual([0, 0, 0]);
  await at.reported(below, branch);
  expect(await progress()).toEqual([0, 0, 0]);
  const child = await at.partOf(below);
  const ended = await committee.call(decideParts, { ids: [child.id], agree: true });
  expect(ended.code, ended.text).toBe(200);
  expect(await progress()).toEqual([0, 0.5, 0.5]);
  // A level further down counts in the same way, and what was voided counts no more.
  await sql`update office_part set state = 5 where task_id = ${below} and org_id = ${ORGS.branchA12.id}`.execute(t.db);
  expect(await progress()).toEqual([0, 1, 1]);
  await committee.call(reportPart, { ...(await at.partOf(id, 'committeeA1')), report: '两个支部都已完成。' });
  expect(await progress()).toEqual([0, 0, 0]);
});

test('receivers see each other’s reports only where the task says 互相可见, without files and drafts', async () => {
  const at = office(t, await todayOf(t));
  const sibling = await t.as('siblingWorker');
  for (const openToOthers of [false, true]) {
    const orgIds = [ORGS.branchA11.id, ORGS.committeeA2.id];
    const id = await at.given(county, { mode: 'chosen', orgIds, openToOthers });
    const own = await at.partOf(id, 'committeeA2');
    const others = async () => (await sibling.call(getPart, { id: own.id })).data.others;
    expect(await others()).toEqual(openToOthers ? [] : null);
    const part = await at.reported(id, branch);
    expect(await others()).toEqual(
      openToOthers
        ? [expect.objectContaining({ orgName: ORGS.branchA11.name, report: '学习三次，二十人参加。' })]
        : null,
    );
    // The part itself stays out of reach.
    expect((await sibling.call(getPart, { id: part })).code).toBe(404);
  }
});
