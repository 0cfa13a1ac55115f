import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  askExtension,
  assignPart,
  decideExtension,
  decideParts,
  getPart,
  listParts,
  partWorkers,
  receivePart,
  reopenPart,
  reportPart,
  withdrawPart,
} from '#life/tasks/contract.part.ts';
import {
  createTask,
  getTask,
  previewTask,
  publishingProgress,
  publishTask,
  removeTask,
  taskMatrix,
  updateTask,
} from '#life/tasks/contract.ts';
import { jobEnds } from '#people/member/test/factory.ts';
import { addDays } from '#platform/time/days.ts';
import type { Caller, TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { type office, startOffice } from './factory.ts';

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

describe('giving', () => {
  test('a draft is seen, changed and dropped by its own organisation alone', async () => {
    const made = await committee.call(createTask, at.draft());
    const { id } = made.data;
    expect((await county.call(getTask, { id })).code).toBe(404);
    expect((await branch.call(getTask, { id })).code).toBe(404);
    const changed = await committee.call(updateTask, { id, version: 1, ...at.draft({ title: '改过的名称' }) });
    expect(changed.data.version).toBe(2);
    const stale = await committee.call(updateTask, { id, version: 1, ...at.draft() });
    expect(stale.data).toMatchObject({ conflict: true });
    expect((await committee.call(getTask, { id })).data.title).toBe('改过的名称');
    expect((await committee.call(removeTask, { id, deleteReason: '重复' })).code).toBe(200);
    expect((await committee.call(getTask, { id })).code).toBe(404);
  });

  test.each([
    [{ endsOn: '2000-01-01' }, 'endsOn', '截止日期不能早于开始日期'],
    [{ frequency: 2, dueRule: 'day', dueDays: 0 }, 'dueDays', '1至31'],
    [{ mode: 'chosen' }, 'orgIds', '请选择组织'],
    [{ title: '' }, 'title', '请输入任务名称'],
    [{ kind: 9 }, 'kind', '请选择办理方式'],
  ])('bad input %o is said at its field, and nothing is written', async (more, field, sentence) => {
    const { rows: before } = await sql`select id from office_task`.execute(t.db);
    const reply = await committee.call(createTask, at.draft(more));
    expect(reply.code).toBe(600);
    expect(reply.data?.fields?.[field]).toContain(sentence);
    const { rows: after } = await sql`select id from office_task`.execute(t.db);
    expect(after.length).toBe(before.length);
  });

  test('organisations out of scope read as not there', async () => {
    const reply = await committee.call(createTask, at.draft({ mode: 'chosen', orgIds: [ORGS.branchB11.id] }));
    expect(reply.code).toBe(404);
  });

  test('the preview counts, names the cycles and what is amiss; publishing gives each organisation each cycle once', async () => {
    const start = `${today.slice(0, 4)}-01-01`;
    const made = await county.call(
      createTask,
      at.draft({ frequency: 3, startsOn: start, endsOn: `${today.slice(0, 4)}-12-31` }),
    );
    const { id } = made.data;
    const seen = (await county.call(previewTask, { id })).data;
    expect(seen.total).toBe(6);
    expect(seen.circles).toHaveLength(4);
    expect(seen.warnings.join()).toContain('没有党务工作者账号');
    expect(seen.faults).toEqual([]);
    const out = await county.call(publishTask, { id, version: 1 });
    expect(out.data.total).toBe(6);
    await jobEnds(county, out.data.jobId);
    const progress = (await county.call(publishingProgress, { id })).data;
    expect(progress).toMatchObject({ total: 6, done: 6, failed: 0, state: 2 });
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from office_part where task_id = ${id}`.execute(
      t.db,
    );
    expect(rows[0]?.n).toBe(24);
    expect((await county.call(publishTask, { id, version: out.data.total })).code).toBe(400);
    const { rows: told } = await sql`
      select from notice n join notice_recipient r on r.notice_id = n.id
       where n.title = '新任务：报送党员学习情况' and r.account_id = ${t.fixture.principals.branchWorker.accountId}`.execute(
      t.db,
    );
    expect(told).toHaveLength(1);
    const page = await county.call(taskMatrix, { id, pageSize: 4 });
    expect(page.total).toBe(6);
    expect(page.rows).toHaveLength(4);
    expect(page.rows[0]?.cells).toHaveLength(4);
  });

  test('an audience without anybody is not published', async () => {
    const made = await branch.call(createTask, at.draft());
    const seen = (await branch.call(previewTask, { id: made.data.id })).data;
    expect(seen.faults).toEqual(['没有符合条件的下级组织，请修改发给谁']);
    expect((await branch.call(publishTask, { id: made.data.id, version: 1 })).code).toBe(400);
  });

  test('types narrow, direct children alone are not grandchildren', async () => {
    const made = await county.call(createTask, at.draft({ mode: 'children' }));
    expect(
      (await county.call(previewTask, { id: made.data.id })).data.orgs.map(({ id }: { id: string }) => id),
    ).toEqual([ORGS.committeeA1.id, ORGS.committeeA2.id]);
    const branches = await county.call(createTask, at.draft({ types: [46] }));
    expect((await county.call(previewTask, { id: branches.data.id })).data.total).toBe(4);
  });
});

describe('answering', () => {
  test('receive, report, return, fix, accept, reopen: to-dos and history follow', async () => {
    const id = await at.given(committee);
    const part = await at.partOf(id);
    const subject = `officePart:${part.id}`;
    expect((await at.todosOf(subject)).map(({ act }) => act)).toEqual(['接收']);
    const seen = await branch.call(getPart, { taskId: id, circleId: part.circleId });
    expect(seen.data).toMatchObject({ state: 0, can: { receive: true, report: true, decide: false } });
    const received = await branch.call(receivePart, { id: part.id, version: 1 });
    expect(received.data.version).toBe(2);
    expect((await at.todosOf(subject)).map(({ act }) => act)).toEqual(['上报']);
    const empty = await branch.call(reportPart, { id: part.id, version: 2 });
    expect(empty.data?.fields?.report).toBe('请输入办理情况，或引用本组织的记录');
    expect((await branch.call(reportPart, { id: part.id, version: 2, isNil: true })).data?.fields?.isNil).toContain(
      '零报告',
    );
    await at.reported(id, branch);
    expect(await at.todosOf(subject)).toEqual([]);
    expect((await at.todosOf(`officeCheck:${id}`)).map(({ orgId }) => orgId)).toEqual([ORGS.committeeA1.id]);

    expect((await committee.call(decideParts, { ids: [part.id], agree: false })).data?.fields?.opinion).toBeTruthy();
    const returned = await committee.call(decideParts, { ids: [part.id], agree: false, opinion: '请写明人数' });
    expect(returned.data).toEqual({ decided: 1, skipped: 0, next: null });
    expect((await at.todosOf(subject)).map(({ act }) => act)).toEqual(['补正']);
    await at.reported(id, branch);
    await committee.call(decideParts, { ids: [part.id], agree: true });
    expect(await at.todosOf(`officeCheck:${id}`)).toEqual([]);
    expect((await committee.call(getTask, { id })).data).toMatchObject({ completed: 1, live: 2, progress: 0.5 });
    const again = await committee.call(decideParts, { ids: [part.id], agree: true });
    expect(again.code).toBe(400);
    const now = await at.partOf(id);
    await committee.call(reopenPart, { id: part.id, version: now.version, reason: '数字有误' });
    const end = (await branch.call(getPart, { id: part.id })).data;
    expect(end.state).toBe(3);
    expect(end.entries.map(({ act }: { act: string }) => act)).toEqual([
      '接收',
      '上报',
      '退回',
      '上报',
      '验收通过',
      '重开',
    ]);
  });

  test('what is handed in is taken back until it is decided', async () => {
    const id = await at.given(committee);
    const partId = await at.reported(id, branch);
    const now = await at.partOf(id);
    expect((await branch.call(withdrawPart, { id: partId, version: now.version })).code).toBe(200);
    expect(await at.todosOf(`officeCheck:${id}`)).toEqual([]);
    await at.reported(id, branch);
    await committee.call(decideParts, { ids: [partId], agree: true });
    const after = await at.partOf(id);
    expect((await branch.call(withdrawPart, { id: partId, version: after.version })).code).toBe(400);
  });

  test('fifty accept and return at once: one wins', async () => {
    const id = await at.given(committee);
    const partId = await at.reported(id, branch);
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        committee.call(decideParts, { ids: [partId], agree: at % 2 === 0, opinion: '意见' }),
      ),
    );
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(1);
    const { rows } =
      await sql`select from office_entry where part_id = ${partId} and act in ('验收通过', '退回')`.execute(t.db);
    expect(rows).toHaveLength(1);
  });

  test('after its day a report is 补报; nil reports where they are allowed', async () => {
    const id = await at.given(committee, { nilAllowed: true, startsOn: addDays(today, -9), endsOn: today });
    const part = await at.partOf(id);
    await sql`update office_part set due_on = ${addDays(today, -1)} where id = ${part.id}`.execute(t.db);
    expect((await branch.call(listParts, { overdue: true })).rows.map((row: { id: string }) => row.id)).toContain(
      part.id,
    );
    const nil = await branch.call(reportPart, { id: part.id, version: part.version, isNil: true });
    expect(nil.code, nil.text).toBe(200);
    const seen = (await committee.call(getPart, { id: part.id })).data;
    expect(seen).toMatchObject({ isLate: true, isNil: true });
    expect(seen.entries.map(({ act, text }: { act: string; text: string }) => [act, text])).toEqual([
      ['补报', '零报告'],
    ]);
  });

  test('an extension is asked for and decided; the to-do follows the new day', async () => {
    const id = await at.given(committee);
    const part = await at.partOf(id);
    const until = addDays(today, 30);
    const early = await branch.call(askExtension, { id: part.id, version: 1, until: addDays(today, 3), reason: '忙' });
    expect(early.data?.fields?.until).toContain('应晚于');
    const asked = await branch.call(askExtension, { id: part.id, version: 1, until, reason: '人员集中外出' });
    expect(asked.code, asked.text).toBe(200);
    const waits = () => at.todosOf(`officeExtension:${part.id}`);
    expect(await waits()).toMatchObject([{ act: '审批', orgId: ORGS.committeeA1.id }]);
    const agreed = await committee.call(decideExtension, { id: part.id, version: asked.data.version, agree: true });
    expect(agreed.code, agreed.text).toBe(200);
    expect((await at.todosOf(`officePart:${part.id}`)).map(({ due }) => due)).toEqual([until]);
    expect(await waits()).toEqual([]);
  });

  test('a part is assigned to a worker of the own organisation, who finds it', async () => {
    const id = await at.given(committee);
    const part = await at.partOf(id);
    const [one] = (await branch.call(partWorkers, {})).data;
    expect(one).toBeDefined();
    const foreign = t.fixture.principals.countyWorker.accountId;
    expect(
      (await branch.call(assignPart, { id: part.id, version: 1, accountId: foreign })).data?.fields?.accountId,
    ).toBeTruthy();
    await branch.call(assignPart, { id: part.id, version: 1, accountId: one?.accountId ?? '' });
    expect((await branch.call(listParts, { view: 'handled' })).rows.map((row: { id: string }) => row.id)).toContain(
      part.id,
    );
  });
});
