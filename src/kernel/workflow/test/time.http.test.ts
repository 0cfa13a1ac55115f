import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageModule } from '#kernel/message/server/routes.ts';
import type { Timeout } from '#kernel/workflow/contract.definition.ts';
import { workflowModule } from '#kernel/workflow/server/routes.ts';
import { sweepDue, sweepOrphans } from '#kernel/workflow/server/service/sweep.ts';
import { buildApp } from '#platform/server/http/http.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, type Principal } from '../../../../test/support/fixture.ts';
import { account, decide, MATTER, makeProcess, peopleStep, raise, roleStep, taskOf } from './factory.ts';

const modules = [workflowModule, messageModule];

let t: TestApp;
const who = {} as Record<Principal, Caller>;
beforeAll(async () => {
  t = await startTestApp({ modules });
  for (const name of Object.keys(t.fixture.principals) as Principal[]) who[name] = await t.as(name);
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`truncate workflow_process, workflow_version, workflow_instance, workflow_task, workflow_event,
    workflow_copy, workflow_delegation, matter, todo, notice, notice_recipient cascade`.execute(t.db);
});

const later = (hours: number) =>
  sql`update workflow_task set due_at = due_at - make_interval(hours => ${hours})`.execute(t.db);
const notices = async (caller: Caller) =>
  (await caller.get('/api/message/sysMessage/listPage')).rows.map(({ title }) => title);
const history = async (id: string) =>
  (await who.branchWorker.get(`/api/workflow/get/${id}`)).data.history.map(({ kind }: { kind: string }) => kind);
const todos = async (caller: Caller) => (await caller.get('/api/message/todo/listPage')).total;

test('when the time is over whoever is to decide is reminded once, by however many processes', async () => {
  const timeout = { hours: 24, act: 'remind', to: null } as const;
  const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior', 'any', { timeout })]));
  await later(23);
  await sweepDue(t.services);
  expect(await notices(who.committeeWorker)).toEqual([]);
  await later(1);
  await Promise.all(Array.from({ length: 5 }, () => sweepDue(t.services)));
  expect(await notices(who.committeeWorker)).toEqual([`审批已超时：${MATTER.title}`]);
  expect((await who.committeeWorker.get('/api/workflow/listPage')).rows).toMatchObject([{ isOverdue: true }]);
  expect(await history(id)).toEqual(['started', 'reminded']);
  expect((await decide(who.committeeWorker, id)).data.state).toBe('approved');
});

test('or the task goes to whom the process names, and the former approver has nothing to do any more', async () => {
  const timeout = { hours: 2, act: 'passOn', to: { kind: 'role', roleId: 3, place: 2 } } as const;
  const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior', 'any', { timeout })]));
  const taskId = await taskOf(who.committeeWorker, id);
  await later(2);
  await Promise.all(Array.from({ length: 5 }, () => sweepDue(t.services)));
  expect(await todos(who.committeeWorker)).toBe(0);
  const late = await who.committeeWorker.post('/api/workflow/decide', { taskId, decision: 'agree' });
  expect(late.msg).toBe('已超时转交他人');
  expect(await history(id)).toEqual(['started', 'passed']);
  // It has the time of the node there, too; then whoever has it is reminded, and it goes to nobody else.
  await later(1);
  await sweepDue(t.services);
  expect(await history(id)).toEqual(['started', 'passed']);
  await later(1);
  await sweepDue(t.services);
  expect(await history(id)).toEqual(['started', 'passed', 'reminded']);
  expect(await notices(who.countyWorker)).toEqual([`审批已超时：${MATTER.title}`]);
  expect(await todos(who.admin)).toBe(0);
  expect((await decide(who.countyWorker, id)).data.state).toBe('approved');
});

test('a task is never passed on to the initiator', async () => {
  const to: Timeout['to'] = { kind: 'people', accountIds: [account(t, 'branchWorker')] };
  const timeout: Timeout = { hours: 2, act: 'passOn', to };
  const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior', 'any', { timeout })]));
  await later(2);
  await sweepDue(t.services);
  expect((await who.branchWorker.get('/api/workflow/listPage')).total).toBe(0);
  // The administrator is whoever is left.
  expect((await decide(who.admin, id)).data.state).toBe('approved');
});

test('a task is never passed on to somebody who decides at the same node', async () => {
  const to: Timeout['to'] = { kind: 'role', roleId: 3, place: 2 };
  const people = [account(t, 'committeeWorker'), account(t, 'countyWorker')];
  const steps = [peopleStep(people, 'all', { hours: 2, act: 'passOn', to })];
  const id = await raise(who.branchWorker, await makeProcess(t, steps));
  await sql`update workflow_task set due_at = now() where account_id = ${account(t, 'committeeWorker')}`.execute(t.db);
  await sweepDue(t.services);
  expect((await decide(who.countyWorker, id)).data.state).toBe('running');
  expect((await who.countyWorker.get('/api/workflow/listPage')).total).toBe(0);
  // The next one above that place is whoever is left.
  expect((await decide(who.cityWorker, id)).data.state).toBe('approved');
});

test('a decision and the end of its time at once: the matter goes on once', async () => {
  const timeout = { hours: 1, act: 'passOn', to: { kind: 'role', roleId: 3, place: 1 } } as const;
  const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior', 'any', { timeout })]));
  const taskId = await taskOf(who.committeeWorker, id);
  await later(1);
  const [answer] = await Promise.all([
    who.committeeWorker.post('/api/workflow/decide', { taskId, decision: 'agree' }),
    sweepDue(t.services),
  ]);
  const open = await sql`select 1 from workflow_task where state = 'open'`.execute(t.db);
  expect([answer.code, open.rows.length]).toEqual(answer.code === 200 ? [200, 0] : [400, 1]);
});

test('P7 whoever loses the office loses the task at the next request; it goes to somebody who can decide', async () => {
  const id = await raise(who.branchWorker, await makeProcess(t, [peopleStep([account(t, 'committeeWorker')])]));
  const { grantId } = t.fixture.principals.committeeWorker;
  await sql`update account_role set revoked_at = now() where id = ${grantId}`.execute(t.db);
  expect((await who.committeeWorker.get('/api/workflow/listPage')).code).toBe(401);
  await sweepOrphans(t.services);
  expect(await history(id)).toEqual(['started', 'passed']);
  expect((await decide(who.admin, id)).data.state).toBe('approved');
  await sql`update account_role set revoked_at = null where id = ${grantId}`.execute(t.db);
  who.committeeWorker = await t.as('committeeWorker');
});

test('tasks of people who can decide are left alone', async () => {
  await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]));
  await sweepOrphans(t.services);
  expect(await todos(who.committeeWorker)).toBe(1);
});

test('where nobody can decide any more it goes back to its initiator instead of standing still', async () => {
  const process = await makeProcess(t, [roleStep('superior'), roleStep(1, 'any', { roleId: 1 })]);
  const id = await raise(who.branchWorker, process);
  const admins = sql`(select id from account_role where role_id = 1 and revoked_at is null)`;
  const gone = await sql<{
    id: string;
  }>`update account_role set revoked_at = now() where id in ${admins} returning id`.execute(t.db);
  expect((await decide(who.committeeWorker, id)).data.state).toBe('returned');
  expect((await who.branchWorker.get(`/api/workflow/matter/get/${id}`)).data.returnedFor).toMatch('没有可以审批的人');
  await sql`update account_role set revoked_at = null where id = any(${gone.rows.map((row) => row.id)}::bigint[])`.execute(
    t.db,
  );
  who.admin = await t.as('admin');
  const { version } = (await who.branchWorker.get(`/api/workflow/get/${id}`)).data;
  const again = await who.branchWorker.put('/api/workflow/matter', { ...MATTER, id, version });
  expect(again.data, again.text).toEqual({ state: 'running' });
  expect((await decide(who.admin, id)).data.state).toBe('approved');
});

test('a matter that nobody could decide does not begin', async () => {
  await sql`update account_role set revoked_at = now() where role_id = 1`.execute(t.db);
  const answer = await who.cityWorker.post('/api/workflow/matter', { ...MATTER, processId: await processBySql() });
  expect(answer.msg).toBe('“审批”没有可以审批的人，请联系系统管理员');
  expect((await sql`select 1 from matter`.execute(t.db)).rows).toHaveLength(0);
  await sql`update account_role set revoked_at = null where role_id = 1`.execute(t.db);
  who.admin = await t.as('admin');
});

/** A process for the city's worker alone; nobody is there who could publish one. */
async function processBySql(): Promise<string> {
  const definition = JSON.stringify({ steps: [roleStep('own', 'any', { name: '审批' })], sameSigner: false });
  const { rows } = await sql<{ id: string }>`
    insert into workflow_process (kind, name, org_id, org_code, state, number, draft)
    values ('matter', '试', ${ORGS.city.id}, ${ORGS.city.code}, 'published', 1, ${definition}) returning id`.execute(
    t.db,
  );
  await sql`insert into workflow_version (process_id, number, definition) values (${rows[0]?.id}, 1, ${definition})`.execute(
    t.db,
  );
  return rows[0]?.id ?? '';
}

test('another process of the server goes on where the first one stopped', async () => {
  const process = await makeProcess(t, [roleStep('superior'), roleStep(2)]);
  const id = await raise(who.branchWorker, process);
  await decide(who.committeeWorker, id);
  const second = await buildApp(
    t.services,
    modules.flatMap(({ routes }) => routes),
  );
  const answer = await second.inject({
    method: 'POST',
    url: '/api/workflow/decide',
    headers: { authorization: who.countyWorker.token },
    payload: { taskId: await taskOf(who.countyWorker, id), decision: 'agree' },
  });
  expect(answer.json().data).toEqual({ state: 'approved' });
  await second.close();
});
