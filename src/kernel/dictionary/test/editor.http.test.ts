import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as dict from '#kernel/dictionary/contract.ts';
import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { dictionaryModule } from '#kernel/dictionary/server/routes.ts';
import { usesDictionary } from '#kernel/dictionary/server/uses.ts';
import { sessionModule } from '#kernel/session/server/routes.ts';
import { eraseRecycled, listRecycled, restoreRecycled } from '#kernel/system/contract.ts';
import { systemModule } from '#kernel/system/server/routes.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { type Caller, openSession, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeEncrypter } from '../../../../test/support/encrypt.ts';
import { grantRole, PASSWORD } from '../../../../test/support/fixture.ts';

let t: TestApp;
let admin: Caller;
beforeAll(async () => {
  t = await startTestApp({ modules: [dictionaryModule, sessionModule, systemModule] });
  admin = await t.as('admin');
  usesDictionary('0005', { table: 'member', column: 'nation', label: '党员民族' });
});
afterAll(() => t.close());

const dictionaryId = async (code: string) => {
  const { result } = await admin.call(dict.listDict, { pageSize: 200 });
  return result.rows.find((row) => row.dictionaryCode === code)?.id ?? '';
};
const add = (parentid: string, name: string, value: string) => admin.call(dict.createDict, { parentid, name, value });
const chosen = async (code: string) =>
  (await admin.call(dict.selectDict, { dictionaryCode: code })).result.map(({ name }) => name);

const WHY = '重复设置';

test('the tree: dictionaries at the top, below them only entries that have entries', async () => {
  const top = (await admin.call(dict.dictTree, {})).result;
  expect(top.find(({ name }) => name === '0004 性别')).toMatchObject({ isLeaf: true, count: 4 });
  const education = top.find(({ name }) => name === '0006 学历');
  expect(education?.isLeaf).toBe(false);
  const groups = (await admin.call(dict.dictTree, { parentId: education?.id ?? '' })).result;
  expect(groups.map(({ name }) => name)).toContain('大学本科');
  expect(groups.every(({ count, isLeaf }) => count > 0 && isLeaf)).toBe(true);
  const hits = (await admin.call(dict.dictTree, { keyWords: '性别' })).result;
  expect(hits.map(({ name }) => name)).toEqual(['0004 性别']);
});

test('a list holds the entries of one level, says where it stands, and searches below', async () => {
  const id = await dictionaryId('0006');
  const { result } = await admin.call(dict.listDict, { parentid: id, pageSize: 200 });
  const group = result.rows.find(({ value }) => value === '20');
  expect(group).toMatchObject({ parentid: 'ROOT', builtIn: true, can: { edit: true, remove: false, add: true } });
  expect(group?.childCount).toBeGreaterThan(0);
  expect(result.total).toBe(result.rows.length);
  const below = (await admin.call(dict.listDict, { parentid: group?.id ?? '' })).result;
  expect(below.rows.map(({ value }) => value[0])).toEqual(Array(below.total).fill('2'));
  expect(below.place.map(({ name }) => name)).toEqual(['学历', group?.name]);
  const hits = (await admin.call(dict.listDict, { parentid: id, name: '小学' })).result;
  expect(hits.rows.map(({ name }) => name)).toEqual(['小学教育', '小学', '小学肄业']);
});

test('a dictionary and its entries: added, ordered, renamed, disabled, and answered to every select at once', async () => {
  const made = await admin.call(dict.createCategory, { dictionaryCode: '0901', name: '活动场所类型' });
  const id = made.result.id;
  for (const [name, value] of [
    ['室内', '1'],
    ['室外', '2'],
    ['线上', '3'],
  ] as const)
    await add(id, name, value);
  expect(await chosen('0901')).toEqual(['室内', '室外', '线上']);

  const rows = (await admin.call(dict.listDict, { parentid: id })).result.rows;
  const [first, second, third] = rows;
  if (!first || !second || !third) throw new Error('three entries were added');
  await admin.call(dict.moveDict, { id: third.id, after: '' });
  expect(await chosen('0901')).toEqual(['线上', '室内', '室外']);
  await admin.call(dict.moveDict, { id: third.id, after: first.id });
  expect(await chosen('0901')).toEqual(['室内', '线上', '室外']);

  const changed = await admin.call(dict.updateDict, { id: second.id, version: 1, name: '户外', nationalCode: '02' });
  expect(changed.result.version).toBe(2);
  await admin.call(dict.updateDict, { id: third.id, version: 1, enabled: false });
  expect(await chosen('0901')).toEqual(['室内', '户外']);
  const names = await dictionaryNames(t.services);
  expect(names.name('0901', '3'), 'rows that hold a disabled value keep its name').toBe('线上');
  expect(names.entries('0901').map(({ name }) => name)).toEqual(['室内', '户外']);

  const { rows: logged } = await sql<{ changes: object }>`
    select changes from audit_log where action = '修改字典项' order by id limit 1`.execute(t.db);
  expect(logged[0]?.changes).toEqual({ name: ['室外', '户外'], nationalCode: ['', '02'] });
});

test('an entry may stand below another, and the parent then stays', async () => {
  const id = (await admin.call(dict.createCategory, { dictionaryCode: '0902', name: '经费用途' })).result.id;
  const parent = (await add(id, '会议', '10')).result.id;
  const child = (await add(parent, '场地', '11')).result.id;
  const items = (await admin.call(dict.selectDict, { dictionaryCode: '0902' })).result;
  expect(items.map(({ name, parentid }) => [name, parentid])).toEqual([
    ['会议', 'ROOT'],
    ['场地', parent],
  ]);
  expect((await admin.call(dict.removeDict, { id: parent, deleteReason: WHY })).msg).toBe(
    '“会议”下还有1个字典项，请先删除下级',
  );
  expect((await admin.call(dict.removeCategory, { id, deleteReason: WHY })).msg).toBe(
    '“经费用途”还有1个字典项，请先删除',
  );
  expect((await admin.call(dict.removeDict, { id: child, deleteReason: WHY })).code).toBe(200);
  expect((await admin.call(dict.removeDict, { id: parent, deleteReason: WHY })).code).toBe(200);
  expect((await admin.call(dict.removeCategory, { id, deleteReason: WHY })).code).toBe(200);
  expect(await chosen('0902')).toEqual([]);
  expect((await admin.call(dict.removeCategory, { id, deleteReason: WHY })).code).toBe(404);
  expect((await admin.call(dict.createCategory, { dictionaryCode: '0902', name: '经费用途' })).code).toBe(200);
});

test('what is built in, in use or a whole dictionary is not deleted; several go together or not at all', async () => {
  const nations = await dictionaryId('0005');
  const han = (await admin.call(dict.listDict, { parentid: nations, name: '汉族' })).result.rows[0];
  expect((await admin.call(dict.removeDict, { id: han?.id ?? '', deleteReason: WHY })).msg).toContain('系统内置');
  const [used, free] = [(await add(nations, '试用族', '92')).result.id, (await add(nations, '空置族', '91')).result.id];
  await sql`update member set nation = '92' where id = ${t.fixture.members.branchA11?.[0] ?? ''}`.execute(t.db);
  const both = await admin.call(dict.removeDicts, { ids: [free, used], deleteReason: WHY });
  expect(both).toMatchObject({ code: 400, msg: '“试用族”正在使用（党员民族），可以停用，不能删除' });
  expect(await chosen('0005')).toContain('空置族');
  expect((await admin.call(dict.removeDicts, { ids: [free], deleteReason: WHY })).code).toBe(200);
  expect(await chosen('0005')).not.toContain('空置族');
  expect((await admin.call(dict.removeDict, { id: nations, deleteReason: WHY })).code).toBe(400);
  expect((await admin.call(dict.removeCategory, { id: nations, deleteReason: WHY })).code).toBe(400);
});

test('a doubled value or name, a stale version and a foreign neighbour are refused at their field, and nothing is written', async () => {
  const id = await dictionaryId('0004');
  const before = await sql<{ n: number }>`select count(*)::int as n from dict_item`.execute(t.db);
  expect((await add(id, '其他', '1')).data.fields).toEqual({ value: '字典0004中已有值1' });
  expect((await add(id, '男', '7')).data.fields).toEqual({ name: '同级已有同名的字典项' });
  expect((await add(id, '其他', 'a b')).data.fields).toEqual({ value: '值由字母、数字、点和横线组成' });
  const twice = await admin.call(dict.createCategory, { dictionaryCode: '0004', name: '又一个' });
  expect(twice.data.fields).toEqual({ dictionaryCode: '字典编码已存在' });
  const man = (await admin.call(dict.listDict, { parentid: id, name: '男' })).result.rows[0];
  const stale = await admin.call(dict.updateDict, { id: man?.id ?? '', version: 9, name: '男性' });
  expect(stale).toMatchObject({ code: 400, data: { conflict: true } });
  const foreign = (await admin.call(dict.listDict, { parentid: await dictionaryId('0007') })).result.rows[0];
  const moved = await admin.call(dict.moveDict, { id: man?.id ?? '', after: foreign?.id ?? '' });
  expect(moved.data.fields).toEqual({ after: '只能在同级字典项之间移动' });
  expect((await sql<{ n: number }>`select count(*)::int as n from dict_item`.execute(t.db)).rows).toEqual(before.rows);
});

test('twenty people give one value at once: one entry comes of it', async () => {
  const id = (await admin.call(dict.createCategory, { dictionaryCode: '0903', name: '并发' })).result.id;
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => add(id, `项${n}`, '1')));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(answers.filter(({ code }) => code === 600)).toHaveLength(19);
});

test('only who may write writes; a worker reads', async () => {
  const worker = await t.as('cityWorker');
  const id = await dictionaryId('0004');
  const row = (await worker.call(dict.listDict, { parentid: id })).result.rows[0];
  expect(row?.can).toEqual({ edit: false, remove: false, add: false });
  expect((await worker.call(dict.createDict, { parentid: id, name: '试', value: '5' })).code).toBe(403);
  expect((await (await t.as('member')).call(dict.listDict, {})).code).toBe(403);
});

test('an export holds every entry behind its parent, disabled ones too', async () => {
  const id = await dictionaryId('0006');
  const answer = await t.app.inject({
    url: `/api/sys/dict/export?id=${id}`,
    headers: { authorization: admin.token },
  });
  expect(answer.headers['content-disposition']).toContain(encodeURIComponent('0006 学历.xlsx'));
  const table: string[][] = [];
  for await (const line of readTable(answer.rawPayload)) table.push(line);
  expect(table).toHaveLength(42);
  expect(table[2]?.slice(0, 3)).toEqual(['0006', '研究生', '10']);
});

test('a deleted entry comes back from the recycle bin, unless its value is taken or its place is gone', async () => {
  const id = (await admin.call(dict.createCategory, { dictionaryCode: '0904', name: '回收' })).result.id;
  const parent = (await add(id, '上级', '1')).result.id;
  const child = (await add(parent, '下级', '2')).result.id;
  await admin.call(dict.removeDict, { id: child, deleteReason: WHY });
  await admin.call(dict.removeDict, { id: parent, deleteReason: WHY });
  const back = (item: string) => admin.call(restoreRecycled, { kind: 'dict', id: item, reason: '误删' });
  const names = (await admin.call(listRecycled, { kind: 'dict' })).result.rows.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['0904 上级（1）', '0904 下级（2）']));
  expect((await back(child)).msg).toBe('它的上级已删除，请先恢复上级');
  expect((await back(parent)).code).toBe(200);
  const again = (await add(id, '占用', '2')).result.id;
  expect((await back(child)).msg).toBe('这个值或编码已另有字典项使用，不能恢复');
  await admin.call(dict.removeDict, { id: again, deleteReason: WHY });
  expect((await back(child)).code).toBe(200);
  expect(await chosen('0904')).toEqual(['上级', '下级']);
});

test('a deletion keeps why where that was said, and what is restored stands where it stood', async () => {
  const id = (await admin.call(dict.createCategory, { dictionaryCode: '0911', name: '原位' })).result.id;
  const ids: string[] = [];
  for (const value of ['1', '2', '3']) ids.push((await add(id, `项${value}`, value)).result.id);
  const [, second = ''] = ids;
  expect((await admin.del('/api/sys/dict', { id: second })).code).toBe(200);
  expect((await admin.call(restoreRecycled, { kind: 'dict', id: second, reason: '误删' })).code).toBe(200);
  expect(await chosen('0911')).toEqual(['项1', '项2', '项3']);
  expect((await admin.call(dict.removeDict, { id: second, deleteReason: WHY })).code).toBe(200);
  const { rows } = (await admin.call(listRecycled, { kind: 'dict', name: '项2' })).result;
  expect(rows).toMatchObject([{ id: second, reason: WHY }]);
  const audit = await sql<{ reason: string }>`
    select reason from audit_log where action = '删除字典项' and target_id = ${second} and outcome = 'done' order by id`.execute(
    t.db,
  );
  expect(audit.rows).toEqual([{ reason: '' }, { reason: WHY }]);
  expect((await admin.call(restoreRecycled, { kind: 'dict', id: second, reason: '误删' })).code).toBe(200);
  expect(await chosen('0911')).toEqual(['项1', '项2', '项3']);
});

test('a deleted entry whose name a sibling bears stays in the bin until one of them is called otherwise', async () => {
  const id = (await admin.call(dict.createCategory, { dictionaryCode: '0905', name: '重名' })).result.id;
  const first = (await add(id, '甲', '1')).result.id;
  await admin.call(dict.removeDict, { id: first, deleteReason: WHY });
  const second = (await add(id, '甲', '2')).result.id;
  const back = () => admin.call(restoreRecycled, { kind: 'dict', id: first, reason: '误删' });
  expect((await back()).msg).toBe('同级已有同名的字典项，请先改名，再恢复');
  expect((await admin.call(dict.updateDict, { id: second, version: 1, name: '乙' })).code).toBe(200);
  expect((await back()).code).toBe(200);
});

test('with an erased dictionary its entries go; those of another one with the code stay', async () => {
  const made = async () => (await admin.call(dict.createCategory, { dictionaryCode: '0906', name: '清除' })).result.id;
  const first = await made();
  const entry = (await add(first, '甲', '1')).result.id;
  await admin.call(dict.removeDict, { id: entry, deleteReason: WHY });
  await admin.call(dict.removeCategory, { id: first, deleteReason: WHY });
  const second = await made();
  const encrypt = await makeEncrypter(t);
  const erase = (id: string) =>
    admin.call(eraseRecycled, { kind: 'dict', id, deleteReason: '清理', password: encrypt(PASSWORD) });
  const left = async () =>
    (
      await sql<{ id: string }>`select id from dict_item where dictionary_code = '0906' order by id`.execute(t.db)
    ).rows.map((row) => row.id);
  expect((await erase(first)).code).toBe(200);
  expect(await left()).toEqual([entry, second]);
  await admin.call(dict.removeCategory, { id: second, deleteReason: WHY });
  expect((await erase(second)).code).toBe(200);
  expect(await left()).toEqual([]);
});

test('an entry is not added below one that is just being deleted', async () => {
  const id = (await admin.call(dict.createCategory, { dictionaryCode: '0907', name: '争用' })).result.id;
  const parent = (await add(id, '上级', '1')).result.id;
  let adding: ReturnType<typeof add> | undefined;
  await t.db.transaction().execute(async (tx) => {
    await sql`select from dict_item where id = ${id} for update`.execute(tx);
    adding = add(parent, '下级', '2');
    const waiting = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
                     and position('from dict_item' in query) > 0`.execute(t.db)
      ).rows.length;
    await expect.poll(waiting, { timeout: 300_000 }).toBe(1);
    await sql`update dict_item set deleted_at = now() where id = ${parent}`.execute(tx);
  });
  expect((await adding)?.code).toBe(404);
});

test('dictionaries are written at the top alone: the administrator of a county reads them and sees none in the bin', async () => {
  const { accountId } = t.fixture.principals.countyWorker;
  const county = t.withToken(
    await openSession(t.services, accountId, await grantRole(t.services, accountId, 1, 'countyA')),
  );
  const id = await dictionaryId('0004');
  const { result } = await county.call(dict.listDict, { parentid: id });
  expect(result.rows[0]?.can).toEqual({ edit: false, remove: false, add: false });
  expect(result.can).toEqual({ add: false });
  const refused = '数据字典由最上级组织的管理员维护';
  const row = result.rows[0]?.id ?? '';
  for (const answer of [
    await county.call(dict.createDict, { parentid: id, name: '试', value: '5' }),
    await county.call(dict.createCategory, { dictionaryCode: '0908', name: '试' }),
    await county.call(dict.updateDict, { id: row, version: 1, name: '试' }),
    await county.call(dict.moveDict, { id: row, after: null }),
    await county.call(dict.removeDict, { id: row, deleteReason: WHY }),
    await county.call(dict.removeCategory, { id, deleteReason: WHY }),
  ]) {
    expect(answer).toMatchObject({ code: 403, msg: refused });
  }
  expect((await county.call(listRecycled, { kind: 'dict' })).total).toBe(0);
});

test('an entry is put before the first of a later page', async () => {
  const id = (await admin.call(dict.createCategory, { dictionaryCode: '0909', name: '翻页' })).result.id;
  const ids: string[] = [];
  for (const value of ['1', '2', '3', '4']) ids.push((await add(id, `项${value}`, value)).result.id);
  const [, , third = '', fourth = ''] = ids;
  expect((await admin.call(dict.moveDict, { id: fourth, after: null, before: third })).code).toBe(200);
  expect(await chosen('0909')).toEqual(['项1', '项2', '项4', '项3']);
  const foreign = await admin.call(dict.moveDict, { id: fourth, after: null, before: await dictionaryId('0004') });
  expect(foreign.data.fields).toEqual({ before: '只能在同级字典项之间移动' });
});
