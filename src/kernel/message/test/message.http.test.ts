import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deliverNotices } from '#kernel/message/server/outbox.ts';
import { addDays } from '#platform/time/days.ts';
import { type Caller, openSession, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { grantRole, ORGS } from '../../../../test/support/fixture.ts';
import { makeNotice, makeTodo, notices } from './factory.ts';

const LIST = '/api/message/sysMessage/listPage';
const NOTICE = '/api/message/sysMessage';
const TODOS = '/api/message/todo/listPage';
const COUNT = '/api/message/sysMessage/getMsgCount';

let t: TestApp;
let member: Caller;
let worker: Caller;
beforeAll(async () => {
  t = await startTestApp();
  member = await t.as('member');
  worker = await t.as('branchWorker');
});
afterAll(() => t.close());
beforeEach(() => sql`truncate notice, notice_recipient, org_message, todo cascade`.execute(t.db).then(() => undefined));

const memberId = () => t.fixture.principals.member.accountId;

test('notices are the own ones, newest first, with the specification’s fields', async () => {
  const first = await makeNotice(t, ['member', 'branchWorker']);
  const second = await makeNotice(t, ['member'], { type: '3', title: '学习材料' });
  await makeNotice(t, ['branchWorker']);
  const list = await member.get(LIST, { userId: memberId() });
  expect(list).toMatchObject({ code: 200, total: 2, body: { noHandleNumber: 2 } });
  expect(list.rows.map((row) => row.id)).toEqual([second, first]);
  expect(list.rows[0]).toEqual({
    id: second,
    type: '3',
    typeName: '学习',
    title: '学习材料',
    createTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    createOrgName: '中共试验市委员会',
    createUser: '程市',
    remark: '请按时参加',
    jumpUrl: '',
    isHandle: 0,
    isRead: 0,
  });
});

test('filters by type, state and day; the pending count is of all', async () => {
  const old = await makeNotice(t, ['member']);
  const fresh = await makeNotice(t, ['member'], { type: '3' });
  await sql`update notice set created_at = '2026-03-01T15:59:59Z' where id = ${old}`.execute(t.db);
  await sql`update notice set created_at = '2026-03-01T16:00:00Z' where id = ${fresh}`.execute(t.db);
  await member.post(`${NOTICE}/receive`, { id: old });
  const ids = async (query: object) => {
    const list = await member.get(LIST, query);
    expect(list.body.noHandleNumber).toBe(1);
    expect(list.total).toBe(list.rows.length);
    return list.rows.map((row) => row.id);
  };
  expect(await ids({ type: '3' })).toEqual([fresh]);
  expect(await ids({ isHandle: '1' })).toEqual([old]);
  expect(await ids({ isHandle: '0' })).toEqual([fresh]);
  expect(await ids({ isHandle: '', type: '', startTime: '', endTime: '' })).toEqual([fresh, old]);
  // The two lie a second apart, on either side of midnight in Shanghai.
  expect(await ids({ startTime: '2026-03-02' })).toEqual([fresh]);
  expect(await ids({ endTime: '2026-03-01' })).toEqual([old]);
  expect(await ids({ startTime: '2026-03-01', endTime: '2026-03-02' })).toEqual([fresh, old]);
});

test('pages hold the total, also beyond the last one', async () => {
  for (let n = 0; n < 5; n++) await makeNotice(t, ['member'], { title: `通知${n}` });
  const page = async (pageNum: number) => {
    const list = await member.get(LIST, { pageNum, pageSize: 2 });
    expect(list.total).toBe(5);
    return list.rows.map((row) => row.title);
  };
  expect([await page(1), await page(2), await page(3), await page(4)]).toEqual([
    ['通知4', '通知3'],
    ['通知2', '通知1'],
    ['通知0'],
    [],
  ]);
});

test('receiving marks as handled and read; repeating it changes nothing', async () => {
  const id = await makeNotice(t, ['member', 'branchWorker']);
  expect((await member.post(`${NOTICE}/receive`, { id, userId: memberId() })).code).toBe(200);
  const { rows } = await sql<{ handled_at: Date }>`select handled_at from notice_recipient where is_handle`.execute(
    t.db,
  );
  expect((await member.post(`${NOTICE}/receive`, { id })).code).toBe(200);
  const again = await sql<{ handled_at: Date }>`select handled_at from notice_recipient where is_handle`.execute(t.db);
  expect(again.rows).toEqual(rows);
  expect((await member.get(LIST)).rows[0]).toMatchObject({ isHandle: 1, isRead: 1 });
  expect((await worker.get(LIST)).rows[0]).toMatchObject({ isHandle: 0, isRead: 0 });
});

test('a deleted notice leaves the list and comes back by restoring', async () => {
  const id = await makeNotice(t, ['member']);
  expect((await member.del(NOTICE, { id })).code).toBe(200);
  expect((await member.get(LIST)).total).toBe(0);
  expect((await member.del(NOTICE, { id })).code).toBe(404);
  expect((await member.post(`${NOTICE}/receive`, { id })).code).toBe(404);
  expect((await member.post(`${NOTICE}/restore`, { id })).code).toBe(200);
  expect((await member.post(`${NOTICE}/restore`, { id })).code).toBe(404);
  expect((await member.get(LIST)).total).toBe(1);
  const acts = await t.db
    .selectFrom('audit_log')
    .select(['action', 'outcome'])
    .where('target_id', '=', id)
    .where('outcome', '=', 'done')
    .orderBy('id')
    .execute();
  expect(acts).toEqual([
    { action: '删除通知', outcome: 'done' },
    { action: '恢复通知', outcome: 'done' },
  ]);
});

test('several are received, deleted and brought back together, or none of them', async () => {
  const mine = [await makeNotice(t, ['member']), await makeNotice(t, ['member']), await makeNotice(t, ['member'])];
  const foreign = await makeNotice(t, ['branchWorker']);
  const open = async () => (await member.get(LIST)).body.noHandleNumber;
  expect((await member.post(`${NOTICE}/receive`, { id: [...mine, foreign] })).code).toBe(404);
  expect((await member.del(NOTICE, { id: [...mine, foreign] })).code).toBe(404);
  expect(await open()).toBe(3);

  expect((await member.post(`${NOTICE}/receive`, { id: mine })).code).toBe(200);
  expect(await open()).toBe(0);
  expect((await member.post(`${NOTICE}/unreceive`, { id: mine })).code).toBe(200);
  expect((await member.get(LIST)).rows).toMatchObject(Array(3).fill({ isHandle: 0, isRead: 0 }));
  expect((await member.post(`${NOTICE}/unreceive`, { id: mine })).code).toBe(400);

  expect((await member.del(NOTICE, { id: mine.join(',') })).code).toBe(200);
  expect((await member.get(LIST)).total).toBe(0);
  expect((await member.post(`${NOTICE}/restore`, { id: mine })).code).toBe(200);
  expect((await member.get(LIST)).total).toBe(3);
  const { rows } = await sql<{ action: string; n: number }>`
    select action, count(*)::int as n from audit_log
    where outcome = 'done' and target_id = any(${mine}) and action <> '接收通知' group by action order by action`.execute(
    t.db,
  );
  expect(rows).toEqual([
    { action: '删除通知', n: 3 },
    { action: '恢复通知', n: 3 },
    { action: '撤销接收通知', n: 3 },
  ]);
});

test('a receipt is taken back within five minutes, afterwards its sender relies on it', async () => {
  const id = await makeNotice(t, ['member']);
  await member.post(`${NOTICE}/receive`, { id });
  await sql`update notice_recipient set handled_at = now() - interval '5 minutes 1 second'`.execute(t.db);
  expect(await member.post(`${NOTICE}/unreceive`, { id })).toMatchObject({ code: 400, msg: '接收超过5分钟，不能撤销' });
  expect((await member.get(LIST)).rows[0]).toMatchObject({ isHandle: 1 });
  expect((await worker.post(`${NOTICE}/unreceive`, { id })).code).toBe(404);
});

test('another’s notice, a random one and another’s user id are refused, recorded, and nothing changes', async () => {
  const denials = async () =>
    (await sql`select from audit_log where outcome = 'denied' and account_name = '党元'`.execute(t.db)).rows.length;
  const before = await denials();
  const id = await makeNotice(t, ['branchWorker']);
  for (const call of [
    member.post(`${NOTICE}/receive`, { id }),
    member.del(NOTICE, { id }),
    member.post(`${NOTICE}/restore`, { id }),
    member.del(NOTICE, { id: '999999' }),
  ]) {
    expect(await call).toMatchObject({ code: 404, msg: '资源不存在' });
  }
  expect((await member.get(LIST, { userId: t.fixture.principals.branchWorker.accountId })).code).toBe(403);
  expect((await member.post(COUNT, { userId: '1' })).code).toBe(403);
  expect((await worker.get(LIST)).rows).toMatchObject([{ id, isHandle: 0 }]);
  expect(await denials()).toBe(before + 6);
});

test('to-dos are of the active role at its organisation, overdue first, with days by the database', async () => {
  const open = await makeTodo(t, { org: 'branchA11', due: 30, title: '开' });
  const none = await makeTodo(t, { org: 'branchA11', due: null, title: '无期限' });
  const later = await makeTodo(t, { org: 'branchA11', due: null, title: '无期限，后来的' });
  const due = await makeTodo(t, { org: 'branchA11', due: 7, title: '将到期' });
  const over = await makeTodo(t, { org: 'branchA11', due: -2, title: '超期', module: '党员信息' });
  const own = await makeTodo(t, { org: 'city', due: 8, account: 'branchWorker' });
  await makeTodo(t, { org: 'branchA12', due: 0 });
  await makeTodo(t, { org: 'branchA11', due: 0, roleId: 2 });
  await makeTodo(t, { org: 'branchA11', due: 0, account: 'member' });
  await sql`update todo set done_at = now() where id = ${await makeTodo(t, { org: 'branchA11', due: 1 })}`.execute(
    t.db,
  );

  const list = await worker.get(TODOS);
  expect(list).toMatchObject({ code: 200, total: 6, body: { overdue: 1, due: 1, open: 4 } });
  expect(list.rows.map((row) => [row.id, row.state, row.daysLeft])).toEqual([
    [over, 'overdue', -2],
    [due, 'due', 7],
    [own, 'open', 8],
    [open, 'open', 30],
    // Those without a day stand last, the one that waits longest first.
    [none, 'open', null],
    [later, 'open', null],
  ]);
  expect(list.rows[0]).toMatchObject({
    roleId: 3,
    orgName: '城关镇第一党支部',
    moduleName: '党员信息',
    message: '超期',
    act: '办理',
  });
  const overdue = await worker.get(TODOS, { state: 'overdue' });
  expect(overdue).toMatchObject({ total: 1, body: { overdue: 1, due: 1, open: 4 } });
  expect((await worker.get(TODOS, { moduleName: '党员信息' })).rows.map((row) => row.id)).toEqual([over]);
  expect((await worker.get(TODOS, { pageNum: 9 })).body).toMatchObject({ rows: [], total: 6, open: 4 });
  expect((await member.get(TODOS)).total).toBe(2);
  expect((await (await t.as('cityWorker')).get(TODOS)).total).toBe(0);
});

const LATER = '/api/message/todo/later';
const NOW = '/api/message/todo/now';
const CHOICES = '/api/message/todo/choices';
/** Days from the database's today on. */
async function calendar() {
  const { rows } = await sql<{
    today: string;
  }>`select (now() at time zone 'Asia/Shanghai')::date::text as today`.execute(t.db);
  return (days: number) => addDays(rows[0]?.today ?? '', days);
}

test('a to-do that is put off stands under 稍后 until its day, for oneself alone, and comes back', async () => {
  const inDays = await calendar();
  const free = await makeTodo(t, { org: 'branchA11', due: null, title: '不限期的' });
  const due = await makeTodo(t, { org: 'branchA11', due: 3, title: '三天后到期' });
  const over = await makeTodo(t, { org: 'branchA11', due: -1, title: '超时的' });
  const idsOf = async (part: string) => (await worker.get(TODOS, { part })).rows.map(({ id }) => id);

  expect((await worker.post(LATER, { id: due, until: inDays(4) })).data.fields).toEqual({
    until: `“三天后到期”最晚推到${inDays(3)}`,
  });
  expect((await worker.post(LATER, { id: over, until: inDays(8) })).code).toBe(600);
  expect((await worker.post(LATER, { id: free, until: inDays(0) })).data.fields).toEqual({
    until: '请选择今天以后的一天',
  });
  // All of them or none.
  expect((await worker.post(LATER, { id: `${free},${due}`, until: inDays(10) })).code).toBe(600);
  expect(await idsOf('later')).toEqual([]);

  expect((await worker.post(LATER, { id: `${free},${due}`, until: inDays(3) })).code).toBe(200);
  expect(await idsOf('open')).toEqual([over]);
  expect(await idsOf('later')).toEqual([due, free]);
  expect((await worker.get(TODOS, { part: 'later' })).rows).toMatchObject([
    { laterUntil: inDays(3) },
    { laterUntil: inDays(3) },
  ]);
  expect((await worker.post(COUNT, {})).data.todos).toBe(1);
  expect((await worker.get(CHOICES)).data).toMatchObject({ counts: { open: 1, later: 2, done: 0 }, backOn: inDays(3) });
  // A colleague in the same role at the same organisation sees all three.
  const { accountId } = t.fixture.principals.floating;
  const colleague = t.withToken(
    await openSession(t.services, accountId, await grantRole(t.services, accountId, 3, 'branchA11')),
  );
  expect((await colleague.get(TODOS)).total).toBe(3);

  expect((await worker.post(NOW, { id: due })).code).toBe(200);
  expect(await idsOf('open')).toEqual([over, due]);
  // The day has come.
  await sql`update todo_later set until = ${inDays(0)}`.execute(t.db);
  expect(await idsOf('later')).toEqual([]);
  expect(await idsOf('open')).toEqual([over, due, free]);

  const others = await makeTodo(t, { org: 'branchA12', due: null });
  expect((await worker.post(LATER, { id: others, until: inDays(1) })).code).toBe(404);
  await sql`update todo set done_at = now() where id = ${free}`.execute(t.db);
  expect((await worker.post(LATER, { id: free, until: inDays(1) })).code).toBe(404);
});

test('what was done today stands by itself, and the list is narrowed by room, asker and act with numbers', async () => {
  const done = await makeTodo(t, { org: 'branchA11', due: -3, title: '今天办的' });
  const before = await makeTodo(t, { org: 'branchA11', due: -3, title: '昨天办的' });
  await sql`update todo set done_at = now() where id = ${done}`.execute(t.db);
  await sql`update todo set done_at = now() - interval '25 hours' where id = ${before}`.execute(t.db);
  const asked = await makeTodo(t, { org: 'branchA11', due: 1, title: '上级问的', module: '党费管理' });
  await sql`update todo set act = '核定', asked_by = '程市', from_org_id = ${ORGS.city.id} where id = ${asked}`.execute(
    t.db,
  );
  const plain = await makeTodo(t, { org: 'branchA11', due: 2 });

  const list = await worker.get(TODOS, { part: 'done' });
  expect(list.rows).toMatchObject([{ id: done, message: '今天办的' }]);
  expect(list.rows[0].doneAt).not.toBeNull();
  expect((await worker.get(TODOS)).rows).toMatchObject([
    { id: asked, askedBy: '程市', act: '核定' },
    { id: plain, askedBy: '', fromOrgName: '' },
  ]);
  const { data } = await worker.get(CHOICES);
  expect(data.modules).toEqual(
    expect.arrayContaining([
      { value: '党费管理', label: '党费管理', count: 1 },
      { value: '组织信息', label: '组织信息', count: 1 },
    ]),
  );
  expect(data.orgs).toHaveLength(2);
  expect(data.counts).toEqual({ open: 2, later: 0, done: 1 });
  expect((await worker.get(TODOS, { act: '核定' })).rows.map(({ id }) => id)).toEqual([asked]);
  expect((await worker.get(TODOS, { fromOrgId: ORGS.city.id })).rows.map(({ id }) => id)).toEqual([asked]);
  expect((await worker.get(TODOS, { fromOrgId: ORGS.branchA11.id })).rows.map(({ id }) => id)).toEqual([plain]);
});

test('the badge counts notices not handled and open to-dos', async () => {
  await makeNotice(t, ['branchWorker']);
  await worker.post(`${NOTICE}/receive`, { id: await makeNotice(t, ['branchWorker']) });
  await makeTodo(t, { org: 'branchA11', due: 1 });
  expect((await worker.post(COUNT, {})).data).toEqual({ notices: 1, todos: 1, total: 2 });
  expect((await member.post(COUNT, {})).data).toEqual({ notices: 0, todos: 0, total: 0 });
});

test('bad input is refused at its field', async () => {
  expect((await member.get(LIST, { startTime: '2026-02-30' })).data.fields).toEqual({ startTime: '没有这一天' });
  expect((await member.get(LIST, { isHandle: '2' })).data.fields).toEqual({ isHandle: '状态不正确' });
  expect((await member.get(LIST, { pageSize: '201' })).data.fields).toEqual({ pageSize: '每页最多 200 条' });
  expect((await member.del(NOTICE, { id: "1' or 1=1" })).data.fields).toEqual({ 'id.0': '编号不正确' });
  expect((await member.get(TODOS, { state: 'x' })).code).toBe(600);
  expect((await t.nobody.get(LIST)).code).toBe(401);
});

test('who works in an added role like a worker’s has the to-dos of the workers there; who sees the own record has not', async () => {
  await makeTodo(t, { org: 'branchA11', due: 3, title: '着手换届' });
  await makeTodo(t, { org: 'branchA12', due: 3, title: '别处的' });
  const { rows } = await sql<{ id: number; base: string }>`
    insert into role (id, name, base) values (nextval('role_added'), '组织委员', 'subtree'), (nextval('role_added'), '联络员', 'own')
    returning id, base`.execute(t.db);
  const { accountId } = t.fixture.principals.floating;
  for (const { id, base } of rows) {
    await sql`insert into role_permission (role_id, permission_key) values (${id}, 'message:read')`.execute(t.db);
    const caller = t.withToken(
      await openSession(t.services, accountId, await grantRole(t.services, accountId, id, 'branchA11')),
    );
    const own = base === 'own' ? [] : ['着手换届'];
    expect((await caller.get(TODOS)).rows.map(({ message }) => message)).toEqual(own);
    expect((await caller.post(COUNT, {})).data.todos).toBe(own.length);
  }
});

test('what an older version laid into the outbox becomes one notice, however often and by how many it is emptied', async () => {
  const left = { type: '5', title: '旧版本的通知', remark: '升级前写下', orgId: ORGS.city.id, createdBy: '系统' };
  await sql`insert into outbox (topic, payload)
    values ('notice', ${JSON.stringify({ ...left, accountIds: [memberId()] })})`.execute(t.db);
  await Promise.all([deliverNotices(t.services), deliverNotices(t.services)]);
  await deliverNotices(t.services);
  expect(await notices(t)).toEqual([{ title: left.title, accountIds: [memberId()] }]);
  const { rows } = await sql`select from outbox where topic = 'notice'`.execute(t.db);
  expect(rows).toEqual([]);
});
