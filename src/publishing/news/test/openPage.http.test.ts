import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchAll } from '#overview/search/contract.ts';
import { getNews } from '#publishing/news/contract.read.ts';
import { auditArticle, createArticle, getArticle, submitArticle, withdrawArticle } from '#publishing/news/contract.ts';
import { serveOpenArticles } from '#publishing/news/server/openPage.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
let member: Caller;
const app = Fastify();
beforeAll(async () => {
  t = await startTestApp();
  serveOpenArticles(app, t.services);
  [committee, branch, member] = await Promise.all([
    t.as('committeeWorker'),
    t.as('branchWorker'),
    t.as('member'),
  ] as const);
});
afterAll(async () => {
  await app.close();
  await t.close();
});

async function publish(given: object = {}): Promise<string> {
  const form = {
    columnId: '1',
    kind: 'article',
    title: '渡口支部<上堤>记',
    content: '<p>雨后第二天，党员到堤上清理杂物。</p>',
    audience: 'all',
    orgId: ORGS.branchA11.id,
    ...given,
  };
  const { id } = (await branch.call(createArticle, form as never)).data;
  const versionOf = async (who: Caller) => (await who.call(getArticle, { id })).data.version;
  await branch.call(submitArticle, { id, version: await versionOf(branch) });
  const agreed = await committee.call(auditArticle, { id, version: await versionOf(committee), agree: true });
  expect(agreed.code, agreed.text).toBe(200);
  return id;
}
const open = (path: string) => app.inject({ method: 'GET', url: path });

test('an open article is a page without script, with what a link shows of it; withdrawn it is one sentence', async () => {
  const id = await publish();
  const { publicPath } = (await member.call(getNews, { id })).data;
  expect(publicPath).toMatch(/^\/p\/[0-9a-f]{32}$/);
  const shown = await open(publicPath);
  expect(shown.statusCode).toBe(200);
  expect(shown.headers['content-type']).toContain('text/html');
  expect(shown.body).toContain('<h1>渡口支部&lt;上堤&gt;记</h1>');
  expect(shown.body).toContain('<meta property="og:title" content="渡口支部&lt;上堤&gt;记">');
  expect(shown.body).toContain('清理杂物');
  expect(shown.body).not.toContain('<script');
  expect(shown.headers['content-security-policy']).toContain("default-src 'none'");
  expect(shown.body.length).toBeLessThan(30_000);
  await branch.call(withdrawArticle, { ids: [id], reason: '数字要核对' });
  const gone = await open(publicPath);
  expect(gone.statusCode).toBe(404);
  expect(gone.body).toContain('不存在、已过期或已撤下');
  expect(gone.body).not.toContain('上堤');
});

test('what is not for everybody, stands in a closed column, is over or was never there reads alike', async () => {
  const below = await publish({ audience: 'below' });
  expect((await member.call(getNews, { id: below })).data.publicPath).toBe('');
  const { rows } = await sql<{ token: string }>`select token from archive_article where id = ${below}`.execute(t.db);
  const over = await publish();
  const { publicPath } = (await member.call(getNews, { id: over })).data;
  await sql`update archive_version set shown_until = '2020-01-01' where article_id = ${over}`.execute(t.db);
  const bodies = await Promise.all([`/p/${rows[0]?.token}`, publicPath, `/p/${'0'.repeat(32)}`, '/p/x'].map(open));
  expect(bodies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
  expect(new Set(bodies.map(({ body }) => body)).size).toBe(1);
});

test('one address reads sixty a minute', async () => {
  await sql`update rate_window set hits = 60 where bucket like 'open:%'`.execute(t.db);
  const answers = await Promise.all(Array.from({ length: 61 }, () => open(`/p/${'0'.repeat(32)}`)));
  expect(answers.some(({ statusCode }) => statusCode === 429)).toBe(true);
});

test('the search finds news by its words, for whom it is', async () => {
  const id = await publish({ title: '平板车上的清晨', content: '<p>淤泥装上了平板车。</p>', audience: 'below' });
  const hits = async (who: Caller) =>
    (await who.call(searchAll, { words: '平板车' })).data
      .filter(({ kind }: { kind: string }) => kind === 'news')
      .flatMap(({ hits: found }: { hits: { id: string }[] }) => found.map((one) => one.id));
  expect(await hits(member)).toEqual([id]);
  expect(await hits(await t.as('twinWorker'))).toEqual([]);
});
