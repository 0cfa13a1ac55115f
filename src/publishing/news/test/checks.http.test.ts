import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdf, upload } from '#kernel/files/test/factory.ts';
import { createWord } from '#people/groups/contract.words.ts';
import { makePaper } from '#platform/server/papers/paper.ts';
import { xlsx } from '#platform/server/spreadsheet/write.ts';
import { zip } from '#platform/server/spreadsheet/zip.ts';
import { createArticle, getArticle, submitArticle, withdrawArticle } from '#publishing/news/contract.ts';
import { searchNewWords } from '#publishing/news/server/service/wordScan.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
let admin: Caller;
beforeAll(async () => {
  t = await startTestApp();
  [committee, branch, admin] = await Promise.all([
    t.as('committeeWorker'),
    t.as('branchWorker'),
    t.as('admin'),
  ] as const);
});
afterAll(() => t.close());

async function bytesOf(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
const TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
/** A document of one paragraph, whose text stands in several runs as a word processor writes it. */
const docx = (...runs: string[]) =>
  bytesOf(
    zip([
      { name: '[Content_Types].xml', content: [TYPES] },
      {
        name: 'word/document.xml',
        content: [
          `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p>${runs.map((run) => `<w:r><w:t>${run}</w:t></w:r>`).join('')}</w:p></w:body></w:document>`,
        ],
      },
    ]),
  );

async function attach(name: string, bytes: Buffer): Promise<string> {
  const answer = await upload(t, branch, name, bytes);
  expect(answer.code, answer.text).toBe(200);
  return answer.data.id;
}
async function draft(given: object = {}): Promise<string> {
  const made = await branch.call(createArticle, {
    orgId: ORGS.branchA11.id,
    columnId: '8',
    kind: 'article',
    title: '走访记',
    content: '<p>今天走访了三户。</p>',
    ...given,
  } as never);
  expect(made.code, made.text).toBe(200);
  return made.data.id;
}
const send = async (id: string, given: object = {}) =>
  branch.call(submitArticle, { id, version: (await branch.call(getArticle, { id })).data.version, ...given });

test('a number in a document, a table or a file name stops a text, however its runs are cut', async () => {
  const sheet = await bytesOf(
    xlsx(
      '名单',
      [
        { head: '姓名', width: 10 },
        { head: '电话', width: 20 },
      ],
      [['王一', '139 0001 2345']],
    ),
  );
  const cases = [
    ['名单.docx', await docx('联系人王一，138', '0001', '2345'), '附件“名单.docx”含手机号138****2345'],
    ['名单.xlsx', sheet, '附件“名单.xlsx”含手机号139****2345'],
    ['王一13800012345.docx', await docx('没有'), '的文件名含手机号138****2345'],
  ] as const;
  for (const [name, bytes, sentence] of cases) {
    const id = await draft({ files: [await attach(name, bytes)] });
    expect((await branch.call(getArticle, { id })).data.attached.numbers[0]).toContain(sentence);
    expect((await send(id)).msg).toContain(sentence);
    expect((await send(id, { despite: '办公电话' })).data.state).toBe(4);
  }
});

/** A PDF of one page as programs write it that place every piece of a line by itself. */
function placed(drawing: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer << /Root 1 0 R >>\n%%EOF`, 'latin1');
}

test('a number in a PDF is found however its line is put together, and numbers of two lines are none', async () => {
  const paper = await makePaper({
    template: '#set text(font: "Noto Serif SC")\n联系人王一，电话138#strong[0001]2345，请于3月前回复。',
    data: null,
  });
  const cases = [
    ['通知.pdf', Buffer.from(paper.pdf), '138****2345'],
    ['分段.pdf', placed('BT /F1 12 Tf 50 700 Td (139) Tj 20 0 Td (0001) Tj 30 0 Td (2345) Tj ET'), '139****2345'],
    [
      '逐字.pdf',
      placed('BT /F1 12 Tf 1 0 0 1 50 700 Tm [(13)-20(7)] TJ ET BT 1 0 0 1 90 700 Tm (00012345) Tj ET'),
      '137****2345',
    ],
    [
      '两行.pdf',
      placed('BT /F1 12 Tf 50 700 Td (1390001) Tj 0 -14 Td (2345) Tj T* (1380001) Tj T* (2345) Tj ET'),
      null,
    ],
  ] as const;
  for (const [name, bytes, masked] of cases) {
    const id = await draft({ files: [await attach(name, bytes)] });
    const { numbers } = (await branch.call(getArticle, { id })).data.attached;
    expect(numbers, name).toEqual(masked ? [`附件“${name}”含手机号${masked}，请删除或遮盖`] : []);
    expect((await send(id)).code === 200, name).toBe(masked === null);
  }
});

test('a word of the site in an attachment stops it; what cannot be read is said once', async () => {
  await admin.call(createWord, { kind: 1, word: '内部掌握' } as never);
  const id = await draft({ files: [await attach('通知.docx', await docx('此件内', '部 掌握'))] });
  expect((await send(id, { heeded: true })).msg).toContain('附件“通知.docx”含禁用词“内部掌握”');
  const paper = await makePaper({ template: '#set text(font: "Noto Serif SC")\n这里写着内部*掌握*的事', data: null });
  const printed = await draft({ files: [await attach('说明.pdf', Buffer.from(paper.pdf))] });
  expect((await send(printed, { heeded: true })).msg).toContain('附件“说明.pdf”含禁用词“内部掌握”');
  const scanned = await draft({ files: [await attach('扫描件.pdf', pdf(3000))] });
  expect((await send(scanned)).msg).toContain('附件“扫描件.pdf”不能自动检查');
  expect((await send(scanned, { heeded: true })).data.state).toBe(4);
});

test('a word that comes today opens a to-do on what stands, in its attachments, too; withdrawn, it is over', async () => {
  const inText = await draft({ content: '<p>这是<b>旧</b>称谓的一段。</p>' });
  const inFile = await draft({ files: [await attach('附件.docx', await docx('写着旧 称谓'))] });
  const clean = await draft();
  for (const id of [inText, inFile, clean]) expect((await send(id)).data.state).toBe(4);
  const open = async () =>
    (
      await sql<{ subject: string }>`
        select subject from todo where subject like 'archiveWord:%' and done_at is null order by id`.execute(t.db)
    ).rows.map(({ subject }) => subject);
  await searchNewWords(t.services);
  const before = await open();
  await admin.call(createWord, { kind: 3, word: '旧称谓', proper: '新称谓' } as never);
  await searchNewWords(t.services);
  await searchNewWords(t.services);
  expect((await open()).slice(before.length)).toEqual([`archiveWord:${inText}`, `archiveWord:${inFile}`]);
  await committee.call(withdrawArticle, { ids: [inText], reason: '用词' });
  expect((await open()).slice(before.length)).toEqual([`archiveWord:${inFile}`]);
});
