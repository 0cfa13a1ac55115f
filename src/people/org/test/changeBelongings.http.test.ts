import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRequest, getRequest } from '#kernel/permission/contract.requests.ts';
import { listRecycled } from '#kernel/system/contract.ts';
import { decide, makeProcess, raise, roleStep, taskOf } from '#kernel/workflow/test/factory.ts';
import { refreshTodos } from '#overview/home/server/todos.ts';
import { createGroup, getGroup, listGroups, updateGroup } from '#people/groups/contract.groups.ts';
import { searchPeople } from '#people/groups/contract.people.ts';
import { changeContents, createChange, getChange } from '#people/org/contract.changes.ts';
import { createTerm } from '#people/org/contract.office.ts';
import { getOrg, removeOrg } from '#people/org/contract.ts';
import { publicAffair, publicBoard, residentFeedback } from '#publishing/openAffairs/contract.board.ts';
import { listDue } from '#publishing/openAffairs/contract.catalogue.ts';
import { getAffair, listShown, recallAffair, submitAffair, updateAffair } from '#publishing/openAffairs/contract.ts';
import { draft as draftAffair, ITEM, openBoard, publish, submit } from '#publishing/openAffairs/test/factory.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { passedCheck } from '../../../../test/support/pictureCheck.ts';
import { carryOut, type Draft, draft, operate, prepare, takeBack } from './changeSupport.ts';
import { addOrg } from './factory.ts';

let t: TestApp;
let city: Caller;
let county: Caller;
beforeEach(async () => {
  t = await startTestApp();
  city = await t.as('cityWorker');
  county = await t.as('countyWorker');
});
afterEach(() => t.close());

const [A11, A12] = [ORGS.branchA11, ORGS.branchA12];
/** The second branch goes up in the first one's place. */
const MERGE: Draft = { kind: 'merge', orgId: A12.id, sourceIds: [A11.id] };

const addGroup = async (orgId: string, groupName: string, labelIds: string[] = []) => {
  const made = await county.call(createGroup, { orgId, groupType: 3, groupName, labelIds } as never);
  expect(made.code, made.text).toBe(200);
  return made.data.id as string;
};
const groupsOf = async (orgId: string) =>
  (await county.call(listGroups, { orgId, searchRange: 'onlySelf' })).rows.map(({ groupName }) => groupName).toSorted();
const label = async () => {
  const { rows } = await sql<{ id: string }>`
    insert into content_label (name) values ('先锋') returning id`.execute(t.db);
  return rows[0]?.id ?? '';
};
const instanceOf = async (id: string) => {
  const { rows } = await sql<{ org_id: string; org_code: string; matter: string }>`
    select i.org_id, i.org_code, m.org_code as matter from workflow_instance i
      join matter m on m.id = i.subject_id::bigint where i.id = ${id}`.execute(t.db);
  return rows[0];
};

test('groups go along with labels, are shown before, keep apart from those of one name, and come home', async () => {
  const mark = await label();
  const own = await addGroup(A11.id, '支委会', [mark]);
  await addGroup(A12.id, '支委会');
  const single = await addGroup(A11.id, '青年小组');
  const change = await prepare(county, MERGE);
  expect(change.belongings).toContainEqual({ what: '分组', amount: '2个', from: A11.name, to: A12.name });

  expect((await operate(county, change)).code).toBe(200);
  expect(await groupsOf(A12.id)).toEqual(['支委会', `支委会（${A11.name.slice(0, 10)}）`, '青年小组'].toSorted());
  const links = () => sql`select org_code from content_label_link where row_id = ${own}`.execute(t.db);
  expect((await links()).rows).toEqual([{ org_code: A12.code }]);
  const carried = (await county.call(getChange, { id: change.id })).result;
  expect(carried.belongings).toEqual(change.belongings);
  const log = await sql<{ changes: object }>`
    select changes from audit_log where target_type = 'group' and target_id = ${own} order by id desc limit 1`.execute(
    t.db,
  );
  expect(log.rows[0]?.changes).toMatchObject({ orgName: [A11.name, A12.name] });

  // Whatever is done to it meanwhile comes home with it.
  const there = (await county.call(getGroup, { id: single })).result;
  const edited = await county.call(updateGroup, {
    id: single,
    version: there.version,
    groupName: '青年先锋小组',
  } as never);
  expect(edited.code, edited.text).toBe(200);
  await takeBack(county, carried);
  expect(await groupsOf(A11.id)).toEqual(['支委会', '青年先锋小组']);
  expect(await groupsOf(A12.id)).toEqual(['支委会']);
  expect((await links()).rows).toEqual([{ org_code: A11.code }]);
});

test('approvals under way go on in the organisation that takes over, with what was asked of the old one', async () => {
  const worker = await t.as('branchWorker');
  const upward = await raise(worker, await makeProcess(t, [roleStep('superior')]));
  const inward = await raise(await t.as('committeeWorker'), await makeProcess(t, [roleStep('own')], { org: 'city' }));
  // What the branch itself is asked to decide, by a process that the city's worker in the branch beside it takes over.
  await sql`update workflow_task set org_id = ${A11.id} where instance_id = ${inward}`.execute(t.db);
  await sql`update todo set org_id = ${A11.id}, org_code = ${A11.code} where jump_url like ${`%/${inward}`}`.execute(
    t.db,
  );
  const change = await prepare(county, MERGE);
  expect(change.belongings.map(({ what, amount }) => [what, amount])).toEqual([
    ['在办审批', '1件'],
    ['待审批任务', '1件'],
  ]);
  expect((await operate(county, change)).code).toBe(200);
  expect(await instanceOf(upward)).toEqual({ org_id: A12.id, org_code: A12.code, matter: A12.code });
  const task = () =>
    sql`select t.org_id, (select org_id from todo where subject = 'workflow:' || t.id and done_at is null) as todo
          from workflow_task t where t.instance_id = ${inward}`.execute(t.db);
  expect((await task()).rows).toEqual([{ org_id: A12.id, todo: A12.id }]);
  const events = await sql<{ kind: string; detail: string }>`
    select kind, detail from workflow_event where instance_id in (${upward}, ${inward}) and kind = 'handedOver'
     order by id`.execute(t.db);
  expect(events.rows.map(({ detail }) => detail)).toEqual([
    `组织合并 ${change.number}，发起组织由${A11.name}变为${A12.name}`,
    `组织合并 ${change.number}，由${A11.name}转交${A12.name}`,
  ]);
  // Decided by the superior of the organisation that took over.
  const committee = await t.as('committeeWorker');
  expect(await taskOf(committee, upward)).not.toBe('');
  expect((await decide(committee, upward)).data.state).toBe('approved');

  await takeBack(county, (await county.call(getChange, { id: change.id })).result);
  expect(await instanceOf(upward)).toEqual({ org_id: A11.id, org_code: A11.code, matter: A11.code });
  expect((await task()).rows).toEqual([{ org_id: A11.id, todo: A11.id }]);
});

test('nothing is revoked or deleted while approvals wait, and the preview says so; groups only come to rest', async () => {
  const { id } = await addOrg(county, ORGS.committeeA1.id, '空支部');
  await addGroup(id, '学习小组');
  const quiet = await prepare(county, { kind: 'revoke', orgId: id });
  expect(quiet.warnings).toContainEqual({ text: '空支部的1个分组随组织停用，撤回本文件后恢复', clause: '' });
  const matter = await raise(await t.as('branchWorker'), await makeProcess(t, [roleStep('superior')]));
  await sql`update workflow_instance set org_id = ${id} where id = ${matter}`.execute(t.db);
  const sentence = '空支部还有1件在办审批，请先办结，或选择承接的组织';
  expect((await county.call(getChange, { id: quiet.id })).result.faults).toEqual([sentence]);
  expect((await operate(county, quiet)).msg).toBe(`不能执行：${sentence}`);
  const refused = await county.call(createChange, draft({ kind: 'revoke', orgId: id }));
  expect(refused.data.fields.targetId).toBe(sentence);
  expect((await county.call(removeOrg, { id, deleteReason: '误设' })).msg).toBe('该组织还有1件在办审批，请先办结');
  expect((await county.call(listRecycled, { kind: 'org' })).rows.map((row) => row.id)).not.toContain(id);

  await carryOut(county, { kind: 'revoke', orgId: id, targetId: A12.id });
  expect((await instanceOf(matter))?.org_id).toBe(A12.id);
  expect(await groupsOf(A12.id)).toEqual(['学习小组']);
});

test('who led a revoked branch leads no more, and nobody is told to renew its term', async () => {
  const leader = t.fixture.members.branchA11?.[0] ?? '';
  const term = await county.call(createTerm, {
    orgId: A11.id,
    electedOn: '2021-03-01',
    method: '党员大会选举',
    posts: [{ memberId: leader, post: '书记', votes: null }],
  } as never);
  expect(term.code, term.text).toBe(200);
  await refreshTodos(t.services);
  const asked = async () =>
    (
      await sql`select from todo where done_at is null and subject in (${`term:${term.data.id}`}, ${`secretary:${A11.id}`})`.execute(
        t.db,
      )
    ).rows.length;
  const led = async () => (await county.call(searchPeople, { offerType: '书记' })).rows.map(({ id }) => id);
  const postOf = async () =>
    (await county.call(changeContents, { orgId: A12.id })).result.people.find(({ id }) => id === leader)?.post;
  expect(await asked()).toBeGreaterThan(0);
  expect(await led()).toContain(leader);
  const change = await carryOut(county, MERGE);
  expect(await asked()).toBe(0);
  expect(await led()).not.toContain(leader);
  expect(await postOf()).toBe('');
  await takeBack(county, change);
  expect(await led()).toContain(leader);
});

test('what an organisation is about to publish is decided before it goes', async () => {
  const worker = await t.as('branchWorker');
  const id = await draftAffair(worker);
  await submit(worker, id);
  const refused = await county.call(createChange, draft(MERGE));
  expect(refused.data.fields.sourceIds).toBe(`${A11.name}还有1件待审批的三务公开，请先办结`);
  expect((await worker.call(recallAffair, { id })).code).toBe(200);
  expect((await county.call(createChange, draft(MERGE))).code).toBe(200);
});

test('what was published stays public in the name of the organisation that was, kept by its successor, and comes home', async () => {
  // The branch worker keeps what the branch beside it published, which its committee's worker writes here.
  const [worker, keeper] = await Promise.all([t.as('committeeWorker'), t.as('branchWorker')]);
  const given = { orgId: A12.id, itemId: ITEM.dues, period: '2026-Q1', files: [] };
  const id = await publish(worker, county, given);
  await openBoard(worker, { orgId: A12.id, hears: true });
  const own = await publish(keeper, worker, { ...given, orgId: A11.id, title: '本支部的党费收缴使用' });
  const unfinished = await draftAffair(worker, { orgId: A12.id, title: '没有写完' });
  const codes = await sql<{ doc: string; board: string }>`
    select a.token as doc, b.token as board from open_affair a join open_board b on b.org_id = a.org_id
     where a.id = ${id}`.execute(t.db);
  const { doc = '', board = '' } = codes.rows[0] ?? {};
  await t.nobody.call(residentFeedback, { token: doc, content: '开支清楚', ...(await passedCheck(t)) });
  expect((await keeper.call(getAffair, { id })).code).toBe(404);

  const change = await prepare(county, { kind: 'merge', orgId: A11.id, sourceIds: [A12.id] });
  expect(change.belongings.map(({ what, amount }) => [what, amount])).toEqual(
    expect.arrayContaining([
      ['公开过的三务公开', '1件'],
      ['三务公开草稿', '1件'],
    ]),
  );
  expect((await operate(county, change)).code).toBe(200);
  const named = `原${A12.name}（现由${A11.name}承接）`;
  const read = (await keeper.call(getAffair, { id })).result;
  expect(read).toMatchObject({ orgId: A11.id, orgName: named, phase: 'open', can: { edit: true, withdraw: true } });
  expect((await keeper.call(listShown, { kind: 'party' })).rows.map((row) => [row.id, row.orgName])).toEqual(
    expect.arrayContaining([
      [id, named],
      [own, A11.name],
    ]),
  );
  // Who scanned the code on the old wall still reads it, and where to turn to.
  expect((await t.nobody.call(publicAffair, { token: doc })).result).toMatchObject({ orgName: named, board });
  const wall = (await t.nobody.call(publicBoard, { token: board })).result;
  expect(wall).toMatchObject({ orgName: named, rows: [{ token: doc, orgName: named }] });
  const asked = () =>
    sql`select org_id from todo where subject = ${`openFeedback:${id}`} and done_at is null`.execute(t.db);
  expect((await asked()).rows).toEqual([{ org_id: A11.id }]);
  // The successor owes its own for the period; what it took over is not that.
  await sql`update open_item set starts_on = '2026-01-01' where id = ${ITEM.dues}`.execute(t.db);
  const due = (await keeper.call(listDue, { month: '2026-04', itemName: '党费' })).result.rows;
  expect(due.filter(({ orgId }) => orgId === A11.id).map(({ affairId }) => affairId)).toEqual([own]);
  const moved = await keeper.call(updateAffair, {
    id: unfinished,
    version: (await keeper.call(getAffair, { id: unfinished })).result.version,
    itemId: ITEM.dues,
    period: '2026-Q1',
  } as never);
  expect(moved.data.fields.period).toBe('承接的事项不能改项目和期次');

  // Sent in meanwhile by the successor: who decides is the superior of where it comes home to.
  const { version } = (await keeper.call(getAffair, { id: unfinished })).result;
  expect((await keeper.call(submitAffair, { id: unfinished, version })).code).toBe(200);
  await takeBack(county, (await county.call(getChange, { id: change.id })).result);
  expect((await worker.call(getAffair, { id })).result).toMatchObject({ orgId: A12.id, orgName: A12.name });
  expect((await worker.call(getAffair, { id: unfinished })).result.phase).toBe('pending');
  expect((await keeper.call(getAffair, { id })).code).toBe(404);
  expect((await asked()).rows).toEqual([{ org_id: A12.id }]);
  expect((await t.nobody.call(publicBoard, { token: board })).result.orgName).toBe(A12.name);
});

test('an organisation that published is neither deleted nor revoked without somebody who keeps it', async () => {
  const { id } = await addOrg(county, ORGS.committeeA1.id, '空支部');
  const affair = await publish(await t.as('committeeWorker'), county, { orgId: id });
  expect((await county.call(removeOrg, { id, deleteReason: '误设' })).msg).toBe(
    '该组织还有1件公开过的三务公开，不能直接删除，请办理组织撤销并选择承接的组织',
  );
  const refused = await county.call(createChange, draft({ kind: 'revoke', orgId: id }));
  expect(refused.data.fields.targetId).toBe('空支部还有1件公开过的三务公开，请选择承接的组织');
  await carryOut(county, { kind: 'revoke', orgId: id, targetId: ORGS.committeeA1.id });
  const kept = (await county.call(getAffair, { id: affair })).result;
  expect(kept.orgName).toBe(`原空支部（现由${ORGS.committeeA1.name}承接）`);
});

test('account requests go to who takes over; an office of the organisation that was is asked for anew', async () => {
  const worker = await t.as('branchWorker');
  const person = t.fixture.members.branchA11?.[1] ?? '';
  const asked = await worker.call(createRequest, { memberId: person, orgId: A11.id, reason: '支部换届' });
  expect(asked.code, asked.text).toBe(200);
  const office = asked.data.id as string;
  const second = await addOrg(county, ORGS.committeeA1.id, '第三支部');
  // Of an office elsewhere that the branch asked for.
  const other = await sql<{ id: string }>`
    insert into account_request (member_id, role_id, org_id, reason, requested_by, requested_by_name, requested_org_id, decider_org_id)
    select member_id, role_id, ${second.id}, reason, requested_by, requested_by_name, requested_org_id, decider_org_id
      from account_request where id = ${office} returning id`.execute(t.db);
  const elsewhere = other.rows[0]?.id ?? '';
  const change = await prepare(county, MERGE);
  expect(change.belongings.map(({ what, amount }) => [what, amount])).toEqual([
    ['账号申请（任职本组织，将退回）', '1件'],
    ['账号申请（本组织提出）', '1件'],
  ]);
  expect((await operate(county, change)).code).toBe(200);
  const get = async (id: string) => (await county.call(getRequest, { id })).result;
  expect(await get(office)).toMatchObject({
    state: 'returned',
    decision: `组织合并 ${change.number}，${A11.name}不再设置，请按${A12.name}重新申请`,
  });
  expect(await get(elsewhere)).toMatchObject({ state: 'pending', requestedOrgName: A12.name });
  const open = async (id: string) =>
    (await sql`select org_id from todo where subject = ${`accountRequest:${id}`} and done_at is null`.execute(t.db))
      .rows;
  expect(await open(office)).toEqual([]);
  expect(await open(elsewhere)).toEqual([{ org_id: ORGS.committeeA1.id }]);

  await takeBack(county, (await county.call(getChange, { id: change.id })).result);
  expect(await get(office)).toMatchObject({ state: 'pending', decision: '', decidedAt: null });
  expect(await open(office)).toEqual([{ org_id: ORGS.committeeA1.id }]);
  expect(await get(elsewhere)).toMatchObject({ state: 'pending', requestedOrgName: A11.name });
});

test('what waits for the decision of a committee waits at the one that takes over', async () => {
  const asked = await (await t.as('branchWorker')).call(createRequest, {
    memberId: t.fixture.members.branchA11?.[1] ?? '',
    orgId: A11.id,
    reason: '支部换届',
  });
  const id = asked.data.id as string;
  const open = async () =>
    (await sql`select org_id from todo where subject = ${`accountRequest:${id}`} and done_at is null`.execute(t.db))
      .rows;
  expect(await open()).toEqual([{ org_id: ORGS.committeeA1.id }]);
  const change = await carryOut(city, { kind: 'revoke', orgId: ORGS.committeeA1.id, targetId: ORGS.countyA.id });
  expect(await open()).toEqual([{ org_id: ORGS.countyA.id }]);
  expect((await county.call(getRequest, { id })).result.can.decide).toBe(true);
  await takeBack(city, change);
  expect(await open()).toEqual([{ org_id: ORGS.committeeA1.id }]);
});

test('an establishment is not taken back while something belongs to what it made', async () => {
  const change = await carryOut(city, { kind: 'establish', orgId: ORGS.committeeA1.id, name: '新支部', type: 46 });
  const { rows } = await sql<{ id: string }>`select id from organisation where name = '新支部'`.execute(t.db);
  await addGroup(rows[0]?.id ?? '', '支委会');
  expect((await operate(city, change, 'reverse')).msg).toBe('不能撤回：新支部此后又有1个分组，请先调整');
  expect((await city.call(getOrg, { orgId: rows[0]?.id ?? '' })).code).toBe(200);
});
