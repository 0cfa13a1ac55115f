import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, type Principal } from '../../../../test/support/fixture.ts';
import { account, branches, decide, MATTER, makeProcess, peopleStep, raise, roleStep } from './factory.ts';

const AT = '/api/workflow/process';

let t: TestApp;
let designer: Caller;
const who = {} as Record<Principal, Caller>;
beforeAll(async () => {
  t = await startTestApp();
  for (const name of Object.keys(t.fixture.principals) as Principal[]) who[name] = await t.as(name);
  // The county's worker may draw processes, so that a scope smaller than everything is tried.
  await sql`insert into grant_permission (grant_id, permission_key, given, changed_by)
    values (${t.fixture.principals.countyWorker.grantId}, 'workflow:design', true, '试')`.execute(t.db);
  designer = await t.as('countyWorker');
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`truncate workflow_process, workflow_version, workflow_instance, workflow_task, workflow_event,
    workflow_copy, workflow_delegation, matter, todo, notice, notice_recipient cascade`.execute(t.db);
});

const add = (caller: Caller, org: keyof typeof ORGS, more: object = {}) =>
  caller.post(AT, { kind: 'matter', name: '经费使用审批', orgId: ORGS[org].id, ...more });
const get = async (id: string) => (await designer.get(`${AT}/get/${id}`)).data;
const save = async (id: string, fields: object) =>
  designer.put(AT, { id, version: (await get(id)).version, ...fields });
const publish = async (id: string, note = '') =>
  designer.post(`${AT}/publish`, { id, version: (await get(id)).version, note });

test('drawn, saved, published, taken out of use and published again', async () => {
  const id = (await add(designer, 'countyA')).data.id;
  expect(await get(id)).toMatchObject({
    state: 'draft',
    number: null,
    changed: true,
    draft: { steps: [] },
    history: [],
  });
  const steps = [roleStep('superior', 'any', { name: '上级审批' })];
  expect((await save(id, { definition: { steps, sameSigner: false } })).data).toEqual({ version: 2 });
  expect((await publish(id, '首次发布')).data).toEqual({ number: 1 });
  expect(await get(id)).toMatchObject({
    state: 'published',
    number: 1,
    changed: false,
    history: [{ number: 1, note: '首次发布' }],
  });
  expect((await publish(id)).msg).toBe('草稿与已发布的版本相同，不用再次发布');
  expect((await who.branchWorker.get('/api/workflow/matter/processes')).rows).toMatchObject([
    { id, name: '经费使用审批' },
  ]);
  expect((await designer.post(`${AT}/retire`, { id, reason: '改用新流程' })).code).toBe(200);
  expect((await who.branchWorker.get('/api/workflow/matter/processes')).rows).toEqual([]);
  const late = await who.branchWorker.post('/api/workflow/matter', { ...MATTER, processId: id });
  expect(late).toMatchObject({ code: 404, msg: '没有这个流程，或它已停用' });
  expect((await publish(id)).data).toEqual({ number: 2 });
});

test('a process with faults is not published; each fault names its node', async () => {
  const lonely = {
    kind: 'branches',
    id: 'b',
    branches: [{ id: 'b1', name: '一', isDefault: false, conditions: [], steps: [] }],
  };
  const steps = [peopleStep([]), lonely];
  const id = (await add(designer, 'countyA', { definition: { steps, sameSigner: false } })).data.id;
  const refused = await publish(id);
  expect(refused.code).toBe(400);
  expect(refused.data.faults).toEqual([
    { nodeId: steps[0]?.id, text: '没有审批人' },
    { nodeId: 'b', text: '至少要有两个分支' },
    { nodeId: 'b', text: '缺少默认分支' },
    { nodeId: 'b1', text: '没有设置条件' },
  ]);
  expect((await get(id)).state).toBe('draft');
});

test('what is under way keeps its version, what begins takes the newest', async () => {
  const id = (await add(designer, 'countyA', { definition: { steps: [roleStep('superior')], sameSigner: false } })).data
    .id;
  await publish(id);
  const old = await raise(who.branchWorker, id);
  await save(id, { definition: { steps: [roleStep('superior'), roleStep(2)], sameSigner: false } });
  await publish(id);
  const fresh = await raise(who.branchWorker, id);
  expect((await decide(who.committeeWorker, old)).data.state).toBe('approved');
  expect((await decide(who.committeeWorker, fresh)).data.state).toBe('running');
  expect(
    (await get(id)).history.map(({ number, running }: { number: number; running: number }) => [number, running]),
  ).toEqual([
    [2, 1],
    [1, 0],
  ]);
});

test('P2 processes are drawn within the own scope, and used below their organisation alone', async () => {
  expect((await add(designer, 'city')).code).toBe(404);
  expect((await add(designer, 'countyB')).code).toBe(404);
  expect((await add(who.branchWorker, 'branchA11')).code).toBe(403);
  const city = await makeProcess(t, [roleStep('superior')], { org: 'city', name: '市里的' });
  const other = await makeProcess(t, [roleStep('superior')], { org: 'countyB', name: '乙县的' });
  const own = await makeProcess(t, [roleStep('superior')], { org: 'committeeA1', name: '城关镇的' });
  expect((await designer.get(`${AT}/listPage`)).rows.map(({ id }) => id)).toEqual([own]);
  for (const id of [city, other]) {
    expect((await designer.get(`${AT}/get/${id}`)).code).toBe(404);
    expect((await designer.put(AT, { id, version: 2, name: '改' })).code).toBe(404);
    expect((await designer.post(`${AT}/publish`, { id, version: 2 })).code).toBe(404);
    expect((await designer.post(`${AT}/retire`, { id, reason: '试' })).code).toBe(404);
  }
  const usable = (await who.branchWorker.get('/api/workflow/matter/processes')).rows.map(({ id }) => id);
  expect(usable).toEqual([own, city]);
  expect((await who.branchWorker.post('/api/workflow/matter', { ...MATTER, processId: other })).code).toBe(404);
});

test('P27 of twenty who save one draft at the same time one does', async () => {
  const id = (await add(designer, 'countyA')).data.id;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => designer.put(AT, { id, version: 1, name: `流程${index}` })),
  );
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(new Set(answers.filter(({ code }) => code !== 200).map(({ msg }) => msg))).toEqual(
    new Set(['该流程已被他人修改，请刷新后再试']),
  );
});

test('P4 a definition names only people within reach; another id tells no name', async () => {
  const far = { definition: { steps: [peopleStep([account(t, 'otherCountyWorker')])], sameSigner: false } };
  expect((await add(designer, 'countyA', far)).data.fields).toEqual({ definition: '所选的人不能办理审批，请重新选择' });
  const twice = {
    definition: { steps: [peopleStep([account(t, 'cityWorker'), account(t, 'cityWorker')])], sameSigner: false },
  };
  expect(Object.values((await add(designer, 'countyA', twice)).data.fields)).toEqual(['审批人重复，请重新选择']);
  const near = { definition: { steps: [peopleStep([account(t, 'cityWorker')])], sameSigner: false } };
  const id = (await add(designer, 'countyA', near)).data.id;
  expect((await get(id)).people).toEqual([
    { accountId: account(t, 'cityWorker'), name: '程市', orgName: ORGS.city.name, usable: true },
  ]);
});

test('a trial shows the way of a sample person and writes nothing', async () => {
  const large = roleStep(2, 'any', { name: '县里审批' });
  const split = branches(
    { conditions: [{ field: 'amount', operator: 'gt', value: 100 }], steps: [large] },
    { steps: [] },
  );
  const definition = { steps: [roleStep('superior', 'any', { name: '镇里审批' }), split], sameSigner: false };
  const tryIt = (amount: number | null, principal: Principal = 'branchWorker') =>
    designer.post(`${AT}/try`, { kind: 'matter', definition, accountId: account(t, principal), facts: { amount } });
  const before = await sql<{
    n: string;
  }>`select (select count(*) from audit_log) || '/' || (select count(*) from workflow_instance) as n`.execute(t.db);
  const { data } = await tryIt(101);
  expect(data.initiator).toEqual({ name: '支书', orgName: ORGS.branchA11.name });
  expect(
    data.steps.map((step: { name: string; people: { orgName: string }[] }) => [step.name, step.people[0]?.orgName]),
  ).toEqual([
    ['镇里审批', ORGS.committeeA1.name],
    ['县里审批', ORGS.countyA.name],
  ]);
  expect(data.lit).toContain(large.id);
  expect((await tryIt(100)).data.lit).not.toContain(large.id);
  expect((await tryIt(null)).data.steps).toHaveLength(1);
  const level = branches(
    { conditions: [{ field: 'orgLevel', operator: 'ge', value: 4 }], steps: [large] },
    { steps: [roleStep(1)] },
  );
  const placed = await designer.post(`${AT}/try`, {
    kind: 'matter',
    definition: { steps: [level], sameSigner: false },
    accountId: account(t, 'branchWorker'),
    facts: {},
  });
  expect(placed.data.lit, 'the level is that of the person').toContain(large.id);
  expect((await tryIt(1, 'otherCountyWorker')).code).toBe(404);
  expect((await tryIt(1, 'member')).data.fields).toEqual({ accountId: '这个人没有发起审批的权限，请另选一人' });
  const after = await sql<{
    n: string;
  }>`select (select count(*) from audit_log where outcome = 'done') || '/' || (select count(*) from workflow_instance) as n`.execute(
    t.db,
  );
  expect(after.rows[0]?.n.split('/')[1]).toBe(before.rows[0]?.n.split('/')[1]);
});

test('a node whose id every object has is refused as input', async () => {
  for (const id of ['constructor', '__proto__']) {
    const step = { kind: 'approver', id, name: '审批', who: { kind: 'chosen', most: 1 }, mode: 'all', timeout: null };
    const definition = { steps: [step], sameSigner: false };
    const person = account(t, 'branchWorker');
    const tried = await designer.post(`${AT}/try`, { kind: 'matter', definition, accountId: person, facts: {} });
    expect(tried.code, `${id} ${tried.text}`).toBe(600);
  }
});

test('people to choose from are those who can decide, in the scope and above it', async () => {
  const list = async (caller: Caller, query: object = {}) =>
    (await caller.post('/api/workflow/people', query)).rows.map(({ name }) => name);
  expect(await list(who.branchWorker)).toEqual(['系统管理员', '程市', '项县', '魏员']);
  expect(await list(who.branchWorker, { withMe: true })).toContain('支书');
  expect(await list(who.branchWorker, { keyWords: '魏' })).toEqual(['魏员']);
});

test('a change, a publication and a retirement whose answers were lost are carried out once and met by no refusal', async () => {
  const id = (await add(designer, 'countyA')).data.id;
  const definition = { steps: [roleStep('superior', 'any', { name: '上级审批' })], sameSigner: false };
  const sendTwice = async (
    send: (once: { headers: Record<string, string> }) => Promise<{ code: number; data: unknown }>,
  ) => {
    const once = { headers: { 'idempotency-key': randomUUID() } };
    const [first, again] = [await send(once), await send(once)];
    expect([again.code, again.data]).toEqual([first.code, first.data]);
    return first;
  };
  expect(await sendTwice((once) => designer.put(AT, { id, version: 1, definition }, once))).toMatchObject({
    code: 200,
    data: { version: 2 },
  });
  expect(await sendTwice((once) => designer.post(`${AT}/publish`, { id, version: 2, note: '' }, once))).toMatchObject({
    code: 200,
  });
  expect(await sendTwice((once) => designer.post(`${AT}/retire`, { id, reason: '改用新流程' }, once))).toMatchObject({
    code: 200,
  });
  expect((await get(id)).history).toHaveLength(1);
});
