import * as XLSX from '@e965/xlsx';
import { expect, test } from 'vitest';
import { linesOf } from '#kernel/help/rules.compare.ts';
import { readText } from '#learning/exam/rules.text.ts';
import { cuesOf } from '#platform/files/subtitles.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { countPages } from '#platform/server/text/pdfPages.ts';
import { cleanHtml, isEmptyHtml, plainText } from '#platform/text/richText.ts';
import { captionsOf, paragraphsOf } from '#platform/text/textCheck.ts';
import { billReader } from '#procedures/dues/rules.statement.ts';
import { maskedHtml } from '#publishing/news/rules.mask.ts';

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
