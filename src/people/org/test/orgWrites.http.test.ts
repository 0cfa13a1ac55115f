import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createOrg,
  getOrg,
  listOrgs,
  orgTree,
  removeOrg,
  sortOrg,
  updateOrg,
  validateOrg,
} from '#people/org/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { addOrg as add, children, FOREIGN, names } from './factory.ts';

let app: TestApp;
let city: Caller;
let committee: Caller;

beforeAll(async () => {
  app = await startTestApp();
  city = await app.as('cityWorker');
  committee = await app.as('committeeWorker');
});
afterAll(() => app.close());

describe('add', () => {
  test('parallel calls get different codes in a row, and the superior counts its children', async () => {
    const { id: parentId, orgCode } = await add(city, ORGS.twin.id, '并发党委', 30);
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, index) => add(city, parentId, `并发第${index}党支部`)),
    );
    expect(made.map((org) => org.orgCode).sort()).toEqual(
      Array.from({ length: 12 }, (_, index) => orgCode + String(index + 1).padStart(4, '0')),
    );
    expect(await children(city, parentId)).toHaveLength(12);
    expect((await city.call(getOrg, { orgId: parentId })).result.childCount).toBe(12);
  });

  test('a code is not handed out again after a deletion', async () => {
    const { id: parentId, orgCode } = await add(city, ORGS.twin.id, '编码党委', 30);
    const first = await add(city, parentId, '甲党支部');
    expect(first.orgCode).toBe(`${orgCode}0001`);
    expect((await city.call(removeOrg, { id: first.id, deleteReason: '合并' })).code).toBe(200);
    expect((await add(city, parentId, '甲党支部')).orgCode).toBe(`${orgCode}0002`);
  });

  test('of two parallel calls with one name one is refused', async () => {
    const input = { parentId: ORGS.twin.id, name: '同名党支部', type: 46 };
    const answers = await Promise.all([city.call(createOrg, input), city.call(createOrg, input)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 600]);
    expect(answers.find(({ code }) => code === 600)?.data.fields).toEqual({ name: '同一上级党组织下已有同名的组织' });
  });

  test('a repeated key answers the first outcome', async () => {
    const input = { parentId: ORGS.twin.id, name: '只建一次党支部', type: 46 };
    const headers = { 'idempotency-key': 'org-once-0001' };
    const first = await city.call(createOrg, input, { headers });
    const second = await city.call(createOrg, input, { headers });
    expect(second.result).toEqual(first.result);
    expect(names(await children(city, ORGS.twin.id)).filter((name) => name === input.name)).toHaveLength(1);
  });

  test('names each wrong field and writes nothing', async () => {
    const before = (await city.call(listOrgs, {})).result.total;
    const wrong = async (input: object) =>
      (await city.post(createOrg.path, { parentId: ORGS.twin.id, name: '某党支部', type: 46, ...input })).data?.fields;
    expect(await wrong({ name: '  ', type: 99, phone: '123' })).toEqual({
      name: '请输入组织名称',
      type: '请选择组织类别',
      phone: '请输入正确的联系电话',
    });
    expect(await wrong({ canApprove: true })).toHaveProperty('canApprove');
    expect(await wrong({ foundedOn: '2999-01-01' })).toHaveProperty('foundedOn');
    expect(await wrong({ lng: 111.2 })).toHaveProperty('lat');
    expect(await wrong({ parentId: ORGS.branchB11.id })).toHaveProperty('type');
    expect(await wrong({ type: 10 })).toEqual({ type: '该类别的组织不能设在所选上级之下' });
    for (const parentId of FOREIGN) {
      expect((await committee.call(createOrg, { parentId, name: '越界党支部', type: 46 })).code).toBe(404);
    }
    expect((await city.call(listOrgs, {})).result.total).toBe(before);
    expect((await city.call(getOrg, { orgId: ORGS.twin.id })).result.childCount).toBe(
      (await children(city, ORGS.twin.id)).length,
    );
  });
});

describe('edit', () => {
  test('writes the given fields alone, raises the version and leaves an audit row', async () => {
    const { id } = await add(city, ORGS.twin.id, '待改党支部');
    const before = (await city.call(getOrg, { orgId: id })).result;
    const answer = await city.call(updateOrg, { id, version: before.version, contact: '谭明', phone: '0717-6551200' });
    expect(answer.result).toEqual({ version: before.version + 1 });
    const after = (await city.call(getOrg, { orgId: id })).result;
    expect(after).toMatchObject({ name: before.name, contact: '谭明', phone: '0717-6551200', updateName: '程市' });
    const { rows } =
      await sql`select changes from audit_log where target_type = 'org' and target_id = ${id} order by id desc limit 1`.execute(
        app.db,
      );
    expect(rows).toEqual([{ changes: { contact: ['', '谭明'], phone: [null, '0717-6551200'] } }]);
  });

  test('a stale version is refused with what stands there', async () => {
    const { id } = await add(city, ORGS.twin.id, '争改党支部');
    const edits = await Promise.all(['甲', '乙'].map((contact) => city.call(updateOrg, { id, version: 1, contact })));
    expect(edits.map(({ code }) => code).sort()).toEqual([200, 400]);
    const loser = edits.find(({ code }) => code === 400);
    const now = (await city.call(getOrg, { orgId: id })).result;
    expect(loser?.data).toMatchObject({
      conflict: true,
      current: { version: 2, contact: now.contact, updateName: '程市' },
    });
    expect(loser?.msg).toBe('该组织已被他人修改，请核对后再保存');
  });

  test('a rename is found by its new name and keeps siblings apart', async () => {
    const { id } = await add(city, ORGS.twin.id, '旧名党支部');
    await add(city, ORGS.twin.id, '占用党支部');
    const taken = await city.call(updateOrg, { id, version: 1, name: '占用党支部' });
    expect(taken.data.fields).toHaveProperty('name');
    expect((await city.call(updateOrg, { id, version: 1, name: '橘林党支部' })).code).toBe(200);
    expect(names((await city.call(orgTree, { keyWords: 'julin' })).result)).toEqual(['橘林党支部']);
    expect((await city.call(orgTree, { keyWords: '旧名' })).result).toEqual([]);
  });

  test('a change of type moves the count and respects what stands above and below', async () => {
    const { id } = await add(city, ORGS.twin.id, '改类党总支', 40);
    const total = async (type: number) => (await city.call(listOrgs, { type })).result.total;
    const [general, joint] = [await total(40), await total(47)];
    expect((await city.call(updateOrg, { id, version: 1, type: 10 })).data.fields).toHaveProperty('type');
    expect((await city.call(updateOrg, { id, version: 1, type: 47 })).code).toBe(200);
    expect([await total(40), await total(47)]).toEqual([general - 1, joint + 1]);
    const committeeA2 = { id: ORGS.committeeA2.id, version: 1, type: 46 };
    expect((await city.call(updateOrg, committeeA2)).data.fields).toEqual({ type: '下级组织不能设在该类别的组织之下' });
  });

  test('nobody gives the own organisation more power', async () => {
    const own = (await committee.call(getOrg, { orgId: ORGS.committeeA1.id })).result;
    const refused = await committee.call(updateOrg, { id: own.id, version: own.version, canApprove: true, type: 20 });
    expect(Object.keys(refused.data.fields).sort()).toEqual(['canApprove', 'type']);
    const county = await app.as('countyWorker');
    expect((await county.call(updateOrg, { id: own.id, version: own.version, canApprove: true })).code).toBe(200);
  });

  test('is not found out of scope', async () => {
    for (const id of FOREIGN)
      expect((await committee.call(updateOrg, { id, version: 1, contact: '外人' })).code).toBe(404);
    const { rows } = await sql`select from organisation where contact = '外人'`.execute(app.db);
    expect(rows).toEqual([]);
  });
});

describe('delete', () => {
  test('is refused with children or people, and with a foreign id', async () => {
    expect((await city.call(removeOrg, { id: ORGS.committeeB1.id, deleteReason: '撤并' })).msg).toContain(
      '2个下级组织',
    );
    expect((await city.call(removeOrg, { id: ORGS.branchB11.id, deleteReason: '撤并' })).msg).toContain('还有人员');
    expect((await city.call(removeOrg, { id: ORGS.city.id, deleteReason: '撤并' })).code).toBe(400);
    // Why may be left out: the organisation can be brought back.
    expect((await city.call(removeOrg, { id: ORGS.branchB11.id })).msg).toContain('还有人员');
    for (const id of FOREIGN) expect((await committee.call(removeOrg, { id, deleteReason: '撤并' })).code).toBe(404);
  });

  test('goes to the recycle bin with its reason, off tree, list and counts', async () => {
    const { id, orgCode } = await add(city, ORGS.twin.id, '撤销党支部');
    const before = (await city.call(listOrgs, {})).result.total;
    expect((await city.call(removeOrg, { id, deleteReason: '人员调整' })).code).toBe(200);
    const { rows } = await sql`select deleted_by, delete_reason from organisation where id = ${id}`.execute(app.db);
    expect(rows).toEqual([{ deleted_by: '程市', delete_reason: '人员调整' }]);
    expect((await city.call(listOrgs, {})).result.total).toBe(before - 1);
    expect(names(await children(city, ORGS.twin.id))).not.toContain('撤销党支部');
    expect((await city.call(getOrg, { orgId: id })).code).toBe(404);
    const audit =
      await sql`select reason, org_code from audit_log where target_id = ${id} and action = '删除党组织'`.execute(
        app.db,
      );
    expect(audit.rows).toEqual([{ reason: '人员调整', org_code: orgCode }]);
  });
});

describe('sort', () => {
  test('moves before a sibling or to the end, also when no gap is left', async () => {
    const { id: parentId } = await add(city, ORGS.twin.id, '排序党委', 30);
    const ids: string[] = [];
    for (const name of ['甲', '乙', '丙', '丁']) ids.push((await add(city, parentId, `${name}党支部`)).id);
    const order = async () =>
      names(await children(city, parentId))
        .map((name) => name.charAt(0))
        .join('');
    const move = async (id = '', beforeId: string | null = null) => (await city.call(sortOrg, { id, beforeId })).code;
    expect(await order()).toBe('甲乙丙丁');
    expect(await move(ids[3], ids[0])).toBe(200);
    expect(await order()).toBe('丁甲乙丙');
    expect(await move(ids[3])).toBe(200);
    expect(await order()).toBe('甲乙丙丁');
    for (let turn = 0; turn < 30; turn++) await move(ids[turn % 2 === 0 ? 3 : 2], ids[turn % 2 === 0 ? 2 : 3]);
    expect(await order()).toBe('甲乙丙丁');
    await sql`update organisation set sort = 0 where parent_id = ${parentId}`.execute(app.db);
    expect(await order()).toBe('甲乙丙丁');
    expect(await move(ids[2], ids[1])).toBe(200);
    expect(await order()).toBe('甲丙乙丁');
    const listed = (await city.call(listOrgs, { orgId: parentId, searchRange: 'onlyChild' })).result.rows;
    expect(names(listed)).toEqual(names(await children(city, parentId)));
  });

  test('parallel moves leave every sibling in its place once', async () => {
    const { id: parentId } = await add(city, ORGS.twin.id, '并排党委', 30);
    const ids: string[] = [];
    for (let index = 0; index < 6; index++) ids.push((await add(city, parentId, `第${index}党支部`)).id);
    await Promise.all(ids.map((id, index) => city.call(sortOrg, { id, beforeId: ids[(index + 3) % 6] })));
    const sorts = (await city.call(listOrgs, { orgId: parentId, searchRange: 'onlyChild' })).result.rows.map(
      ({ sort }) => sort,
    );
    expect(new Set(sorts).size).toBe(6);
  });

  test('stays among siblings and within the scope', async () => {
    const other = await city.call(sortOrg, { id: ORGS.branchB11.id, beforeId: ORGS.branchB21.id });
    expect(other.data.fields).toHaveProperty('beforeId');
    expect((await committee.call(sortOrg, { id: ORGS.committeeA1.id })).code).toBe(400);
    for (const id of FOREIGN) {
      expect((await committee.call(sortOrg, { id })).code).toBe(404);
      expect((await committee.call(sortOrg, { id: ORGS.branchA11.id, beforeId: id })).code).toBe(404);
    }
  });
});

test('the name check knows siblings, the organisation itself and the scope', async () => {
  const check = async (caller: Caller, input: { name: string; parentId?: string; id?: string }) =>
    (await caller.call(validateOrg, input)).result;
  const name = ORGS.branchA11.name;
  expect(await check(city, { name, parentId: ORGS.committeeA1.id })).toEqual({
    valid: false,
    message: '同一上级党组织下已有同名的组织',
  });
  expect(await check(city, { name, id: ORGS.branchA11.id })).toEqual({ valid: true, message: '' });
  expect(await check(city, { name, id: ORGS.branchA12.id })).toMatchObject({ valid: false });
  expect(await check(city, { name, parentId: ORGS.committeeA2.id })).toMatchObject({ valid: true });
  for (const parentId of FOREIGN) expect((await committee.call(validateOrg, { name, parentId })).code).toBe(404);
});
