import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeProcess, raise, roleStep } from './factory.ts';

const LIST = '/api/message/todo/listPage';
const TOGETHER = '/api/message/todo/together';

let t: TestApp;
let branch: Caller;
let committee: Caller;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  committee = await t.as('committeeWorker');
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`truncate workflow_process, workflow_version, workflow_instance, workflow_task, workflow_event,
    workflow_copy, workflow_delegation, matter, todo, notice, notice_recipient cascade`.execute(t.db);
});

const stateOf = async (id: string) =>
  (await sql<{ state: string }>`select state from workflow_instance where id = ${id}`.execute(t.db)).rows[0]?.state;

/** Matters that wait for the committee, with the ids of their to-dos. */
async function waiting(many: number) {
  const process = await makeProcess(t, [roleStep('superior')]);
  const matters: string[] = [];
  for (let n = 1; n <= many; n++) matters.push(await raise(branch, process, { title: `走访慰问${n}` }));
  const { rows } = await committee.get(LIST);
  return { matters, rows };
}

test('several matters are agreed to at once, and whoever raised them is named in the list', async () => {
  const { matters, rows } = await waiting(3);
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatchObject({
    kind: 'workflow',
    together: ['agree', 'return'],
    askedBy: '支书',
    fromOrgName: '城关镇第一党支部',
  });
  const id = rows.map((row) => row.id);
  const answer = await committee.post(TOGETHER, { id, act: 'agree' });
  expect(answer.data, answer.text).toEqual({ done: 3, kept: [] });
  expect(await Promise.all(matters.map(stateOf))).toEqual(['approved', 'approved', 'approved']);
  expect((await committee.get(LIST)).total).toBe(0);
  expect((await committee.get(LIST, { part: 'done' })).total).toBe(3);
  expect((await committee.post(TOGETHER, { id, act: 'agree' })).code).toBe(404);
});

test('they are returned with one reason; what cannot be done is named, and the others are done', async () => {
  const { matters, rows } = await waiting(2);
  const id = rows.map((row) => row.id);
  expect((await committee.post(TOGETHER, { id, act: 'return', reason: '  ' })).data.fields).toEqual({
    reason: '请写明退回的原因',
  });
  // One has been decided meanwhile beside its to-do.
  await sql`update workflow_task set state = 'closed' where instance_id = ${matters[0]}`.execute(t.db);
  const { data } = await committee.post(TOGETHER, { id, act: 'return', reason: '请补预算' });
  expect(data).toMatchObject({ done: 1, kept: [{ name: '审批：走访慰问1' }] });
  expect(data.kept[0].note).not.toBe('');
  expect(await stateOf(matters[1] ?? '')).toBe('returned');
  expect((await branch.get(LIST)).rows).toMatchObject([{ message: '补正：走访慰问2', detail: '请补预算' }]);
});

test('kinds are not mixed, and one that needs a look of its own says so', async () => {
  const { rows } = await waiting(1);
  await sql`
    insert into todo (role_id, org_id, org_code, module, title, jump_url, subject)
    select role_id, org_id, org_code, '试', '要看的', '/today', 'other:1' from todo where id = ${rows[0]?.id}`.execute(
    t.db,
  );
  const all = (await committee.get(LIST)).rows;
  const other = all.find(({ message }) => message === '要看的');
  expect(other).toMatchObject({ kind: 'other', together: [] });
  expect((await committee.post(TOGETHER, { id: all.map(({ id }) => id), act: 'agree' })).data.fields).toEqual({
    id: '请选择同一类的待办',
  });
  expect((await committee.post(TOGETHER, { id: other.id, act: 'agree' })).data).toEqual({
    done: 0,
    kept: [{ id: other.id, name: '要看的', note: '这一类要逐件打开办理' }],
  });
  // Others' to-dos are not there.
  expect((await branch.post(TOGETHER, { id: rows[0]?.id, act: 'agree' })).code).toBe(404);
});
