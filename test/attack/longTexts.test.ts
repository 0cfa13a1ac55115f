import * as XLSX from '@e965/xlsx';
import { expect, test } from 'vitest';
import { linesOf } from '#kernel/help/rules.compare.ts';
import { chaptersOf } from '#learning/education/rules.ts';
import { readRows, readText } from '#learning/exam/rules.text.ts';
import { cuesOf, subtitleFault } from '#platform/files/subtitles.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { countPages } from '#platform/server/text/pdfPages.ts';
import { cleanHtml, isEmptyHtml, plainText } from '#platform/text/richText.ts';
import { captionsOf, checkText, paragraphsOf } from '#platform/text/textCheck.ts';
import { matcherOf } from '#platform/text/textWords.ts';
import { pastedCells } from '#platform/web/sheet/grid.ts';
import { billReader } from '#procedures/dues/rules.statement.ts';
import { readDays } from '#procedures/recruitment/rules/calendar.ts';
import { fixedHtml, maskedHtml, maskedText } from '#publishing/news/rules.mask.ts';

// Texts on which patterns went back over what they had read. They are so long that what takes the square of their length ends
// long after a test may, on any machine, and what takes their length ends at once.
const SIGNS = 2_000_000;
const many = (piece: string, signs = SIGNS) => piece.repeat(Math.ceil(signs / piece.length));

test.each(['<img ', '<br ', '<video ', '<', '<img alt="', "<a title='", '<p><img x alt=', '&#', '&'])(
  'a text of %j alone holds up nobody',
  (piece) => {
    const html = many(piece);
    // What these say of half a tag is theirs; that they say it is the matter.
    isEmptyHtml(many(piece, 100_000));
    expect(captionsOf(html)).toEqual([]);
    expect(paragraphsOf(html)).toHaveLength(1);
    linesOf(many(piece, 100_000));
    expect(maskedHtml(many(piece, 400_000))).toBe(many(piece, 400_000));
  },
);

test('tags that stand in each other without end are signs of the text', () => {
  for (const tag of ['<b>', '<p><i>', '<div>', '<svg>', '<b title="<c>">']) {
    const html = many(tag, 200_000);
    expect(cleanHtml(html)).toBe(html.replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
    expect(plainText(html)).not.toBe('');
  }
  const deep = `${'<ul><li>'.repeat(20)}甲${'</li></ul>'.repeat(20)}`;
  expect(cleanHtml(deep)).toBe(deep);
});

test('subtitles of brackets alone are one cue', () => {
  const [cue] = cuesOf(`WEBVTT\n\n00:01.000 --> 00:02.000\n${many('<')}`);
  expect(cue?.text).toHaveLength(SIGNS);
});

test('a bill whose cells are gaps or brackets has no head, and none of its rows a sum', () => {
  for (const cell of [many(' '), many('（'), `a${many(' ')}b`, many('0')]) {
    const bill = billReader();
    expect(bill.add([cell, '商户订单号', cell])).toBeNull();
    bill.add(['商户订单号', '交易时间', '金额']);
    expect(bill.add([cell, '2026-11-02', cell]) ?? {}).not.toHaveProperty('amount');
  }
});

test('pasted questions of one line without end are read', () => {
  for (const line of [`单选题${many(' ', 200_000)}x`, `一、单选（${many(') ', 200_000)}`, many('A. ', 200_000)])
    expect(readText(line).length).toBeLessThan(2);
});

test('a PDF of heads without streams has no pages', () => {
  expect(countPages(Buffer.from(`%PDF-1.7\n${many('/Type /ObjStm ')}`))).toBe(0);
});

test('an old sheet and a page that says to be one: a cell too long is refused as in any other', async () => {
  const read = async (bytes: Uint8Array) => {
    for await (const row of readTable(bytes)) expect(row).toBeDefined();
  };
  const page = `<table><tr><td>${'甲'.repeat(40_000)}</td></tr></table>`;
  await expect(read(Buffer.from(page))).rejects.toThrow('表格里的文字太多');
  const book = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet([['甲'.repeat(30_000)]]), '表');
  await read(XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
});

/** Milliseconds that a run takes of the processor: what else the machine does is no part of it. */
function took(run: () => unknown): number {
  const begun = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1000;
}

/** Between 16 and 256, by far nearer to neither: memory that is made and freed is never quite even. */
const TOO_STEEP = 80;

/** What is read so soon has no growth that could be told; the square of these lengths takes seconds. */
const AT_ONCE = 100;

/** Sixteen times the text: what reads it once takes sixteen times as long, what goes back over it 256 times. The least of some looks counts. */
function growth(read: (text: string) => unknown, piece: string): number {
  const [text, longer] = [many(piece, 10_000), many(piece, 160_000)];
  read(text);
  let [short, long] = [took(() => read(text)), took(() => read(longer))];
  for (let look = 0; look < 4 && long > AT_ONCE && long / short > TOO_STEEP / 2; look++) {
    short = Math.min(
      short,
      took(() => read(text)),
    );
    long = Math.min(
      long,
      took(() => read(longer)),
    );
  }
  return long > AT_ONCE ? long / short : 0;
}

const bill = (text: string) => {
  const reader = billReader();
  reader.add(['商户订单号', '交易时间', '金额']);
  return text.split('\n').map((line) => reader.add(line.split(',')));
};
const matcher = matcherOf([
  { kind: 1, word: '甲甲乙', proper: '' },
  { kind: 3, word: '甲', proper: '甲甲' },
]);
const SHEET_HEAD = ['题型', '题干', '选项', '答案', '解析', '难度', '标签'];

test.each<[string, (text: string) => unknown, readonly string[]]>([
  [
    'questions',
    readText,
    [
      '解析：\n1.\n',
      '简答题\n1. 甲\n答案：\n1. 乙\n2. 丙\n',
      '1. 甲（　）A．甲 B．乙\n',
      'A.甲\n',
      '答案：\n',
      '\n',
      '1.\n',
      '出处：\n',
      '甲 答案：乙 解析：丙\n',
      '单选题\n',
      '1. 甲____\n答案：一/二；三\n',
    ],
  ],
  [
    'one question of many lines',
    (text) => readText(`1. 题\n${text}`),
    ['（A）', 'B.', 'A.甲\nB.乙\n', '（甲）', '____'],
  ],
  [
    'rows of questions',
    (text) => readRows([SHEET_HEAD, ...text.split('\n').map((line) => line.split(','))]),
    ['判断,甲,,对\n', ',甲 A.一 B.二,,A\n', '\n'],
  ],
  [
    'subtitles',
    (text) => [subtitleFault(`WEBVTT\n\n${text}`), cuesOf(text)],
    ['00:01.000 --> 00:02.000\n甲\n\n', '\n', '-->\n', '<\n'],
  ],
  ['bills', bill, ['1,2026-11-02,3.00\n', ',,\n', '合计,,3\n', '甲,乙,丙\n']],
  ['days off', (text) => readDays(text, 2026), ['2026-10-01 至 2026-10-07\n', '\n', '2026 10 1\n']],
  ['chapters', chaptersOf, ['05:30 标题\n', '\n']],
  ['pasted cells', pastedCells, ['1\t2\n', '\r', '\n', '\t']],
  ['personal numbers', checkText, ['1-', '0-', '一-', '13900001234 ', '62', '(010)', '1380000\n', '1\u200b']],
  ['masks', maskedText, ['13900001234 ', '1-', '1390000\n']],
  ['masks of HTML', maskedHtml, ['13900001234 ', '<p>13900001234</p>', '<b>1</b>', '<br>', '1&nbsp;']],
  ['words', matcher, ['甲', '甲甲', '甲 ', '\n']],
  ['words of HTML', (html) => fixedHtml(html, matcher), ['甲', '<b>甲</b>', '<p>甲</p>']],
  ['compared lines', linesOf, ['<p>甲</p>', '<br>', '<td>甲</td> ', '\n']],
  ['captions', captionsOf, ['<img alt="甲">', '<img alt=\n']],
])('%s, many times over, are read once', { timeout: 60_000 }, (_name, read, pieces) => {
  for (const piece of pieces) expect(growth(read, piece), JSON.stringify(piece)).toBeLessThan(TOO_STEEP);
});
