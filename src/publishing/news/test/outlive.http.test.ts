import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { picture, upload } from '#kernel/files/test/factory.ts';
import { shownSwipers } from '#kernel/system/contract.swiper.ts';
import { addPost, getPost } from '#publishing/news/contract.circle.ts';
import { keepArticles, labelArticles, showInCarousel, takeFromCarousel } from '#publishing/news/contract.desk.ts';
import { getNews } from '#publishing/news/contract.read.ts';
import { createArticle, getArticle, listArticles, submitArticle, withdrawArticle } from '#publishing/news/contract.ts';
import { movePosts, moveTexts } from '#publishing/news/server/queries/handover.ts';
import { askCleanup } from '#publishing/news/server/service/cleanup.ts';
import { registerTextPlace } from '#publishing/news/server/withdrawal.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let admin: Caller;
let branch: Caller;
let twin: Caller;
let member: Caller;
beforeAll(async () => {
  t = await startTestApp();
  [admin, branch, twin, member] = await Promise.all([
    t.as('admin'),
    t.as('branchWorker'),
    t.as('twinWorker'),
    t.as('member'),
  ] as const);
});
afterAll(() => t.close());

async function publish(given: object = {}): Promise<string> {
  const made = await branch.call(createArticle, {
    orgId: ORGS.branchA11.id,
    columnId: '8',
    kind: 'article',
    title: '江滩清洁日',
    content: '<p>捡了四十袋。</p>',
    ...given,
  } as never);
  expect(made.code, made.text).toBe(200);
  const { id } = made.data;
  const { version } = (await branch.call(getArticle, { id })).data;
  expect((await branch.call(submitArticle, { id, version })).data.state).toBe(4);
  return id;
}
const carousel = async () => (await member.call(shownSwipers, {})).data;

test('a cover in the carousel leads to its text, ends with it and goes with it', async () => {
  const bare = await publish();
  expect((await admin.call(showInCarousel, { id: bare, endsOn: null })).msg).toContain('没有封面');
  const uploaded = await upload(t, branch, '封面.png', await picture().png().toBuffer(), 'image');
  const until = '2099-01-02';
  const id = await publish({ cover: uploaded.data.id, shownUntil: until });
  expect((await branch.call(showInCarousel, { id, endsOn: null })).code).toBe(403);
  const set = await admin.call(showInCarousel, { id, endsOn: '2099-06-01' });
  expect(set.code, set.text).toBe(200);
  expect((await admin.call(showInCarousel, { id, endsOn: null })).msg).toContain('已经在轮播');
  expect(await carousel()).toMatchObject([{ title: '江滩清洁日', link: `/newsInformation/article/view/${id}` }]);
  const { rows } = await sql<{ ends: string }>`
    select ends_on::text as ends from swiper where article_id = ${id}`.execute(t.db);
  expect(rows[0]?.ends).toBe(until);
  expect((await admin.call(takeFromCarousel, { id })).code).toBe(200);
  expect(await carousel()).toEqual([]);
  expect((await admin.call(takeFromCarousel, { id })).msg).toContain('没有在轮播');
  await admin.call(showInCarousel, { id, endsOn: null });
  expect((await branch.call(getArticle, { id })).data.inCarousel).toBe(true);
  expect((await branch.call(withdrawArticle, { ids: [id], reason: '有误' })).code).toBe(200);
  expect(await carousel()).toEqual([]);
});

test('到期清理: past its day, with dead links: one to-do a month; kept, renewed or withdrawn it is over', async () => {
  const gone = await publish({ title: '撤下的' });
  const over = await publish({ title: '过期的' });
  const linking = await publish({
    title: '有链接的',
    content: `<p>见<a href="/newsInformation/article/view/${gone}">这里</a>和<a href="/newsInformation/article/view/${over}">那里</a></p>`,
  });
  await branch.call(withdrawArticle, { ids: [gone], reason: '有误' });
  for (const part of ['archive_article set shown_until', 'archive_version set shown_until'])
    await sql`update ${sql.raw(part)} = current_date - 2 where ${sql.raw(part.includes('article ') ? 'id' : 'article_id')} = ${over}`.execute(
      t.db,
    );
  await askCleanup(t.services);
  await askCleanup(t.services);
  const open = async () =>
    (
      await sql<{ n: number }>`
        select count(*)::int as n from todo where subject like 'archiveCleanup:%' and org_id = ${ORGS.branchA11.id} and done_at is null`.execute(
        t.db,
      )
    ).rows[0]?.n;
  expect(await open()).toBe(1);
  const listed = (await branch.call(listArticles, { view: 'cleanup' })).rows;
  expect(listed.map((row: { title: string; outlived: string }) => [row.title, row.outlived])).toEqual([
    ['有链接的', '1个链接已失效'],
    ['过期的', '已过展示截止'],
  ]);
  expect((await twin.call(keepArticles, { ids: [over], until: null })).code).toBe(404);
  expect((await branch.call(keepArticles, { ids: [over], until: '2020-01-01' })).data.fields.until).toContain('今天');
  expect((await member.call(getNews, { id: over })).code).toBe(404);
  expect((await branch.call(keepArticles, { ids: [over], until: '2099-01-01' })).data.count).toBe(1);
  expect((await member.call(getNews, { id: over })).code).toBe(200);
  expect(await open()).toBe(1);
  expect((await branch.call(keepArticles, { ids: [linking], until: null })).code).toBe(200);
  expect(await open()).toBe(0);
  await askCleanup(t.services);
  expect(await open()).toBe(0);
});

test('a withdrawal names every place and what has not confirmed it', async () => {
  const id = await publish({ title: '要撤的' });
  expect((await branch.call(getArticle, { id })).data.places).toEqual([]);
  let late = true;
  registerTextPlace({ name: '大屏', still: async (_db, text) => late && text.id === id });
  const done = await branch.call(withdrawArticle, { ids: [id], reason: '有误' });
  expect(done.data).toMatchObject({ count: 1, unconfirmed: ['“要撤的”在大屏还没有确认撤下'] });
  const places = async () => (await branch.call(getArticle, { id })).data.places;
  expect((await places()).filter(({ gone }: { gone: boolean }) => !gone)).toEqual([{ name: '大屏', gone: false }]);
  expect((await places()).map(({ name }: { name: string }) => name)).toEqual([
    '资讯、首页和搜索',
    '公开页',
    '轮播',
    '通知',
    '大屏',
  ]);
  late = false;
  expect((await places()).every(({ gone }: { gone: boolean }) => gone)).toBe(true);
});

test('labels come on several texts at once, on approved ones only labels that were approved', async () => {
  const [first, second] = [await publish({ labels: ['江滩'] }), await publish({ title: '第二篇' })];
  const labels = async (id: string) => (await branch.call(getArticle, { id })).data.labels;
  const read = async (id: string) => (await member.call(getNews, { id })).data.labels;
  const call = (given: object) => branch.call(labelArticles, { ids: [second, first], ...given } as never);
  expect((await call({ add: ['没用过的'] })).data.fields.add).toContain('还没有在发布的资讯里用过');
  expect(await labels(second)).toEqual([]);
  expect((await call({ add: ['江滩'] })).data.count).toBe(1);
  expect([await labels(second), await read(second)]).toEqual([['江滩'], ['江滩']]);
  expect((await call({ remove: ['江滩'] })).data.count).toBe(2);
  expect([await labels(first), await read(first)]).toEqual([[], []]);
  expect((await call({})).data.fields.add).toBeTruthy();
  expect((await twin.call(labelArticles, { ids: [first], remove: ['江滩'] } as never)).code).toBe(404);
});

test('what an organisation wrote goes to the one that takes over, under the name it was published with, and back', async () => {
  const [volunteer, floating] = [await t.as('volunteer'), await t.as('floating')];
  const id = await publish({ title: '原支部写的' });
  const posted = (
    await member.call(addPost, { kind: 'news', content: '原支部的', audienceId: ORGS.branchA11.id } as never)
  ).data.id;
  const sees = async (who: Caller) => [
    (await who.call(getNews, { id })).code,
    (await who.call(getPost, { id: posted })).code,
  ];
  expect(await sees(volunteer)).toEqual([404, 404]);
  const { branchA11: from, branchA12: to } = ORGS;
  expect((await moveTexts(t.db, from, to, null)).map((one) => one.id)).toContain(id);
  expect(await movePosts(t.db, from, to, [posted])).toEqual([posted]);
  expect(await sees(volunteer)).toEqual([200, 200]);
  expect(await sees(floating)).toEqual([404, 404]);
  expect((await volunteer.call(getNews, { id })).data.orgName).toBe(from.name);
  await moveTexts(t.db, to, from, [id]);
  await movePosts(t.db, to, from, [posted]);
  expect(await sees(floating)).toEqual([200, 200]);
  const { rows } = await sql<{
    former: string;
  }>`select former_org as former from archive_article where id = ${id}`.execute(t.db);
  expect(rows[0]?.former).toBe('');
});
