import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchBytes } from '#kernel/files/test/factory.ts';
import { printForm } from '#procedures/recruitment/contract.papers.ts';
import {
  getTemplate,
  listTemplates,
  previewTemplate,
  restoreTemplate,
  saveTemplate,
} from '#procedures/recruitment/contract.templates.ts';
import { FORMS, type FormName } from '#procedures/recruitment/rules/forms.ts';
import { builtInText } from '#procedures/recruitment/rules/formTexts.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { pdfPages } from '../../../../test/support/pdfText.ts';
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

async function wordsOf(who: Caller, answer: { code: number; text: string; result: { fileId: string } }) {
  expect(answer.code, answer.text).toBe(200);
  const { bytes } = await fetchBytes(t, who, `/api/common/download?fileName=${answer.result.fileId}`);
  return pdfPages(bytes)
    .map(({ text }) => text)
    .join('')
    .replace(/\s/g, '');
}
const receipt = () => ({ form: 'receipt' as const, ...builtInText('receipt') });
const printed = async () => wordsOf(branch, await branch.call(printForm, { id: fileId, form: 'receipt' }));

test('every form comes with a text whose fields a file has, and is previewed about somebody who does not exist', async () => {
  const rows = (await admin.call(listTemplates, {})).data as { form: FormName; version: unknown }[];
  expect(rows.map(({ form }) => form)).toEqual(Object.keys(FORMS));
  expect(rows.every(({ version }) => version === null)).toBe(true);
  for (const { form } of rows) {
    const words = await wordsOf(admin, await admin.call(previewTemplate, { form, ...builtInText(form) }));
    expect(words, form).toMatch(/张某某|示例/);
    expect(words, form).not.toMatch(/[{}]/);
  }
});

test('a saved wording is printed from then on, with what the file says in place of its fields', async () => {
  const text = {
    ...receipt(),
    title: '申请书回执',
    body: '<p class="rt-indent">{姓名}同志，你的申请已由{党支部}收到。<script>x</script></p><p onclick="x">第二段 &lt;b&gt;</p>',
    note: '电话：0717-1234567',
  };
  expect(await printed()).toContain('一个月内派人同你谈话');
  expect((await admin.call(saveTemplate, { ...text, number: 0, remark: '按市委组织部通知' })).data).toEqual({
    number: 1,
  });
  const words = await printed();
  expect(words).toContain('申请书回执');
  expect(words).toMatch(/陈雨桐同志，你的申请已由.+收到。/);
  expect(words).toContain('第二段<b>');
  expect(words).toContain('0717-1234567');
  expect(words).not.toContain('一个月内派人同你谈话');
  const kept = (await admin.call(getTemplate, { form: 'receipt' })).data;
  expect(kept).toMatchObject({ number: 1, versions: [{ number: 1, remark: '按市委组织部通知', isBuiltIn: false }] });
  expect(kept.text.body).not.toContain('script');
});

test('fields that no file has are named at their place, and nothing is written', async () => {
  const save = (more: object) => admin.call(saveTemplate, { ...receipt(), number: 1, remark: '试', ...more });
  expect((await save({ body: '<p>{电话}和{住址}</p>' })).data.fields.body).toContain('没有“电话”“住址”这些字段');
  expect((await save({ signs: '{支部书记}' })).data.fields.signs).toContain('没有“支部书记”这个字段');
  expect((await save({ body: '<p>{姓<strong>名</strong>}</p>' })).data.fields.body).toContain('中间夹着格式');
  expect((await save({ body: '' })).data.fields.body).toBe('请填写正文');
  expect((await save({ remark: '' })).data.fields.remark).toBeTruthy();
  expect((await admin.call(getTemplate, { form: 'receipt' })).data.number).toBe(1);
});

test('of two who save at once one wins; an earlier version and that of the product come back as the next one', async () => {
  const answers = await Promise.all(
    ['甲', '乙'].map((title) => admin.call(saveTemplate, { ...receipt(), title, number: 1, remark: title })),
  );
  expect(answers.map(({ msg }) => msg).filter((msg) => msg.includes('已有新的版本'))).toHaveLength(1);
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  expect((await admin.call(restoreTemplate, { form: 'receipt', number: 2, from: 9 })).code).toBe(404);
  expect((await admin.call(restoreTemplate, { form: 'receipt', number: 2, from: 1 })).data).toEqual({ number: 3 });
  expect(await printed()).toContain('申请书回执');
  expect((await admin.call(restoreTemplate, { form: 'receipt', number: 3, from: 0 })).data).toEqual({ number: 4 });
  expect(await printed()).toContain('一个月内派人同你谈话');
  const { versions } = (await admin.call(getTemplate, { form: 'receipt' })).data;
  expect(versions.map((one: { number: number }) => one.number)).toEqual([4, 3, 2, 1]);
});

test('a branch neither reads nor changes what the forms say', async () => {
  expect((await branch.call(listTemplates, {})).code).toBe(403);
  expect((await branch.call(saveTemplate, { ...receipt(), number: 4, remark: '试' })).code).toBe(403);
});
