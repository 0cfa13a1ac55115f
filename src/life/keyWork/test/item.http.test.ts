import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { todosOf } from '../../../../test/support/todos.ts';
import { getPart, listMine, listParts } from '../contract.read.ts';
import { endItem, extendItem, issueItem, setOrgs, urgeItem, withdrawItem } from '../contract.ts';
import { itemCalls } from '../nouns/item.ts';
import { syncTodos } from '../server/queries/todos.ts';
import { addItem, day, issued, itemForm, partOf, versionOf } from './factory.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  branch = await t.as('branchWorker');
});
afterAll(() => t.close());

describe('a draft', () => {
  test('is written, corrected with its version, listed by its state and deleted, and comes back', async () => {
    const id = await addItem(committee);
    const found = await committee.call(itemCalls.list, { state: 'draft', kind: 'system' });
    expect(found.rows).toMatchObject([{ id, state: 'draft', parts: 0, can: { edit: true, remove: true } }]);
    expect((await committee.call(itemCalls.update, { id, version: 1, leader: '田书记' })).data).toEqual({ version: 2 });
    expect((await committee.call(itemCalls.update, { id, version: 1, leader: '易书记' })).data.conflict).toBe(true);
    expect((await committee.call(itemCalls.remove, { id, deleteReason: '重复' })).code).toBe(200);
    expect((await committee.call(itemCalls.get, { id })).code).toBe(404);
    expect((await committee.call(restoreRecycled, { kind: 'keyWorkItem', id, reason: '误删' })).code).toBe(200);
    expect((await committee.call(itemCalls.get, { id })).result.leader).toBe('田书记');
  });

  test('is refused at its field', async () => {
    const bad = await committee.call(itemCalls.create, itemForm({ title: ' ', endsOn: day(-2) }));
    expect(bad.data.fields).toEqual({ title: '请输入名称' });
    const days = await committee.call(itemCalls.create, itemForm({ endsOn: day(-2) }));
    expect(days.data.fields).toEqual({ endsOn: '截止日期不能早于开始日期' });
    const other = await committee.call(itemCalls.create, itemForm({ orgId: ORGS.branchA11.id }));
    expect(other.data.fields).toEqual({ orgId: '只能以本组织的名义布置' });
  });

  test('belongs to whoever set it: superiors read, neighbours and branches do not, members have no right', async () => {
    const id = await addItem(committee);
    const county = await t.as('countyWorker');
    expect((await county.call(itemCalls.get, { id })).result.can).toEqual({ edit: false, remove: false });
    expect((await county.call(itemCalls.update, { id, version: 1, leader: '项' })).msg).toBe('只有布置的组织可以修改');
    for (const who of ['siblingWorker', 'branchWorker'] as const)
      expect((await (await t.as(who)).call(itemCalls.get, { id })).code, who).toBe(404);
    expect((await (await t.as('member')).call(itemCalls.list, {})).code).toBe(403);
    expect((await (await t.as('member')).call(listMine, {})).code).toBe(403);
  });
});

describe('who is responsible', () => {
  test('is chosen below the setter, and of a draft nobody is told', async () => {
    const id = await addItem(committee);
    const foreign = await committee.call(setOrgs, { id, version: 1, orgIds: [ORGS.branchA21.id] });
    expect(foreign.code).toBe(404);
    const own = await committee.call(setOrgs, { id, version: 1, orgIds: [ORGS.committeeA1.id] });
    expect(own.data.fields).toEqual({ orgIds: '责任单位从下级组织中选，不能选本组织' });
    expect((await committee.call(issueItem, { id, version: 1 })).msg).toBe('还没有责任单位，请先选择');
    expect((await committee.call(setOrgs, { id, version: 1, orgIds: [ORGS.branchA11.id] })).code).toBe(200);
    expect((await branch.call(listMine, {})).total).toBe(0);
    const { version, orgs } = (await committee.call(itemCalls.get, { id })).result;
    expect(orgs).toEqual([{ id: ORGS.branchA11.id, name: ORGS.branchA11.name }]);
    const stale = await committee.call(setOrgs, { id, version: version - 1, orgIds: [] });
    expect(stale.data.conflict).toBe(true);
  });

  test('sees it once it is issued; what is issued is neither changed nor deleted, and others come along', async () => {
    const id = await issued(committee, {}, [ORGS.branchA11.id]);
    const part = await partOf(branch, id);
    expect(part).toMatchObject({
      setterName: ORGS.committeeA1.name,
      state: 'open',
      standing: 'open',
      owed: '完成情况',
      dueOn: day(30),
      daysLeft: 30,
      can: { report: true, decide: false },
    });
    expect(await todosOf(t, `keyWorkPart:${part.id}`)).toEqual([
      { title: '报送完成情况：支部规范化建设', due: day(30), done: false },
    ]);
    const version = await versionOf(committee, id);
    const changed = await committee.call(itemCalls.update, { id, version, leader: '田' });
    expect(changed.msg).toContain('下达后不能修改工作要求');
    expect((await committee.call(itemCalls.remove, { id, deleteReason: '试' })).msg).toContain('留作台账');
    expect((await committee.call(issueItem, { id, version })).msg).toBe('已经下达，不用再次下达');
    const more = await committee.call(setOrgs, { id, version, orgIds: [ORGS.branchA12.id] });
    expect(more.data).toMatchObject({ added: 1 });
    expect((await committee.call(listParts, { itemId: id })).total).toBe(2);
    // A branch sees its own part alone, a neighbour none.
    expect((await branch.call(listParts, { itemId: id })).total).toBe(1);
    const sibling = await t.as('siblingWorker');
    expect((await sibling.call(getPart, { id: part.id })).code).toBe(404);
    expect((await sibling.call(listParts, { itemId: id })).code).toBe(404);
    expect((await branch.call(listParts, { unitId: ORGS.branchA12.id })).code).toBe(404);
  });
});

describe('what runs', () => {
  test('is extended: days, periods and to-dos follow', async () => {
    const id = await issued(committee, { title: '延期' }, [ORGS.branchA11.id]);
    const version = await versionOf(committee, id);
    const early = await committee.call(extendItem, { id, version, endsOn: day(30), reason: '试' });
    expect(early.data.fields).toEqual({ endsOn: `应晚于原来的截止日期${day(30)}` });
    expect((await committee.call(extendItem, { id, version, endsOn: day(50), reason: '汛期' })).code).toBe(200);
    const part = await partOf(branch, id);
    expect(part).toMatchObject({ endsOn: day(50), dueOn: day(50) });
    // The completion is a to-do from thirty days before its day.
    expect(await todosOf(t, `keyWorkPart:${part.id}`)).toMatchObject([{ done: true }]);
  });

  test('is urged at any time, once in two hours', async () => {
    const id = await issued(committee, { title: '催办' });
    // At any time, also long before it is due.
    expect((await committee.call(urgeItem, { id })).data).toMatchObject({ due: 2, reminded: 2 });
    await sql`update key_work_part set urged_at = null where item_id = ${id}`.execute(t.db);
    await sql`update key_work_part set next_due = ${day(-2)}, ends_on = ${day(-2)} where item_id = ${id}`.execute(t.db);
    await syncTodos(t.db, null);
    expect(await todosOf(t, `keyWorkLate:${id}`)).toMatchObject([{ title: '重点工作逾期：催办', done: false }]);
    const first = await committee.call(urgeItem, { id });
    expect(first.data).toEqual({ due: 2, reminded: 2, recently: 0, missing: [] });
    expect((await committee.call(urgeItem, { id })).data).toMatchObject({ due: 2, reminded: 0, recently: 2 });
    expect((await branch.call(urgeItem, { id })).code).toBe(404);
    expect((await committee.call(itemCalls.get, { id })).result).toMatchObject({ late: 2 });
  });

  test('is ended or withdrawn with a reason: nobody works on it any more', async () => {
    for (const [endpoint, words] of [
      [endItem, '已完成阶段任务'],
      [withdrawItem, '布置有误'],
    ] as const) {
      const id = await issued(committee, { title: words }, [ORGS.branchA11.id]);
      const part = await partOf(branch, id);
      const version = await versionOf(committee, id);
      expect((await committee.call(endpoint, { id, version, reason: '' })).code).toBe(600);
      expect((await committee.call(endpoint, { id, version, reason: words })).code).toBe(200);
      expect(await partOf(branch, id)).toMatchObject({ state: 'void', reason: words, can: { report: false } });
      expect(await todosOf(t, `keyWorkPart:${part.id}`)).toMatchObject([{ done: true }]);
      const again = await committee.call(endpoint, { id, version: version + 1, reason: words });
      expect(again.msg).toBe('该重点工作不在进行中');
    }
  });
});
