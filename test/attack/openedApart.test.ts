import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pdfPageCount } from '#platform/server/text/read.ts';
import { fillWord, wordFields } from '#platform/server/word/word.ts';
import { archive, word, words } from './office.ts';

const wordOf = (text: string) => archive(word(words(text)));

/** A PDF of one page; `bombs` parts of it unpack to 15 MiB each. */
function pdf(bombs: number): Buffer {
  const packed = deflateSync(Buffer.alloc(15 * 1024 * 1024, ' '));
  const bomb = (at: number) =>
    Buffer.concat([
      Buffer.from(`${at + 10} 0 obj <</Type /ObjStm /N 1 /First 4 /Filter /FlateDecode>> stream\n`),
      packed,
      Buffer.from('\nendstream endobj\n'),
    ]);
  return Buffer.concat([
    Buffer.from('%PDF-1.5\n1 0 obj <</Type /Pages /Count 1 /Kids [2 0 R]>> endobj\n2 0 obj <</Type /Page>> endobj\n'),
    ...Array.from({ length: bombs }, (_, at) => bomb(at)),
  ]);
}

test('a PDF that unpacks to more than a reader may hold ends its reader alone: its pages are not told', async () => {
  expect(await pdfPageCount(pdf(1))).toBe(1);
  expect(await pdfPageCount(pdf(60))).toBe(0);
  expect(await pdfPageCount(pdf(0))).toBe(1);
});

test('a Word document is taken apart and filled by a process of its own; what it refuses it says in words', async () => {
  const word = await wordOf('{姓名}于{日期}');
  expect(await wordFields(word, 'file')).toEqual(['姓名', '日期']);
  const filled = await fillWord(word, 'file', { 姓名: '张三', 日期: '1日' });
  expect(await wordFields(filled, 'file')).toEqual([]);
  await expect(wordFields(await wordOf('{姓名'), 'file')).rejects.toThrow('没有右花括号');
  await expect(fillWord(Buffer.from('no archive'), 'id', {})).rejects.toMatchObject({
    data: { fields: { id: expect.stringContaining('已损坏') } },
  });
});
