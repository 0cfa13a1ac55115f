import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

const LABEL = '/api/nrgl/label';
const CLASS = '/api/nrgl/classification';

let t: TestApp;
let admin: Caller;
let county: Caller;
let branch: Caller;
let otherCounty: Caller;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.as('admin');
  county = await t.as('countyWorker');
  branch = await t.as('branchWorker');
  otherCounty = await t.as('otherCountyWorker');
});
afterAll(() => t.close());
beforeEach(() =>
  sql`truncate content_group, content_group_member, content_label, content_label_keyword, content_label_link,
      content_class, content_class_link cascade`
    .execute(t.db)
    .then(() => undefined),
);

async function made(path: string, body: object, who = admin): Promise<string> {
  const answer = await who.post(path, body);
  expect(answer.code, answer.text).toBe(200);
  return answer.data.id;
}
const label = (name: string, more: object = {}) => made(LABEL, { name, ...more });
const group = (org: keyof typeof ORGS, groupName: string, more: object = {}) =>
  made('/api/sys/grout/info', { orgId: ORGS[org].id, groupType: 1, groupName, ...more });
const rowsOf = async (who: Caller, query: object) => {
  const answer = await who.get(`${LABEL}/rows`, query);
  expect(answer.code, answer.text).toBe(200);
  return answer.rows.map((row) => row.title);
};
const usesOf = async (who: Caller, id: string) => (await who.get(`${LABEL}/${id}`)).data.uses;

test('a keyword belongs to one label: the check, the form and twenty writes at once say 关键词不能重复', async () => {
  const first = await label('主题教育', { colour: 'red', keywords: ['学习', '读书班'] });
  const check = async (keyword: string, id?: string) =>
    (await admin.post('/api/zhhd/label/checkKeyword', { keyword, id })).data;
  expect(await check('学习')).toEqual({ valid: false, message: '关键词不能重复：“学习”已属于标签“主题教育”' });
  expect(await check('学习', first)).toEqual({ valid: true, message: '' });
  expect(await check('调研')).toEqual({ valid: true, message: '' });
  const refused = await admin.post(LABEL, { name: '学习型党组织', keywords: ['调研', '学习'] });
  expect(refused).toMatchObject({
    code: 600,
    data: { fields: { keywords: expect.stringContaining('关键词不能重复') } },
  });
  expect((await admin.post('/api/zhhd/label/check', { labelName: '主题教育' })).data.valid).toBe(false);
  expect((await admin.post(LABEL, { name: '主题教育' })).data.fields).toEqual({ name: '已有同名标签' });
  const names = Array.from({ length: 20 }, (_, n) => `并发${n}`);
  const answers = await Promise.all(names.map((name) => admin.post(LABEL, { name, keywords: ['并发'] })));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(answers.filter(({ data }) => data?.fields?.keywords)).toHaveLength(19);
  // Those that were refused left no label behind.
  expect((await admin.get(`${LABEL}/listPage`, { name: '并发' })).total).toBe(1);
});

test('P2 which rows carry a label, and how many, is told within the scope alone', async () => {
  const id = await label('先进典型');
  await group('branchA11', '甲县先进组', { labelIds: [id] });
  await group('branchB11', '乙县先进组', { labelIds: [id] });
  expect(await usesOf(admin, id)).toBe(2);
  expect(await usesOf(county, id)).toBe(1);
  expect(await usesOf(branch, id)).toBe(1);
  expect(await usesOf(await t.as('twinWorker'), id)).toBe(0);
  expect(await rowsOf(county, { labelIds: id })).toEqual(['甲县先进组']);
  expect(await rowsOf(otherCounty, { labelIds: id })).toEqual(['乙县先进组']);
  const [row] = (await county.get(`${LABEL}/rows`, { labelIds: id })).rows;
  expect(row).toMatchObject({
    kind: 'group',
    kindName: '分组',
    orgName: '城关镇第一党支部',
    labels: [{ name: '先进典型' }],
  });
  expect(row.href).toBe(`/contentManager/group/detail/${row.rowId}`);
});

test('rows by all labels, by one of them, by a class with those below it', async () => {
  const [a, b] = [await label('甲'), await label('乙')];
  const top = await made(CLASS, { name: '组织建设' });
  const below = await made(CLASS, { name: '班子', parentId: top });
  await group('branchA11', '都有', { labelIds: [a, b], classId: below });
  await group('branchA11', '只有甲', { labelIds: [a] });
  await group('branchA11', '没有标签', { classId: top });
  expect(await rowsOf(county, { labelIds: `${a},${b}` })).toEqual(['都有']);
  expect((await rowsOf(county, { labelIds: `${a},${b}`, match: 'any' })).sort()).toEqual(['只有甲', '都有'].sort());
  expect((await rowsOf(county, { classId: top })).sort()).toEqual(['没有标签', '都有'].sort());
  expect(await rowsOf(county, { classId: below })).toEqual(['都有']);
  expect(await rowsOf(county, { labelIds: a, classId: top })).toEqual(['都有']);
  expect(await rowsOf(county, { kind: 'article' })).toEqual([]);
  const list = await county.get(`${CLASS}/list`);
  expect(list.data.map((row: { name: string; uses: number }) => [row.name, row.uses])).toEqual([
    ['组织建设', 1],
    ['班子', 1],
  ]);
});

test('merging moves rows and keywords and takes the first label out of use, in one step', async () => {
  const from = await label('党课', { keywords: ['讲党课'] });
  const into = await label('组织生活', { keywords: ['三会'] });
  await group('branchA11', '只有党课', { labelIds: [from] });
  await group('branchA11', '两个都有', { labelIds: [from, into] });
  await group('branchB11', '别县的', { labelIds: [from] });
  expect((await admin.post(`${LABEL}/merge`, { id: from, intoId: from })).data.fields).toHaveProperty('intoId');
  expect((await admin.post(`${LABEL}/merge`, { id: from, intoId: '999' })).code).toBe(404);
  const merged = await admin.post(`${LABEL}/merge`, { id: from, intoId: into });
  expect(merged.data).toEqual({ moved: 2 });
  expect((await admin.get(`${LABEL}/${from}`)).code).toBe(404);
  const { data } = await admin.get(`${LABEL}/${into}`);
  expect(data).toMatchObject({ uses: 3, keywords: ['三会', '讲党课'] });
  const { rows } = await sql<{ target_name: string }>`
    select target_name from audit_log where action = '合并标签' and outcome = 'done' order by id`.execute(t.db);
  expect(rows.map((row) => row.target_name)).toEqual(['党课', '组织生活']);
});

test('only who may keep labels writes them; workers read', async () => {
  const id = await label('甲');
  for (const [method, path, body] of [
    ['post', LABEL, { name: '乙' }],
    ['put', LABEL, { id, version: 1, name: '乙' }],
    ['del', LABEL, { id, deleteReason: '试' }],
    ['post', `${LABEL}/merge`, { id, intoId: id }],
    ['post', CLASS, { name: '乙' }],
  ] as const) {
    expect((await county[method](path, body)).code, path).toBe(403);
  }
  expect((await county.get(`${LABEL}/listPage`)).rows).toMatchObject([{ name: '甲', can: { edit: false } }]);
  expect((await (await t.as('member')).get(`${LABEL}/listPage`)).code).toBe(403);
  expect((await (await t.as('member')).get(`${LABEL}/choices`)).data).toMatchObject([{ name: '甲' }]);
});

test('a deleted label leaves the rows and comes back to them; P27 a stale change is refused', async () => {
  const id = await label('甲', { keywords: ['词'] });
  const row = await group('branchA11', '组', { labelIds: [id] });
  expect((await admin.put(LABEL, { id, version: 1, colour: 'gold' })).data).toEqual({ version: 2 });
  expect((await admin.put(LABEL, { id, version: 1, colour: 'red' })).data).toMatchObject({ conflict: true });
  expect((await admin.put(LABEL, { id, version: 2, colour: 'pink' })).data.fields).toHaveProperty('colour');
  await admin.del(LABEL, { id, deleteReason: '试' });
  expect((await county.get(`/api/sys/grout/info/${row}`)).data.labels).toEqual([]);
  expect((await county.put('/api/sys/grout/info', { id: row, version: 1, labelIds: [id] })).data.fields).toHaveProperty(
    'labelIds',
  );
  // Saving the group without naming labels keeps the one in the bin.
  expect((await county.put('/api/sys/grout/info', { id: row, version: 1, groupName: '新名' })).code).toBe(200);
  const back = await admin.post('/api/sys/recycle/restore', { kind: 'label', id, reason: '误删' });
  expect(back.code, back.text).toBe(200);
  expect((await county.get(`/api/sys/grout/info/${row}`)).data.labels).toMatchObject([{ name: '甲' }]);
});

test('classes: four levels, no ring, no twins, order among siblings; one in use stays', async () => {
  const a = await made(CLASS, { name: '甲' });
  const b = await made(CLASS, { name: '乙' });
  const a1 = await made(CLASS, { name: '下', parentId: a });
  const a2 = await made(CLASS, { name: '下下', parentId: a1 });
  const a3 = await made(CLASS, { name: '下下下', parentId: a2 });
  const fields = async (method: 'post' | 'put', body: object) => (await admin[method](CLASS, body)).data?.fields;
  expect(await fields('post', { name: '太深', parentId: a3 })).toEqual({ parentId: '分类最多4级' });
  expect(await fields('put', { id: a, version: 1, parentId: a2 })).toEqual({ parentId: '不能放在自己或下级分类之下' });
  expect(await fields('put', { id: a, version: 1, parentId: b })).toEqual({ parentId: '分类最多4级' });
  expect(await fields('post', { name: '甲' })).toEqual({ name: '同一上级下已有同名分类' });
  expect(await fields('post', { name: '丙', parentId: '999' })).toEqual({ parentId: '上级分类不存在' });
  expect((await admin.put(CLASS, { id: b, version: 1, after: '' })).code).toBe(200);
  const tops = async () =>
    (await county.get(`${CLASS}/list`)).data
      .filter((row: { parentId: null | string }) => row.parentId === null)
      .map((row: { name: string }) => row.name);
  expect(await tops()).toEqual(['乙', '甲']);
  expect(await fields('put', { id: b, version: 2, after: a1 })).toEqual({ after: '只能在同级分类中调整次序' });
  const row = await group('branchB11', '组', { classId: b });
  expect((await admin.del(CLASS, { id: a, deleteReason: '试' })).msg).toBe('请先移走或删除它的下级分类');
  expect((await admin.del(CLASS, { id: b, deleteReason: '试' })).msg).toBe('还有内容属于这个分类，请先改到其他分类');
  await admin.put('/api/sys/grout/info', { id: row, version: 1, classId: '' });
  expect((await admin.del(CLASS, { id: b, deleteReason: '试' })).code).toBe(200);
  expect(await tops()).toEqual(['甲']);
  expect((await admin.post('/api/sys/recycle/restore', { kind: 'classification', id: b, reason: '误删' })).code).toBe(
    200,
  );
  expect(await tops()).toEqual(['甲', '乙']);
});

test('a class comes back from the recycle bin only while there is room', async () => {
  const id = await made(CLASS, { name: '甲' });
  expect((await admin.del(CLASS, { id, deleteReason: '试' })).code).toBe(200);
  await sql`insert into content_class (name, pinyin, initials, description, created_by, updated_by, sort)
    select '类' || n, '', '', '', '', '', n from generate_series(1, 500) n`.execute(t.db);
  const back = () => admin.post('/api/sys/recycle/restore', { kind: 'classification', id, reason: '误删' });
  expect((await back()).msg).toBe('分类最多500个，请先删除不用的再恢复');
  await sql`delete from content_class where name = '类1'`.execute(t.db);
  expect((await back()).code).toBe(200);
});

test('a label is found by a keyword in whatever letters it is typed', async () => {
  await label('人工智能', { keywords: ['AI应用'] });
  await label('VR党课');
  const found = async (name: string) =>
    (await county.get(`${LABEL}/listPage`, { name })).rows.map((row: { name: string }) => row.name);
  expect(await found('AI')).toEqual(['人工智能']);
  expect(await found('vr')).toEqual(['VR党课']);
});

test('rows are listed and counted by labels that are there, and as long as their organisation is', async () => {
  const [gone, stays] = [await label('将删'), await label('留下')];
  await group('branchA11', '只有将删', { labelIds: [gone] });
  await group('branchA11', '两个都有', { labelIds: [gone, stays] });
  const asked = async (query: object) => {
    const answer = await county.get(`${LABEL}/rows`, query);
    return [answer.total, answer.rows.map((row: { title: string }) => row.title)];
  };
  await admin.del(LABEL, { id: gone, deleteReason: '试' });
  expect(await asked({})).toEqual([1, ['两个都有']]);
  expect(await asked({ labelIds: gone })).toEqual([0, []]);
  const orgId = ORGS.branchA11.id;
  await sql`update organisation set deleted_at = now() where id = ${orgId}`.execute(t.db);
  try {
    expect(await asked({ labelIds: stays })).toEqual([0, []]);
    expect(await usesOf(county, stays)).toBe(0);
  } finally {
    await sql`update organisation set deleted_at = null where id = ${orgId}`.execute(t.db);
  }
  expect(await usesOf(county, stays)).toBe(1);
});

test('a class does not come back below the fourth level', async () => {
  const place = await made(CLASS, { name: '上' });
  const id = await made(CLASS, { name: '下', parentId: place });
  await admin.del(CLASS, { id, deleteReason: '试' });
  let parentId = '';
  for (const name of ['一', '二', '三']) parentId = await made(CLASS, { name, parentId });
  expect((await admin.put(CLASS, { id: place, version: 1, parentId })).code).toBe(200);
  const restore = () => admin.post('/api/sys/recycle/restore', { kind: 'classification', id, reason: '误删' });
  expect((await restore()).msg).toBe('分类最多4级，请先把它的上级分类移到较高的一级再恢复');
  expect((await admin.put(CLASS, { id: place, version: 2, parentId: '' })).code).toBe(200);
  expect((await restore()).code).toBe(200);
});

test('a class that somebody is just giving to a row is not deleted', async () => {
  const id = await made(CLASS, { name: '甲' });
  const row = await group('branchA11', '组');
  const { removal } = await t.db.transaction().execute(async (giving) => {
    await sql`select from content_class where id = ${id} for share`.execute(giving);
    await sql`
      insert into content_class_link (kind, row_id, class_id, org_code)
      select 'group', id, ${id}, org_code from content_group where id = ${row}`.execute(giving);
    // Begun before, decided after the other transaction.
    const removal = admin.del(CLASS, { id, deleteReason: '试' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { removal };
  });
  expect((await removal).msg).toBe('还有内容属于这个分类，请先改到其他分类');
});
