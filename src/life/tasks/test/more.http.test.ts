import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upload } from '#kernel/files/test/factory.ts';
import { setSite } from '#kernel/session/test/factory.ts';
import { decideParts, getPart, listParts, receivePart, reportPart, say, urgeTask } from '#life/tasks/contract.part.ts';
import {
  cutCircle,
  handOver,
  listReports,
  listRevisions,
  reviseTask,
  watchParts,
} from '#life/tasks/contract.partMore.ts';
import { createTask, getTask, previewTask, taskMatrix } from '#life/tasks/contract.ts';
import { maintainTasks } from '#life/tasks/server/service/publish.ts';
import { sendUrging } from '#life/tasks/server/service/urgeSms.ts';
import type { Caller, TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { type office, startOffice, todayOf } from './factory.ts';

let t: TestApp;
let stop: () => Promise<void>;
let county: Caller;
let committee: Caller;
let branch: Caller;
let sibling: Caller;
let at: ReturnType<typeof office>;
beforeAll(async () => {
  ({ t, stop, at } = await startOffice());
  [county, committee, branch, sibling] = [
    await t.as('countyWorker'),
    await t.as('committeeWorker'),
    await t.as('branchWorker'),
    await t.as('siblingWorker'),
  ];
});
afterAll(() => stop());

const told = async (title: string, who: keyof TestApp['fixture']['principals']) => {
  const { rows } = await sql`
    select from notice n join notice_recipient r on r.notice_id = n.id
     where n.title = ${title} and r.account_id = ${t.fixture.principals[who].accountId}`.execute(t.db);
  return rows.length;
};

test('a part handed over goes whole to an organisation below, which answers it; it cannot go where there is one already', async () => {
  const id = await at.given(county, {
    title: '转交的任务',
    mode: 'chosen',
    orgIds: [ORGS.committeeA1.id, ORGS.branchA12.id],
  });
  const part = await at.partOf(id, 'committeeA1');
  const give = (orgId: string, who = committee) =>
    who.call(handOver, { id: part.id, version: part.version, orgId, reason: '由支部直接办理' });
  expect((await give(ORGS.committeeA2.id)).code).toBe(404);
  expect((await give(ORGS.branchA11.id, sibling)).code).toBe(404);
  expect((await give(ORGS.branchA11.id, county)).code).not.toBe(200);
  expect((await give(ORGS.committeeA1.id)).data?.fields?.orgId).toContain('下级');
  expect((await give(ORGS.branchA12.id)).data?.fields?.orgId).toContain('已有自己的办理件');
  const done = await give(ORGS.branchA11.id);
  expect(done.code, done.text).toBe(200);
  expect((await give(ORGS.branchA11.id)).code).toBe(400);
  expect(await at.todosOf(`officePart:${part.id}`)).toMatchObject([{ orgId: ORGS.branchA11.id, act: '接收' }]);
  expect(await told('任务转交给您的组织：转交的任务', 'branchWorker')).toBe(1);
  const seen = (await branch.call(getPart, { id: part.id })).data;
  expect(seen.entries.at(-1)).toMatchObject({ act: '转交', text: `给${ORGS.branchA11.name}：由支部直接办理` });
  await at.reported(id, branch);
  expect((await county.call(decideParts, { ids: [part.id], agree: true })).code).toBe(200);
});

test('what hangs on a part holds it: it cannot be handed over once it was split', async () => {
  const id = await at.given(county, { mode: 'chosen', orgIds: [ORGS.committeeA1.id] });
  const part = await at.partOf(id, 'committeeA1');
  await at.given(committee, {
    mode: 'chosen',
    orgIds: [ORGS.branchA12.id],
    parentTaskID: id,
    parentCircleID: part.circleId,
  });
  const reply = await committee.call(handOver, { ...part, orgId: ORGS.branchA11.id, reason: '试' });
  expect(reply.text).toContain('已经分解');
});

test('督办 is the giver’s: it is marked, said to the receiver and, where asked, to those between', async () => {
  const id = await at.given(county, {
    title: '督办的任务',
    mode: 'chosen',
    orgIds: [ORGS.branchA11.id, ORGS.branchA12.id],
  });
  const part = await at.partOf(id);
  const watch = (more: object, who = county) =>
    who.call(watchParts, { ids: [part.id], on: true, reason: '本周内报', ...more });
  expect((await watch({}, committee)).code).toBe(400);
  expect((await watch({}, sibling)).code).toBe(404);
  expect((await watch({ reason: '' })).data?.fields?.reason).toContain('督办要求');
  expect((await watch({ copyUp: true })).data).toEqual({ changed: 1, copied: 1 });
  expect((await watch({})).data).toEqual({ changed: 0, copied: 0 });
  expect([
    await told('督办：督办的任务', 'branchWorker'),
    await told('抄送：督办：督办的任务', 'committeeWorker'),
  ]).toEqual([1, 1]);
  expect(await told('抄送：督办：督办的任务', 'siblingWorker')).toBe(0);
  const matrix = await county.call(taskMatrix, { id, only: 'watched' });
  expect(matrix.rows.map((row: { id: string }) => row.id)).toEqual([ORGS.branchA11.id]);
  const list = await branch.call(listParts, { keyWords: '督办的任务' });
  expect(list.rows[0]).toMatchObject({ isWatched: true });
  expect((await watch({ on: false, reason: '' })).data.changed).toBe(1);
  expect((await branch.call(getPart, { id: part.id })).data).toMatchObject({ isWatched: false, watchedFor: '' });
});

test('a task that is out is revised: the text before stays, and whoever has it open is told', async () => {
  const id = await at.given(county, {
    title: '要改的任务',
    mode: 'chosen',
    orgIds: [ORGS.branchA11.id, ORGS.committeeA2.id],
  });
  await at.reported(id, branch);
  const { version, content } = (await county.call(getTask, { id })).data;
  const change = { id, version, content: '请写明次数，并附照片。', note: '增加照片' };
  expect((await committee.call(reviseTask, change)).code).toBe(400);
  expect((await sibling.call(reviseTask, change)).code).toBe(400);
  expect((await county.call(reviseTask, { ...change, content })).data?.fields?.content).toContain('没有变化');
  const done = await county.call(reviseTask, change);
  expect(done.code, done.text).toBe(200);
  expect((await county.call(reviseTask, change)).data).toMatchObject({ conflict: true });
  // Whoever has handed in is not bothered.
  expect([
    await told('任务要求有修改：要改的任务', 'siblingWorker'),
    await told('任务要求有修改：要改的任务', 'branchWorker'),
  ]).toEqual([1, 0]);
  expect((await sibling.call(listRevisions, { id })).data).toMatchObject([{ no: 1, content, note: '增加照片' }]);
  const own = await at.partOf(id, 'committeeA2');
  expect((await sibling.call(getPart, { id: own.id })).data).toMatchObject({ content: change.content, revisions: 1 });
});

test('reports of a cycle stand side by side within the scope of the reader; drafts do not', async () => {
  const id = await at.given(county, { mode: 'chosen', orgIds: [ORGS.branchA11.id, ORGS.committeeA2.id] });
  const own = await at.partOf(id, 'committeeA2');
  const read = async (who: Caller) =>
    (await who.call(listReports, { id, circleId: own.circleId })).rows.map((row: { orgName: string }) => row.orgName);
  await sibling.call(receivePart, { id: own.id, version: own.version });
  expect(await read(county)).toEqual([]);
  await at.reported(id, branch);
  expect(await read(county)).toEqual([ORGS.branchA11.name]);
  expect(await read(committee)).toEqual([ORGS.branchA11.name]);
  expect(await read(sibling)).toEqual([]);
});

test('the bar of an organisation in the matrix is the figure of list and chart: what was handed on counts by what is done below', async () => {
  const id = await at.given(county, { mode: 'chosen', orgIds: [ORGS.committeeA1.id] });
  const part = await at.partOf(id, 'committeeA1');
  const below = await at.given(committee, {
    mode: 'chosen',
    orgIds: [ORGS.branchA11.id, ORGS.branchA12.id],
    parentTaskID: id,
    parentCircleID: part.circleId,
  });
  const bar = async () => {
    const { rows } = await county.call(taskMatrix, { id });
    const { data } = await county.call(getTask, { id });
    expect(rows[0].partly).toBe(data.partly);
    return rows[0].partly;
  };
  expect(await bar()).toBe(0);
  await at.reported(below, branch);
  await committee.call(decideParts, { ids: [(await at.partOf(below)).id], agree: true });
  expect(await bar()).toBe(0.5);
  await committee.call(reportPart, { ...(await at.partOf(id, 'committeeA1')), report: '已完成' });
  expect(await bar()).toBe(0);
});

test('the preview names holidays as last days by the table of working days, and no weekend that is worked', async () => {
  const warnings = async (endsOn: string) => {
    const made = await county.call(createTask, at.draft({ startsOn: '2026-01-05', endsOn }));
    return (await county.call(previewTask, { id: made.data.id })).data.warnings.join();
  };
  expect(await warnings('2026-10-01')).toContain('截止日期在放假期间：2026-10-01');
  expect(await warnings('2026-10-10')).not.toMatch(/周末|放假/);
  expect(await warnings('2026-11-21')).toContain('截止日期在周末：2026-11-21');
});

test('a cycle that has not begun is taken off with its parts; one that has, or that somebody answered, stays', async () => {
  const today = await todayOf(t);
  const year = Number(today.slice(0, 4));
  const orgIds = [ORGS.branchA11.id, ORGS.committeeA1.id];
  const id = await at.given(county, {
    frequency: 3,
    mode: 'chosen',
    orgIds,
    startsOn: `${year}-01-01`,
    endsOn: `${year + 1}-06-30`,
  });
  const read = async () => (await county.call(getTask, { id })).data;
  const { circles, version } = await read();
  expect(circles).toHaveLength(6);
  const cut = (circleId: string, who = county) =>
    who.call(cutCircle, { id, version, circleId, reason: '明年另行布置' });
  expect((await cut(circles[0].id)).data?.fields?.circleId).toContain('已经开始');
  expect((await cut(circles[5].id, committee)).code).toBe(400);
  await sql`update office_part set state = 1 where circle_id = ${circles[4].id} and org_id = ${ORGS.branchA11.id}`.execute(
    t.db,
  );
  expect((await cut(circles[4].id)).text).toContain('已有组织办理');
  const done = await cut(circles[5].id);
  expect(done.code, done.text).toBe(200);
  const after = await read();
  expect([after.circles.length, after.live]).toEqual([5, 10]);
});

test('what is late stands before the giver and the superior in between, one to-do for a task, until nothing is late any more', async () => {
  const today = await todayOf(t);
  const id = await at.given(county, { mode: 'chosen', orgIds: [ORGS.branchA11.id, ORGS.branchA12.id] });
  await sql`update office_part set due_on = ${today}::date - 3 where task_id = ${id}`.execute(t.db);
  await maintainTasks(t.services);
  await maintainTasks(t.services);
  const open = async () =>
    (await at.todosOf(`officeLate:${id}`))
      .map(({ act, orgId }) => [act, orgId])
      .sort(([a], [b]) => (a ?? '').localeCompare(b ?? ''));
  expect(await open()).toEqual(
    [
      ['督办', ORGS.countyA.id],
      ['查看', ORGS.committeeA1.id],
    ].sort(([a], [b]) => (a ?? '').localeCompare(b ?? '')),
  );
  await sql`update office_part set state = 4 where task_id = ${id}`.execute(t.db);
  await maintainTasks(t.services);
  expect(await open()).toEqual([]);
});

test('words on a part carry files, which only those who see the part read', async () => {
  const id = await at.given(county, { mode: 'chosen', orgIds: [ORGS.branchA11.id] });
  const part = await at.partOf(id);
  const file = (await upload(t, branch, '说明.txt', Buffer.from('说明'))).data.id as string;
  const said = await branch.call(say, { id: part.id, text: '见附件', files: [file] });
  expect(said.code, said.text).toBe(200);
  const entries = (await county.call(getPart, { id: part.id })).data.entries;
  expect(entries.at(-1)).toMatchObject({ text: '见附件', files: [{ id: file }] });
});

test('urging sends an SMS beside the notice to confirmed numbers, once, and only where the site sends any', async () => {
  const today = await todayOf(t);
  const path = join(t.services.config.dataDir, 'sms.txt');
  const lines = () =>
    (existsSync(path) ? readFileSync(path, 'utf8') : '').split('\n').filter((line) => line.includes('催办')).length;
  const { accountId } = t.fixture.principals.branchWorker;
  const encrypted = t.services.vault.encrypt(`account.phone.${accountId}`, '13800000001');
  await sql`update account set phone_enc = ${encrypted}, phone_confirmed_at = now() where id = ${accountId}`.execute(
    t.db,
  );
  for (const [kind, n] of [
    ['off', 0],
    ['file', 1],
  ] as const) {
    await setSite(t, { sms: { kind, url: null, sign: '试' } });
    const id = await at.given(county, {
      title: `催办短信${kind}`,
      mode: 'chosen',
      orgIds: [ORGS.branchA11.id],
      endsOn: today,
    });
    expect((await county.call(urgeTask, { id })).data).toMatchObject({ reminded: 1, sms: n });
    await sendUrging(t.services);
    await sendUrging(t.services);
    expect(lines()).toBe(n);
  }
});

test('after a decision the next part that waits is named', async () => {
  const id = await at.given(county, { mode: 'chosen', orgIds: [ORGS.branchA11.id, ORGS.committeeA2.id] });
  const first = await at.reported(id, branch);
  const second = await at.reported(id, sibling, 'committeeA2');
  const accept = async (one: string) => (await county.call(decideParts, { ids: [one], agree: true })).data.next;
  expect([await accept(first), await accept(second)]).toEqual([second, null]);
});

test('按条件 means those of the levels, types and sizes asked for; of meetings it is not a mode', async () => {
  const meant = async (more: object) => {
    const made = await county.call(createTask, at.draft({ mode: 'where', ...more }));
    expect(made.code, made.text).toBe(200);
    const seen = (await county.call(previewTask, { id: made.data.id })).data;
    return seen.orgs.map(({ id }: { id: string }) => id);
  };
  const next = await meant({ levels: [1] });
  expect(next).toContain(ORGS.committeeA1.id);
  expect(next).not.toContain(ORGS.branchA11.id);
  expect(await meant({ levels: [2] })).toContain(ORGS.branchA11.id);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from member where deleted_at is null and person_category in (1, 2) and org_code = ${ORGS.branchA11.code}`.execute(
    t.db,
  );
  const n = rows[0]?.n ?? 0;
  expect(n).toBeGreaterThan(0);
  expect(await meant({ levels: [2], minMembers: String(n) })).toContain(ORGS.branchA11.id);
  expect(await meant({ levels: [2], minMembers: String(n + 1) })).not.toContain(ORGS.branchA11.id);
  expect(await meant({ levels: [2], maxMembers: String(n - 1) })).not.toContain(ORGS.branchA11.id);
  const wrong = await county.call(createTask, at.draft({ mode: 'where', minMembers: '9', maxMembers: '3' }));
  expect(wrong.data?.fields?.maxMembers).toContain('不能小于');
});
