import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, type Principal } from '../../../../test/support/fixture.ts';
import { account, decide, MATTER, makeProcess, peopleStep, raise, roleStep, taskOf } from './factory.ts';

let t: TestApp;
const who = {} as Record<Principal, Caller>;
beforeAll(async () => {
  t = await startTestApp();
  for (const name of Object.keys(t.fixture.principals) as Principal[]) who[name] = await t.as(name);
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`truncate workflow_process, workflow_version, workflow_instance, workflow_task, workflow_event,
    workflow_copy, workflow_delegation, matter, todo, notice, notice_recipient cascade`.execute(t.db);
});

const count = async (statement: ReturnType<typeof sql<{ n: number }>>) =>
  (await statement.execute(t.db)).rows[0]?.n ?? -1;
const grant = (principal: Principal, org: keyof typeof ORGS) =>
  sql`insert into account_role (account_id, role_id, org_id) values (${account(t, principal)}, 3, ${ORGS[org].id})`.execute(
    t.db,
  );
const ungrant = (principal: Principal, org: keyof typeof ORGS) =>
  sql`delete from account_role where account_id = ${account(t, principal)} and org_id = ${ORGS[org].id}`.execute(t.db);

describe('P24 of 50 who decide at the same time', () => {
  test('P24 one wins, 49 read 已被处理; one row of the log, one notice, one history line', async () => {
    const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]));
    const taskId = await taskOf(who.committeeWorker, id);
    const callers = await Promise.all(Array.from({ length: 50 }, () => t.as('committeeWorker')));
    const answers = await Promise.all(
      callers.map((caller, index) =>
        caller.post('/api/workflow/decide', { taskId, decision: index % 2 ? 'agree' : 'reject', opinion: '议定' }),
      ),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    const late = answers.filter(({ code }) => code !== 200);
    expect(new Set(late.map(({ code, msg }) => `${code} ${msg}`))).toEqual(new Set(['400 已被处理']));
    expect(late[0]?.data).toMatchObject({ conflict: true, by: '魏员' });
    const outcome = answers.find(({ code }) => code === 200)?.data.state;
    const { rows } = await sql<{ state: string }>`select state from workflow_instance where id = ${id}`.execute(t.db);
    expect(rows[0]?.state).toBe(outcome);
    expect(
      await count(sql`select count(*)::int as n from audit_log
        where action = '审批' and target_id = ${id} and outcome = 'done'`),
    ).toBe(1);
    expect(await count(sql`select count(*)::int as n from notice`)).toBe(1);
    expect(
      await count(sql`select count(*)::int as n from workflow_event
        where instance_id = ${id} and kind in ('agreed', 'rejected')`),
    ).toBe(1);
  });

  test('P24 where all must agree, every one of them counts once and the next node opens once', async () => {
    const people = ['committeeWorker', 'countyWorker', 'cityWorker'] as const;
    const steps = [peopleStep(people.map((name) => account(t, name))), roleStep(1, 'any', { roleId: 1 })];
    const id = await raise(who.branchWorker, await makeProcess(t, steps));
    const tasks = await Promise.all(people.map((name) => taskOf(who[name], id)));
    const answers = await Promise.all(
      people.flatMap((name, index) =>
        Array.from({ length: 5 }, () =>
          who[name].post('/api/workflow/decide', { taskId: tasks[index], decision: 'agree' }),
        ),
      ),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3);
    expect(await count(sql`select count(*)::int as n from workflow_task where state = 'open'`)).toBe(1);
    expect((await decide(who.admin, id)).data.state).toBe('approved');
  });

  test('P24 a decision and a withdrawal at once: one of them happens, the other is told', async () => {
    const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]));
    const taskId = await taskOf(who.committeeWorker, id);
    const [taken, decided] = await Promise.all([
      who.branchWorker.post('/api/workflow/withdraw', { id, reason: '试' }),
      who.committeeWorker.post('/api/workflow/decide', { taskId, decision: 'agree' }),
    ]);
    expect([taken.code, decided.code].sort()).toEqual([200, 400]);
  });
});

describe('P26 nobody decides on the own request', () => {
  test('P26 not by the own role, nor by the own name, nor by a deputy', async () => {
    await grant('branchWorker', 'committeeA1');
    const second = await sql<{ id: string }>`
      select id from account_role where account_id = ${account(t, 'branchWorker')} and org_id = ${ORGS.committeeA1.id}`.execute(
      t.db,
    );
    const process = await makeProcess(t, [roleStep('superior')]);
    const id = await raise(who.branchWorker, process);
    const taskId = await taskOf(who.committeeWorker, id);
    // The same person, now at work in the committee's office, and with a deputy there.
    await sql`update session set grant_id = ${second.rows[0]?.id} where account_id = ${account(t, 'branchWorker')}`.execute(
      t.db,
    );
    const own = await who.branchWorker.post('/api/workflow/decide', { taskId, decision: 'agree' });
    expect(own).toMatchObject({ code: 400, msg: '不能审批自己发起的事项' });
    const until = '2100-01-01';
    await sql`insert into workflow_delegation (from_account_id, grant_id, to_account_id, reason, until)
      values (${account(t, 'branchWorker')}, ${second.rows[0]?.id}, ${account(t, 'countyWorker')}, '试', ${until})`.execute(
      t.db,
    );
    const deputy = await who.countyWorker.post('/api/workflow/decide', { taskId, decision: 'agree' });
    expect(deputy).toMatchObject({ code: 400, msg: '委托人不能审批本件，受托人也不能代为审批' });
    expect((await who.countyWorker.get('/api/workflow/listPage')).total).toBe(0);
    expect((await decide(who.committeeWorker, id)).data.state).toBe('approved');
    who.branchWorker = await t.as('branchWorker');
    await sql`truncate workflow_delegation`.execute(t.db);
    await sql`delete from session where grant_id = ${second.rows[0]?.id}`.execute(t.db);
    await ungrant('branchWorker', 'committeeA1');
  });

  test('P26 where the initiator alone holds the office, the one above decides', async () => {
    const id = await raise(who.committeeWorker, await makeProcess(t, [roleStep('own')]));
    expect((await who.committeeWorker.get('/api/workflow/listPage')).total).toBe(0);
    expect((await decide(who.countyWorker, id)).data.state).toBe('approved');
  });

  test('P26 one person never signs two nodes, unless the process says so', async () => {
    await grant('committeeWorker', 'countyA');
    const steps = () => [roleStep('superior'), roleStep(2)];
    const id = await raise(who.branchWorker, await makeProcess(t, steps()));
    await decide(who.committeeWorker, id);
    const taskId = await taskOf(who.countyWorker, id);
    const office = await sql<{ id: string }>`
      select id from account_role where account_id = ${account(t, 'committeeWorker')} and org_id = ${ORGS.countyA.id}`.execute(
      t.db,
    );
    const officer = await t.as('committeeWorker');
    await sql`update session set grant_id = ${office.rows[0]?.id} where account_id = ${account(t, 'committeeWorker')}`.execute(
      t.db,
    );
    const again = await officer.post('/api/workflow/decide', { taskId, decision: 'agree' });
    expect(again).toMatchObject({ code: 400, msg: '您已在其他节点审批过本件，同一人不能再次审批' });
    expect((await officer.get('/api/workflow/listPage')).total).toBe(0);
    expect((await decide(who.countyWorker, id)).data.state).toBe('approved');

    const allowed = await raise(who.branchWorker, await makeProcess(t, steps(), { sameSigner: true }));
    await sql`update session set grant_id = ${t.fixture.principals.committeeWorker.grantId}
               where account_id = ${account(t, 'committeeWorker')}`.execute(t.db);
    await decide(who.committeeWorker, allowed);
    await sql`update session set grant_id = ${office.rows[0]?.id} where account_id = ${account(t, 'committeeWorker')}`.execute(
      t.db,
    );
    expect((await decide(officer, allowed)).data.state).toBe('approved');
    await sql`update session set grant_id = ${t.fixture.principals.committeeWorker.grantId}
               where account_id = ${account(t, 'committeeWorker')}`.execute(t.db);
    await ungrant('committeeWorker', 'countyA');
  });
});

describe('委托', () => {
  const delegateTo = (from: Principal, to: Principal, until = '2100-01-01') =>
    who[from].post('/api/workflow/delegation', { accountId: account(t, to), until, reason: '外出学习' });
  const soon = async () =>
    (await sql<{ day: string }>`select (now() at time zone 'Asia/Shanghai')::date + 3 as day`.execute(t.db)).rows[0]
      ?.day ?? '';

  test('a deputy decides in the name of whoever is away, and the history says so', async () => {
    expect((await delegateTo('committeeWorker', 'countyWorker', await soon())).code).toBe(200);
    const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]));
    expect((await who.countyWorker.get('/api/workflow/listPage')).rows).toMatchObject([{ title: MATTER.title }]);
    expect((await decide(who.countyWorker, id)).data.state).toBe('approved');
    const seen = (await who.branchWorker.get(`/api/workflow/get/${id}`)).data;
    expect(seen.way[0].tasks[0]).toMatchObject({ decidedBy: '项县', behalfOf: '魏员' });
    const notices = (await who.countyWorker.get('/api/message/sysMessage/listPage')).rows.map(({ title }) => title);
    expect(notices).toContain('魏员委托您代办审批');
    expect(notices).toContain(`受托代办：${MATTER.title}`);
  });

  test('P26 nobody signs at one node in the own name and for somebody else', async () => {
    const people = [account(t, 'committeeWorker'), account(t, 'countyWorker')];
    const id = await raise(who.branchWorker, await makeProcess(t, [peopleStep(people)]));
    await delegateTo('committeeWorker', 'countyWorker', await soon());
    const foreign = await taskOf(who.committeeWorker, id);
    expect((await who.countyWorker.get('/api/workflow/listPage')).rows).toHaveLength(1);
    const both = await who.countyWorker.post('/api/workflow/decide', { taskId: foreign, decision: 'agree' });
    expect(both).toMatchObject({ code: 400, msg: '您是本节点的审批人，不能再代他人审批' });
    expect((await decide(who.countyWorker, id)).data.state).toBe('running');
    expect((await decide(who.committeeWorker, id)).data.state).toBe('approved');
  });

  test('P26 nobody signs at one node for two', async () => {
    const people = [account(t, 'committeeWorker'), account(t, 'cityWorker')];
    const id = await raise(who.branchWorker, await makeProcess(t, [peopleStep(people)]));
    await delegateTo('committeeWorker', 'countyWorker', await soon());
    await delegateTo('cityWorker', 'countyWorker', await soon());
    const second = await taskOf(who.cityWorker, id);
    expect((await decide(who.countyWorker, id)).data.state).toBe('running');
    const both = await who.countyWorker.post('/api/workflow/decide', { taskId: second, decision: 'agree' });
    expect(both).toMatchObject({ code: 400, msg: '您已在本节点审批过，不能再代他人审批' });
    expect((await who.countyWorker.get(`/api/workflow/get/${id}`)).data.can).toMatchObject({ decide: false });
    expect((await decide(who.cityWorker, id)).data.state).toBe('approved');
  });

  test('P7 P26 it ends with the right of whoever is away', async () => {
    await delegateTo('committeeWorker', 'countyWorker', await soon());
    const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]));
    const taskId = await taskOf(who.countyWorker, id);
    const { grantId } = t.fixture.principals.committeeWorker;
    await sql`insert into grant_permission (grant_id, permission_key, given, changed_by)
      values (${grantId}, 'workflow:use', false, '试')`.execute(t.db);
    const tried = await who.countyWorker.post('/api/workflow/decide', { taskId, decision: 'agree' });
    await sql`delete from grant_permission where grant_id = ${grantId}`.execute(t.db);
    expect(tried).toMatchObject({ code: 400, msg: '委托已失效' });
    expect((await decide(who.countyWorker, id)).data.state).toBe('approved');
  });

  test('P26 it ends with its day, when it is taken back, and with the office', async () => {
    const made = await delegateTo('committeeWorker', 'countyWorker', await soon());
    const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]));
    const taskId = await taskOf(who.countyWorker, id);
    const tryIt = () => who.countyWorker.post('/api/workflow/decide', { taskId, decision: 'agree' });
    const yesterday = sql`(now() at time zone 'Asia/Shanghai')::date - 1`;
    await sql`update workflow_delegation set until = ${yesterday}`.execute(t.db);
    expect((await tryIt()).code).toBe(404);
    await sql`update workflow_delegation set until = until + 2`.execute(t.db);
    await sql`update account_role set revoked_at = now() where id = ${t.fixture.principals.committeeWorker.grantId}`.execute(
      t.db,
    );
    expect((await tryIt()).code).toBe(404);
    await sql`update account_role set revoked_at = null where id = ${t.fixture.principals.committeeWorker.grantId}`.execute(
      t.db,
    );
    expect((await who.countyWorker.del('/api/workflow/delegation', { id: made.data.id })).code).toBe(404);
    expect((await who.committeeWorker.del('/api/workflow/delegation', { id: made.data.id })).code).toBe(200);
    expect((await tryIt()).code).toBe(404);
    expect((await who.countyWorker.get(`/api/workflow/get/${id}`)).code).toBe(404);
  });

  test('one deputy an office, within reach, from today, for a year at most', async () => {
    expect((await delegateTo('committeeWorker', 'committeeWorker')).data.fields).toEqual({ accountId: '不能委托本人' });
    expect((await delegateTo('committeeWorker', 'otherCountyWorker', await soon())).code).toBe(600);
    expect((await delegateTo('committeeWorker', 'member', await soon())).code).toBe(600);
    expect((await delegateTo('committeeWorker', 'countyWorker', '2020-01-01')).data.fields).toEqual({
      until: '截止日期不能早于今天',
    });
    expect((await delegateTo('committeeWorker', 'countyWorker', '2100-01-01')).data.fields).toEqual({
      until: '委托最长一年',
    });
    const both = await Promise.all([
      delegateTo('committeeWorker', 'countyWorker', await soon()),
      delegateTo('committeeWorker', 'branchWorker', await soon()),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);
    expect((await who.committeeWorker.get('/api/workflow/delegation/listPage')).rows).toMatchObject([
      { isMine: true, isActive: true, can: { end: true } },
    ]);
  });
});
