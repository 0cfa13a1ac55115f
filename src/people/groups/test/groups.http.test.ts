import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

const AT = '/api/sys/grout/info';

let t: TestApp;
let city: Caller;
let county: Caller;
let otherCounty: Caller;
let branch: Caller;
let member: Caller;
beforeAll(async () => {
  t = await startTestApp();
  city = await t.as('cityWorker');
  county = await t.as('countyWorker');
  otherCounty = await t.as('otherCountyWorker');
  branch = await t.as('branchWorker');
  member = await t.as('member');
});
afterAll(() => t.close());
beforeEach(() =>
  sql`truncate content_group, content_group_member, content_label_link, content_class_link cascade`
    .execute(t.db)
    .then(() => undefined),
);

/** Ids of the plain people of a branch, by category 1 to 5. */
const people = (org: keyof typeof ORGS) => t.fixture.members[org] ?? [];
const groupAt = (org: keyof typeof ORGS, more: object = {}) => ({
  orgId: ORGS[org].id,
  groupType: 1,
  groupName: '政策宣讲组',
  ...more,
});
async function add(who: Caller, org: keyof typeof ORGS, more: object = {}): Promise<string> {
  const answer = await who.post(AT, groupAt(org, more));
  expect(answer.code, answer.text).toBe(200);
  return answer.data.id;
}
const countOf = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from content_group_member`.execute(t.db)).rows[0]?.n;

test('a group belongs to an organisation, holds people in their order and has a leader among them', async () => {
  const [a = '', b = '', c = ''] = people('branchA11');
  const id = await add(county, 'branchA11', { members: [c, a, b], leaderId: a, description: '每月宣讲' });
  const row = (await branch.get(`${AT}/${id}`)).data;
  expect(row).toMatchObject({
    id,
    groupId: id,
    groupName: '政策宣讲组',
    typeName: '党务办公',
    orgName: '城关镇第一党支部',
    members: 3,
    leaderId: a,
    otherMembers: 0,
    version: 1,
    can: { edit: true, remove: true },
  });
  const list = (await branch.get(`${AT}/getByGroupId`, { groupId: id })).data;
  expect(list.map((one: { id: string }) => one.id)).toEqual([c, a, b]);
  expect(list[0].phonenumber).toMatch(/^\d{3}\*{4}\d{4}$/);
  const page = await branch.get(`${AT}/listPage`, { groupName: '宣讲', groupType: 1 });
  expect(page).toMatchObject({ code: 200, total: 1 });
  expect((await branch.get(`${AT}/listPage`, { groupType: 2 })).total).toBe(0);
});

test('P2 a group is met within its organisation’s scope alone; members and neighbours do not find it', async () => {
  const id = await add(county, 'branchA11', { members: people('branchA11') });
  for (const stranger of [otherCounty, await t.as('siblingWorker'), await t.as('twinWorker')]) {
    expect((await stranger.get(`${AT}/${id}`)).code).toBe(404);
    expect((await stranger.get(`${AT}/getByGroupId`, { groupId: id })).code).toBe(404);
    expect((await stranger.get('/api/common/group/members', { groupId: id })).code).toBe(404);
    expect((await stranger.post('/api/common/groupPerson/list', { groupId: id })).code).toBe(404);
    expect((await stranger.post('/api/common/person/search', { groupId: id })).code).toBe(404);
    expect((await stranger.put(AT, { id, version: 1, groupName: '甲' })).code).toBe(404);
    expect((await stranger.del(AT, { id, deleteReason: '试' })).code).toBe(404);
    expect((await stranger.get(`${AT}/listPage`)).total).toBe(0);
    expect((await stranger.get('/api/common/group/list')).total).toBe(0);
    expect((await stranger.get('/api/volunteer/group/listByType', { type: 1 })).total).toBe(0);
  }
  for (const call of ['/api/common/group/list', `${AT}/listPage`]) {
    expect((await otherCounty.get(call, { orgId: ORGS.branchA11.id })).code, call).toBe(404);
  }
  expect((await otherCounty.post('/api/common/groupPerson/list', { orgId: ORGS.branchA11.id })).code).toBe(404);
  expect((await member.get(`${AT}/listPage`)).code).toBe(403);
  expect((await member.post(AT, groupAt('branchA11'))).code).toBe(403);
});

test('P4 PEER-09 one foreign or deleted person among own ones refuses the whole group, and nothing is written', async () => {
  const own = people('branchA11');
  for (const foreign of [people('branchB11')[0], t.fixture.deletedMemberId, people('deletedBranch')[0], '987654321']) {
    const made = await county.post(AT, groupAt('branchA11', { members: [...own, foreign] }));
    expect(made.code, made.text).toBe(404);
    expect((await county.post(AT, groupAt('branchA11', { members: own, leaderId: foreign }))).code).toBe(404);
  }
  expect((await county.get(`${AT}/listPage`)).total).toBe(0);
  const id = await add(county, 'branchA11', { members: own.slice(0, 2) });
  const mixed = await county.put(AT, { id, version: 1, members: [own[0], people('branchB11')[0]] });
  expect(mixed.code).toBe(404);
  expect(await countOf()).toBe(2);
  expect((await county.post(AT, groupAt('branchB11'))).code).toBe(404);
});

test('people beyond the scope stay in the group, are not named, and are not lost by saving', async () => {
  const [a = '', b = ''] = people('branchA11');
  const [far = ''] = people('branchB11');
  const id = await add(city, 'branchA11', { members: [far, a], leaderId: far });
  const seen = (await branch.get(`${AT}/${id}`)).data;
  expect(seen).toMatchObject({ members: 1, otherMembers: 1, leaderId: null, leaderName: '' });
  expect((await branch.get('/api/common/group/members', { groupId: id })).rows.map((row) => row.id)).toEqual([a]);
  const saved = await branch.put(AT, { id, version: 1, members: [b] });
  expect(saved.code, saved.text).toBe(200);
  expect((await city.get(`${AT}/${id}`)).data).toMatchObject({ members: 2, leaderId: far });
  const { rows } = await sql<{ changes: unknown }>`
    select changes from audit_log where target_type = 'group' and target_id = ${id} and action = '修改分组'`.execute(
    t.db,
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows[0]?.changes)).toMatch(/移出：.+加入：/);
});

test('what is wrong is told at its field, and nothing is written', async () => {
  const [a = '', b = ''] = people('branchA11');
  const fault = async (body: object) => (await county.post(AT, body)).data?.fields ?? {};
  expect(await fault(groupAt('branchA11', { groupName: ' ' }))).toEqual({ groupName: '请输入分组名称' });
  expect(await fault(groupAt('branchA11', { groupType: 7 }))).toEqual({ groupType: '请选择分组类别' });
  expect(await fault(groupAt('branchA11', { members: [a], leaderId: b }))).toEqual({ leaderId: '组长应是本组人员' });
  expect(await fault(groupAt('branchA11', { labelIds: ['999'] }))).toHaveProperty('labelIds');
  expect(await fault(groupAt('branchA11', { classId: '999' }))).toHaveProperty('classId');
  expect((await county.get(`${AT}/listPage`)).total).toBe(0);
  await add(county, 'branchA11');
  expect(await fault(groupAt('branchA11'))).toEqual({ groupName: '该组织已有同类同名的分组' });
  await add(county, 'branchA11', { groupType: 2 });
  await add(county, 'branchA12');
});

test('twenty parallel creations of one name make one group', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => county.post(AT, groupAt('branchA11'))));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(answers.filter(({ data }) => data?.fields?.groupName)).toHaveLength(19);
});

test('P27 a stale change is refused; a leader who leaves the group is its leader no more', async () => {
  const [a = '', b = ''] = people('branchA11');
  const id = await add(county, 'branchA11', { members: [a, b], leaderId: a });
  expect((await county.put(AT, { id, version: 1, members: [b] })).data).toEqual({ version: 2 });
  expect((await county.get(`${AT}/${id}`)).data).toMatchObject({ leaderId: null, members: 1 });
  const stale = await county.put(AT, { id, version: 1, groupName: '旧' });
  expect(stale).toMatchObject({ code: 400, data: { conflict: true, current: { version: 2 } } });
  expect((await county.put(AT, { id, version: 2, members: '' })).code).toBe(200);
  expect((await county.get(`${AT}/${id}`)).data.members).toBe(0);
});

test('a deleted group lies in the recycle bin and comes back with its people', async () => {
  const id = await add(county, 'branchA11', { members: people('branchA11') });
  expect((await county.del(AT, { id, deleteReason: '合并' })).code).toBe(200);
  expect((await county.get(`${AT}/${id}`)).code).toBe(404);
  expect((await otherCounty.get('/api/sys/recycle/list', { kind: 'group' })).total).toBe(0);
  expect((await county.get('/api/sys/recycle/list', { kind: 'group' })).rows).toMatchObject([
    { id, name: '政策宣讲组', reason: '合并' },
  ]);
  const twin = await add(county, 'branchA11');
  const refused = await county.post('/api/sys/recycle/restore', { kind: 'group', id, reason: '误删' });
  expect(refused.msg).toContain('同名');
  await county.del(AT, { id: twin, deleteReason: '让出名称' });
  const back = await county.post('/api/sys/recycle/restore', { kind: 'group', id, reason: '误删' });
  expect(back.code, back.text).toBe(200);
  expect((await county.get(`${AT}/${id}`)).data.members).toBe(5);
});

test('the list of groups to choose from takes 99,999 a page and no more, and holds names alone', async () => {
  await sql`
    insert into content_group (org_id, org_code, type, name, name_grams)
    select ${ORGS.branchA11.id}, ${ORGS.branchA11.code}, 1 + n % 6, '分组' || n, '{}' from generate_series(1, 3000) as n`.execute(
    t.db,
  );
  const all = await county.get('/api/common/group/list', { pageNum: 1, pageSize: 99_999 });
  expect(all).toMatchObject({ code: 200, total: 3000 });
  expect(all.rows).toHaveLength(3000);
  expect(Object.keys(all.rows[0]).sort()).toEqual(
    ['groupId', 'groupName', 'groupType', 'id', 'members', 'orgId', 'orgName', 'typeName'].sort(),
  );
  const office = await county.get('/api/common/group/list', { groupType: 1, orgId: ORGS.countyA.id });
  expect(office.total).toBe(500);
  expect(office.rows.every((row) => row.typeName === '党务办公')).toBe(true);
  expect((await county.get('/api/common/group/list', { pageSize: 100_000 })).data.fields).toEqual({
    pageSize: '每页最多99999条',
  });
  expect((await county.get(`${AT}/listPage`, { pageSize: 201 })).code).toBe(600);
});
