import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchBytes } from '#kernel/files/test/factory.ts';
import { verifyPaper } from '#kernel/verify/contract.ts';
import { shownVerifyCode } from '#platform/text/verifyCode.ts';
import { printPoster, updateAffair, withdrawAffair } from '#publishing/openAffairs/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { pdfPages } from '../../../../test/support/pdfText.ts';
import { draft, publish, read } from './factory.ts';

let t: TestApp;
let branch: Caller;
let superior: Caller;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  superior = await t.as('committeeWorker');
});
afterAll(() => t.close());

const codeOf = async (id: string) =>
  (await sql<{ code: string }>`select code from verify_code where subject_id = ${id}`.execute(t.db)).rows[0]?.code;
const stranger = async (code = '') => await t.nobody.call(verifyPaper, { code });

test('a poster is a PDF with a code, by which a stranger reads whether it is still public', async () => {
  const content = `<h2>收支</h2><p class="rt-indent">见下表。</p><table><tr><th>项目</th><th>金额</th></tr><tr><td colspan="2">合计</td></tr></table><ul><li>甲</li></ul>`;
  const id = await publish(branch, superior, { title: '张贴的事项', content });
  const { result, code, text } = await branch.call(printPoster, { id });
  expect(code, text).toBe(200);
  expect(result).toMatchObject({ name: '三务公开 张贴的事项.pdf', pages: 1, missing: [] });
  const { bytes } = await fetchBytes(t, branch, `/api/common/download?fileName=${result.fileId}`);
  const [page] = pdfPages(bytes);
  for (const words of [
    '党务公开',
    '张贴的事项',
    '收支',
    '见下表。',
    '项目',
    '金额',
    '合计',
    '甲',
    ORGS.branchA11.name,
    '扫码核验',
  ]) {
    expect(page?.text).toContain(words);
  }
  expect(page?.text).toMatch(/导出编号 \w{4}-\w{4}/);

  const printed = await codeOf(id);
  expect(page?.text).toContain(`核验码：${shownVerifyCode(printed ?? '')}`);
  expect((await stranger(printed)).result).toMatchObject({
    title: '党务公开',
    state: '正在公开',
    tone: 'good',
    orgName: ORGS.branchA11.name,
    facts: expect.arrayContaining([{ label: '名称', value: '张贴的事项' }]),
  });
  // Printed again it bears the same code.
  await superior.call(printPoster, { id });
  expect(await codeOf(id)).toBe(printed);
  const { version } = await read(branch, id);
  expect((await branch.call(withdrawAffair, { id, version, reason: '有误' })).code).toBe(200);
  expect((await stranger(printed)).result).toMatchObject({ state: '已经撤下', tone: 'warn' });
  await sql`update open_affair set deleted_at = now() where id = ${id}`.execute(t.db);
  expect((await stranger(printed)).code).toBe(404);
});

test('a draft bears no code; who may not read it prints nothing', async () => {
  const id = await draft(branch);
  expect((await branch.call(printPoster, { id })).code).toBe(200);
  expect(await codeOf(id)).toBeUndefined();
  expect((await (await t.as('member')).call(printPoster, { id })).code).toBe(404);
  expect((await (await t.as('siblingWorker')).call(printPoster, { id })).code).toBe(404);
});

test('while a correction waits the published text is printed', async () => {
  const id = await publish(branch, superior, { title: '原来的标题' });
  const { version } = await read(branch, id);
  expect((await branch.call(updateAffair, { id, version, title: '更正的标题', note: '更正' })).code).toBe(200);
  expect((await branch.call(printPoster, { id })).result.name).toBe('三务公开 原来的标题.pdf');
});
