import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decideParts, getPart, listParts, officeHome, say, urgeTask, voidPart } from '#life/tasks/contract.part.ts';
import {
  addOrgs,
  createTask,
  endTask,
  getTask,
  listTasks,
  moveDeadline,
  publishTask,
  voidTask,
} from '#life/tasks/contract.ts';
import { maintainTasks } from '#life/tasks/server/service/publish.ts';
import { jobEnds } from '#people/member/test/factory.ts';
import { addDays } from '#platform/time/days.ts';
import type { Caller, TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { type office, startOffice } from './factory.ts';

let t: TestApp;
let stop: () => Promise<void>;
let county: Caller;
let committee: Caller;
let sibling: Caller;
let branch: Caller;
let today: string;
let at: ReturnType<typeof office>;

beforeAll(async () => {
  ({ t, stop, today, at } = await startOffice());
  [county, committee, sibling, branch] = [
    await t.as('countyWorker'),
    await t.as('committeeWorker'),
    await t.as('siblingWorker'),
    await t.as('branchWorker'),
  ];
});
afterAll(() => stop());

describe('between', () => {
  test('others see nothing of a part; the superior of a receiver reads it', async () => {
    const id = await at.given(county, { mode: 'chosen', orgIds: [ORGS.branchA11.id] });
    const part = await at.partOf(id);
    expect((await sibling.call(getTask, { id })).code).toBe(404);
    expect((await sibling.call(getPart, { id: part.id })).code).toBe(404);
    expect((await sibling.call(decideParts, { ids: [part.id], agree: true })).code).toBe(404);
    expect((await committee.call(getPart, { id: part.id })).data.can.decide).toBe(false);
    await at.reported(id, branch);
    expect((await committee.call(decideParts, { ids: [part.id], agree: true })).code).toBe(400);
    expect((await county.call(decideParts, { ids: [part.id], agree: true })).code).toBe(200);
  });

  test('words on a part reach the other side', async () => {
    const id = await at.given(committee);
    const part = await at.partOf(id);
    expect((await branch.call(say, { id: part.id, text: '可以用照片代替吗？' })).code).toBe(200);
    const { rows } = await sql`
      select from notice n join notice_recipient r on r.notice_id = n.id
       where n.remark = '可以用照片代替吗？' and r.account_id = ${t.fixture.principals.committeeWorker.accountId}`.execute(
      t.db,
    );
    expect(rows).toHaveLength(1);
    expect((await county.call(say, { id: part.id, text: '插话' })).code).toBe(400);
  });

  test('a part is handed on within its day, and what comes back stands beside it', async () => {
    const id = await at.given(county, { mode: 'children' });
    const part = await at.partOf(id, 'committeeA1');
    const handOn = (endsOn: string) =>
      committee.call(createTask, { ...at.draft({ endsOn }), parentTaskID: id, parentCircleID: part.circleId });
    const late = await handOn(addDays(today, 21));
    expect(late.data?.fields?.endsOn).toBe(`截止日期不能晚于上级任务的${addDays(today, 20)}`);
    const made = await handOn(addDays(today, 10));
    const out = await committee.call(publishTask, { id: made.data.id, version: 1 });
    await jobEnds(committee, out.data.jobId);
    await at.reported(made.data.id, branch);
    const seen = (await committee.call(getPart, { id: part.id })).data;
    expect(seen.children).toMatchObject([{ id: made.data.id, live: 2, completed: 0 }]);
    expect(seen.children[0]?.reports).toEqual([
      { orgName: ORGS.branchA11.name, circle: '', report: '学习三次，二十人参加。' },
    ]);
    expect((await committee.call(getTask, { id: made.data.id })).data.parent).toMatchObject({ taskId: id });
  });

  test('a deadline moves for whoever has not handed in; organisations are added; a part and a task are voided', async () => {
    const id = await at.given(county, { mode: 'chosen', orgIds: [ORGS.branchA11.id, ORGS.committeeA1.id] });
    const partId = await at.reported(id, branch);
    const { circles, version } = (await county.call(getTask, { id })).data;
    const dueOn = addDays(today, 25);
    const moved = await county.call(moveDeadline, {
      id,
      circleId: circles[0]?.id ?? '',
      version,
      dueOn,
      reason: '放宽',
    });
    expect(moved.code, moved.text).toBe(200);
    const dues = await sql<{
      due: string;
    }>`select due_on::text as due from office_part where task_id = ${id} order by state`.execute(t.db);
    expect(dues.rows.map(({ due }) => due)).toEqual([dueOn, addDays(today, 20)]);
    const added = await county.call(addOrgs, { id, version: moved.data.version, orgIds: [ORGS.branchA12.id] });
    expect(added.data.added).toBe(1);
    expect((await county.call(getTask, { id })).data.targets).toBe(3);
    const extra = await at.partOf(id, 'branchA12');
    expect((await county.call(voidPart, { id: extra.id, version: 1, reason: '不用报' })).code).toBe(200);
    const now = (await county.call(getTask, { id })).data;
    expect(now.live).toBe(2);
    expect((await county.call(endTask, { id, version: now.version })).code).toBe(400);
    expect((await county.call(voidTask, { id, version: now.version, reason: '文件取消' })).code).toBe(200);
    expect((await branch.call(getPart, { id: partId })).data.state).toBe(5);
  });

  test('urging reaches whoever is late or due, once in two hours, and names where nobody works', async () => {
    const id = await at.given(county, {
      mode: 'chosen',
      orgIds: [ORGS.branchA11.id, ORGS.branchA22.id],
      endsOn: addDays(today, 2),
    });
    const first = (await county.call(urgeTask, { id })).data;
    expect(first).toMatchObject({ due: 2, reminded: 1, recently: 0, missing: [ORGS.branchA22.name] });
    const second = (await county.call(urgeTask, { id })).data;
    expect(second).toMatchObject({ reminded: 0, recently: 1 });
  });

  test('the hourly work opens to-dos of cycles that begin, reminds once, and ends what is over', async () => {
    const id = await at.given(committee, {
      mode: 'chosen',
      orgIds: [ORGS.branchA11.id],
      startsOn: addDays(today, 1),
      endsOn: addDays(today, 2),
    });
    const part = await at.partOf(id);
    expect(await at.todosOf(`officePart:${part.id}`)).toEqual([]);
    await sql`update office_circle set starts_on = ${addDays(today, -1)} where task_id = ${id}`.execute(t.db);
    await maintainTasks(t.services);
    await maintainTasks(t.services);
    expect(await at.todosOf(`officePart:${part.id}`)).toHaveLength(1);
    const { rows } =
      await sql`select from notice where title like '三天内截止：%' and created_at > now() - interval '1 minute'
      and id in (select notice_id from notice_recipient where account_id = ${t.fixture.principals.branchWorker.accountId})`.execute(
        t.db,
      );
    expect(rows.length).toBeGreaterThan(0);
    await at.reported(id, branch);
    await committee.call(decideParts, { ids: [part.id], agree: true });
    await sql`update office_circle set due_on = ${addDays(today, -1)} where task_id = ${id}`.execute(t.db);
    await maintainTasks(t.services);
    expect((await committee.call(getTask, { id })).data.state).toBe(3);
  });

  test('the first page counts what its lists show', async () => {
    const home = (await branch.call(officeHome, {})).data;
    const count = async (state: number) =>
      (await branch.call(listParts, { state })).rows.filter((row: { version: number }) => row.version > 0).length;
    expect(home.own.returned).toBe(await count(3));
    const mine = (await committee.call(officeHome, {})).data;
    expect(mine.given.running).toBe((await committee.call(listTasks, { state: 2 })).total);
  });
});
