import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addResolution,
  lifeResolutionTask,
  listResolutions,
  ownResolutions,
  type Resolution,
  removeResolution,
  settleResolution,
} from '#life/orgLife/contract.resolution.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
let today = '';
let personId = '';

beforeAll(async () => {
  t = await startTestApp();
  [branch, committee] = [await t.as('branchWorker'), await t.as('committeeWorker')];
  const { rows } = await sql<{
    today: string;
  }>`select (now() at time zone 'Asia/Shanghai')::date::text as today`.execute(t.db);
  today = rows[0]?.today ?? '';
  personId = t.fixture.members.branchA11?.[0] ?? '';
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`truncate life_resolution, life_meeting cascade`.execute(t.db);
  await sql`delete from todo where subject like 'lifeResolution%'`.execute(t.db);
});

const day = (days: number) => new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
/** A meeting that was held ten days ago. */
const held = async (org: { id: string; code: string } = ORGS.branchA11, state = 3): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into life_meeting (org_id, org_code, type, title, starts_at, ends_at, state)
    values (${org.id}, ${org.code}, 4, '主题党日', ${`${day(-10)} 09:00+08`}, ${`${day(-10)} 10:00+08`}, ${state})
    returning id`.execute(t.db);
  return rows[0]?.id ?? '';
};
const add = async (id: string, more: object = {}, who = branch) =>
  who.call(addResolution, { id, text: '为高龄党员送学上门', personId, dueOn: day(20), ...more });
const listed = async (id: string, who = branch): Promise<Resolution[]> =>
  (await who.call(listResolutions, { id })).data.rows;
const todos = async () =>
  (await sql`select 1 from todo where subject like 'lifeResolution:%' and done_at is null`.execute(t.db)).rows.length;

test('who does what by when is a to-do until it is done; the superior reads it', async () => {
  const id = await held();
  expect((await add(id)).code).toBe(200);
  expect(await todos()).toBe(1);
  const [one] = await listed(id);
  expect(one).toMatchObject({ state: 'open', can: { settle: true, remove: true, task: false } });
  expect(one?.personName).not.toBe('');
  expect(await listed(id, committee)).toMatchObject([{ can: { settle: false, remove: false, task: false } }]);
  const done = { id, resolutionId: one?.id ?? '', doneOn: today, evidence: '五户都送到了' };
  expect((await branch.call(settleResolution, { ...done, doneOn: day(1) })).data.fields.doneOn).toContain(
    '不能晚于今天',
  );
  expect((await committee.call(settleResolution, done)).code).toBe(400);
  expect((await branch.call(settleResolution, done)).code).toBe(200);
  expect(await listed(id)).toMatchObject([{ state: 'done', evidence: '五户都送到了', can: { settle: false } }]);
  expect(await todos()).toBe(0);
  expect((await branch.call(settleResolution, done)).msg).toBe('这一项已经办结');
});

test('what is wrong is refused: the day, the meeting that was not announced, one of another meeting', async () => {
  const id = await held();
  expect((await add(id, { dueOn: day(-11) })).data.fields.dueOn).toBe('期限不能早于会议日期');
  expect((await add(await held(ORGS.branchA11, 0))).code).toBe(400);
  await add(id, { dueOn: day(-1) });
  const [one] = await listed(id);
  expect(one?.state).toBe('late');
  const other = await held();
  expect((await branch.call(removeResolution, { id: other, resolutionId: one?.id ?? '' })).code).toBe(404);
  expect((await branch.call(removeResolution, { id, resolutionId: one?.id ?? '' })).code).toBe(200);
  expect(await listed(id)).toEqual([]);
  expect(await todos()).toBe(0);
});

test('with organisations below it becomes a task, and is done when the task has ended', async () => {
  const id = await held(ORGS.committeeA1);
  expect((await add(id, { personId: '' }, committee)).code).toBe(200);
  const [one] = await listed(id, committee);
  expect(one?.can.task).toBe(true);
  const given = { id, resolutionId: one?.id ?? '' };
  const made = await committee.call(lifeResolutionTask, given);
  expect(made.code).toBe(200);
  expect(await todos()).toBe(0);
  expect(await listed(id, committee)).toMatchObject([
    { state: 'task', task: { id: made.data.taskId, isDraft: true }, can: { settle: false, task: false } },
  ]);
  expect((await committee.call(lifeResolutionTask, given)).msg).toBe('这一项已经转为任务，随任务办结');
  await sql`update office_task set state = 3 where id = ${made.data.taskId}`.execute(t.db);
  expect(await listed(id, committee)).toMatchObject([{ state: 'done', task: { stateName: '已结束' } }]);
  // A task that was made void carries it no more.
  await sql`update office_task set state = 4 where id = ${made.data.taskId}`.execute(t.db);
  expect(await listed(id, committee)).toMatchObject([{ state: 'open', can: { settle: true, task: true } }]);
});

test('the person who does it is told, has a to-do, and reads it among their own until it is done', async () => {
  const { memberId } = t.fixture.principals.member;
  const member = await t.as('member');
  const id = await held();
  expect((await add(id, { personId: memberId })).code).toBe(200);
  const own = async () => (await member.call(ownResolutions, {})).data;
  expect(await own()).toMatchObject([{ text: '为高龄党员送学上门', state: 'open', meetingTitle: '主题党日' }]);
  const mine = async () =>
    (
      await sql`select 1 from todo where subject like 'lifeResolutionOwn:%' and done_at is null
                   and account_id in (select id from account where member_id = ${memberId})`.execute(t.db)
    ).rows.length;
  expect(await mine()).toBe(1);
  const told = await sql`select 1 from notice n join notice_recipient r on r.notice_id = n.id
    join account a on a.id = r.account_id where a.member_id = ${memberId} and n.title like '请办理：%'`.execute(t.db);
  expect(told.rows).toHaveLength(1);
  const [one] = await listed(id);
  const done = { id, resolutionId: one?.id ?? '', doneOn: today, evidence: '送到了' };
  expect((await branch.call(settleResolution, done)).code).toBe(200);
  expect(await mine()).toBe(0);
  expect(await own()).toMatchObject([{ state: 'done', evidence: '送到了' }]);
});
