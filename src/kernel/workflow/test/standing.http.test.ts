import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepDeputies, sweepDue, sweepOrphans } from '#kernel/workflow/server/service/sweep.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, type OrgKey, type Principal } from '../../../../test/support/fixture.ts';
import { account, decide, MATTER, makeProcess, peopleStep, raise, roleStep, taskOf } from './factory.ts';

let t: TestApp;
const who = {} as Record<Principal, Caller>;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`truncate workflow_process, workflow_version, workflow_instance, workflow_task, workflow_event,
    workflow_copy, workflow_delegation, matter, todo, notice, notice_recipient cascade`.execute(t.db);
  await sql`delete from session where grant_id in (select id from account_role where granted_by = '试')`.execute(t.db);
  await sql`delete from account_role where granted_by = '试'`.execute(t.db);
  await sql`update account_role set revoked_at = null`.execute(t.db);
  for (const name of Object.keys(t.fixture.principals) as Principal[]) who[name] ??= await t.as(name);
});

const todo = async (caller: Caller) => (await caller.get('/api/workflow/listPage')).rows.length;
const todos = async (caller: Caller): Promise<string[]> =>
  (await caller.get('/api/message/todo/listPage')).rows.map((row) => `${row.message} ${row.detail}`);
const notices = async (caller: Caller): Promise<string[]> =>
  (await caller.get('/api/message/sysMessage/listPage')).rows.map(({ title }) => String(title));
const seen = async (caller: Caller, id: string) => (await caller.get(`/api/workflow/get/${id}`)).data;
const addSign = (caller: Caller, taskId: string, principal: Principal) =>
  caller.post('/api/workflow/addSign', { taskId, accountId: account(t, principal), note: '' });
const agree = (caller: Caller, taskId: string) => caller.post('/api/workflow/decide', { taskId, decision: 'agree' });
const delegate = async (from: Principal, to: Principal) => {
  const { rows } = await sql<{ day: string }>`select (now() at time zone 'Asia/Shanghai')::date + 3 as day`.execute(
    t.db,
  );
  const answer = await who[from].post('/api/workflow/delegation', {
    accountId: account(t, to),
    until: rows[0]?.day,
    reason: '外出学习',
  });
  expect(answer.code, answer.text).toBe(200);
  return answer.data.id as string;
};
/** Gives a principal the worker's role at another organisation until the test is over. */
const grant = async (principal: Principal, org: OrgKey) => {
  const { rows } = await sql<{ id: string }>`
    insert into account_role (account_id, role_id, org_id, granted_by)
    values (${account(t, principal)}, 3, ${ORGS[org].id}, '试') returning id`.execute(t.db);
  return rows[0]?.id ?? '';
};
/** The principal at work in that office. */
const workIn = async (principal: Principal, grantId: string) => {
  const caller = await t.as(principal);
  await sql`update session set grant_id = ${grantId}
             where id = (select max(id) from session where account_id = ${account(t, principal)})`.execute(t.db);
  return caller;
};
const revoke = (principal: Principal) =>
  sql`update account_role set revoked_at = now()
       where id = ${t.fixture.principals[principal].grantId}`.execute(t.db);
const regain = async (principal: Principal) => {
  await sql`update account_role set revoked_at = null
             where id = ${t.fixture.principals[principal].grantId}`.execute(t.db);
  who[principal] = await t.as(principal);
};

describe('tasks that nobody can decide', () => {
  test('a role’s task whose only holder has signed elsewhere goes to whoever decides there now', async () => {
    await grant('committeeWorker', 'countyA');
    const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior'), roleStep(2)]));
    await decide(who.committeeWorker, id);
    expect(await todo(who.countyWorker)).toBe(1);
    await revoke('countyWorker');
    await sweepOrphans(t.services);
    expect((await decide(who.cityWorker, id)).data.state).toBe('approved');
    await regain('countyWorker');
  });

  test('where nobody at all can, the matter goes back to its initiator, who is told why', async () => {
    const id = await raise(who.branchWorker, await makeProcess(t, [peopleStep([account(t, 'committeeWorker')])]));
    await revoke('committeeWorker');
    const admins = await sql<{ id: string }>`
      update account_role set revoked_at = now() where role_id = 1 and revoked_at is null returning id`.execute(t.db);
    await sweepOrphans(t.services);
    expect(await seen(who.branchWorker, id)).toMatchObject({ state: 'returned', waitingFor: [] });
    expect(await notices(who.branchWorker)).toEqual([`已退回：${MATTER.title}`]);
    expect((await todos(who.branchWorker))[0]).toMatch(`补正：${MATTER.title}`);
    await sql`update account_role set revoked_at = null where id = any(${admins.rows.map((row) => row.id)}::bigint[])`.execute(
      t.db,
    );
    who.admin = await t.as('admin');
    await regain('committeeWorker');
  });

  test('one of several of whom any may decide: the others go on, nobody else is asked', async () => {
    const people = [account(t, 'committeeWorker'), account(t, 'countyWorker')];
    const id = await raise(who.branchWorker, await makeProcess(t, [peopleStep(people, 'any')]));
    await revoke('committeeWorker');
    await sweepOrphans(t.services);
    expect(await seen(who.branchWorker, id)).toMatchObject({ waitingFor: ['项县'] });
    expect((await decide(who.countyWorker, id)).data.state).toBe('approved');
    await regain('committeeWorker');
  });

  test('one that fails keeps none of the others waiting, be there more than are taken at once', async () => {
    const process = await makeProcess(t, [peopleStep([account(t, 'committeeWorker')])]);
    // The first cannot be worked on: its version is none. And so many tasks of its kind lie before the good one.
    await raise(who.branchWorker, process);
    await sql`insert into workflow_version (process_id, number, definition) values (${process}, 2, '{"steps": 5}')`.execute(
      t.db,
    );
    await sql`update workflow_instance set number = 2`.execute(t.db);
    await sql`insert into workflow_task (instance_id, node_id, node_name, round, place, account_id, role_id, org_id, state)
      select instance_id, node_id, node_name, round, place, account_id, role_id, org_id, state
        from workflow_task, generate_series(1, 3)`.execute(t.db);
    const id = await raise(who.branchWorker, process);
    await sql`update workflow_task set due_at = now()`.execute(t.db);
    await sweepDue(t.services, 2);
    expect(await seen(who.branchWorker, id)).toMatchObject({ history: [{ kind: 'started' }, { kind: 'reminded' }] });
    await revoke('committeeWorker');
    await sweepOrphans(t.services, 2);
    expect((await decide(who.admin, id)).data.state).toBe('approved');
    await regain('committeeWorker');
  });
});

describe('nobody signs twice at one node by asking each other along', () => {
  test('who was asked along does not decide the role’s task as well', async () => {
    const office = await grant('countyWorker', 'committeeA1');
    const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]));
    const taskId = await taskOf(who.committeeWorker, id);
    expect((await addSign(who.committeeWorker, taskId, 'countyWorker')).code).toBe(200);
    expect((await decide(who.countyWorker, id)).data.state).toBe('running');
    const again = await workIn('countyWorker', office);
    expect(await agree(again, taskId)).toMatchObject({ code: 400, msg: '您已在本节点审批过，同一人不能再次审批' });
    expect(await todo(again)).toBe(0);
    expect((await decide(who.committeeWorker, id)).data.state).toBe('approved');
  });

  test('a deputy does not ask along whoever is represented', async () => {
    await delegate('committeeWorker', 'countyWorker');
    const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]));
    const answer = await addSign(who.countyWorker, await taskOf(who.countyWorker, id), 'committeeWorker');
    expect(answer.data.fields).toEqual({ accountId: '不能请委托人审签，请重新选择' });
  });

  test('who asked somebody along does not sign for that one as a deputy', async () => {
    const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]));
    await delegate('countyWorker', 'committeeWorker');
    await addSign(who.committeeWorker, await taskOf(who.committeeWorker, id), 'countyWorker');
    const asked = await taskOf(who.countyWorker, id);
    expect((await agree(who.committeeWorker, asked)).msg).toBe('您是本节点的审批人，不能再代他人审批');
    expect(await todo(who.committeeWorker)).toBe(0);
    expect(await todos(who.committeeWorker)).toEqual([]);
    expect((await decide(who.countyWorker, id)).data.state).toBe('running');
    expect((await decide(who.committeeWorker, id)).data.state).toBe('approved');
  });
});

describe('a signer who was asked along', () => {
  const timeout = { hours: 2, act: 'passOn', to: { kind: 'role', roleId: 3, place: 1 } } as const;
  const later = () => sql`update workflow_task set due_at = now() where state = 'open'`.execute(t.db);

  test('has the time of the node; then whoever asked decides without', async () => {
    const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior', 'any', { timeout })]));
    await addSign(who.committeeWorker, await taskOf(who.committeeWorker, id), 'countyWorker');
    expect((await seen(who.countyWorker, id)).dueAt).not.toBeNull();
    await later();
    await sweepDue(t.services);
    expect(await todo(who.countyWorker)).toBe(0);
    expect(await todos(who.countyWorker)).toEqual([]);
    expect((await decide(who.committeeWorker, id)).data.state).toBe('approved');
  });

  test('is taken back by whoever asked, who finds the matter among the handled ones; by nobody else', async () => {
    const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]));
    const taskId = await taskOf(who.committeeWorker, id);
    const recall = (caller: Caller) => caller.post('/api/workflow/recallSign', { taskId });
    expect((await recall(who.committeeWorker)).msg).toBe('加签人已审签或已收回，可以审批了');
    await addSign(who.committeeWorker, taskId, 'countyWorker');
    const asked = await taskOf(who.countyWorker, id);
    expect((await who.committeeWorker.get('/api/workflow/listPage', { view: 'done' })).rows).toMatchObject([{ id }]);
    expect(await seen(who.committeeWorker, id)).toMatchObject({
      asking: { taskId, names: ['项县'] },
      can: { recall: true, decide: false },
    });
    for (const name of ['branchWorker', 'countyWorker', 'siblingWorker', 'cityWorker'] as const) {
      expect((await recall(who[name])).code, name).toBe(404);
    }
    const both = await Promise.all([recall(who.committeeWorker), recall(who.committeeWorker)]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);
    expect((await agree(who.countyWorker, asked)).msg).toBe('加签已收回，不用再审签');
    expect(await todos(who.countyWorker)).toEqual([]);
    expect(await notices(who.countyWorker)).toEqual([`加签已收回：${MATTER.title}`]);
    // And may be asked once more.
    expect((await addSign(who.committeeWorker, taskId, 'countyWorker')).code).toBe(200);
    expect((await decide(who.countyWorker, id)).data.state).toBe('running');
    expect((await decide(who.committeeWorker, id)).data.state).toBe('approved');
    expect((await seen(who.branchWorker, id)).history.map(({ kind }: { kind: string }) => kind)).toEqual([
      'started',
      'added',
      'recalled',
      'added',
      'agreed',
      'agreed',
      'finished',
    ]);
  });

  test('who loses the office gives the task back to whoever asked', async () => {
    const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]));
    await addSign(who.committeeWorker, await taskOf(who.committeeWorker, id), 'countyWorker');
    await revoke('countyWorker');
    await sweepOrphans(t.services);
    expect((await decide(who.committeeWorker, id)).data.state).toBe('approved');
    await regain('countyWorker');
  });

  test('a recall and the signature at once: one of them happens', async () => {
    const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]));
    const taskId = await taskOf(who.committeeWorker, id);
    await addSign(who.committeeWorker, taskId, 'countyWorker');
    const asked = await taskOf(who.countyWorker, id);
    const answers = await Promise.all([
      who.committeeWorker.post('/api/workflow/recallSign', { taskId }),
      agree(who.countyWorker, asked),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400]);
    expect((await decide(who.committeeWorker, id)).data.state).toBe('approved');
  });
});

describe('转交', () => {
  const handOver = (caller: Caller, taskId: string, principal: Principal, note = '外出学习') =>
    caller.post('/api/workflow/handOver', { taskId, accountId: account(t, principal), note });
  const timeout = { hours: 2, act: 'remind', to: null } as const;

  test('somebody else decides instead, in the time of the node; it goes one way and once', async () => {
    const steps = [roleStep('superior', 'any', { timeout }), roleStep(2)];
    const id = await raise(who.branchWorker, await makeProcess(t, steps));
    const taskId = await taskOf(who.committeeWorker, id);
    for (const name of ['branchWorker', 'countyWorker', 'siblingWorker', 'member'] as const) {
      expect([403, 404], name).toContain((await handOver(who[name], taskId, 'cityWorker')).code);
    }
    const fields = async (principal: Principal, note?: string) =>
      (await handOver(who.committeeWorker, taskId, principal, note)).data.fields;
    expect(await fields('cityWorker', ' ')).toEqual({ note: '请输入转交原因' });
    expect(await fields('committeeWorker')).toEqual({ accountId: '审批人重复，请重新选择' });
    expect(await fields('branchWorker')).toEqual({ accountId: '发起人和已在其他节点审批的人不能再审批' });
    expect(await fields('otherCountyWorker')).toEqual({ accountId: '所选的人不能办理审批，请重新选择' });
    const both = await Promise.all([1, 2].map(() => handOver(who.committeeWorker, taskId, 'cityWorker')));
    expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);
    expect((await agree(who.committeeWorker, taskId)).msg).toBe('已由魏员转交他人');
    expect(await todos(who.committeeWorker)).toEqual([]);
    expect(await todos(who.cityWorker)).toHaveLength(1);
    expect((await who.committeeWorker.get('/api/workflow/listPage', { view: 'done' })).rows).toMatchObject([{ id }]);
    expect(await seen(who.cityWorker, id)).toMatchObject({ dueAt: expect.any(String), can: { handOver: true } });
    expect((await decide(who.cityWorker, id)).data.state).toBe('running');
    expect((await decide(who.countyWorker, id)).data.state).toBe('approved');
    const { history } = await seen(who.branchWorker, id);
    expect(history[1]).toMatchObject({ kind: 'passed', actor: '魏员', detail: '程市：外出学习' });
  });

  test('a signer who was asked along hands that over, and the task still comes back; a deputy hands nothing over', async () => {
    const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]));
    const taskId = await taskOf(who.committeeWorker, id);
    await addSign(who.committeeWorker, taskId, 'countyWorker');
    const asked = await taskOf(who.countyWorker, id);
    expect((await handOver(who.countyWorker, asked, 'committeeWorker')).data.fields).toEqual({
      accountId: '审批人重复，请重新选择',
    });
    expect((await handOver(who.countyWorker, asked, 'cityWorker')).code).toBe(200);
    expect((await decide(who.cityWorker, id)).data.state).toBe('running');
    await delegate('committeeWorker', 'countyWorker');
    expect((await seen(who.countyWorker, id)).can).toMatchObject({ decide: true, handOver: false });
    expect((await handOver(who.countyWorker, taskId, 'admin')).msg).toBe('受托代办的事项不能转交，请由委托人转交');
    expect((await decide(who.committeeWorker, id)).data.state).toBe('approved');
  });
});

describe('deputies', () => {
  const forCommittee = `审批：${MATTER.title} 代魏员办理，`;

  test('have a to-do of their own as long as they may decide', async () => {
    const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]));
    const made = await delegate('committeeWorker', 'countyWorker');
    expect((await todos(who.countyWorker))[0]).toMatch(forCommittee);
    expect(await todos(who.committeeWorker)).toHaveLength(1);
    await who.committeeWorker.del('/api/workflow/delegation', { id: made });
    expect(await todos(who.countyWorker)).toEqual([]);
    await delegate('committeeWorker', 'countyWorker');
    const second = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]));
    expect(await todos(who.countyWorker)).toHaveLength(2);
    await decide(who.committeeWorker, id);
    await decide(who.countyWorker, second);
    for (const name of ['countyWorker', 'committeeWorker'] as const) expect(await todos(who[name])).toEqual([]);
  });

  test('lose it with the day of the delegation, and see nothing that they could not decide', async () => {
    await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]));
    await delegate('committeeWorker', 'countyWorker');
    await sql`update workflow_delegation set until = until - 4`.execute(t.db);
    await sweepDeputies(t.services);
    expect(await todos(who.countyWorker)).toEqual([]);
    await sql`update workflow_delegation set until = until + 4`.execute(t.db);
    await sweepDeputies(t.services);
    expect(await todos(who.countyWorker)).toHaveLength(1);
    const grantId = t.fixture.principals.committeeWorker.grantId;
    await sql`insert into grant_permission (grant_id, permission_key, given, changed_by)
      values (${grantId}, 'workflow:use', false, '试')`.execute(t.db);
    expect(await todo(who.countyWorker)).toBe(0);
    await sql`delete from grant_permission where grant_id = ${grantId}`.execute(t.db);
  });

  test('who decides at the node has no task as a deputy there, nor a to-do', async () => {
    const people = [account(t, 'committeeWorker'), account(t, 'countyWorker')];
    await delegate('committeeWorker', 'countyWorker');
    const id = await raise(who.branchWorker, await makeProcess(t, [peopleStep(people)]));
    expect(await todos(who.countyWorker)).toHaveLength(1);
    await decide(who.countyWorker, id);
    expect([await todo(who.countyWorker), await todos(who.countyWorker)]).toEqual([0, []]);
    expect((await decide(who.committeeWorker, id)).data.state).toBe('approved');
  });
});

test('a reminder does not reach the initiator, who holds the same office', async () => {
  await grant('branchWorker', 'committeeA1');
  const timeout = { hours: 1, act: 'remind', to: null } as const;
  const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior', 'any', { timeout })]));
  await sql`update workflow_task set due_at = now()`.execute(t.db);
  await sweepDue(t.services);
  expect(await notices(who.branchWorker)).toEqual([]);
  expect(await notices(who.committeeWorker)).toEqual([`审批已超时：${MATTER.title}`]);
  expect((await who.branchWorker.post('/api/workflow/urge', { id })).data).toEqual({ reached: 1 });
});

test('the notice of a return says who asks for what, and where to fix it', async () => {
  const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]));
  await decide(who.committeeWorker, id, 'return', { opinion: '请补方案' });
  const { rows } = await who.branchWorker.get('/api/message/sysMessage/listPage');
  expect(rows[0]).toMatchObject({ remark: '魏员要求补正：请补方案。请从待办进入，补正后重新提交。' });
});

test('behind the last page the totals stay what they are', async () => {
  await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]));
  for (const view of ['todo', 'mine', 'done', 'copied']) {
    const caller = view === 'mine' ? who.branchWorker : who.committeeWorker;
    const answer = await caller.get('/api/workflow/listPage', { view, pageNum: 9 });
    expect([view, answer.rows.length, answer.total]).toEqual([view, 0, view === 'todo' || view === 'mine' ? 1 : 0]);
  }
  const processes = await who.admin.get('/api/workflow/process/listPage', { pageNum: 9 });
  expect([processes.rows.length, processes.total]).toEqual([0, 1]);
  const people = await who.branchWorker.post('/api/workflow/people', { pageNum: 99 });
  expect([people.rows.length, people.total > 0]).toEqual([0, true]);
});
