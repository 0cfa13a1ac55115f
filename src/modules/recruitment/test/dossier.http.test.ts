import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Document, Packer, Paragraph, TextRun } from 'docx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchBytes, upload } from '#modules/files/test/factory.ts';
import { printDossier, printForm } from '#modules/recruitment/contract.papers.ts';
import { addWord } from '#modules/recruitment/contract.words.ts';
import { officePdfs } from '#platform/server/convert/officePdf.ts';
import { documentParagraphs } from '#platform/server/spreadsheet/documentText.ts';
import { partsOf } from '#platform/server/spreadsheet/unzip.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { pdfPages } from '../../../../test/support/pdfText.ts';
import { applicant, DAYS, expectOk, factsOf, readyBranch, submit } from './factory.ts';

let t: TestApp;
let branch: Caller;
let fileId: string;
const tools = mkdtempSync(join(tmpdir(), 'party-tools-'));

/** One paragraph, as the caller uploaded it. */
async function document(who: Caller, text: string, name: string): Promise<string> {
  const children = [new Paragraph({ children: [new TextRun(text)] })];
  const sent = await upload(t, who, name, await Packer.toBuffer(new Document({ sections: [{ children }] })));
  expect(sent.code, sent.text).toBe(200);
  return sent.data.id;
}
const bytesOf = async (id: string) => (await fetchBytes(t, branch, `/api/common/download?fileName=${id}`)).bytes;
async function dossier() {
  const answer = await branch.call(printDossier, { id: fileId });
  expect(answer.code, answer.text).toBe(200);
  const pages = await pdfPages(await bytesOf(answer.result.fileId));
  const index = (pages[1]?.text ?? '').replace(/\s/g, '');
  return { count: pages.length, index, words: pages.map(({ text }) => text.replace(/\s/g, '')) };
}

beforeAll(async () => {
  t = await startTestApp();
  const admin = await t.as('admin');
  branch = await t.as('branchWorker');
  const people = await readyBranch(t);
  ({ fileId } = await applicant(branch, 171));
  await expectOk(submit(branch, fileId, 1, { handledOn: DAYS[1] ?? '' }));
  const files = [await document(branch, '谈话情况记录', '谈话记录.docx')];
  const papers = [{ kind: 'talk', files }];
  await expectOk(submit(branch, fileId, 2, { handledOn: DAYS[2] ?? '', facts: factsOf(2, people), papers }));
  for (const [title, step] of [
    ['谈话方案', 2],
    ['培训通知', 11],
  ] as const) {
    const file = await document(admin, `关于{姓名}的${title}`, `${title}.docx`);
    await expectOk(admin.call(addWord, { title, step, file, remark: '首次上传' }));
  }
});
afterAll(async () => {
  rmSync(tools, { recursive: true, force: true });
  await t.close();
});

/** What stands in for LibreOffice: a page of ours for every document, which it keeps; none for those that hold `broken`. */
async function stand(broken = 'nothing'): Promise<void> {
  const paper = await branch.call(printForm, { id: fileId, form: 'receipt' });
  expect(paper.code, paper.text).toBe(200);
  writeFileSync(join(tools, 'page.pdf'), await bytesOf(paper.result.fileId));
  const path = join(tools, 'soffice');
  writeFileSync(
    path,
    `#!/bin/sh
echo run >> ${tools}/runs
while [ "$1" != --outdir ]; do shift; done
out="$2"; shift 2
for source in "$@"; do
  name="$(basename "$source" .docx)"
  cp "$source" "${tools}/$name.docx"
  case "$name" in ${broken}) ;; *) cp ${tools}/page.pdf "$out/$name.pdf";; esac
done
`,
  );
  chmodSync(path, 0o755);
  t.services.config.soffice = path;
}

test('without LibreOffice own documents are given out as Word alone, and what was handed in as Word is named', async () => {
  const { index, count } = await dossier();
  expect(index).toContain('谈话记录（另附：谈话记录.docx）');
  expect(index).not.toContain('谈话方案');
  // Cover, index, and the picture of step 1.
  expect(count).toBe(3);
});

test('with it they are pages of the file’s PDF, at the steps that were recorded, all by one run', async () => {
  await stand();
  const { index, count, words } = await dossier();
  expect(index).toMatch(/第2步谈话记录.*第2步谈话方案按档案填写/);
  expect(index).not.toContain('另附');
  // Of a step that is not done nothing is filled in.
  expect(index).not.toContain('培训通知');
  expect(count).toBe(5);
  expect(words[4]).toContain('第2步谈话方案');
  expect(readFileSync(join(tools, 'runs'), 'utf8')).toBe('run\n');
  let said = '';
  for (const name of readdirSync(tools).filter((one) => one.endsWith('.docx')))
    for await (const paragraph of documentParagraphs(partsOf(readFileSync(join(tools, name)))))
      said += `${paragraph}\n`;
  expect(said).toContain('关于陈雨桐的谈话方案');
  expect(said).toContain('谈话情况记录');
});

test('one that cannot be laid out is named in the index, and the others are there', async () => {
  await stand('document0');
  const { index, count } = await dossier();
  expect(index).toContain('谈话方案（另附：谈话方案.docx）');
  expect(index).not.toContain('另附：谈话记录');
  expect(count).toBe(4);
  // Cut short in the middle of the writing, it is none.
  writeFileSync(join(tools, 'page.pdf'), '%PDF-1.7 begun');
  expect(await officePdfs(t.services, [{ name: '甲.docx', body: Buffer.from('x') }])).toEqual([null]);
});
