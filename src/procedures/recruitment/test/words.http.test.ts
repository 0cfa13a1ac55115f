import { Document, Packer, Paragraph, TextRun } from 'docx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchBytes, upload } from '#kernel/files/test/factory.ts';
import { documentParagraphs } from '#platform/server/spreadsheet/documentText.ts';
import { partsOf } from '#platform/server/spreadsheet/unzip.ts';
import {
  addWord,
  listWords,
  replaceWord,
  restoreWord,
  retireWord,
  wordChoices,
} from '#procedures/recruitment/contract.words.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { applicant } from './factory.ts';

let t: TestApp;
let admin: Caller;
let branch: Caller;
let fileId: string;

beforeAll(async () => {
  t = await startTestApp();
  admin = await t.as('admin');
  branch = await t.as('branchWorker');
  ({ fileId } = await applicant(branch, 171));
});
afterAll(() => t.close());

/** A document of one paragraph in two runs, as the caller uploaded it. */
async function document(who: Caller, first: string, second = '', name = '谈话方案.docx'): Promise<string> {
  const children = [new Paragraph({ children: [new TextRun(first), new TextRun(second)] })];
  const sent = await upload(t, who, name, await Packer.toBuffer(new Document({ sections: [{ children }] })));
  expect(sent.code, sent.text).toBe(200);
  return sent.data.id;
}
const save = async (file: string, more: object = {}) =>
  admin.call(addWord, { title: '谈话方案', step: 2, file, remark: '首次上传', ...more });

/** What a call answers as a document says, its paragraphs joined. */
async function said(who: Caller, url: string, payload: object): Promise<string> {
  const answer = await t.app.inject({ method: 'POST', url, headers: { authorization: who.token }, payload });
  expect(answer.headers['content-type'], answer.payload).toContain('wordprocessingml');
  let words = '';
  for await (const paragraph of documentParagraphs(partsOf(answer.rawPayload))) words += `${paragraph}\n`;
  return words;
}

test('what a document lacks is named at its field, and nothing is kept', async () => {
  const fault = async (file: string) => (await save(file)).data.fields.file;
  expect(await fault(await document(admin, '{姓名}同志 {电', '话}和{住址}'))).toContain('没有“电话”“住址”这些字段');
  // Nothing of the library's language but fields, and no half of one.
  expect(await fault(await document(admin, '{#党支部}{姓名}{/党支', '部}{@姓名}'))).toContain(
    '没有“#党支部”“/党支部”“@姓名”这些字段',
  );
  expect(await fault(await document(admin, '{姓名}同志，{性', '别'))).toBe(
    '“{性别”没有右花括号，请改成 {字段名} 后重新上传',
  );
  expect(await fault(await document(admin, '没有字段的文档'))).toContain('文档里没有字段');
  const text = await upload(t, admin, '模板.txt', Buffer.from('{姓名}'));
  expect(await fault(text.data.id)).toContain('只能上传 Word 文档');
  expect(await fault(await document(branch, '{姓名}'))).toContain('附件不存在');
  expect((await admin.call(listWords, {})).data).toEqual([]);
});

test('it is filled from a file, carries its export number, and its versions come back', async () => {
  const made = await save(await document(admin, '与{姓', '名}谈话，{党支部}'));
  expect(made.code, made.text).toBe(200);
  const { id } = made.data;
  expect((await branch.call(wordChoices, {})).data).toEqual([{ id, title: '谈话方案', step: 2 }]);
  const printed = () => said(branch, '/api/fzdy/print/word', { id: fileId, wordId: id });
  expect(await printed()).toMatch(/^与陈雨桐谈话，.+\n.*导出编号/);
  expect((await save(await document(admin, '{姓名}'))).data.fields.title).toContain('已有同名');

  const second = await document(admin, '{导出编号}', '第二版{身份证号}');
  const remark = '换了版面';
  expect((await admin.call(replaceWord, { id, number: 1, file: second, remark })).data).toEqual({ number: 2 });
  expect((await admin.call(replaceWord, { id, number: 1, file: second, remark })).msg).toContain('已有新的版本');
  // The number stands where the document has its field, once; the id card number is masked.
  expect(await printed()).toMatch(/^(?!.*导出编号.*导出编号).*第二版420\*+.*\n$/);
  expect(await said(admin, '/api/fzdy/word/preview', { id, number: 1 })).toContain('与张某某谈话');

  expect((await admin.call(restoreWord, { id, number: 2, from: 1 })).data).toEqual({ number: 3 });
  expect(await printed()).toContain('与陈雨桐谈话');
  const [row] = (await admin.call(listWords, {})).data;
  expect(row).toMatchObject({ number: 3, isRetired: false });
  expect(row.versions.map(({ number }: { number: number }) => number)).toEqual([3, 2, 1]);
  const original = await fetchBytes(t, admin, row.versions[1].file.url);
  expect(original.status).toBe(200);
  expect((await fetchBytes(t, branch, row.versions[1].file.url)).headers['content-type']).not.toContain('word');

  expect((await admin.call(retireWord, { id, number: 3, reason: '停用' })).code).toBe(200);
  expect((await branch.call(wordChoices, {})).data).toEqual([]);
  expect((await branch.post('/api/fzdy/print/word', { id: fileId, wordId: id })).msg).toContain('已停用');
  expect((await admin.call(restoreWord, { id, number: 3, from: 2 })).data).toEqual({ number: 4 });
  expect(await printed()).toContain('第二版');
});

test('a branch keeps no documents, and nobody prints a file out of scope', async () => {
  expect((await branch.call(listWords, {})).code).toBe(403);
  expect((await branch.call(addWord, { title: '甲', step: 2, file: '0'.repeat(32), remark: '试' })).code).toBe(403);
  const [row] = (await admin.call(listWords, {})).data;
  const sibling = await t.as('siblingWorker');
  expect((await sibling.post('/api/fzdy/print/word', { id: fileId, wordId: row.id })).code).toBe(404);
  const member = await t.as('member');
  expect((await member.post('/api/fzdy/print/word', { id: fileId, wordId: row.id })).code).toBe(403);
});
