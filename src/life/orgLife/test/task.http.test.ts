import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideParts, getPart, reportPart } from '#life/tasks/contract.part.ts';
import { partProofs } from '#life/tasks/contract.proof.ts';
import { office, todayOf } from '#life/tasks/test/factory.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { addDays, addMonths } from '#platform/time/days.ts';
import { serverModules } from '#rooms/server.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import {
  createMeeting,
  getMeeting,
  holdMeeting,
  notifyMeeting,
  recordMeeting,
  returnMeeting,
  submitMeeting,
} from '../contract.ts';
import { everybodyCame } from './factory.ts';

let t: TestApp;
let worker: Worker;
let county: Caller;
let committee: Caller;
let branch: Caller;
let at: ReturnType<typeof office>;
let today: string;

beforeAll(async () => {
  t = await startTestApp();
  worker = startWorker(t.services, serverModules);
  [county, committee, branch] = [await t.as('countyWorker'), await t.as('committeeWorker'), await t.as('branchWorker')];
  today = await todayOf(t);
  at = office(t, today);
  await sql`update organisation set founded_on = '2001-07-01'`.execute(t.db);
  await sql`update member set admission_date = '2001-07-01', conversion_date = case when person_category = 1 then date '2002-07-01' end,
             joined_branch_on = '2001-07-01' where person_category in (1, 2)`.execute(t.db);
});
afterAll(async () => {
  await worker.stop();
  await t.close();
});

const ok = <T extends { code: number; text: string }>(answer: T): T => {
  expect(answer.code, answer.text).toBe(200);
  return answer;
};
const versioned = async (id: string) => ({
  id,
  version: (await branch.call(getMeeting, { id })).data.version as number,
});
const form = (taskId: string, more: object = {}) => ({
  orgId: ORGS.branchA11.id,
  type: 4,
  title: '十一月主题党日',
  startsAt: `${today} 00:01`,
  endsAt: `${today} 00:02`,
  place: '会议室',
  note: '',
  topics: [{ kind: 1, title: '学习' }],
  files: [],
  taskId,
  ...more,
});
/** A meeting that was held and written down for a task. */
async function held(taskId: string, more: object = {}) {
  const { id } = ok(await branch.call(createMeeting, form(taskId, more) as never)).data;
  ok(await branch.call(notifyMeeting, await versioned(id)));
  ok(await branch.call(holdMeeting, await versioned(id)));
  await everybodyCame(t, id);
  ok(await branch.call(recordMeeting, { ...(await versioned(id)), minutes: '参观旧址，重温誓词。', topics: [] }));
  return id as string;
}
const part = async (id: string) => (await branch.call(getPart, { id })).data;

test('a theme day that is submitted reports the part of its month, and opened again it opens the part', async () => {
  const month = today.slice(0, 7);
  const startsOn = `${Number(today.slice(0, 4)) - 1}${month.slice(4)}-01`;
  const id = await at.given(county, {
    kind: 2,
    frequency: 2,
    mode: 'chosen',
    orgIds: [ORGS.branchA11.id],
    startsOn,
    // To the end of the month: a task whose last day has passed cannot be published.
    endsOn: addDays(addMonths(`${month}-01`, 1), -1),
  });
  const { rows: parts } = await sql<{ id: string; isNow: boolean; version: number }>`
    select p.id, p.version, ${today}::date between c.starts_on and p.due_on as "isNow" from office_part p join office_circle c on c.id = p.circle_id
     where p.task_id = ${id} order by c.seq`.execute(t.db);
  // The day of the meeting says which cycle it answers.
  const mine = parts.find(({ isNow }) => isNow);
  if (!mine) throw new Error('no part');
  // By hand it cannot be handed in, and another sort of meeting does not answer it.
  const byHand = await branch.call(reportPart, { id: mine.id, version: mine.version, report: '已开展' });
  expect(byHand.text).toContain('提交主题党日的会议记录时自动上报');
  const wrong = await branch.call(createMeeting, form(id, { type: 1 }) as never);
  expect(wrong.data?.fields?.type).toContain('主题党日');

  const meeting = await held(id);
  expect((await part(mine.id)).meetings).toMatchObject([{ title: '十一月主题党日', stateName: '已召开' }]);
  ok(await branch.call(submitMeeting, await versioned(meeting)));
  const path = `/affairs/event/viewTheme/${meeting}/${ORGS.branchA11.id}`;
  const after = await part(mine.id);
  expect(after).toMatchObject({ state: 2, proofs: [{ key: `life:${meeting}`, path }], meetings: [] });
  expect(after.report).toContain('参观旧址');
  const { rows: others } = await sql<{ n: number }>`
    select count(*)::int as n from office_part where task_id = ${id} and state <> 0`.execute(t.db);
  expect(others[0]?.n).toBe(1);

  ok(await committee.call(returnMeeting, { ...(await versioned(meeting)), reason: '缺照片' }));
  expect(await part(mine.id)).toMatchObject({ state: 3, proofs: [], opinion: '会议记录被退回：缺照片' });
  ok(await branch.call(submitMeeting, await versioned(meeting)));
  expect((await part(mine.id)).state).toBe(2);
  // Accepted, it is opened again with the reason when the superior of the branch returns the minutes.
  ok(await county.call(decideParts, { ids: [mine.id], agree: true }));
  ok(await committee.call(returnMeeting, { ...(await versioned(meeting)), reason: '人数不符' }));
  expect(await part(mine.id)).toMatchObject({ state: 3, opinion: '会议记录被退回：人数不符' });
  // A second return finds nothing to open.
  const { rows } = await sql`select from life_meeting where id = ${meeting} and office_part_id is not null`.execute(
    t.db,
  );
  expect(rows).toHaveLength(0);
});

test('例会 is answered by a meeting of organisation life of any type; 办理情况 is not', async () => {
  for (const [kind, state] of [
    [1, 2],
    [0, 0],
  ]) {
    const id = await at.given(county, { kind, mode: 'chosen', orgIds: [ORGS.branchA11.id] });
    const meeting = await held(id, { type: 1, title: '党员大会' });
    ok(await branch.call(submitMeeting, await versioned(meeting)));
    expect((await at.partOf(id)).state).toBe(state);
  }
});

test('a report names records of the own organisation instead of words, and only those', async () => {
  const meeting = await held(await at.given(county, { mode: 'chosen', orgIds: [ORGS.branchA11.id] }), {
    title: '学习会',
  });
  const id = await at.given(county, { mode: 'chosen', orgIds: [ORGS.branchA11.id, ORGS.committeeA2.id] });
  const own = await at.partOf(id);
  const name = (proofs: string[]) => branch.call(reportPart, { id: own.id, version: own.version, proofs });
  // Not submitted yet, it does not count.
  expect((await name([`life:${meeting}`])).data?.fields?.proofs).toContain('引用的记录不存在');
  ok(await branch.call(submitMeeting, await versioned(meeting)));
  const offered = ok(await branch.call(partProofs, { keyWords: '学习会' })).data;
  expect(offered.map(({ key }: { key: string }) => key)).toEqual([`life:${meeting}`]);
  expect((await committee.call(partProofs, { keyWords: '学习会' })).data).toEqual([]);
  expect((await name([])).data?.fields?.report).toContain('或引用本组织的记录');
  expect((await name([`life:${meeting}`, 'reward:999999'])).code).toBe(600);
  ok(await name([`life:${meeting}`]));
  const seen = (await county.call(getPart, { id: own.id })).data;
  expect(seen).toMatchObject({ state: 2, report: '', proofs: [{ title: '学习会', kindName: '组织生活会议' }] });
  const foreign = await at.partOf(id, 'committeeA2');
  const sibling = await t.as('siblingWorker');
  const reply = await sibling.call(reportPart, { ...foreign, proofs: [`life:${meeting}`] });
  expect(reply.data?.fields?.proofs).toContain('不是本组织的');
});
