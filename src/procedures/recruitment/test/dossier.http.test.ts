import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Document, Packer, Paragraph, TextRun } from 'docx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchBytes, upload } from '#kernel/files/test/factory.ts';
import { officePdfs } from '#platform/server/convert/officePdf.ts';
import { documentParagraphs } from '#platform/server/spreadsheet/documentText.ts';
import { partsOf } from '#platform/server/spreadsheet/unzip.ts';
import { printDossier, printForm } from '#procedures/recruitment/contract.papers.ts';
import { addWord } from '#procedures/recruitment/contract.words.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { cell } from '../../../../test/support/cell.ts';
import { pdfPages } from '../../../../test/support/pdfText.ts';
import { applicant, DAYS, expectOk, factsOf, readyBranch, submit } from './factory.ts';

let t: TestApp;
let branch: Caller;
let fileId: string;
const tools = mkdtempSync(join(tmpdir(), 'party-tools-'));
chmodSync(tools, 0o755);
const pipe = join(tools, 'told');
spawnSync('mkfifo', ['-m', '666', pipe]);
chmodSync(pipe, 0o666);
const listening = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);

/** The lines that the stand-in has said since they were last asked for: a pipe is all that leads out of its cell. */
function told(): string[] {
  const bytes = Buffer.alloc(65_536);
  try {
    return bytes.toString('utf8', 0, readSync(listening, bytes)).trim().split('\n');
  } catch {
    return [];
  }
}

const good = (text = '内容') =>
  Packer.toBuffer(new Document({ sections: [{ children: [new Paragraph({ children: [new TextRun(text)] })] }] }));

/** One paragraph, as the caller uploaded it. */
async function document(who: Caller, text: string, name: string): Promise<string> {
  const sent = await upload(t, who, name, await good(text));
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
  closeSync(listening);
  rmSync(tools, { recursive: true, force: true });
  await t.close();
});

/** What stands in for LibreOffice: a page of ours for every document, which it tells; none for those that hold `broken`. */
async function stand(broken = 'nothing'): Promise<void> {
  const paper = await branch.call(printForm, { id: fileId, form: 'receipt' });
  expect(paper.code, paper.text).toBe(200);
  writeFileSync(join(tools, 'page.pdf'), await bytesOf(paper.result.fileId));
  const path = join(tools, 'soffice');
  writeFileSync(
    path,
    `#!/bin/sh
echo run > ${pipe}
while [ "$1" != --outdir ]; do shift; done
out="$2"; shift 2
for source in "$@"; do
  name="$(basename "$source" .docx)"
  base64 -w0 "$source" > ${pipe}
  echo > ${pipe}
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

test.runIf(cell)(
  'with it they are pages of the file’s PDF, at the steps that were recorded, all by one run',
  async () => {
    await stand();
    const { index, count, words } = await dossier();
    expect(index).toMatch(/第2步谈话记录.*第2步谈话方案按档案填写/);
    expect(index).not.toContain('另附');
    // Of a step that is not done nothing is filled in.
    expect(index).not.toContain('培训通知');
    expect(count).toBe(5);
    expect(words[4]).toContain('第2步谈话方案');
    const [run, ...sources] = told();
    expect(run).toBe('run');
    expect(sources).toHaveLength(2);
    let said = '';
    for (const source of sources)
      for await (const paragraph of documentParagraphs(partsOf(Buffer.from(source, 'base64'))))
        said += `${paragraph}\n`;
    expect(said).toContain('关于陈雨桐的谈话方案');
    expect(said).toContain('谈话情况记录');
  },
);

test.runIf(cell)('one that cannot be laid out is named in the index, and the others are there', async () => {
  await stand('document0');
  const { index, count } = await dossier();
  expect(index).toContain('谈话方案（另附：谈话方案.docx）');
  expect(index).not.toContain('另附：谈话记录');
  expect(count).toBe(4);
  // Cut short in the middle of the writing, it is none.
  writeFileSync(join(tools, 'page.pdf'), '%PDF-1.7 begun');
  expect(await officePdfs(t.services, [{ name: '甲.docx', body: await good() }])).toEqual([null]);
});

test.runIf(cell)('what is not what its name says is not opened, and the others are', async () => {
  await stand();
  told();
  const given = [
    { name: '甲.docx', body: Buffer.from('{\\rtf1 a}') },
    { name: '乙.docx', body: await good() },
  ];
  const [first, second] = await officePdfs(t.services, given);
  expect(first).toBeNull();
  expect(second?.toString('latin1', 0, 5)).toBe('%PDF-');
  expect(told()).toHaveLength(2);
});
