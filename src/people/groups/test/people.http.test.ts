import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveQuery } from '#people/member/contract.query.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, testIdCard } from '../../../../test/support/fixture.ts';

const SEARCH = '/api/common/person/search';

let t: TestApp;
let county: Caller;
let branch: Caller;
beforeAll(async () => {
  t = await startTestApp();
  county = await t.as('countyWorker');
  branch = await t.as('branchWorker');
});
afterAll(() => t.close());

const names = async (who: Caller, input: object = {}) =>
  (await who.post(SEARCH, { pageSize: 200, ...input })).rows.map((row) => row.name);
const codes = async (who: Caller, input: object = {}): Promise<string[]> =>
  (await who.post(SEARCH, { pageSize: 200, ...input })).rows.map((row) => row.orgCode);

test('ten people a page, the fields of the model, numbers masked', async () => {
  const answer = await county.post(SEARCH, {});
  expect(answer).toMatchObject({ code: 200 });
  expect(answer.rows).toHaveLength(10);
  expect(answer.total).toBeGreaterThan(20);
  expect(answer.rows[0]).toMatchObject({ orgName: '城关镇第一党支部', idCardNo: expect.stringMatching(/\*/) });
  expect(answer.text).not.toContain(testIdCard(1));
  expect(Object.keys(answer.rows[0])).toEqual(
    expect.arrayContaining([
      'userId',
      'userName',
      'roleName',
      'phonenumber',
      'personCategoryName',
      'nationName',
      'age',
    ]),
  );
  const second = await county.post(SEARCH, { pageNum: 2 });
  expect(second.rows.map((row) => row.id)).not.toContain(answer.rows[0].id);
});

test('P2 PEER-01 the search never leaves the scope, whatever organisation, code or group it names', async () => {
  expect((await codes(county)).every((code) => code.startsWith(ORGS.countyA.code))).toBe(true);
  expect((await codes(branch)).every((code) => code === ORGS.branchA11.code)).toBe(true);
  for (const org of ['branchB11', 'twin', 'city', 'deletedBranch', 'otherTree'] as const) {
    expect((await county.post(SEARCH, { orgId: ORGS[org].id })).code, org).toBe(404);
    expect((await county.post(SEARCH, { orgCode: ORGS[org].code })).code, org).toBe(404);
  }
  const two = { orgId: ORGS.branchA11.id, orgCode: ORGS.branchA12.code };
  expect((await county.post(SEARCH, two)).code).toBe(404);
  const own = await (await t.as('member')).post(SEARCH, {});
  expect(own.rows.map((row) => row.id)).toEqual([t.fixture.principals.member.memberId]);
  expect(await names(county, { name: '已删除' })).toEqual([]);
});

test('ranges: both levels, the organisation itself, those directly below, the one above', async () => {
  const at = { orgId: ORGS.committeeA1.id };
  expect(new Set(await codes(county, at))).toEqual(new Set([ORGS.branchA11.code, ORGS.branchA12.code]));
  expect(await codes(county, { ...at, searchRange: 'onlySelf' })).toEqual([]);
  expect(await codes(county, { ...at, hasChild: false })).toEqual([]);
  expect(new Set(await codes(county, { ...at, searchRange: 'onlyChild' }))).toEqual(
    new Set([ORGS.branchA11.code, ORGS.branchA12.code]),
  );
  expect(await codes(county, { orgCode: ORGS.branchA11.code, searchRange: 'onlyParent' })).toEqual([]);
  expect((await county.post(SEARCH, { searchRange: 'both' })).code).toBe(600);
});

test('role types: party workers, party members, floating members', async () => {
  const inBranch = { orgId: ORGS.branchA11.id };
  // 魏员 works for the committee, 支书 for the branch; both are on the branch's roll. 党元 and 刘东 hold no office.
  expect((await names(county, { ...inBranch, roleId: 3 })).sort()).toEqual(['支书', '魏员'].sort());
  // Whoever stands in the branch alone does not learn who works for the committee above.
  expect(await names(branch, { roleId: 3 })).toEqual(['支书']);
  expect(await names(county, { roleId: 6 })).toEqual(['刘东']);
  const members = await county.post(SEARCH, { ...inBranch, roleId: 2, pageSize: 200 });
  expect(new Set(members.rows.map((row) => row.personCategoryName))).toEqual(new Set(['正式党员', '预备党员']));
  expect((await county.post(SEARCH, { ...inBranch, roleId: 2, pmType: '3,4,5' })).total).toBe(0);
  expect((await county.post(SEARCH, { roleId: 1 })).code).toBe(600);
});

test('a worker’s row names account and role within the scope; affairs asks for people who can sign in', async () => {
  const [row] = (await county.post(SEARCH, { name: '支书' })).rows;
  expect(row).toMatchObject({
    userId: t.fixture.principals.branchWorker.accountId,
    userName: '支书',
    roleName: '党务工作者',
  });
  const signIn = await names(county, { orgId: ORGS.branchA11.id, affairs: true });
  expect(signIn.sort()).toEqual(['支书', '魏员', '党元', '刘东'].sort());
  expect((await names(county, { orgId: ORGS.branchA11.id, groupType: 1 })).sort()).toEqual(signIn);
  expect((await names(county, { orgId: ORGS.branchA11.id, groupType: 2 })).length).toBeGreaterThan(signIn.length);
});

test('found by name, pinyin, whole id card or category; named people are left out', async () => {
  expect(await names(county, { keyWords: 'zhishu' })).toEqual(['支书']);
  expect(await names(county, { keyWords: '支书' })).toEqual(['支书']);
  const [first] = t.fixture.members.branchA11 ?? [];
  expect((await county.post(SEARCH, { idCardNo: testIdCard(1) })).rows.map((row) => row.id)).toEqual([first]);
  expect((await county.post(SEARCH, { idCardNo: '4205' })).data.fields).toHaveProperty('idCardNo');
  const all = await county.post(SEARCH, { orgId: ORGS.branchA11.id, pageSize: 200 });
  const rest = await county.post(SEARCH, { orgId: ORGS.branchA11.id, pageSize: 200, excludePmId: `${first},999` });
  expect(rest.total).toBe(all.total - 1);
  expect((await county.post(SEARCH, { excludePmId: '1;drop' })).code).toBe(600);
});

test('by conditions kept at the own organisation, within the scope and beside the other filters', async () => {
  const committee = await t.as('committeeWorker');
  const conditions = { field: 'isFloating', op: 'yes', values: [] };
  const made = await committee.call(saveQuery, { query: { v: 1, join: 'and', items: [conditions] } });
  const queryId = made.data.id;
  expect(await names(committee, { queryId })).toEqual(['刘东']);
  expect(await names(committee, { queryId, orgId: ORGS.branchA12.id })).toEqual([]);
  expect(await names(committee, { queryId, keyWords: '党元' })).toEqual([]);
  // Conditions of the whole tree find nobody beyond the scope of whoever uses them.
  const all = { field: 'gender', op: 'in', values: ['1', '2'] };
  const wide = (await committee.call(saveQuery, { query: { v: 1, join: 'and', items: [all] } })).data.id;
  expect((await codes(committee, { queryId: wide })).every((code) => code.startsWith(ORGS.committeeA1.code))).toBe(
    true,
  );
  // Those of another organisation are not there, and members, who read no list, find nobody out by them.
  for (const other of [county, branch, await t.as('siblingWorker')]) {
    expect((await other.post(SEARCH, { queryId })).code).toBe(404);
  }
  expect((await (await t.as('member')).post(SEARCH, { queryId })).code).toBe(404);
  expect((await committee.post(SEARCH, { queryId: '0x1' })).code).toBe(600);
  // Those who may be given rights are narrowed alike.
  const LIST = '/api/dyxx/member/getCanAuthorizeList';
  expect((await committee.post(LIST, { queryId })).rows.map((row) => row.name)).toEqual(['刘东']);
  expect((await (await t.as('siblingWorker')).post(LIST, { queryId })).code).toBe(404);
});

test('by post in the leading team and by legal unit', async () => {
  const [a] = t.fixture.members.branchA11 ?? [];
  const { id, code } = ORGS.branchA11;
  const term = await sql<{ id: string }>`
    insert into org_term (org_id, org_code, number, elected_on, years, expires_on)
    values (${id}, ${code}, 1, '2025-01-01', 3, '2028-01-01') returning id`.execute(t.db);
  await sql`insert into org_post (term_id, org_id, member_id, name, post)
            values (${term.rows[0]?.id}, ${id}, ${a}, '试', '组织委员')`.execute(t.db);
  expect((await county.post(SEARCH, { offerType: '组织委员' })).rows.map((row) => row.id)).toEqual([a]);
  expect((await (await t.as('siblingWorker')).post(SEARCH, { offerType: '组织委员' })).total).toBe(0);
  expect((await county.post(SEARCH, { isNaturalUnit: true })).total).toBe(0);
  await sql`insert into unit (org_id, org_code, name, nature) values (${id}, ${code}, '试', '1')`.execute(t.db);
  expect(new Set(await codes(county, { isNaturalUnit: true }))).toEqual(new Set([code]));
});

test('people of groups: ten of one, five of all, found by name, each of them of the scope', async () => {
  const [a, b] = t.fixture.members.branchA11 ?? [];
  const [far] = t.fixture.members.branchB11 ?? [];
  const made = await (await t.as('cityWorker')).post('/api/sys/grout/info', {
    orgId: ORGS.branchA11.id,
    groupType: 6,
    groupName: '双报到服务队',
    members: [a, b, far, ...(t.fixture.members.branchA12 ?? [])],
  });
  const groupId = made.data.id;
  const members = await county.get('/api/common/group/members', { groupId });
  expect(members).toMatchObject({ total: 7 });
  const page = await county.post('/api/common/groupPerson/list', { orgCode: ORGS.branchA11.code });
  expect(page).toMatchObject({ total: 7 });
  expect(page.rows).toHaveLength(5);
  expect(page.rows[0]).toMatchObject({ volunteerId: a, phone: expect.stringMatching(/\*/) });
  const named = await county.post('/api/common/groupPerson/list', { groupId, name: page.rows[1].name });
  expect(named.rows.map((row) => row.id)).toContain(b);
  expect((await branch.post('/api/common/groupPerson/list', { groupId })).total).toBe(2);
  const byType = await county.get('/api/volunteer/group/listByType', { orgCode: ORGS.countyA.code });
  expect(byType.rows).toMatchObject([{ groupId, groupName: '双报到服务队', typeName: '双报到', members: 7 }]);
  expect((await county.get('/api/volunteer/group/listByType', { orgCode: ORGS.countyB.code })).code).toBe(404);
});

test('who may be given rights: people of the scope with and without account, but nobody whose membership has ended', async () => {
  const LIST = '/api/dyxx/member/getCanAuthorizeList';
  const before = await branch.post(LIST, { pageSize: 200 });
  expect(before.code).toBe(200);
  expect(before.rows.every((row) => row.orgCode === ORGS.branchA11.code)).toBe(true);
  expect(before.rows.some((row) => row.userId === null)).toBe(true);
  expect(before.rows.some((row) => row.userId !== null)).toBe(true);
  expect(before.text).not.toContain(testIdCard(1));
  const gone = before.rows.find((row) => row.userId === null)?.id;
  for (const status of [3, 4, 5]) {
    await sql`update member set membership_status = ${status} where id = ${gone}`.execute(t.db);
    const left = await branch.post(LIST, { pageSize: 200 });
    expect(left.total, String(status)).toBe(before.total - 1);
    expect(left.rows.map((row) => row.id)).not.toContain(gone);
  }
  await sql`update member set membership_status = 1 where id = ${gone}`.execute(t.db);
  expect((await branch.post(LIST, { orgId: ORGS.branchA12.id })).code).toBe(404);
  expect((await (await t.as('member')).post(LIST, {})).code).toBe(403);
});
