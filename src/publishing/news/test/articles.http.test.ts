import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createColumn, listColumns, mergeColumn, removeColumn } from '#publishing/news/contract.columns.ts';
import { listVersions } from '#publishing/news/contract.desk.ts';
import {
  addComment,
  getNews,
  homeArticles,
  listComments,
  listNews,
  readNews,
  removeComment,
} from '#publishing/news/contract.read.ts';
import {
  auditArticle,
  createArticle,
  getArticle,
  listArticles,
  moveArticle,
  recallArticle,
  removeArticle,
  restoreArticle,
  sortArticle,
  submitArticle,
  topArticle,
  updateArticle,
  withdrawArticle,
} from '#publishing/news/contract.ts';
import { publishDue } from '#publishing/news/server/service/steps.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { urgesOnce } from '../../../../test/support/urging.ts';

let t: TestApp;
let county: Caller;
let committee: Caller;
let branch: Caller;
let twin: Caller;
let member: Caller;
let volunteer: Caller;
let admin: Caller;
const NEWS = '1';
const OWN = '8';
const STUDY = '3';
const VIDEO = '9';

beforeAll(async () => {
  t = await startTestApp();
  [county, committee, branch, twin, member, volunteer, admin] = await Promise.all([
    t.as('countyWorker'),
    t.as('committeeWorker'),
    t.as('branchWorker'),
    t.as('twinWorker'),
    t.as('member'),
    t.as('volunteer'),
    t.as('admin'),
  ] as const);
});
afterAll(() => t.close());

const form = (given: object = {}) => ({
  columnId: NEWS,
  kind: 'article' as const,
  title: '渡口支部把主题党日开到防汛堤上',
  content: '<p>雨后第二天，支部的二十名党员到堤上清理杂物，检查沙袋。</p><p>下午回到活动室学习。</p>',
  ...given,
});
async function draft(who: Caller, given: object = {}, orgId: string = ORGS.branchA11.id): Promise<string> {
  const made = await who.call(createArticle, { ...form(given), orgId } as never);
  expect(made.code, made.text).toBe(200);
  return made.data.id;
}
const read = async (who: Caller, id: string) => (await who.call(getArticle, { id })).data;
async function sendIn(who: Caller, id: string, given: object = {}) {
  const { version } = await read(who, id);
  return who.call(submitArticle, { id, version, ...given });
}
async function publish(given: object = {}): Promise<string> {
  const id = await draft(branch, given);
  expect((await sendIn(branch, id)).code).toBe(200);
  const agreed = await committee.call(auditArticle, { id, version: (await read(committee, id)).version, agree: true });
  expect(agreed.code, agreed.text).toBe(200);
  return id;
}
const seen = async (who: Caller, id: string) => (await who.call(getNews, { id })).code;

describe('from the draft to the reader', () => {
  test('nobody reads before somebody above has agreed; afterwards whoever stands below does, nobody elsewhere', async () => {
    const id = await draft(branch);
    expect(await seen(member, id)).toBe(404);
    const sent = await sendIn(branch, id);
    expect(sent.data).toMatchObject({ state: 1, decider: ORGS.committeeA1.name, info: true });
    expect(await seen(member, id)).toBe(404);
    // The author decides nothing; nobody outside the scope finds it.
    const { version } = await read(committee, id);
    expect((await branch.call(auditArticle, { id, version, agree: true })).code).toBe(400);
    expect((await twin.call(auditArticle, { id, version, agree: true })).code).toBe(404);
    expect((await committee.call(auditArticle, { id, version, agree: true })).code).toBe(200);
    expect((await committee.call(auditArticle, { id, version, agree: true })).data).toMatchObject({ conflict: true });
    expect(await seen(member, id)).toBe(200);
    expect(await seen(volunteer, id)).toBe(404);
    expect((await volunteer.call(listNews, {})).rows).toEqual([]);
    expect((await member.call(homeArticles, {})).data[0]).toMatchObject({ id });
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from notice n join notice_recipient r on r.notice_id = n.id
       where n.title like '审核通过%' and r.account_id = ${t.fixture.principals.branchWorker.accountId}`.execute(t.db);
    expect(rows[0]?.n).toBe(1);
  });

  test('what is sent back comes with its opinion, is fixed and sent in again', async () => {
    const id = await draft(branch);
    await sendIn(branch, id);
    const { version } = await read(committee, id);
    expect((await committee.call(auditArticle, { id, version, agree: false })).data.fields.opinion).toContain(
      '怎样修改',
    );
    await committee.call(auditArticle, { id, version, agree: false, opinion: '请补上时间和地点' });
    const back = await read(branch, id);
    expect(back).toMatchObject({ state: 2, opinion: '请补上时间和地点', can: { edit: true, submit: true } });
    const fixed = await branch.call(updateArticle, { ...form({ title: '补正' }), id, version: back.version } as never);
    expect(fixed.code, fixed.text).toBe(200);
    expect((await sendIn(branch, id)).data.state).toBe(1);
    expect((await branch.call(updateArticle, { ...form(), id, version: fixed.data.version + 1 } as never)).code).toBe(
      400,
    );
    await urgesOnce(t, branch, committee, 'article', id);
    expect((await branch.call(recallArticle, { id })).code).toBe(200);
    expect((await branch.call(removeArticle, { id, deleteReason: '不写了' })).code).toBe(200);
    expect((await branch.call(getArticle, { id })).code).toBe(404);
  });

  test('a column that asks nobody publishes at once', async () => {
    const id = await draft(branch, { columnId: OWN });
    expect((await sendIn(branch, id)).data.state).toBe(4);
    expect(await seen(member, id)).toBe(200);
  });

  test('a scheduled one waits for the database, not for the page', async () => {
    const early = await branch.call(createArticle, {
      ...form({ publishAt: '2020-01-01 09:00' }),
      orgId: ORGS.branchA11.id,
    } as never);
    expect(early.data.fields.publishAt).toBe('发布时间不能早于现在');
    const id = await publish({ publishAt: '2090-01-01 09:00' });
    expect(await read(branch, id)).toMatchObject({ state: 3, isShown: false });
    await publishDue(t.services);
    expect(await seen(member, id)).toBe(404);
    await sql`update archive_article set publish_at = now() - interval '1 minute' where id = ${id}`.execute(t.db);
    await Promise.all([publishDue(t.services), publishDue(t.services)]);
    expect(await seen(member, id)).toBe(200);
    expect((await branch.call(listVersions, { id })).data).toHaveLength(1);
  });

  test('a correction is a draft beside what is shown, and names what it corrects', async () => {
    const id = await publish();
    const { version } = await read(branch, id);
    const silent = await branch.call(updateArticle, { ...form({ title: '新标题' }), id, version } as never);
    expect(silent.data.fields.note).toContain('更正了什么');
    await branch.call(updateArticle, {
      ...form({ title: '新标题', note: '标题里的地名写错了', audience: 'all' }),
      id,
      version,
    } as never);
    expect((await member.call(getNews, { id })).data.title).toBe(form().title);
    expect(await seen(volunteer, id)).toBe(404);
    await sendIn(branch, id);
    await committee.call(auditArticle, { id, version: (await read(committee, id)).version, agree: true });
    expect((await member.call(getNews, { id })).data).toMatchObject({
      title: '新标题',
      correction: '标题里的地名写错了',
    });
    expect(await seen(volunteer, id)).toBe(200);
    expect((await branch.call(listVersions, { id })).data.map((one: { number: number }) => one.number)).toEqual([2, 1]);
  });

  test('withdrawing takes it away at once, and says so at its old address; it comes back as it was', async () => {
    const id = await publish();
    expect((await branch.call(withdrawArticle, { ids: [id], reason: '数字要核对' })).data).toMatchObject({
      count: 1,
      info: true,
    });
    expect((await member.call(getNews, { id })).msg).toBe('该内容已撤下');
    expect(await seen(volunteer, id)).toBe(404);
    expect(
      (await member.call(listNews, { keyWords: '防汛堤' })).rows.some((row: { id: string }) => row.id === id),
    ).toBe(false);
    expect((await branch.call(restoreArticle, { id })).code).toBe(200);
    expect(await seen(member, id)).toBe(200);
    await sql`update archive_version set shown_until = '2020-01-01' where article_id = ${id}`.execute(t.db);
    expect(await seen(member, id)).toBe(404);
  });
});

describe('what may not be told', () => {
  test('a phone number stops it, wherever it stands, unless somebody says why; who decides reads that', async () => {
    const id = await draft(branch, { content: '<p>有事请打138<b>1234</b>5678。</p>' });
    const stopped = await sendIn(branch, id);
    expect(stopped.code).toBe(400);
    expect(stopped.msg).toContain('正文第1段含手机号138****5678');
    expect((await sendIn(branch, id, { despite: '支部值班电话' })).data.state).toBe(1);
    expect((await read(committee, id)).despite).toBe('支部值班电话');
    const commented = await member.call(addComment, { id: await publish(), content: '我的电话13812345678' });
    expect(commented.data.fields.content).toContain('手机号');
  });

  test('script is no part of a text', async () => {
    const id = await draft(branch, {
      content: '<p onclick="x()">正文<script>alert(1)</script><img src=x onerror=y></p>',
    });
    expect(decodeURIComponent((await read(branch, id)).content)).toBe('<p>正文</p>');
  });

  test.each([
    [{ title: '' }, 'title'],
    [{ content: '<p></p>' }, 'content'],
    [{ columnId: '999999' }, 'columnId'],
    [{ columnId: VIDEO }, 'columnId'],
    [{ kind: 'video', columnId: VIDEO }, 'video'],
    [{ audience: 'chosen' }, 'orgIds'],
    [{ shownUntil: '2020-01-01' }, 'shownUntil'],
    [{ cover: '0'.repeat(32) }, 'cover'],
  ])('%o is said at its field', async (given, field) => {
    const reply = await branch.call(createArticle, { ...form(given), orgId: ORGS.branchA11.id } as never);
    expect(reply.code).toBe(600);
    expect(reply.data.fields[field]).toBeTruthy();
  });

  test('an organisation out of the scope reads as not there', async () => {
    const body = { ...form({ audience: 'chosen', orgIds: [ORGS.branchB11.id] }), orgId: ORGS.branchA11.id };
    expect((await branch.call(createArticle, body as never)).code).toBe(404);
  });
});

describe('in its column', () => {
  test('five stand on top, each until a day; the order is moved one by one', async () => {
    const ids = [];
    for (let n = 0; n < 6; n++) {
      const id = await draft(branch, { columnId: OWN, title: `第${n}篇` });
      await sendIn(branch, id);
      ids.push(id);
    }
    for (const id of ids.slice(0, 5))
      expect((await branch.call(topArticle, { id, until: '2090-01-01' })).code).toBe(200);
    const sixth = await branch.call(topArticle, { id: ids[5] ?? '', until: '2090-01-01' });
    expect(sixth.msg).toBe('本栏目已有5条置顶，请先取消一条');
    for (const id of ids.slice(0, 4)) await branch.call(topArticle, { id, until: '' });
    const listed = async () =>
      (await member.call(listNews, { columnId: OWN })).rows.map((row: { title: string }) => row.title);
    expect((await listed()).slice(0, 3)).toEqual(['第4篇', '第5篇', '第3篇']);
    await branch.call(sortArticle, { id: ids[3] ?? '', direction: 'up' });
    await branch.call(sortArticle, { id: ids[3] ?? '', direction: 'up' });
    expect((await listed()).slice(0, 3)).toEqual(['第4篇', '第3篇', '第5篇']);
  });

  test('another column asks its own rules: what nobody approved does not come into one that asks for it', async () => {
    const id = await draft(branch, { columnId: OWN });
    await sendIn(branch, id);
    expect((await branch.call(moveArticle, { id, columnId: VIDEO })).data.fields.columnId).toContain('视频');
    expect((await branch.call(moveArticle, { id, columnId: NEWS })).code).toBe(400);
    expect((await committee.call(moveArticle, { id, columnId: NEWS })).code).toBe(200);
  });

  test('columns: two levels, merged with what they hold, deleted when empty', async () => {
    expect((await branch.call(createColumn, { name: '试', kind: 'article' } as never)).code).toBe(403);
    const top = (await admin.call(createColumn, { name: '试一级', kind: 'article' } as never)).data.id;
    const below = (
      await admin.call(createColumn, { name: '试二级', kind: 'article', parentId: top, approval: false } as never)
    ).data.id;
    const third = await admin.call(createColumn, { name: '试三级', kind: 'article', parentId: below } as never);
    expect(third.data.fields.parentId).toContain('只有两级');
    expect((await admin.call(createColumn, { name: '试一级', kind: 'article' } as never)).data.fields.name).toContain(
      '同名',
    );
    const id = await draft(branch, { columnId: below });
    expect((await admin.call(removeColumn, { id: below, deleteReason: '不用了' })).msg).toContain('还有1篇');
    // What is read by those who sign in does not come before everybody by a merger.
    expect((await admin.call(mergeColumn, { id: below, intoId: NEWS })).data.fields.intoId).toContain('不登录也能看');
    expect((await admin.call(mergeColumn, { id: below, intoId: STUDY })).data.moved).toBe(1);
    expect((await read(branch, id)).columnId).toBe(STUDY);
    expect((await admin.call(removeColumn, { id: top, deleteReason: '不用了' })).code).toBe(200);
    expect((await member.call(listColumns, {})).data.some((one: { name: string }) => one.name.startsWith('试'))).toBe(
      false,
    );
  });
});

test('readers count once, words are found with their sentence, views hold what they say', async () => {
  const id = await publish({
    title: '整治河道见闻',
    content: '<p>前面一句。大家把淤泥装上了平板车，一直干到天黑。</p>',
    labels: ['河长制'],
  });
  for (let n = 0; n < 2; n++) expect((await member.call(readNews, { id })).data.readers).toBe(1);
  const [hit] = (await member.call(listNews, { keyWords: '平板车' })).rows;
  expect(hit).toMatchObject({ id, isRead: true });
  expect(hit.found).toContain('平板车');
  expect((await member.call(listNews, { label: '河长制' })).rows).toHaveLength(1);
  expect((await member.call(listArticles, {})).code).toBe(403);
  const waiting = await draft(branch);
  await sendIn(branch, waiting);
  const views = async (who: Caller, view: string) =>
    (await who.call(listArticles, { view } as never)).rows.map((row: { id: string }) => row.id);
  expect(await views(committee, 'audit')).toContain(waiting);
  expect(await views(branch, 'audit')).toEqual([]);
  expect(await views(county, 'published')).toContain(id);
});

test('comments: real name and branch, answers one level deep, the own ones and those of the place are removed', async () => {
  const id = await publish();
  const first = (await member.call(addComment, { id, content: '看了很受教育' })).data.id;
  const answer = (await branch.call(addComment, { id, parentId: first, content: '欢迎下次参加' })).data.id;
  await member.call(addComment, { id, parentId: answer, content: '一定' });
  const { rows } = await member.call(listComments, { id });
  expect(rows.map((row: { parentId: string | null }) => row.parentId)).toEqual([null, first, first]);
  expect(rows[0]).toMatchObject({ orgName: ORGS.branchA11.name });
  expect((await volunteer.call(listComments, { id })).code).toBe(404);
  expect((await volunteer.call(removeComment, { id: first })).code).toBe(404);
  expect((await member.call(removeComment, { id: answer })).code).toBe(404);
  expect((await committee.call(removeComment, { id: first })).code).toBe(200);
  expect((await member.call(listComments, { id })).total).toBe(0);
});
