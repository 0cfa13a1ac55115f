import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listInstances } from '#kernel/workflow/contract.ts';
import { createItem, listDue, listItems, updateItem } from '#publishing/openAffairs/contract.catalogue.ts';
import { giveFeedback, listFeedback, replyFeedback } from '#publishing/openAffairs/contract.feedback.ts';
import { decideAffair, getAffair, recallAffair, submitAffair, updateAffair } from '#publishing/openAffairs/contract.ts';
import { daysOf, periodsDueIn } from '#publishing/openAffairs/rules.ts';
import { remindDue } from '#publishing/openAffairs/server/reminders.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { draft, ITEM, publish, read, submit } from './factory.ts';

let t: TestApp;
let admin: Caller;
let branch: Caller;
let superior: Caller;
let sibling: Caller;
let member: Caller;
beforeAll(async () => {
  t = await startTestApp();
  [admin, branch, superior, sibling, member] = (await Promise.all(
    (['admin', 'branchWorker', 'committeeWorker', 'siblingWorker', 'member'] as const).map((who) => t.as(who)),
  )) as [Caller, Caller, Caller, Caller, Caller];
});
afterAll(() => t.close());

const one = async <T>(statement: ReturnType<typeof sql<T>>) => (await statement.execute(t.db)).rows[0];

describe('feedback', () => {
  test('of a member is answered by the branch, which has it to do, and the member is told', async () => {
    const id = await publish(branch, superior, { title: '征求意见的事项' });
    expect((await member.call(giveFeedback, { id, content: ' ' })).data.fields.content).toBe('请输入意见');
    const said = await member.call(giveFeedback, { id, content: '建议写明金额' });
    expect(said.code, said.text).toBe(200);
    const floating = await t.as('floating');
    expect((await floating.call(listFeedback, { id })).result).toEqual([]);
    const todo = () =>
      one(sql<{ done: boolean; org_id: string }>`
      select done_at is not null as done, org_id from todo where subject = ${`openFeedback:${id}`}`);
    expect(await todo()).toEqual({ done: false, org_id: ORGS.branchA11.id });
    const [seen] = (await branch.call(listFeedback, { id })).result;
    expect(seen).toMatchObject({ name: '党元', content: '建议写明金额', reply: '', isMine: false });

    const answer = { id: said.result.id, version: 1, reply: '已补充，谢谢' };
    expect((await sibling.call(replyFeedback, answer)).code).toBe(404);
    expect((await member.call(replyFeedback, answer)).code).toBe(403);
    expect((await branch.call(replyFeedback, answer)).code).toBe(200);
    expect((await superior.call(replyFeedback, answer)).data.conflict).toBe(true);
    expect(await todo()).toMatchObject({ done: true });
    expect((await member.call(listFeedback, { id })).result).toMatchObject([{ reply: '已补充，谢谢', isMine: true }]);
    const notice = await one(sql<{ title: string }>`
      select n.title from notice n join notice_recipient r on r.notice_id = n.id
       where r.account_id = ${t.fixture.principals.member.accountId} order by n.id desc limit 1`);
    expect(notice?.title).toBe('您的意见已答复：征求意见的事项');
  });

  test('is given to what is published alone, where one stands', async () => {
    const id = await draft(branch, { title: '未公开的' });
    expect((await member.call(giveFeedback, { id, content: '试' })).code).toBe(404);
    expect((await branch.call(giveFeedback, { id, content: '试' })).msg).toBe('该事项没有公开，不能提意见');
    expect((await sibling.call(giveFeedback, { id, content: '试' })).code).toBe(404);
  });
});

describe('an approval process', () => {
  let processId = '';
  const process = async (steps: object[]) => {
    const made = await admin.post('/api/workflow/process', {
      kind: 'openAffair',
      name: '三务公开审批',
      orgId: ORGS.countyA.id,
      definition: { steps, sameSigner: false },
    });
    expect(made.code, made.text).toBe(200);
    const done = await admin.post('/api/workflow/process/publish', { id: made.data.id, version: 1 });
    expect(done.code, done.text).toBe(200);
    return made.data.id as string;
  };
  const step = (who: object) => ({ kind: 'approver', id: 'n1', name: '上级审批', who, mode: 'any', timeout: null });
  const retire = () => admin.post('/api/workflow/process/retire', { id: processId, reason: '试' });
  const decideTask = async (id: string, decision: string) => {
    const [matter] = (await superior.call(listInstances, { view: 'todo' } as never)).rows;
    expect(matter?.title).toContain((await read(branch, id)).title);
    return superior.post('/api/workflow/decide', { taskId: matter.taskId, decision, opinion: '补充说明' });
  };

  test('decides where one is published: returned, fixed, sent again, agreed, and only then shown', async () => {
    processId = await process([step({ kind: 'role', roleId: 3, place: 'superior' })]);
    const id = await draft(branch, { title: '按流程审批' });
    const version = await submit(branch, id);
    expect(await read(branch, id)).toMatchObject({ phase: 'pending', can: { decide: false, recall: true } });
    const direct = await superior.call(decideAffair, { id, version, decision: 'agree' });
    expect(direct.msg).toBe('该事项按审批流程办理，请到“待我审批”中审批');
    expect((await decideTask(id, 'return')).code).toBe(200);
    const returned = await read(branch, id);
    expect(returned).toMatchObject({ phase: 'returned', can: { edit: true, submit: true } });
    const fixed = await branch.call(updateAffair, { id, version: returned.version, title: '按流程审批（补正）' });
    expect((await superior.call(submitAffair, { id, version: fixed.result.version })).msg).toContain('由支书送审');
    const again = await branch.call(submitAffair, { id, version: fixed.result.version });
    expect(again.code, again.text).toBe(200);
    expect((await read(branch, id)).phase).toBe('pending');
    expect((await member.call(getAffair, { id })).code).toBe(404);
    expect((await decideTask(id, 'agree')).code).toBe(200);
    expect(await read(member, id)).toMatchObject({ title: '按流程审批（补正）', approvedBy: '魏员' });
  });

  test('that says no, or is recalled, leaves a draft that nobody else reads', async () => {
    const id = await draft(branch, { title: '流程不同意' });
    await submit(branch, id);
    expect((await decideTask(id, 'reject')).code).toBe(200);
    expect(await read(branch, id)).toMatchObject({ phase: 'returned', isShown: false });
    await submit(branch, id);
    expect((await branch.call(recallAffair, { id })).code).toBe(200);
    expect(await read(branch, id)).toMatchObject({ phase: 'draft', isShown: false });
    await retire();
  });

  test('that asks the initiator to name people is refused in words', async () => {
    processId = await process([step({ kind: 'chosen', most: 1 })]);
    const id = await draft(branch, { title: '自选审批人' });
    const { version } = await read(branch, id);
    expect((await branch.call(submitAffair, { id, version })).msg).toContain('要由发起人自选审批人');
    expect((await read(branch, id)).phase).toBe('draft');
    await retire();
  });
});

describe('what is due', () => {
  const period = async () => {
    const today =
      (await one(sql<{ day: string }>`select (now() at time zone 'Asia/Shanghai')::date as day`))?.day ?? '';
    return periodsDueIn(today.slice(0, 7));
  };
  const dues = async (caller: Caller, more: object = {}) =>
    (await caller.call(listDue, { orgId: ORGS.branchA11.id, pageSize: 100, ...more })).result;
  const due = async () => (await dues(branch)).rows.find(({ itemId }) => itemId === ITEM.dues);

  test('is owed by base organisations from the item’s beginning on: open, late, published', async () => {
    expect((await dues(branch)).rows).toEqual([]);
    await sql`update open_item set starts_on = '2020-01-01', due_days = 180 where id = ${ITEM.dues}`.execute(t.db);
    const { quarter } = await period();
    expect(await due()).toMatchObject({ period: quarter, state: 'open', affairId: null, can: { add: true } });
    await sql`update open_item set due_days = 1 where id = ${ITEM.dues}`.execute(t.db);
    const last = daysOf(quarter)?.last ?? '';
    const first = await one(sql<{ over: boolean }>`
      select ${last}::date + 1 < (now() at time zone 'Asia/Shanghai')::date as over`);
    expect((await due())?.state).toBe(first?.over ? 'overdue' : 'open');
    const id = await publish(branch, superior, { itemId: ITEM.dues, period: quarter, title: '本季度党费' });
    expect(await due()).toMatchObject({ affairId: id, state: first?.over ? 'late' : 'done', can: { add: false } });
    await sql`update open_affair set first_shown = ${last} where id = ${id}`.execute(t.db);
    expect((await due())?.state).toBe('done');
    const all = await dues(superior, { orgId: ORGS.committeeA1.id });
    expect(all.rows.map(({ orgName }) => orgName)).toContain(ORGS.branchA12.name);
    expect(all.total).toBe(Object.values(all.counts).reduce((sum, n) => sum + n, 0));
    expect((await dues(superior, { orgId: ORGS.committeeA1.id, state: 'done' })).total).toBe(1);
    expect((await sibling.call(listDue, { orgId: ORGS.branchA11.id })).code).toBe(404);
    expect((await member.call(listDue, {})).code).toBe(403);
  });

  test('of villages and communities is 财务 by month as well', async () => {
    await sql`update open_item set starts_on = '2020-01-01' where id = ${ITEM.accounts}`.execute(t.db);
    expect((await dues(branch, { kind: 'finance' })).total).toBe(0);
    await sql`insert into unit (org_id, org_code, name, nature)
              values (${ORGS.branchA11.id}, ${ORGS.branchA11.code}, '试村', '8')`.execute(t.db);
    const { month } = await period();
    expect((await dues(branch, { kind: 'finance' })).rows).toMatchObject([{ itemId: ITEM.accounts, period: month }]);
  });

  test('is a to-do of the organisation, and of the one above when it is late, until it is done', async () => {
    await sql`update open_item set due_days = 1, starts_on = '2020-01-01' where id = ${ITEM.dues}`.execute(t.db);
    await remindDue(t.services);
    const todos = async (org: { id: string }) =>
      (
        await sql<{ subject: string; title: string }>`
          select subject, title from todo where org_id = ${org.id} and done_at is null and subject like 'openDue%'`.execute(
          t.db,
        )
      ).rows;
    expect(await todos(ORGS.branchA12)).toMatchObject([{ subject: `openDue:${ORGS.branchA12.id}` }]);
    const again = await remindDue(t.services);
    expect(again).toEqual({ written: 0, closed: 0 });
    const { quarter } = await period();
    await publish(await t.as('countyWorker'), await t.as('cityWorker'), {
      orgId: ORGS.branchA12.id,
      itemId: ITEM.dues,
      period: quarter,
      title: '第二支部党费',
    });
    await remindDue(t.services);
    expect(await todos(ORGS.branchA12)).toEqual([]);
  });
});

describe('the catalogue', () => {
  test('is written by the administrator alone; a name once in a kind; what is out of use is offered no more', async () => {
    const item = { kind: 'village', name: '高标准农田', rhythm: 'year', dueDays: 30, startsOn: '2026-01-01' } as const;
    expect((await branch.call(createItem, item)).code).toBe(403);
    const made = await admin.call(createItem, item);
    expect(made.code, made.text).toBe(200);
    expect((await admin.call(createItem, item)).data.fields.name).toBe('这一类别已有同名的公开项目');
    const off = await admin.call(updateItem, { id: made.result.id, version: 1, active: false });
    expect(off.result).toEqual({ version: 2 });
    expect((await admin.call(updateItem, { id: made.result.id, version: 1, dueDays: 5 })).data.conflict).toBe(true);
    const names = async (all: boolean) =>
      (await branch.call(listItems, { kind: 'village', all })).result.map(({ name }) => name);
    expect(await names(false)).not.toContain('高标准农田');
    expect(await names(true)).toContain('高标准农田');
  });
});
