import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createWord,
  exportWords,
  importWords,
  listWords,
  removeWord,
  updateWord,
  usedWords,
} from '#people/groups/contract.words.ts';
import { addPost } from '#publishing/news/contract.circle.ts';
import { addComment } from '#publishing/news/contract.read.ts';
import { createArticle, getArticle, submitArticle } from '#publishing/news/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let admin: Caller;
let branch: Caller;
let member: Caller;
beforeAll(async () => {
  t = await startTestApp();
  [admin, branch, member] = await Promise.all([t.as('admin'), t.as('branchWorker'), t.as('member')] as const);
});
afterAll(() => t.close());

const add = (who: Caller, given: object) => who.call(createWord, { kind: 1, word: '包过', ...given } as never);

test('administrators keep the words, each once however it is written; everybody gets those that are used', async () => {
  expect((await add(branch, {})).code).toBe(403);
  const { id } = (await add(admin, { word: 'ABC贷' })).data;
  expect((await add(admin, { word: 'ａｂｃ 贷' })).data.fields.word).toContain('已有这个词');
  expect((await add(admin, { word: '我' })).data.fields.word).toContain('至少两个字');
  expect((await add(admin, { kind: 3, word: '支部党员会' })).data.fields.proper).toContain('规范写法');
  expect((await member.call(usedWords, {})).data).toContainEqual([1, 'ABC贷', '']);
  const changed = await admin.call(updateWord, {
    id,
    version: 1,
    kind: 2,
    word: 'ABC贷',
    proper: '',
    note: '核对',
  } as never);
  expect(changed.data.version).toBe(2);
  expect((await admin.call(updateWord, { id, version: 1, kind: 2, word: '旧' } as never)).code).not.toBe(200);
  expect((await admin.call(removeWord, { id, deleteReason: '不用了' })).code).toBe(200);
  expect((await member.call(usedWords, {})).data).toEqual([]);
});

test('a pasted sheet is taken in whole or not at all, and comes out as a sheet', async () => {
  const wrong = await admin.call(importWords, { text: '禁止,试词\n随便,试词二' });
  expect(wrong.data.fields.text).toContain('第2行');
  expect((await admin.call(listWords, {} as never)).total).toBe(0);
  const done = await admin.call(importWords, {
    text: '类型\t词\t规范写法\n禁止\t包过\n提醒，最先进\n规范表述,支部党员会,支部党员大会,写全',
  });
  expect(done.data).toEqual({ added: 3, changed: 0 });
  expect((await admin.call(importWords, { text: '提醒,包过\n禁止,包过' })).data).toEqual({ added: 0, changed: 1 });
  expect((await admin.call(listWords, { word: '包 过' } as never)).rows[0]).toMatchObject({
    kindName: '禁止',
    word: '包过',
  });
  expect((await admin.call(exportWords, {})).status).toBe(200);
});

test('what is forbidden stops articles, comments and posts; what is only reminded of asks once', async () => {
  const draft = async (content: string) => {
    const form = { columnId: '8', kind: 'article', title: '试', content, orgId: ORGS.branchA11.id };
    const { id } = (await branch.call(createArticle, form as never)).data;
    return { id, version: (await branch.call(getArticle, { id })).data.version };
  };
  const stopped = await branch.call(submitArticle, {
    ...(await draft('<p>考试包<b> 过</b></p>')),
    heeded: true,
    despite: '确需',
  });
  expect(stopped.msg).toContain('正文第1段含禁用词“包过”');
  const asked = await draft('<p>全市最先进的支部</p>');
  const once = await branch.call(submitArticle, asked);
  expect(once.code).toBe(400);
  expect(once.data.reminds[0]).toContain('最先进');
  expect((await branch.call(submitArticle, { ...asked, heeded: true })).data.state).toBe(4);
  expect((await member.call(addComment, { id: asked.id, content: '包　过' })).data.fields.content).toContain('禁用词');
  const post = { kind: 'news', content: '考试包过', audienceId: ORGS.branchA11.id };
  expect((await member.call(addPost, post as never)).data.fields.content).toContain('禁用词');
});
