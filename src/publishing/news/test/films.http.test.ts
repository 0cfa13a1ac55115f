import { afterAll, beforeAll, expect, test } from 'vitest';
import { upload } from '#kernel/files/test/factory.ts';
import { mp4 } from '#learning/education/test/factory.ts';
import { getNews } from '#publishing/news/contract.read.ts';
import { auditArticle, createArticle, getArticle, submitArticle, updateArticle } from '#publishing/news/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
let member: Caller;
const FILMS = '9';
const SUBTITLES = 'WEBVTT\n\n00:01.000 --> 00:04.000\n同志们好';

beforeAll(async () => {
  t = await startTestApp();
  [committee, branch, member] = await Promise.all([
    t.as('committeeWorker'),
    t.as('branchWorker'),
    t.as('member'),
  ] as const);
});
afterAll(() => t.close());

const filmed = async () => (await upload(t, branch, '党课.mp4', mp4({ seconds: 20 }), 'video')).data.id as string;
const form = (given: object) => ({
  kind: 'video',
  columnId: FILMS,
  title: '党课录像',
  content: '<p>支部书记讲党课。</p>',
  ...given,
});
const draft = async (given: object) =>
  branch.call(createArticle, { ...form(given), orgId: ORGS.branchA11.id } as never);
const versionOf = async (id: string) => (await branch.call(getArticle, { id })).data.version;
async function publish(id: string) {
  const sent = await branch.call(submitArticle, { id, version: await versionOf(id) } as never);
  expect(sent.code, sent.text).toBe(200);
  if (sent.data.state === 1) {
    const agreed = await committee.call(auditArticle, { id, version: await versionOf(id), agree: true } as never);
    expect(agreed.code, agreed.text).toBe(200);
  }
}

test('a film is read with its subtitles and its kind; a correction of them is read once it is approved', async () => {
  const made = await draft({ video: await filmed(), subtitles: SUBTITLES, genre: 'theory' });
  expect(made.code, made.text).toBe(200);
  const { id } = made.data;
  await publish(id);
  const reader = async () => (await member.call(getNews, { id })).data;
  expect(await reader()).toMatchObject({ subtitles: SUBTITLES, genre: 'theory' });
  const { video, version } = (await branch.call(getArticle, { id })).data;
  const other = SUBTITLES.replace('好', '辛苦了');
  const changed = { ...form({ video, subtitles: other, genre: 'model', note: '字幕有误' }), id, version };
  expect((await branch.call(updateArticle, changed as never)).code).toBe(200);
  expect(await reader()).toMatchObject({ subtitles: SUBTITLES, genre: 'theory' });
  await publish(id);
  expect(await reader()).toMatchObject({ subtitles: other, genre: 'model', correction: '字幕有误' });
});

test('subtitles that are none, and a kind that is none, are said at their fields; a text has no subtitles', async () => {
  const video = await filmed();
  const wrong = await draft({ video, subtitles: '00:01 同志们', genre: 'gossip' });
  expect(wrong.data.fields).toEqual({
    subtitles: '字幕应为WebVTT格式，第一行是 WEBVTT',
    genre: '请选择类别',
  });
  const text = await draft({ kind: 'article', columnId: '1', subtitles: SUBTITLES });
  expect((await branch.call(getArticle, { id: text.data.id })).data.subtitles).toBe('');
});

test('a phone number in subtitles stops the publication like one in the text', async () => {
  const { id } = (await draft({ video: await filmed(), subtitles: SUBTITLES.replace('同志们好', '电话13812345678') }))
    .data;
  const sent = await branch.call(submitArticle, { id, version: await versionOf(id) } as never);
  expect(sent.code).toBe(400);
  expect(sent.msg).toContain('字幕');
  expect(sent.msg).toContain('138****5678');
});
