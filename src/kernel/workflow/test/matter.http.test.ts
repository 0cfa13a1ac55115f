import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Step } from '#kernel/workflow/contract.definition.ts';
import { TINY_PNG } from '../../../../test/http/sampleIds.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, type Principal } from '../../../../test/support/fixture.ts';
import {
  account,
  branches,
  chosenStep,
  copyStep,
  decide,
  MATTER,
  makeProcess,
  peopleStep,
  raise,
  roleStep,
  taskOf,
} from './factory.ts';

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

const view = async (caller: Caller, name: string) =>
  (await caller.get('/api/workflow/listPage', { view: name })).rows.map(({ title }) => title);
const stateOf = async (id: string) =>
  (await sql<{ state: string }>`select state from workflow_instance where id = ${id}`.execute(t.db)).rows[0]?.state;
const todos = async (caller: Caller) =>
  (await caller.get('/api/message/todo/listPage')).rows.map(({ message }) => message);
const notices = async (caller: Caller) =>
  (await caller.get('/api/message/sysMessage/listPage')).rows.map(({ title }) => title);

test('a matter goes from the branch to the committee and the county, with to-dos on the way and one notice at its end', async () => {
  const process = await makeProcess(t, [roleStep('superior'), roleStep(2)]);
  const id = await raise(who.branchWorker, process);
  expect(await view(who.committeeWorker, 'todo')).toEqual([MATTER.title]);
  expect(await todos(who.committeeWorker)).toEqual([`审批：${MATTER.title}`]);
  expect(await view(who.countyWorker, 'todo')).toEqual([]);
  expect((await decide(who.committeeWorker, id)).data).toEqual({ state: 'running' });
  expect(await todos(who.committeeWorker)).toEqual([]);
  expect(await view(who.committeeWorker, 'done')).toEqual([MATTER.title]);
  expect(await todos(who.countyWorker)).toEqual([`审批：${MATTER.title}`]);
  expect((await decide(who.countyWorker, id)).data).toEqual({ state: 'approved' });
  expect(await notices(who.branchWorker)).toEqual([`已同意：${MATTER.title}`]);
  const seen = (await who.branchWorker.get(`/api/workflow/get/${id}`)).data;
  expect(seen).toMatchObject({ state: 'approved', nodeName: '', waitingFor: [], taskId: null });
  expect(seen.way.map(({ state }: { state: string }) => state)).toEqual(['done', 'done']);
  expect(seen.history.map(({ kind, actor }: { kind: string; actor: string }) => `${kind} ${actor}`)).toEqual([
    'started 支书',
    'agreed 魏员',
    'agreed 项县',
    'finished ',
  ]);
});

test('P2 P3 only those who take part read a matter; all others, and those who do not exist, read the same', async () => {
  const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]));
  for (const name of ['countyWorker', 'cityWorker', 'admin', 'otherCountyWorker', 'siblingWorker'] as const) {
    const foreign = await who[name].get(`/api/workflow/get/${id}`);
    const unknown = await who[name].get('/api/workflow/get/987654321');
    expect([foreign.code, foreign.text], name).toEqual([404, unknown.text]);
    expect(await view(who[name], 'todo'), name).toEqual([]);
  }
  expect((await who.member.get(`/api/workflow/get/${id}`)).code).toBe(403);
  expect((await who.committeeWorker.get(`/api/workflow/get/${id}`)).code).toBe(200);
  const taskId = await taskOf(who.committeeWorker, id);
  const tried = await who.countyWorker.post('/api/workflow/decide', { taskId, decision: 'agree' });
  expect(tried.code).toBe(404);
});

test('conditions choose the branch: small sums stay with the committee, large ones go to the county', async () => {
  const process = await makeProcess(t, [
    roleStep('superior'),
    branches(
      { conditions: [{ field: 'amount', operator: 'ge', value: 500_000 }], steps: [roleStep(2)] },
      { steps: [] },
    ),
  ]);
  const small = await raise(who.branchWorker, process, { amount: 499_999 });
  const large = await raise(who.branchWorker, process, { amount: 500_000 });
  expect((await decide(who.committeeWorker, small)).data.state).toBe('approved');
  expect((await decide(who.committeeWorker, large)).data.state).toBe('running');
  expect((await decide(who.countyWorker, large)).data.state).toBe('approved');
});

describe('依次审批, 会签, 或签', () => {
  const three: Principal[] = ['committeeWorker', 'countyWorker', 'cityWorker'];
  const ids = () => three.map((name) => account(t, name));

  test('one after the other, in the order of their names', async () => {
    const id = await raise(who.branchWorker, await makeProcess(t, [peopleStep(ids(), 'sequence')]));
    for (const [index, name] of three.entries()) {
      for (const later of three.slice(index + 1)) expect(await view(who[later], 'todo')).toEqual([]);
      expect((await decide(who[name], id)).data.state).toBe(index === 2 ? 'approved' : 'running');
    }
  });

  test('all of them, in any order', async () => {
    const id = await raise(who.branchWorker, await makeProcess(t, [peopleStep(ids(), 'all')]));
    for (const name of ['cityWorker', 'committeeWorker'] as const) {
      expect((await decide(who[name], id)).data.state).toBe('running');
    }
    expect((await decide(who.countyWorker, id)).data.state).toBe('approved');
  });

  test('any of them: the others have nothing to do any more and read 已被处理', async () => {
    const id = await raise(who.branchWorker, await makeProcess(t, [peopleStep(ids(), 'any')]));
    const taskId = await taskOf(who.cityWorker, id);
    expect((await decide(who.countyWorker, id)).data.state).toBe('approved');
    expect(await todos(who.cityWorker)).toEqual([]);
    const late = await who.cityWorker.post('/api/workflow/decide', { taskId, decision: 'agree' });
    expect(late).toMatchObject({ code: 400, msg: '已被处理' });
    expect((await who.cityWorker.get(`/api/workflow/get/${id}`)).code).toBe(200);
  });

  test('of a role with 会签 each holder has a task; new ones do not join', async () => {
    const second = await sql<{ id: string }>`
      insert into account_role (account_id, role_id, org_id)
      values (${account(t, 'cityWorker')}, 3, ${ORGS.committeeA1.id}) returning id`.execute(t.db);
    const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior', 'all')]));
    expect((await decide(who.cityWorker, id)).data.state).toBe('running');
    expect((await decide(who.committeeWorker, id)).data.state).toBe('approved');
    await sql`delete from account_role where id = ${second.rows[0]?.id}`.execute(t.db);
  });

  test('one refusal ends it, with its reason', async () => {
    const id = await raise(who.branchWorker, await makeProcess(t, [peopleStep(ids(), 'all')]));
    expect((await decide(who.cityWorker, id, 'reject', { opinion: '' })).data.fields).toEqual({
      opinion: '请填写不同意的理由',
    });
    expect((await decide(who.cityWorker, id, 'reject', { opinion: '经费不足' })).data.state).toBe('rejected');
    for (const name of ['committeeWorker', 'countyWorker'] as const) expect(await todos(who[name])).toEqual([]);
    expect(await notices(who.branchWorker)).toEqual([`不同意：${MATTER.title}`]);
  });
});

test('the branch by the place of the initiator, and an end before the last step', async () => {
  const end: Step = { kind: 'end', id: 'end' };
  const level = branches(
    { conditions: [{ field: 'orgLevel', operator: 'lt', value: 4 }], steps: [end] },
    { steps: [] },
  );
  const process = await makeProcess(t, [roleStep('superior'), level, roleStep(1)]);
  const above = await raise(who.committeeWorker, process);
  expect((await decide(who.countyWorker, above)).data.state).toBe('approved');
  const below = await raise(who.branchWorker, process);
  expect((await decide(who.committeeWorker, below)).data.state).toBe('running');
  expect((await decide(who.cityWorker, below)).data.state).toBe('approved');
});

describe('退回', () => {
  const resubmit = async (id: string, more: object = {}) => {
    const { version } = (await who.branchWorker.get(`/api/workflow/matter/get/${id}`)).data;
    return who.branchWorker.put('/api/workflow/matter', { ...MATTER, id, version, ...more });
  };

  test('corrected papers come straight back to the node, and nobody before it is asked again', async () => {
    const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior'), roleStep(2)]));
    await decide(who.committeeWorker, id);
    expect((await decide(who.countyWorker, id, 'return', { opinion: '请补方案' })).data.state).toBe('returned');
    expect(await todos(who.branchWorker)).toEqual([`补正：${MATTER.title}`]);
    const form = (await who.branchWorker.get(`/api/workflow/matter/get/${id}`)).data;
    expect(form).toMatchObject({ title: MATTER.title, text: MATTER.text, returnedFor: '请补方案' });
    expect((await resubmit(id, { text: `${MATTER.text}方案附后。` })).data).toEqual({ state: 'running' });
    expect(await todos(who.branchWorker)).toEqual([]);
    expect(await view(who.committeeWorker, 'todo')).toEqual([]);
    expect((await decide(who.countyWorker, id)).data.state).toBe('approved');
  });

  test('a changed sum begins anew, since nobody has agreed to it', async () => {
    const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior'), roleStep(2)]), {
      amount: 100,
    });
    await decide(who.committeeWorker, id);
    await decide(who.countyWorker, id, 'return');
    expect((await resubmit(id, { amount: 200 })).data).toEqual({ state: 'running' });
    expect(await view(who.countyWorker, 'todo')).toEqual([]);
    expect((await decide(who.committeeWorker, id)).data.state).toBe('running');
    expect((await decide(who.countyWorker, id)).data.state).toBe('approved');
  });

  test('a sum that is taken away begins anew as well, and no condition reads it any more', async () => {
    const large = { conditions: [{ field: 'amount', operator: 'ge', value: 500_000 } as const], steps: [roleStep(2)] };
    const process = await makeProcess(t, [roleStep('superior'), branches(large, { steps: [] })]);
    const id = await raise(who.branchWorker, process, { amount: 500_000 });
    await decide(who.committeeWorker, id);
    await decide(who.countyWorker, id, 'return');
    expect((await resubmit(id, { amount: null })).data).toEqual({ state: 'running' });
    expect(await view(who.committeeWorker, 'todo')).toEqual([MATTER.title]);
    expect((await decide(who.committeeWorker, id)).data.state).toBe('approved');
  });

  test('to a former node: it and all behind it decide again', async () => {
    const steps = [roleStep('superior'), roleStep(2), roleStep(1)];
    const id = await raise(who.branchWorker, await makeProcess(t, steps));
    await decide(who.committeeWorker, id);
    await decide(who.countyWorker, id);
    const seen = (await who.cityWorker.get(`/api/workflow/get/${id}`)).data;
    expect(seen.returnTo.map(({ nodeId }: { nodeId: string }) => nodeId)).toEqual([steps[0]?.id, steps[1]?.id]);
    const wrong = await decide(who.cityWorker, id, 'return', { returnTo: steps[2]?.id });
    expect(wrong.data.fields).toEqual({ returnTo: '不能退回到这个节点，请重新选择' });
    expect((await decide(who.cityWorker, id, 'return', { returnTo: steps[0]?.id })).data.state).toBe('running');
    for (const name of ['committeeWorker', 'countyWorker', 'cityWorker'] as const) {
      expect(await view(who[name], 'todo'), name).toEqual([MATTER.title]);
      await decide(who[name], id);
    }
    expect(await stateOf(id)).toBe('approved');
  });

  test('P27 a stale form is refused; a matter that is not returned cannot be sent again', async () => {
    const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]));
    expect((await resubmit(id)).msg).toBe('只有被退回的事项可以补正后重新提交');
    await decide(who.committeeWorker, id, 'return');
    expect((await resubmit(id, { version: 1 })).data).toMatchObject({ conflict: true });
    const foreign = await who.committeeWorker.put('/api/workflow/matter', { ...MATTER, id, version: 2 });
    expect(foreign.code).toBe(404);
  });
});

test('its initiator takes it back until it is over, and the others have nothing to do any more', async () => {
  const process = await makeProcess(t, [roleStep('superior'), roleStep(2)]);
  const id = await raise(who.branchWorker, process);
  await decide(who.committeeWorker, id);
  expect((await who.committeeWorker.post('/api/workflow/withdraw', { id, reason: '试' })).msg).toBe(
    '只有发起人可以撤回',
  );
  expect((await who.branchWorker.post('/api/workflow/withdraw', { id, reason: '另行安排' })).code).toBe(200);
  expect(await todos(who.countyWorker)).toEqual([]);
  expect(await stateOf(id)).toBe('withdrawn');
  expect((await who.branchWorker.post('/api/workflow/withdraw', { id, reason: '试' })).msg).toBe(
    '事项已办结，不能撤回',
  );
});

test('urging reaches whoever is to decide, once in two hours', async () => {
  const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]));
  expect((await who.branchWorker.post('/api/workflow/urge', { id })).data).toEqual({ reached: 1 });
  expect(await notices(who.committeeWorker)).toEqual([`催办：${MATTER.title}`]);
  expect((await who.branchWorker.post('/api/workflow/urge', { id })).msg).toMatch('2小时内只能催一次');
  await sql`update workflow_instance set urged_at = urged_at - interval '2 hours'`.execute(t.db);
  expect((await who.branchWorker.post('/api/workflow/urge', { id })).code).toBe(200);
});

test('an approver asks somebody to sign first; then it is the approver’s turn again', async () => {
  const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]));
  const taskId = await taskOf(who.committeeWorker, id);
  const add = (principal: Principal) =>
    who.committeeWorker.post('/api/workflow/addSign', { taskId, accountId: account(t, principal), note: '请先看' });
  expect((await add('committeeWorker')).data.fields).toEqual({ accountId: '审批人重复，请重新选择' });
  expect((await add('branchWorker')).code).toBe(600);
  expect((await add('otherCountyWorker')).data.fields).toEqual({ accountId: '所选的人不能办理审批，请重新选择' });
  expect((await add('countyWorker')).code).toBe(200);
  const waiting = await who.committeeWorker.post('/api/workflow/decide', { taskId, decision: 'agree' });
  expect(waiting.msg).toBe('正在等待其他审批人，还不能审批');
  expect((await decide(who.countyWorker, id)).data.state).toBe('running');
  expect((await decide(who.committeeWorker, id)).data.state).toBe('approved');
});

test('the initiator names the approvers where the process asks for it', async () => {
  const step = chosenStep(1);
  const process = await makeProcess(t, [step]);
  const start = (chosen: object) =>
    who.branchWorker.post('/api/workflow/matter', { ...MATTER, processId: process, chosen });
  const field = `chosen.${step.id}`;
  expect((await start({})).data.fields).toEqual({ [field]: '请选择“自选审批”的审批人' });
  expect((await start({ [step.id]: [account(t, 'branchWorker')] })).data.fields).toEqual({
    [field]: '不能选择本人审批',
  });
  expect((await start({ [step.id]: [account(t, 'siblingWorker')] })).code).toBe(600);
  expect((await start({ [step.id]: [account(t, 'committeeWorker'), account(t, 'countyWorker')] })).data.fields).toEqual(
    {
      [field]: '“自选审批”最多选择1人',
    },
  );
  const answer = await start({ [step.id]: [account(t, 'countyWorker')] });
  expect((await decide(who.countyWorker, answer.data.id)).data.state).toBe('approved');
});

test('those who are copied read it and are told once', async () => {
  const steps = [copyStep([account(t, 'cityWorker')]), roleStep('superior')];
  const id = await raise(who.branchWorker, await makeProcess(t, steps));
  expect(await view(who.cityWorker, 'copied')).toEqual([MATTER.title]);
  expect(await notices(who.cityWorker)).toEqual([`抄送：${MATTER.title}`]);
  expect((await who.cityWorker.get(`/api/workflow/get/${id}`)).data.can).toMatchObject({
    decide: false,
    withdraw: false,
  });
});

test('P42 PEER-12 its papers are read by those who take part, and by nobody else', async () => {
  const uploaded = await who.branchWorker.post('/api/sys/oss/upload/base64', { base64: TINY_PNG });
  const file = uploaded.data.id ?? uploaded.data.fileId;
  const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]), { files: [file] });
  const seen = (await who.committeeWorker.get(`/api/workflow/get/${id}`)).data;
  expect(seen.files).toMatchObject([{ id: file }]);
  const read = (caller: Caller) => caller.get('/api/common/download', { fileName: file });
  expect((await read(who.committeeWorker)).headers['content-type']).toMatch('image/');
  expect((await read(who.cityWorker)).code).toBe(404);
  const stolen = await who.otherCountyWorker.post('/api/workflow/matter', {
    ...MATTER,
    processId: await makeProcess(t, [roleStep(1)]),
    files: [file],
  });
  expect(stolen.data.fields).toEqual({ files: '附件不存在或已过期，请重新上传' });
  // Papers of an office alone: no films.
  const film = (await who.branchWorker.post('/api/sys/oss/upload/base64', { base64: TINY_PNG })).data.id;
  await sql`update stored_file set name = '录像.mp4' where id = ${film}`.execute(t.db);
  const processId = await makeProcess(t, [roleStep('superior')]);
  const refused = await who.branchWorker.post('/api/workflow/matter', { ...MATTER, processId, files: [film] });
  expect(refused.data.fields).toEqual({ files: '录像.mp4：文件格式错误，请选择文档、图片或压缩包文件' });
});

test('P22 a matter that is sent twice with one key is raised once', async () => {
  const processId = await makeProcess(t, [roleStep('superior')]);
  const send = () =>
    who.branchWorker.post(
      '/api/workflow/matter',
      { ...MATTER, processId },
      { headers: { 'Idempotency-Key': 'raise-once-1' } },
    );
  const answers = await Promise.all(Array.from({ length: 10 }, send));
  expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1);
  expect(await view(who.branchWorker, 'mine')).toEqual([MATTER.title]);
});

test('P58 what was decided stands in the log in words, once', async () => {
  const id = await raise(who.branchWorker, await makeProcess(t, [roleStep('superior')]));
  await decide(who.committeeWorker, id, 'agree', { opinion: '同意' });
  const { rows } = await sql<{ action: string; changes: object; target_name: string; org_code: string }>`
    select action, changes, target_name, org_code from audit_log
     where target_type = 'instance' and target_id = ${id} and outcome = 'done' order by id`.execute(t.db);
  expect(rows.map(({ action }) => action)).toEqual(['发起事项审批', '审批']);
  expect(rows[1]).toMatchObject({
    target_name: MATTER.title,
    changes: { decision: [null, 'agree'], state: ['running', 'approved'] },
  });
});
