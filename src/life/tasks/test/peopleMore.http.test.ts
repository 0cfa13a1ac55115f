import * as XLSX from '@e965/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchBytes } from '#kernel/files/test/factory.ts';
import { getOwnPart, listOwnParts, reportOwnPart } from '#life/tasks/contract.ownPart.ts';
import { decideParts, getPart, listParts, officeHome, urgeTask } from '#life/tasks/contract.part.ts';
import { watchParts } from '#life/tasks/contract.partMore.ts';
import { exportTasks, taskCalendar, urgeTasks } from '#life/tasks/contract.taskList.ts';
import { printUrging } from '#life/tasks/contract.taskOut.ts';
import { getTask, listTasks, moveDeadline, taskMatrix } from '#life/tasks/contract.ts';
import { jobEnds } from '#people/member/test/factory.ts';
import { readStored } from '#platform/server/files/files.ts';
import { addDays } from '#platform/time/days.ts';
import type { Caller, TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { pdfPages } from '../../../../test/support/pdfText.ts';
import { type office, startOffice } from './factory.ts';

/** What a giver does with tasks to people and to groups of 党务办公: 办理情况 (0) and 仅回执 (4) alike. */
let t: TestApp;
let stop: () => Promise<void>;
let county: Caller;
let branch: Caller;
let member: Caller;
let today: string;
let at: ReturnType<typeof office>;
let own: string;
let other: string;
let group: string;

beforeAll(async () => {
  ({ t, stop, today, at } = await startOffice());
  [county, branch, member] = [await t.as('countyWorker'), await t.as('branchWorker'), await t.as('member')];
  own = t.fixture.principals.member.memberId ?? '';
  other = t.fixture.principals.siblingWorker.memberId ?? '';
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into content_group (org_id, org_code, type, name, name_grams)
      values (${ORGS.countyA.id}, ${ORGS.countyA.code}, 1, '办公室联络员', '{}') returning id)
    insert into content_group_member (group_id, member_id, sort) select made.id, m.id, m.id from made, member m
     where m.id in (${own}, ${other}) returning group_id as id`.execute(t.db);
  group = rows[0]?.id ?? '';
});
afterAll(() => stop());

const WAYS = [
  { name: '办理情况 to people', kind: 0, audience: () => ({ mode: 'people', memberIds: [own, other] }) },
  { name: '仅回执 to a group', kind: 4, audience: () => ({ mode: 'groups', groupIds: [group] }) },
] as const;

const partOf = async (id: string, person = own) => {
  const { rows } = await sql<{ id: string; circleId: string; version: number; due: string }>`
    select id, circle_id as "circleId", version, due_on::text as due from office_part
     where task_id = ${id} and person_id = ${person}`.execute(t.db);
  if (!rows[0]) throw new Error('no part');
  return rows[0];
};
const late = (id: string, days: number) =>
  sql`update office_part set due_on = ${addDays(today, -days)}::date where task_id = ${id} and person_id = ${own}`.execute(
    t.db,
  );
const told = async (title: string) => {
  const { rows } = await sql<{ id: string }>`
    select r.account_id as id from notice n join notice_recipient r on r.notice_id = n.id where n.title = ${title}`.execute(
    t.db,
  );
  return rows.map(({ id }) => id).sort();
};
const accounts = (...names: (keyof TestApp['fixture']['principals'])[]) =>
  names.map((name) => t.fixture.principals[name].accountId).sort();
const book = async (jobId: string) => {
  const { rows } = await sql<{ id: string }>`
    select id from stored_file where kind = 'office.tasksExport' and row_id = ${jobId}`.execute(t.db);
  const pieces: Buffer[] = [];
  for await (const piece of readStored(t.services, rows[0]?.id ?? '')) pieces.push(piece as Buffer);
  const read = XLSX.read(Buffer.concat(pieces));
  return XLSX.utils.sheet_to_json<string[]>(read.Sheets[read.SheetNames[0] ?? ''] ?? {}, { header: 1 });
};

describe.each(WAYS)('$name', ({ kind, audience }) => {
  const give = (title: string, more: object = {}) => at.given(county, { title, kind, ...audience(), ...more });

  test('督办单 names who is late, with the number of the roll as lists show it, and nobody else', async () => {
    const id = await give(`单${kind}`);
    expect((await county.call(printUrging, { id })).msg).toBe('没有逾期的人员，不用督办');
    await late(id, 7);
    await sql`update member set phone_mask = '139****7777' where id = ${own}`.execute(t.db);
    const paper = await county.call(printUrging, { id });
    expect(paper.code, paper.text).toBe(200);
    const file = await fetchBytes(t, county, `/api/common/download?fileName=${paper.data.fileId}`);
    const text = pdfPages(file.bytes)
      .map((page) => page.text)
      .join('');
    for (const words of ['逾期1人', '党元', '7天', '139****7777', '姓名']) expect(text).toContain(words);
    // Of another county it is not there; the first page of the giver names the same person.
    expect((await (await t.as('otherCountyWorker')).call(printUrging, { id })).code).toBe(404);
    const { late: behind } = (await county.call(officeHome, {})).data;
    expect(behind.find(({ orgName }: { orgName: string }) => orgName.startsWith('党元'))).toMatchObject({ days: 7 });
  });

  test('a new last day is said to each person, handed in or not, and moves the part and its to-do', async () => {
    const title = `改期${kind}`;
    const id = await give(title);
    const mine = await partOf(id);
    const { version, circles } = (await county.call(getTask, { id })).data;
    const dueOn = addDays(today, 9);
    const moved = { id, version, circleId: circles[0]?.id ?? '', dueOn, reason: '提前' };
    expect((await county.call(moveDeadline, moved)).code).toBe(200);
    expect(await told(`截止日期调整为${dueOn}：${title}`)).toEqual(accounts('member', 'siblingWorker'));
    expect((await partOf(id)).due).toBe(dueOn);
    expect((await at.todosOf(`officePart:${mine.id}`))[0]?.due).toBe(dueOn);
    const seen = (await member.call(getOwnPart, { taskId: id, circleId: mine.circleId })).data;
    expect(seen.entries.map(({ act }: { act: string }) => act)).toContain('调整截止日期');
  });

  test('board, chart and calendar of the giver count people; the own list of the person goes by state', async () => {
    const title = `图${kind}`;
    const id = await give(title, { endsOn: today });
    const rowOf = async (state: number) =>
      (await county.call(listTasks, { state, keyWords: title })).rows.find((row: { id: string }) => row.id === id);
    expect(await rowOf(2)).toMatchObject({ isToPeople: true, targets: 2, live: 2, completed: 0, progress: 0 });
    const month = today.slice(0, 7);
    const words = async () =>
      (await county.call(taskCalendar, { view: 'given', month })).data.find(
        ({ taskId }: { taskId: string }) => taskId === id,
      )?.words;
    expect(await words()).toBe('2件没有上报');
    // The branch has no task of its own by it.
    for (const view of ['received', 'handled'] as const)
      expect(
        (await branch.call(taskCalendar, { view, month })).data.filter(
          ({ taskId }: { taskId: string }) => taskId === id,
        ),
      ).toEqual([]);
    const of = async (state: number) => (await member.call(listOwnParts, { state, keyWords: title })).rows.length;
    expect([await of(0), await of(2), await of(4)]).toEqual([1, 0, 0]);
    const mine = await partOf(id);
    const done = await member.call(reportOwnPart, { ...mine, report: kind === 4 ? '' : '学了三章' });
    expect(done.code, done.text).toBe(200);
    expect([await of(0), await of(2), await of(4)]).toEqual([0, 1, 0]);
    expect(await words()).toBe('1件没有上报，1件待验收');
    await county.call(decideParts, { ids: [mine.id], agree: true });
    expect([await of(2), await of(4)]).toEqual([0, 1]);
    expect(await rowOf(2)).toMatchObject({ live: 2, completed: 1, progress: 0.5 });
    const bars = (await county.call(taskMatrix, { id })).rows as { id: string; completed: number; live: number }[];
    expect(bars.map((row) => [row.id, row.completed, row.live]).sort()).toEqual(
      [
        [own, 1, 1],
        [other, 0, 1],
      ].sort(),
    );
  });

  test('a worker has the own part on 我办理的: as list, calendar and workbook', async () => {
    const title = `办理${kind}`;
    const id = await give(title, { endsOn: today });
    const sibling = await t.as('siblingWorker');
    expect((await sibling.call(listParts, { view: 'handled', keyWords: title })).total).toBe(1);
    expect((await sibling.call(listParts, { view: 'received', keyWords: title })).total).toBe(0);
    const due = (await sibling.call(taskCalendar, { view: 'handled', month: today.slice(0, 7) })).data;
    expect(due.find(({ taskId }: { taskId: string }) => taskId === id)).toMatchObject({ day: today, words: '待接收' });
    const job = await sibling.call(exportTasks, { view: 'handled', keyWords: title, purpose: '自查' });
    await jobEnds(sibling, job.data.jobId);
    expect((await book(job.data.jobId)).filter(([task]) => task === title)).toHaveLength(1);
  });

  test('the workbook of what was given counts people', async () => {
    const title = `导出${kind}`;
    await give(title);
    const job = await county.call(exportTasks, { view: 'given', keyWords: title, purpose: '通报' });
    await jobEnds(county, job.data.jobId);
    const rows = await book(job.data.jobId);
    const head = rows.find((row) => row.includes('承办')) ?? [];
    const row = rows.find(([task]) => task === title) ?? [];
    expect([row[head.indexOf('承办')], row[head.indexOf('办理件')]]).toEqual(['2人', 2]);
  });

  test('催办 reaches who has not handed in, once in two hours', async () => {
    const title = `催${kind}`;
    const id = await give(title, { endsOn: addDays(today, 10) });
    expect((await county.call(urgeTask, { id })).data).toMatchObject({ due: 2, reminded: 2, recently: 0 });
    expect(await told(`催办：${title}`)).toEqual(expect.arrayContaining(accounts('member')));
    expect((await county.call(urgeTask, { id })).data).toMatchObject({ due: 2, reminded: 0, recently: 2 });
    await sql`update office_part set urged_at = urged_at - interval '2 hours 1 minute' where task_id = ${id}`.execute(
      t.db,
    );
    expect((await county.call(urgeTasks, { ids: [id] })).data).toMatchObject({ reminded: 2 });
    expect(await told(`催办：${title}`)).toHaveLength(4);
    // Nobody else urges, not even the branch of the person.
    expect((await branch.call(urgeTask, { id })).code).not.toBe(200);
  });

  test('督办 is said to the person, 抄送 to the own branch and whoever stands between', async () => {
    const title = `督${kind}`;
    const id = await give(title);
    const part = await partOf(id);
    const watched = await county.call(watchParts, { ids: [part.id], on: true, reason: '本周内报', copyUp: true });
    expect(watched.data).toEqual({ changed: 1, copied: 2 });
    expect(await told(`督办：${title}`)).toEqual(accounts('member'));
    expect(await told(`抄送：督办：${title}`)).toEqual(
      expect.arrayContaining(accounts('branchWorker', 'committeeWorker')),
    );
    expect((await branch.call(getPart, { id: part.id })).data).toMatchObject({
      isWatched: true,
      watchedFor: '本周内报',
    });
    expect((await county.call(taskMatrix, { id, only: 'watched' })).rows.map((row: { id: string }) => row.id)).toEqual([
      own,
    ]);
  });
});
