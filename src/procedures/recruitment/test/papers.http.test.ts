import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchBytes } from '#kernel/files/test/factory.ts';
import {
  printBook,
  printDossier,
  printForm,
  printFormFull,
  printPoster,
} from '#procedures/recruitment/contract.papers.ts';
import { FORMS, type FormName } from '#procedures/recruitment/rules/forms.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { pdfPages } from '../../../../test/support/pdfText.ts';
import { applicant, readyBranch, walk } from './factory.ts';

let t: TestApp;
let branch: Caller;
let sibling: Caller;
let member: Caller;
let fileId: string;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  sibling = await t.as('siblingWorker');
  member = await t.as('member');
  const people = await readyBranch(t);
  ({ fileId } = await applicant(branch, 171));
  await walk({ branch, superior: await t.as('committeeWorker') }, people, fileId, 17);
});
afterAll(() => t.close());

async function pagesOf(answer: { code: number; text: string; result: { fileId: string; missing: string[] } }) {
  expect(answer.code, answer.text).toBe(200);
  expect(answer.result.missing).toEqual([]);
  const { fileId } = answer.result;
  return pdfPages((await fetchBytes(t, branch, `/api/common/download?fileName=${fileId}`)).bytes);
}
const wordsOf = (pages: { text: string }[]) =>
  pages
    .map(({ text }) => text)
    .join('')
    .replace(/\s/g, '');

describe('papers of a file', () => {
  test.each(Object.keys(FORMS) as FormName[])('%s is an A4 sheet about the person', async (form) => {
    const pages = await pagesOf(await branch.call(printForm, { id: fileId, form }));
    expect(Math.round(pages[0]?.width ?? 0)).toBe(595);
    expect(wordsOf(pages)).toContain('陈雨桐');
    expect(pages.length).toBeLessThanOrEqual(2);
  });

  test('the resolution says the votes of its meeting, in full', async () => {
    const words = wordsOf(await pagesOf(await branch.call(printForm, { id: fileId, form: 'resolution' })));
    expect(words).toContain('2024年9月28日');
    expect(words).toMatch(/实到会\d+名，超过应到会/);
  });

  test('the number stands in full only with the right and a reason', async () => {
    const masked = wordsOf(await pagesOf(await branch.call(printForm, { id: fileId, form: 'talk' })));
    expect(masked).toMatch(/420\*+/);
    const asked = { id: fileId, form: 'talk', reason: '' } as const;
    expect((await branch.call(printFormFull, asked)).data.fields).toHaveProperty('reason');
    const full = wordsOf(await pagesOf(await branch.call(printFormFull, { ...asked, reason: '归入个人档案' })));
    expect(full).toMatch(/42059920010416\d{3}[\dX]/);
    expect((await member.call(printFormFull, { ...asked, reason: '看看' })).code).toBe(403);
  });

  test('the whole file has its index and each paper as a page, in the order of the steps', async () => {
    const pages = await pagesOf(await branch.call(printDossier, { id: fileId }));
    expect(pages.reduce((sum, { pictures }) => sum + pictures, 0)).toBeGreaterThan(15);
    const index = wordsOf(pages.slice(1, 3));
    expect(index.indexOf('入党申请书')).toBeLessThan(index.indexOf('政审结论材料'));
    // Cover and index before them.
    expect(pages.length).toBe(2 + pages.reduce((sum, { pictures }) => sum + pictures, 0));
  });

  test('the book is a preview and says so; nobody out of scope and no member prints', async () => {
    expect(wordsOf(await pagesOf(await branch.call(printBook, { id: fileId })))).toContain('预览');
    expect((await sibling.call(printBook, { id: fileId })).code).toBe(404);
    expect((await member.call(printDossier, { id: fileId })).code).toBe(403);
    expect((await branch.call(printPoster, { id: fileId })).msg).toBe('没有正在进行的公示');
  });

  test('the poster holds what its page holds while the 公示 runs: no number, no phone of the person', async () => {
    const shown = {
      name: '陈雨桐',
      genderName: '女',
      birthMonth: '2001-04',
      educationName: '本科',
      unit: '社区',
      appliedOn: '2023-03-05',
      activistOn: '2023-06-18',
      contacts: '向春梅',
      orgName: '城关镇第一党支部',
    };
    await sql`insert into development_publicity (file_id, code, starts_on, ends_on, heard_by, phone, shown, created_by)
      values (${fileId}, ${'ab'.repeat(16)}, current_date - 1, current_date + 5, '街道党工委', '0717-1234567', ${JSON.stringify(shown)}::jsonb, '试')`.execute(
      t.db,
    );
    const [page, ...others] = await pagesOf(await branch.call(printPoster, { id: fileId }));
    expect(others).toEqual([]);
    const words = wordsOf(page ? [page] : []);
    expect(words).toContain('0717-1234567');
    expect(words).not.toContain('420');
  });
});
