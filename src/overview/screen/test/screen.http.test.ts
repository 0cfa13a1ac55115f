import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listRecycled, restoreRecycled } from '#kernel/system/contract.ts';
import { listMembers } from '#people/member/contract.ts';
import { nameGrams, textPinyin } from '#platform/server/database/nameSearch.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { activitySecond, convertSecond, duesSecond } from '../contract.second.ts';
import {
  addScreen,
  getScreen,
  listBranches,
  listScreenMembers,
  listScreens,
  listStreets,
  removeScreen,
  updateScreen,
} from '../contract.ts';
import { branchWall, memberWall, orgWall } from '../contract.wall.ts';

let t: TestApp;
let admin: Caller;
let county: Caller;
let committee: Caller;
let member: Caller;
beforeAll(async () => {
  t = await startTestApp();
  // The fixture's organisations bear no letters: they are written as the form writes them.
  for (const { id, name } of Object.values(ORGS)) {
    const { full, initials } = textPinyin(name);
    await sql`update organisation set name_grams = ${nameGrams(name)}, pinyin = ${full}, initials = ${initials}
               where id = ${id}`.execute(t.db);
  }
  admin = await t.as('admin');
  county = await t.as('countyWorker');
  committee = await t.as('committeeWorker');
  member = await t.as('member');
});
afterAll(() => t.close());

const personOf = (org: keyof typeof ORGS, at = 0) => t.fixture.members[org]?.[at] ?? '';

describe('the list of screens', () => {
  test('holds the four walls of the product, which nobody deletes', async () => {
    const { result } = await committee.call(listScreens, {});
    expect(result.rows.map(({ type, jumpUrl }) => `${type} ${jumpUrl}`)).toEqual([
      '1 /bigScreen/show/org',
      '2 /bigScreen/show/org',
      '3 /bigScreen/show/branch',
      '5 /bigScreen/show/member',
    ]);
    expect(result.can.add).toBe(false);
    expect((await admin.call(removeScreen, { id: '1', deleteReason: '试' })).msg).toBe('内置大屏不能删除');
    expect((await admin.call(updateScreen, { id: '1', version: 1, type: 3 })).data.fields.type).toContain('不能修改');
  });

  test('is kept by the administrator, with addresses that open nothing else', async () => {
    expect((await committee.call(addScreen, { name: '试', jumpUrl: '/map' })).code).toBe(403);
    const faultOf = async (input: { name: string; jumpUrl: string }) =>
      (await admin.call(addScreen, input)).data?.fields ?? {};
    expect(await faultOf({ name: '', jumpUrl: '' })).toMatchObject({
      name: '请输入大屏名称',
      jumpUrl: '请输入跳转地址',
    });
    for (const jumpUrl of ['javascript:alert(1)', '//evil.example', '/\\evil.example', 'data:text/html,x']) {
      expect((await faultOf({ name: '试', jumpUrl })).jumpUrl, jumpUrl).toContain('请输入本平台的页面地址');
    }
    expect((await faultOf({ name: '试', jumpUrl: 'https://evil.example/a' })).jumpUrl).toContain('允许跳转的站点');
    const { id } = (await admin.call(addScreen, { name: '区县大屏', jumpUrl: '/map' })).result;
    expect((await faultOf({ name: '区县大屏', jumpUrl: '/map' })).name).toBe('已有同名的大屏');
    expect((await admin.call(updateScreen, { id, version: 1, jumpUrl: '/maxMap' })).result.version).toBe(2);
    expect((await admin.call(updateScreen, { id, version: 1, name: '晚了' })).msg).toContain('已被他人修改');
    expect((await admin.call(removeScreen, { id, deleteReason: '试' })).code).toBe(200);
    expect((await admin.call(getScreen, { id })).code).toBe(404);
    expect((await admin.call(listRecycled, { kind: 'screen' })).rows).toHaveLength(1);
    expect((await admin.call(restoreRecycled, { kind: 'screen', id, reason: '误删' })).code).toBe(200);
    expect((await admin.call(getScreen, { id })).result.jumpUrl).toBe('/maxMap');
  });
});

describe('what is chosen', () => {
  test('streets and branches are those of the own scope, found by letters', async () => {
    const streets = (await county.call(listStreets, {})).result;
    expect(streets.rows.map(({ id }) => id)).toEqual([ORGS.countyA.id, ORGS.committeeA1.id, ORGS.committeeA2.id]);
    const branches = (await county.call(listBranches, { keyWord: '河口' })).result;
    expect(branches.rows.map(({ name }) => name)).toEqual([ORGS.branchA21.name, ORGS.branchA22.name]);
    expect((await county.call(listBranches, { keyWord: 'chengguan' })).result.total).toBe(2);
    expect((await county.call(listBranches, { orgCode: ORGS.committeeA2.code })).result.total).toBe(2);
    expect((await county.call(listBranches, { orgCode: ORGS.committeeB1.code })).code).toBe(404);
    expect((await county.call(listBranches, { orgCode: ORGS.twin.code })).code).toBe(404);
    expect((await member.call(listBranches, {})).code).toBe(403);
  });

  test('members come with masked numbers, as many as their list has', async () => {
    const { rows, total } = (await county.call(listScreenMembers, { PMType: '1,2' })).result;
    expect(total).toBe((await county.call(listMembers, { view: 'members' })).result.total);
    for (const { idCardNo } of rows) expect(idCardNo).not.toMatch(/^\d{17}[\dX]$/);
    const own = (await county.call(listScreenMembers, { orgId: ORGS.branchA11.id })).result;
    expect(new Set(own.rows.map(({ orgName }) => orgName))).toEqual(new Set([ORGS.branchA11.name]));
    const named = (await county.call(listScreenMembers, { orgName: '河口镇第一' })).result;
    expect(new Set(named.rows.map(({ orgName }) => orgName))).toEqual(new Set([ORGS.branchA21.name]));
    expect((await county.call(listScreenMembers, { orgName: '乙县第一' })).result.total).toBe(0);
    expect((await county.call(listScreenMembers, { orgId: ORGS.branchB11.id })).code).toBe(404);
    expect((await county.call(listScreenMembers, { orgCode: ORGS.branchB11.code })).code).toBe(404);
  });
});

describe('walls', () => {
  test('an organisation shows what its lists count, and nothing of others', async () => {
    const wall = (await county.call(orgWall, {})).result;
    const count = async (filter: Parameters<typeof county.call<typeof listMembers>>[1]) =>
      (await county.call(listMembers, filter)).result.total;
    expect(wall.org.id).toBe(ORGS.countyA.id);
    expect(wall.members.total).toBe(await count({ view: 'members' }));
    expect(wall.members.formal + wall.members.probationary).toBe(wall.members.total);
    expect(wall.below.map(({ id }) => id)).toEqual([ORGS.committeeA1.id, ORGS.committeeA2.id]);
    expect(wall.below.reduce((sum, { members }) => sum + members, 0)).toBe(wall.members.total);
    expect(wall.funnel.map(({ value }) => value)).toEqual(
      await Promise.all(['5', '4', '3', '2'].map((pmType) => count({ pmType }))),
    );
    expect(wall.figures[0]).toMatchObject({ label: '基层党组织', value: 7 });
    expect(wall.figures[1]).toMatchObject({ label: '其中党支部', value: 4 });
  });

  test('id and code must name the same organisation of the scope', async () => {
    const both = { orgId: ORGS.committeeA1.id, orgCode: ORGS.committeeA1.code };
    expect((await county.call(orgWall, both)).code).toBe(200);
    expect((await county.call(orgWall, { orgCode: both.orgCode })).result.org.id).toBe(both.orgId);
    expect((await county.call(orgWall, { ...both, orgCode: ORGS.committeeA2.code })).code).toBe(404);
    for (const org of ['countyB', 'twin', 'city', 'deletedBranch'] as const) {
      expect((await county.call(orgWall, { orgId: ORGS[org].id })).code, org).toBe(404);
      expect((await county.call(branchWall, { orgCode: ORGS[org].code })).code, org).toBe(404);
    }
    expect((await member.call(orgWall, {})).code).toBe(403);
    expect((await t.nobody.call(orgWall, {})).code).toBe(401);
  });

  test('whoever lacks a right sees the wall without its panel', async () => {
    await sql`delete from role_permission where role_id = 3 and permission_key = 'dues:read'`.execute(t.db);
    const wall = (await county.call(orgWall, {})).result;
    expect(wall.dues).toBeNull();
    expect(wall.duty).not.toBeNull();
    expect((await county.call(duesSecond, {})).code).toBe(403);
    await sql`insert into role_permission values (3, 'dues:read')`.execute(t.db);
    expect((await county.call(orgWall, {})).result.dues).not.toBeNull();
  });

  test('a branch shows surnames alone, in the order of their strokes', async () => {
    const answer = await committee.call(branchWall, { orgId: ORGS.branchA11.id });
    const wall = answer.result;
    expect(wall.wall).toHaveLength(wall.members.total);
    const { rows } = (await committee.call(listMembers, { orgId: ORGS.branchA11.id, view: 'members' })).result;
    for (const { name, idCardNo } of rows) {
      expect(answer.text).not.toContain(name);
      expect(answer.text).not.toContain(idCardNo);
    }
  });

  test('a member shows a masked name; who is not of the scope is not there', async () => {
    const id = personOf('branchA11');
    const { name, idCardNo } = (await committee.call(listMembers, { orgId: ORGS.branchA11.id })).result.rows.find(
      (row) => row.id === id,
    ) ?? { name: '', idCardNo: '' };
    const answer = await committee.call(memberWall, { userId: id });
    expect(answer.result.name).toBe(`${name[0]}*`);
    expect(answer.text).not.toContain(name);
    expect(answer.text).not.toContain(idCardNo);
    expect((await committee.call(memberWall, { userId: personOf('branchA21') })).code).toBe(404);
    expect((await committee.call(memberWall, { userId: personOf('branchB11') })).code).toBe(404);
    expect((await member.call(memberWall, { userId: id })).code).toBe(403);
  });
});

describe('the lists behind the panels', () => {
  test('add up to the wall', async () => {
    const wall = (await county.call(orgWall, {})).result;
    const convert = (await county.call(convertSecond, {})).result;
    expect(convert.rows.reduce((sum, { now }) => sum + now, 0)).toBe(wall.members.total);
    const dues = (await county.call(duesSecond, {})).result;
    expect(dues.rows.reduce((sum, { due }) => sum + due, 0)).toBe(wall.dues?.due);
    expect(dues.rows.reduce((sum, { paid }) => sum + paid, 0)).toBe(wall.dues?.paid);
    const activity = (await county.call(activitySecond, {})).result;
    const month = Number(wall.today.slice(5, 7));
    const closed = (wall.duty?.lines ?? [])
      .flatMap(({ cells }) => cells)
      .filter(({ first, months }) => first + months - 1 < month);
    expect(activity.rows.reduce((sum, { due }) => sum + due, 0)).toBe(closed.reduce((sum, { due }) => sum + due, 0));
    expect(activity.rows.reduce((sum, { ok }) => sum + ok, 0)).toBe(closed.reduce((sum, { ok }) => sum + ok, 0));
  });

  test('call an organisation by its name, whatever a chart has room for', async () => {
    await sql`update organisation set short_name = '简' where id = ${ORGS.committeeA1.id}`.execute(t.db);
    for (const call of [convertSecond, duesSecond, activitySecond]) {
      const { rows } = (await county.call(call, {})).result;
      expect(rows.find(({ id }) => id === ORGS.committeeA1.id)?.name).toBe(ORGS.committeeA1.name);
    }
  });

  test('of one without any below, itself; of another scope, nothing', async () => {
    const { rows, org } = (await committee.call(convertSecond, { orgId: ORGS.branchA11.id })).result;
    expect(rows.map(({ id }) => id)).toEqual([ORGS.branchA11.id]);
    expect(org.parentId).toBe(ORGS.committeeA1.id);
    expect((await committee.call(convertSecond, {})).result.org.parentId).toBeNull();
    for (const call of [convertSecond, duesSecond, activitySecond]) {
      expect((await committee.call(call, { orgId: ORGS.branchA21.id })).code).toBe(404);
    }
  });
});
