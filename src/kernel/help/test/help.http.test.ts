import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cleanFiles } from '#platform/server/files/files.ts';
import { TINY_PNG } from '../../../../test/http/sampleIds.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';

const AT = '/api/help/document';

let t: TestApp;
let admin: Caller;
let worker: Caller;
let member: Caller;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.as('admin');
  worker = await t.as('branchWorker');
  member = await t.as('member');
});
afterAll(() => t.close());
beforeEach(() => sql`truncate help_document cascade`.execute(t.db).then(() => undefined));

async function add(title: string, more: object = {}): Promise<string> {
  const answer = await admin.post(`${AT}/add`, { title, content: `<p>${title}的说明</p>`, ...more });
  expect(answer.code, answer.text).toBe(200);
  return answer.data.id;
}
const titles = async (who: Caller, query: object = {}) =>
  (await who.post(`${AT}/listPage`, query)).rows.map((row) => row.title);
const contentOf = async (who: Caller, id: string) =>
  decodeURIComponent((await who.post(`${AT}/getDetail`, { id })).data.content);

test('everybody reads the tree and its documents; the fields are the specification’s', async () => {
  const top = await add('党员信息', { routes: ['/affairs/member'] });
  const below = await add('查找党员', { pid: top });
  const list = await member.post(`${AT}/listPage`, {});
  expect(list).toMatchObject({ code: 200, total: 2 });
  expect(list.rows[1]).toEqual({
    id: below,
    pid: top,
    title: '查找党员',
    pinyin: 'chazhaodangyuan',
    initials: 'czdy',
    routes: [],
    createTime: expect.stringMatching(/Z$/),
    updateTime: null,
    sort: 1,
    published: true,
    version: 1,
    can: { edit: false, remove: false },
    passage: null,
  });
  const found = await member.post(`${AT}/listPage`, { title: '员的说明' });
  expect(found.rows).toMatchObject([{ id: below, passage: { before: '查找党', words: '员的说明', after: '' } }]);
  expect(list.rows[0]).toMatchObject({ pid: '', routes: ['/affairs/member'] });
  const detail = await member.post(`${AT}/getDetail`, { id: below });
  expect(detail.data.content).toBe(encodeURIComponent('<p>查找党员的说明</p>'));
});

test('content comes plain, URL-encoded or twice encoded, and is kept once', async () => {
  const html = '<p class="rt-indent">完成率 100%，<strong>已达标</strong></p>';
  for (const content of [html, encodeURIComponent(html), encodeURIComponent(encodeURIComponent(html))]) {
    expect(await contentOf(worker, await add('编码', { content }))).toBe(html);
  }
});

test('P46 help text keeps no script, however it is wrapped or encoded', async () => {
  const bad =
    '<p onclick="alert(1)">甲</p><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">乙</a><svg onload=alert(1)>';
  for (const content of [bad, encodeURIComponent(bad), encodeURIComponent(encodeURIComponent(bad))]) {
    const id = await add('攻击', { content });
    expect(await contentOf(member, id)).toBe('<p>甲</p><a>乙</a>');
    const { rows } = await sql<{ content: string }>`select content from help_document where id = ${id}`.execute(t.db);
    expect(rows[0]?.content).toBe('<p>甲</p><a>乙</a>');
  }
  // A row that was written past the door is cleaned when it is read.
  const id = await add('旧文档');
  await sql`update help_document set content = ${bad} where id = ${id}`.execute(t.db);
  expect(await contentOf(member, id)).toBe('<p>甲</p><a>乙</a>');
});

test('what says nothing, or too much, is refused at its field and nothing is written', async () => {
  for (const content of ['', '<p>&nbsp;</p>', '<script>甲</script>', '<p><img src="/x/spacer.gif"></p>']) {
    expect(await admin.post(`${AT}/add`, { title: '空', content })).toMatchObject({
      code: 600,
      data: { fields: { content: '请输入内容' } },
    });
  }
  const long = await admin.post(`${AT}/add`, { title: '长', content: `<p>${'字'.repeat(200_000)}</p>` });
  expect(long).toMatchObject({ code: 600, data: { fields: { content: '内容不能超过20万个字' } } });
  expect((await admin.post(`${AT}/add`, { title: '', content: '<p>甲</p>' })).data.fields.title).toBe('请输入标题');
  expect((await admin.post(`${AT}/add`, { title: '甲', content: '甲', pid: '999' })).data.fields.pid).toBe(
    '上级文档不存在',
  );
  expect((await admin.post(`${AT}/listPage`, {})).total).toBe(0);
});

test('a long Chinese text is taken as it is, encoded, and encoded twice; what counts is its own length', async () => {
  const html = `<p>${'党'.repeat(190_000)}</p>`;
  for (const content of [html, encodeURIComponent(html), encodeURIComponent(encodeURIComponent(html))]) {
    expect((await contentOf(admin, await add('长文', { content }))).length).toBe(html.length);
  }
  const long = encodeURIComponent(`<p>${'党'.repeat(200_001)}</p>`);
  expect((await admin.post(`${AT}/add`, { title: '长', content: long })).data.fields).toEqual({
    content: '内容不能超过20万个字',
  });
});

test('every saved text stays in the history with its pictures, and the document goes back to it', async () => {
  const picture = async () =>
    (await admin.post('/api/sys/oss/upload/base64', { base64: TINY_PNG, fileName: '图.png' })).data;
  const shows = (file: string) => `<p><img src="/api/common/download?fileName=${file}" alt="图" /></p>`;
  const first = (await picture()).id;
  const id = await add('流程', { content: shows(first) });
  const save = async (more: object) => {
    const { version } = (await admin.post(`${AT}/getDetail`, { id })).data;
    return (await admin.post(`${AT}/update`, { id, version, ...more })).data.version;
  };
  const history = async () => (await admin.post(`${AT}/versions`, { id })).data;
  expect(await history()).toMatchObject([{ version: 1, title: '流程' }]);
  await save({ content: '<p>第二版</p>' });
  await save({ published: false });
  await save({ title: '流程（新）' });
  expect((await history()).map((row: { version: number; title: string }) => [row.version, row.title])).toEqual([
    [4, '流程（新）'],
    [2, '流程'],
    [1, '流程'],
  ]);
  // The first picture is shown by an old text alone, and outlives the cleaning.
  await sql`update stored_file set expires_at = now() - interval '1 day' where expires_at is not null`.execute(t.db);
  await cleanFiles(t.services);
  const old = (await admin.post(`${AT}/versionDetail`, { id, version: 1 })).data;
  await save({ title: old.title, content: old.content });
  expect(await contentOf(admin, id)).toBe(shows(first));
  expect((await admin.get('/api/common/download', { fileName: first })).headers['content-type']).toMatch(/^image\//);

  for (const call of ['versions', 'versionDetail']) {
    expect((await worker.post(`${AT}/${call}`, { id, version: 1 })).code).toBe(403);
    expect((await admin.post(`${AT}/${call}`, { id: '999999', version: 1 })).code).toBe(404);
  }
  expect((await admin.post(`${AT}/versionDetail`, { id, version: 3 })).code).toBe(404);
});

test('the history keeps the newest fifty texts', async () => {
  const id = await add('常改');
  for (let n = 1; n <= 52; n++) await admin.post(`${AT}/update`, { id, version: n, title: `第${n}次` });
  const rows = (await admin.post(`${AT}/versions`, { id })).data;
  expect([rows.length, rows[0].version, rows.at(-1).version]).toEqual([50, 53, 4]);
});

test('only who may maintain the help writes it and sees what is not published', async () => {
  const hidden = await add('草稿', { published: false });
  expect(await titles(worker, { drafts: true })).toEqual([]);
  expect(await titles(admin)).toEqual([]);
  expect(await titles(admin, { drafts: true })).toEqual(['草稿']);
  expect((await worker.post(`${AT}/getDetail`, { id: hidden })).code).toBe(404);
  expect((await worker.post(`${AT}/add`, { title: '甲', content: '<p>甲</p>' })).code).toBe(403);
  expect((await worker.post(`${AT}/update`, { id: hidden, version: 1, title: '甲' })).code).toBe(403);
  expect((await worker.post(`${AT}/del`, { id: hidden, deleteReason: '甲' })).code).toBe(403);
});

test('a change keeps what it does not name; P27 a stale one is refused', async () => {
  const top = await add('上级');
  const id = await add('原题', { pid: top, routes: '/home\n/affairs/member/edit/:id/:identity?' });
  const first = await admin.post(`${AT}/update`, { id, version: 1, title: '新题' });
  expect(first.data).toEqual({ version: 2 });
  const row = (await worker.post(`${AT}/getDetail`, { id })).data;
  expect(row).toMatchObject({
    pid: top,
    title: '新题',
    pinyin: 'xinti',
    routes: ['/home', '/affairs/member/edit/:id/:identity?'],
    published: true,
  });
  expect(row.updateTime).toMatch(/Z$/);
  expect(await contentOf(worker, id)).toBe('<p>原题的说明</p>');
  const stale = await admin.post(`${AT}/update`, { id, version: 1, title: '旧题' });
  expect(stale).toMatchObject({ code: 400, data: { conflict: true, current: { title: '新题', version: 2 } } });
  const { rows } = await sql<{ changes: Record<string, unknown> }>`
    select changes from audit_log where target_id = ${id} and action = '修改帮助文档' and outcome = 'done'`.execute(
    t.db,
  );
  expect(rows.map(({ changes }) => changes)).toEqual([{ title: ['原题', '新题'] }]);
});

test('order is changed among siblings; no document stands below itself', async () => {
  const [a, b, c] = [await add('甲'), await add('乙'), await add('丙')];
  expect((await admin.post(`${AT}/update`, { id: c, version: 1, after: '' })).code).toBe(200);
  expect(await titles(worker)).toEqual(['丙', '甲', '乙']);
  expect((await admin.post(`${AT}/update`, { id: c, version: 2, after: a })).code).toBe(200);
  expect(await titles(worker)).toEqual(['甲', '丙', '乙']);
  expect((await admin.post(`${AT}/update`, { id: b, version: 1, pid: a })).code).toBe(200);
  const ring = await admin.post(`${AT}/update`, { id: a, version: 1, pid: b });
  expect(ring.data.fields).toEqual({ pid: '不能放在自己或下级文档之下' });
  expect((await admin.post(`${AT}/update`, { id: c, version: 3, after: b })).code).toBe(600);
  // To readers a document is as old as its text: moved and published anew it is not updated.
  expect((await admin.post(`${AT}/update`, { id: c, version: 3, published: false })).code).toBe(200);
  expect((await admin.post(`${AT}/getDetail`, { id: c })).data).toMatchObject({ updateTime: null, version: 4 });
});

test('words of title and text and pinyin find documents', async () => {
  await add('修改密码');
  await add('导入党员', { content: '<p>先下载<b>模板</b></p>' });
  expect(await titles(worker, { title: '密码' })).toEqual(['修改密码']);
  expect(await titles(worker, { title: 'xgmm' })).toEqual(['修改密码']);
  expect(await titles(worker, { title: '模板' })).toEqual(['导入党员']);
  expect(await titles(worker, { title: '%' })).toEqual([]);
});

test('a deleted document lies in the recycle bin and comes back; with others below it, it stays', async () => {
  const top = await add('上级');
  const id = await add('下级', { pid: top });
  expect((await admin.post(`${AT}/del`, { id: top, deleteReason: '过时' })).msg).toBe('请先移走或删除它的下级文档');
  expect((await admin.post(`${AT}/del`, { id, deleteReason: '过时' })).code).toBe(200);
  expect((await worker.post(`${AT}/getDetail`, { id })).code).toBe(404);
  const bin = await admin.get('/api/sys/recycle/list', { kind: 'help' });
  expect(bin.rows).toMatchObject([{ id, name: '下级', reason: '过时' }]);
  const back = await admin.post('/api/sys/recycle/restore', { kind: 'help', id, reason: '误删' });
  expect(back.code, back.text).toBe(200);
  expect((await worker.post(`${AT}/getDetail`, { id })).data.pid).toBe(top);
});

test('P45 pictures in a document are read by whoever reads it, and by nobody before', async () => {
  const file = (await admin.post('/api/sys/oss/upload/base64', { base64: TINY_PNG, fileName: '图.png' })).data;
  const read = (who: Caller, id: string) => who.get('/api/common/download', { fileName: id });
  expect((await read(member, file.id)).code).toBe(404);
  const html = `<p><img src="/api/common/download?fileName=${file.id}" alt="图"></p>`;
  const id = await add('图文', { content: html });
  const shown = /fileName=([0-9a-f]{32})/.exec(await contentOf(member, id))?.[1] ?? '';
  expect((await read(member, shown)).headers['content-type']).toMatch(/^image\//);
  const current = (await admin.post(`${AT}/getDetail`, { id })).data.version;
  await admin.post(`${AT}/update`, { id, version: current, published: false });
  expect((await read(member, shown)).code).toBe(404);
  // Somebody's upload cannot be shown by naming it.
  const foreign = (await worker.post('/api/sys/oss/upload/base64', { base64: TINY_PNG, fileName: '图.png' })).data;
  const stolen = await admin.post(`${AT}/add`, { title: '别人的图', content: html.replace(file.id, foreign.id) });
  expect(stolen.code).toBe(600);
});

test('a change or removal whose answer was lost is sent again and answered as it was, not refused as outdated', async () => {
  const id = await add('怎样交接');
  const again = { headers: { 'idempotency-key': 'lost-answer-1' } };
  const change = { id, version: 1, title: '怎样交接工作' };
  expect((await admin.post(`${AT}/update`, change, again)).data).toEqual({ version: 2 });
  expect((await admin.post(`${AT}/update`, change, again)).data).toEqual({ version: 2 });
  expect((await admin.post(`${AT}/update`, change)).data).toMatchObject({ conflict: true });
  const removal = { id, deleteReason: '不用了' };
  const lost = { headers: { 'idempotency-key': 'lost-answer-2' } };
  expect((await admin.post(`${AT}/del`, removal, lost)).code).toBe(200);
  expect((await admin.post(`${AT}/del`, removal, lost)).code).toBe(200);
  expect((await admin.post(`${AT}/del`, removal)).code).toBe(404);
});

test('what tells everybody a personal number is not published without a reason, which the log keeps; a draft may hold it', async () => {
  const content = '<p>联系人</p><p>张三 <strong>138</strong>12345678</p>';
  const sentence = '正文第2段含手机号138****5678，请删除或遮盖';
  const stopped = { code: 400, msg: sentence, data: { personal: [sentence], fields: { despite: expect.any(String) } } };
  expect(await admin.post(`${AT}/add`, { title: '电话', content })).toMatchObject(stopped);
  expect(await admin.post(`${AT}/add`, { title: '打138 1234 5678', content: '<p>甲</p>' })).toMatchObject({
    msg: '标题含手机号138****5678，请删除或遮盖',
  });
  expect((await admin.post(`${AT}/listPage`, { drafts: true })).total).toBe(0);
  const id = await add('电话', { content, published: false });
  const save = async (more: object) => {
    const { version } = (await admin.post(`${AT}/getDetail`, { id })).data;
    return admin.post(`${AT}/update`, { id, version, ...more });
  };
  expect(await save({ published: true })).toMatchObject(stopped);
  expect((await save({ published: true, despite: ' ' })).code).toBe(400);
  expect((await save({ published: true, despite: '值班电话' })).code).toBe(200);
  const { rows } = await sql<{ changes: Record<string, unknown> }>`
    select changes from audit_log where target_type = 'help' and outcome = 'done' order by id desc limit 1`.execute(
    t.db,
  );
  expect(rows[0]?.changes).toMatchObject({ despite: [null, '值班电话'] });
  // What stands is not asked about again for another place; another text is.
  expect((await save({ routes: ['/affairs/member'] })).code).toBe(200);
  expect(await save({ content: `${content}<p>乙</p>` })).toMatchObject(stopped);
});
