import { Document, Header, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from 'docx';
import { describe, expect, test } from 'vitest';
import { Refusal } from '#platform/server/errors.ts';
import { type Part, partsOf, unpack } from '#platform/server/spreadsheet/unzip.ts';
import { type ZipEntry, zip } from '#platform/server/spreadsheet/zip.ts';
import { fillWord, readWord, WORD_LIMITS, wordFields } from '#platform/server/word/fill.ts';

const packed = async (entries: ZipEntry[]) => {
  const pieces: Buffer[] = [];
  for await (const piece of zip(entries)) pieces.push(piece);
  return Buffer.concat(pieces);
};
async function textOf(bytes: Buffer, name: string): Promise<string> {
  const part = partsOf(bytes).get(name) as Part;
  const pieces: Buffer[] = [];
  for await (const piece of unpack(part)) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
/** What a reader sees of a part, a paragraph a line. */
const seen = (xml: string) =>
  [...xml.matchAll(/<w:t(?:\s[^>]*)?>([^<]*)<\/w:t>|<w:br\/>|<\/w:p>/g)]
    .map(([whole, text]) => text ?? (whole === '<w:br/>' ? '|' : '\n'))
    .join('');

const sample = () =>
  Packer.toBuffer(
    new Document({
      sections: [
        {
          headers: { default: new Header({ children: [new Paragraph('页眉 {姓名}')] }) },
          children: [
            new Paragraph({
              children: [
                new TextRun({ text: '甲{姓', bold: true }),
                new TextRun('名'),
                new TextRun('}乙{姓名}，{单位}{没有}{姓名'),
              ],
            }),
            new Paragraph('}不成字段'),
            new Table({ rows: [new TableRow({ children: [new TableCell({ children: [new Paragraph('{单位}')] })] })] }),
          ],
        },
      ],
    }),
  );

describe('a Word document with fields', () => {
  test('finds the fields in runs, tables and headers, and fills them in the look of their opening brace', async () => {
    const word = await readWord(await sample(), 'file');
    expect(wordFields(word).sort()).toEqual(['单位', '姓名', '没有']);
    const bytes = await fillWord(word, { 姓名: '张{单位}<三>', 单位: '一行\n二行&' });
    const xml = await textOf(bytes, 'word/document.xml');
    expect(seen(xml)).toBe(
      '甲张{单位}&lt;三&gt;乙张{单位}&lt;三&gt;，一行|二行&amp;{没有}{姓名\n}不成字段\n一行|二行&amp;\n',
    );
    expect(xml).toMatch(/<w:b\/>(?:(?!<w:r>).)*甲张/);
    expect(seen(await textOf(bytes, 'word/header1.xml'))).toContain('页眉 张');
    // What was filled can be read again, by the same limits.
    expect(wordFields(await readWord(bytes, 'file'))).toEqual(['单位', '没有']);
  });

  test('a line below the text stands before the look of the pages, and nothing else changes', async () => {
    const before = await sample();
    const bytes = await fillWord(await readWord(before, 'file'), {}, '导出编号 A1');
    const xml = await textOf(bytes, 'word/document.xml');
    expect(xml).toMatch(/导出编号 A1<\/w:t><\/w:r><\/w:p><w:sectPr/);
    expect(xml.replace(/<w:p><w:r><w:rPr><w:color w:val="595959"\/>.*?<\/w:p>/, '')).toBe(
      await textOf(before, 'word/document.xml'),
    );
    expect(await textOf(bytes, '[content_types].xml')).toBe(await textOf(before, '[content_types].xml'));
  });

  test('refuses what is broken, too large, holds macros or fetches something', async () => {
    const faultOf = async (bytes: Buffer) => {
      const said = await readWord(bytes, 'file').catch((error: unknown) => error);
      expect(said).toBeInstanceOf(Refusal);
      return JSON.stringify((said as Refusal).data);
    };
    const doc = { name: 'word/document.xml', content: ['<w:document/>'] };
    const rels = (more: string) => ({
      name: 'word/_rels/settings.xml.rels',
      content: [`<Relationships><Relationship Id="1" ${more} TargetMode="External"/></Relationships>`],
    });
    expect(await faultOf(Buffer.from('no zip'))).toContain('已损坏');
    expect(await faultOf(await packed([{ name: 'xl/workbook.xml', content: ['<x/>'] }]))).toContain('不是 Word');
    expect(await faultOf(await packed([doc, { name: 'word/vbaProject.bin', content: ['x'] }]))).toContain('宏');
    expect(
      await faultOf(await packed([doc, rels('Type="http://x/attachedTemplate" Target="http://evil/x.dotm"')])),
    ).toContain('外部');
    await readWord(await packed([doc, rels('Type="http://x/hyperlink" Target="http://good/"')]), 'file');
    // A bomb: a few kilobytes that unpack to more than is read.
    const zeros = Buffer.alloc(1024 * 1024);
    const bomb = await packed([doc, { name: 'word/media/a.bin', content: Array.from({ length: 41 }, () => zeros) }]);
    expect(bomb.length).toBeLessThan(100_000);
    expect(await faultOf(bomb)).toContain('40MB');
    // And one that says to be small.
    const lying = Buffer.from(bomb);
    const entry = lying.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    lying.writeUInt32LE(10, entry + 24);
    expect(await faultOf(lying)).toContain('已损坏');
    const long = await packed([{ ...doc, content: ['<w:document>', 'x'.repeat(WORD_LIMITS.text), '</w:document>'] }]);
    expect(await faultOf(long)).toContain('文字太多');
  });
});
