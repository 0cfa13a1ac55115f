import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { carryOut, type Draft, takeBack } from '#people/org/test/changeSupport.ts';
import { transact } from '#platform/server/database/db.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { todosOf } from '../../../../test/support/todos.ts';
import { getDesign, getFill, listFills, listMine, listRounds } from '../contract.read.ts';
import { copyTable, extendRound, publishTable, saveDesign, setOrgs, stopTable, urgeRound } from '../contract.ts';
import { tableCalls } from '../nouns/table.ts';
import { syncTodos } from '../server/queries/todos.ts';
import { openDue } from '../server/service/tables.ts';
import { addTable, DESIGN, day, designed, field, fillOf, given, tableForm, versionOf } from './factory.ts';

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
  test('is refused at its field: days that its period takes, another organisation', async () => {
    const bad = await committee.call(tableCalls.create, tableForm({ dueOn: '' }));
    expect(bad.data.fields).toEqual({ dueOn: '请填写截止日期' });
    const both = await committee.call(tableCalls.create, tableForm({ period: 'month', dueDays: '5' }));
    expect(both.data.fields).toEqual({ dueOn: '一次性的表才有截止日期' });
    const other = await committee.call(tableCalls.create, tableForm({ orgId: ORGS.branchA11.id }));
    expect(other.data.fields).toEqual({ orgId: '只能以本组织的名义制表' });
  });

  test('is read by superiors alone, and members have no right', async () => {
    const id = await addTable(committee);
    const county = await t.as('countyWorker');
    expect((await county.call(tableCalls.get, { id })).result.can).toEqual({ edit: false, remove: false });
    expect((await county.call(saveDesign, { id, version: 1, design: DESIGN })).msg).toBe('只有制表的组织可以这样做');
    for (const who of ['siblingWorker', 'branchWorker'] as const) {
      expect((await (await t.as(who)).call(tableCalls.get, { id })).code, who).toBe(404);
      expect((await (await t.as(who)).call(getDesign, { id })).code, who).toBe(404);
    }
    const member = await t.as('member');
    for (const call of [tableCalls.list, listMine, listFills] as const)
      expect((await member.call(call, {})).code).toBe(403);
    await committee.call(tableCalls.remove, { id, deleteReason: '试' });
  });

  test('takes its fields with faults, and is published without any', async () => {
    const id = await addTable(committee);
    const faulty = { ...DESIGN, checks: [{ id: 'k1', kind: 'total' as const, fields: ['f1', 'f2'] }] };
    const saved = await committee.call(saveDesign, { id, version: 1, design: faulty });
    expect(saved.data).toEqual({ version: 2, faults: ['合计至少由两个字段相加'] });
    const wild = { ...DESIGN, fields: [{ ...field('f1'), kind: 'formula' }] };
    expect((await committee.call(saveDesign, { id, version: 2, design: wild as never })).code).toBe(600);
    const many = { ...DESIGN, fields: Array.from({ length: 41 }, (_, at) => field(`f${at + 1}`)) };
    expect((await committee.call(saveDesign, { id, version: 2, design: many })).code).toBe(600);
    const refused = await committee.call(publishTable, { id, version: 2 });
    expect(refused.msg).toBe('合计至少由两个字段相加，请先设计好表');
    await designed(committee, id);
    expect((await committee.call(publishTable, { id, version: 3 })).msg).toBe('还没有填报组织，请先选择');
    expect((await committee.call(setOrgs, { id, version: 3, orgIds: [ORGS.branchA21.id] })).code).toBe(404);
    const own = await committee.call(setOrgs, { id, version: 3, orgIds: [ORGS.committeeA1.id] });
    expect(own.data.fields).toEqual({ orgIds: '填报组织从下级组织中选，不能选本组织' });
    expect((await committee.call(setOrgs, { id, version: 3, orgIds: [ORGS.branchA11.id] })).data).toMatchObject({
      added: 1,
    });
    expect((await committee.call(publishTable, { id, version: 3 })).data.conflict).toBe(true);
    expect((await committee.call(publishTable, { id, version: 4 })).data).toMatchObject({ number: 1, given: 1 });
    const county = await t.as('countyWorker');
    expect((await county.call(copyTable, { id })).code).toBe(200);
  });
});

describe('a table that is out', () => {
  test('is seen by whom it was given to, no longer changed, and given to further ones', async () => {
    const id = await given(committee, { title: '给一个' });
    const seen = (await branch.call(tableCalls.get, { id })).result;
    expect(seen).toMatchObject({
      state: 'open',
      number: 1,
      orgs: [],
      round: { label: '本次填报', all: 1 },
      can: { edit: false },
    });
    expect(seen.round?.own).toMatchObject({ state: 'open', fill: true });
    const sibling = await t.as('siblingWorker');
    expect((await sibling.call(tableCalls.get, { id })).code).toBe(404);
    expect((await sibling.call(listRounds, { id })).code).toBe(404);
    expect((await sibling.call(getFill, { id: seen.round?.own?.id ?? '' })).code).toBe(404);
    expect((await sibling.call(listFills, { tableId: id })).code).toBe(404);
    const version = await versionOf(committee, id);
    expect((await committee.call(tableCalls.update, { id, version, title: '改' })).msg).toContain('下发后不能修改');
    expect((await committee.call(saveDesign, { id, version, design: DESIGN })).msg).toContain(
      '一次性的表下发后不能再改字段',
    );
    expect((await committee.call(tableCalls.remove, { id, deleteReason: '试' })).msg).toContain('留作台账');
    expect((await committee.call(publishTable, { id, version })).msg).toBe('已经下发，不用再次下发');
    expect((await branch.call(stopTable, { id, version, reason: '试' })).code).toBe(404);
    expect((await committee.call(listFills, { tableId: id })).total).toBe(2);
    expect((await branch.call(listFills, { tableId: id })).total).toBe(1);
    expect((await branch.call(listFills, { unitId: ORGS.branchA12.id })).code).toBe(404);
  });

  test('goes by level and kind to all that lie below', async () => {
    const id = await given(committee, { title: '全部支部', aim: 'branches' });
    const { rows } = await committee.call(listFills, { tableId: id, pageSize: 50 });
    const { rows: below } = await sql<{ name: string }>`
      select name from organisation where code > ${ORGS.committeeA1.code} and code < ${`${ORGS.committeeA1.code}:`}
         and type in (46, 47, 48, 50) and deleted_at is null order by code`.execute(t.db);
    expect(rows.map(({ orgName }) => orgName).sort()).toEqual(below.map(({ name }) => name).sort());
  });

  test('is a to-do from some days before the last one; late ones are urged once in two hours, and put off', async () => {
    const id = await given(committee, { title: '催办' });
    const fill = await fillOf(branch, id);
    expect(await todosOf(t, `dataCentreFill:${fill.id}`)).toEqual([]);
    const [round] = (await committee.call(listRounds, { id })).data;
    expect(round).toMatchObject({ all: 2, open: 2, late: 0, can: { run: true } });
    await sql`update data_centre_round set due_on = ${day(5)} where id = ${round.id}`.execute(t.db);
    await syncTodos(t.db, id);
    expect(await todosOf(t, `dataCentreFill:${fill.id}`)).toEqual([{ title: '填报：催办', due: day(5), done: false }]);
    await sql`update data_centre_round set due_on = ${day(-2)} where id = ${round.id}`.execute(t.db);
    await syncTodos(t.db, null);
    expect(await todosOf(t, `dataCentreLate:${id}`)).toMatchObject([{ title: '填报逾期：催办', done: false }]);
    expect((await fillOf(branch, id)).standing).toBe('late');
    expect((await committee.call(urgeRound, { id: round.id })).data).toEqual({
      due: 2,
      reminded: 2,
      recently: 0,
      missing: [],
    });
    expect((await committee.call(urgeRound, { id: round.id })).data).toMatchObject({ reminded: 0, recently: 2 });
    expect((await branch.call(urgeRound, { id: round.id })).code).toBe(404);
    const early = await committee.call(extendRound, { id: round.id, dueOn: day(-2), reason: '试' });
    expect(early.data.fields).toEqual({ dueOn: `应晚于原来的截止日期${day(-2)}` });
    expect((await committee.call(extendRound, { id: round.id, dueOn: day(20), reason: '汛期' })).data).toEqual({
      told: 2,
    });
    expect((await todosOf(t, `dataCentreLate:${id}`)).every(({ done }) => done)).toBe(true);
  });

  test('is stopped with a reason: what is not accepted is no longer asked for', async () => {
    const id = await given(committee, { title: '停用' });
    const version = await versionOf(committee, id);
    expect((await committee.call(stopTable, { id, version, reason: '' })).code).toBe(600);
    expect((await committee.call(stopTable, { id, version, reason: '口径变了' })).code).toBe(200);
    expect(await fillOf(branch, id)).toMatchObject({ state: 'void', reason: '口径变了', can: { fill: false } });
    const again = await committee.call(stopTable, { id, version: version + 1, reason: '试' });
    expect(again.msg).toBe('该数据表不在填报中');
    const copied = await committee.call(copyTable, { id });
    const made = (await committee.call(tableCalls.get, { id: copied.data.id })).result;
    expect(made).toMatchObject({ title: '停用（复制）', state: 'draft', fields: 5, number: 0 });
  });
});

test('a table that comes back opens its rounds by itself, and a new version holds from the next one on', async () => {
  const id = await given(committee, { title: '每月', period: 'month', dueOn: '', dueDays: '10', aim: 'branches' });
  const rounds = async () => (await committee.call(listRounds, { id })).data;
  const [first] = await rounds();
  // Of what ended within ten days the round before runs as well, where the table starts that early.
  expect(await rounds()).toHaveLength(1);
  const design = { ...DESIGN, fields: [...DESIGN.fields, field('f6', { name: '新的' })] };
  const saved = await committee.call(saveDesign, { id, version: await versionOf(committee, id), design });
  expect(saved.code, saved.text).toBe(200);
  expect((await committee.call(tableCalls.get, { id })).result).toMatchObject({
    isRevised: true,
    fields: 6,
    number: 1,
  });
  expect((await branch.call(getDesign, { id })).data.design.fields).toHaveLength(5);
  const out = await committee.call(publishTable, { id, version: await versionOf(committee, id) });
  expect(out.data).toMatchObject({ number: 2, given: 0 });
  const same = await committee.call(publishTable, { id, version: await versionOf(committee, id) });
  expect(same.msg).toBe('字段和核对规则没有变化，不用发布新版');
  // A round later: the one that ran becomes the one before.
  await sql`update data_centre_round set label = '上一期', starts_on = starts_on - 40, ends_on = ends_on - 40 where id = ${first.id}`.execute(
    t.db,
  );
  const turn = () => openDue(t.db, (work) => transact(t.db, work));
  const told = async () =>
    (
      await sql<{ by: string; remark: string; path: string }>`
        select n.created_by as by, n.remark, n.jump_url as path from notice n join notice_recipient r on r.notice_id = n.id
         where n.title = '数据表：每月' and n.org_id = ${ORGS.committeeA1.id}
           and exists (select from usable_grant g where g.account_id = r.account_id and g.org_id = ${ORGS.branchA11.id}) order by n.id`.execute(
        t.db,
      )
    ).rows;
  expect(await told()).toHaveLength(1);
  await turn();
  await turn();
  // Whoever is to fill in is told of the round that opened by itself, once.
  const notices = await told();
  expect(notices).toHaveLength(2);
  const [mine] = (await branch.call(listMine, { tableId: id })).rows.filter(({ round }) => round !== '上一期');
  expect(notices[1]).toEqual({
    by: '系统',
    remark: `${ORGS.committeeA1.name}下发，${mine.round}，${mine.dueOn}截止。`,
    path: `/tablemanager/tablelist/fill/${mine.id}`,
  });
  expect((await rounds()).map(({ number }: { number: number }) => number)).toEqual([2, 1]);
  expect((await branch.call(listMine, { tableId: id })).total).toBe(2);
  expect((await branch.call(getDesign, { id, number: 1 })).data.design.fields).toHaveLength(5);
  expect((await branch.call(getDesign, { id, number: 9 })).code).toBe(404);
});

test('an organisation that goes up in another one hands its fillings on, and gets them back', async () => {
  const county = await t.as('countyWorker');
  const [from, to] = [ORGS.branchA11, ORGS.branchA12];
  const alone = await addTable(committee, { title: '只给一个' });
  await designed(committee, alone);
  await committee.call(setOrgs, { id: alone, version: await versionOf(committee, alone), orgIds: [from.id] });
  await committee.call(publishTable, { id: alone, version: await versionOf(committee, alone) });
  const both = await given(committee, { title: '两个都有' });
  const orgsOf = async (tableId: string) =>
    (await committee.call(listFills, { tableId })).rows.map(({ orgName, state }) => [orgName, state]);
  const merge: Draft = { kind: 'merge', orgId: to.id, sourceIds: [from.id] };
  const change = await carryOut(county, merge);
  expect(await orgsOf(alone)).toEqual([[to.name, 'open']]);
  expect(await orgsOf(both)).toEqual([[to.name, 'open']]);
  await takeBack(county, change);
  expect(await orgsOf(alone)).toEqual([[from.name, 'open']]);
  // What stopped since the other one has the same goes on, too.
  expect(await orgsOf(both)).toEqual([
    [from.name, 'open'],
    [to.name, 'open'],
  ]);
});
