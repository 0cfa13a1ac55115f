import { Document, Header, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from 'docx';
import { describe, expect, test } from 'vitest';
import { referenceFault } from '#platform/server/convert/inspect/inspect.ts';
import { Refusal } from '#platform/server/errors.ts';
import { type Part, partsOf, unpack } from '#platform/server/spreadsheet/unzip.ts';
import { type ZipEntry, zip } from '#platform/server/spreadsheet/zip.ts';
import { fillWord, readWord as read, refuseBrokenFields, wordFields } from '#platform/server/word/fill.ts';
import { WORD_LIMITS } from '#platform/server/word/limits.ts';
import { wordFault } from '#procedures/recruitment/rules/wordFields.ts';

const readWord = async (bytes: Buffer, field: string) => read(bytes, field, await referenceFault(bytes));
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

const NAMES = ['w', 'v', 'wps', 'mc', 'm', 'a'].map((name) => `xmlns:${name}="urn:${name}"`).join(' ');

/** A document of nothing but its text, each paragraph as it is written in it. */
const written = async (...paragraphs: string[]) => {
  const body = paragraphs.map((inner) => `<w:p>${inner}</w:p>`).join('');
  const content = [`<w:document ${NAMES}><w:body>${body}</w:body></w:document>`];
  return readWord(await packed([{ name: 'word/document.xml', content }]), 'file');
};
/** What a refusal tells at the field of the document. */
const faultsOf = (error: unknown) => ((error as Refusal).data as { fields: { file: string } }).fields.file;
const ENTITY: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;' };

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

  test('fills text, headers, footers and notes; properties and settings stay as they are', async () => {
    const part = (root: string) => `<w:${root} ${NAMES}><w:p><w:r><w:t>甲{姓名}</w:t></w:r></w:p></w:${root}>`;
    const names = ['document', 'header2', 'footer', 'footnotes', 'endnotes'].map((root) => `word/${root}.xml`);
    const others = ['docProps/core.xml', 'word/settings.xml', 'word/comments.xml'];
    const word = await readWord(
      await packed([...names, ...others].map((name) => ({ name, content: [part('x')] }))),
      'file',
    );
    const bytes = await fillWord(word, { 姓名: '张三' });
    for (const name of names) expect(seen(await textOf(bytes, name))).toBe('甲张三\n');
    for (const name of others) expect(await textOf(bytes, name.toLowerCase())).toBe(part('x'));
  });

  test('a paragraph within another, as in a text box, is one of its own', async () => {
    const box = '<w:pict><w:txbxContent><w:p><w:r><w:t>{姓</w:t><w:t>名}</w:t></w:r></w:p></w:txbxContent></w:pict>';
    const word = await written(`<w:r><w:t>甲{姓名}{单</w:t>${box}<w:t>位}乙{单位}</w:t></w:r>`);
    expect(wordFields(word)).toEqual(['姓名', '单位']);
    const xml = await textOf(await fillWord(word, { 姓名: '张三', 单位: '一厂' }), 'word/document.xml');
    expect(seen(xml)).toBe('甲张三{单张三\n位}乙一厂\n');
  });

  test('lines of a value have the look of its field, and what XML cannot hold is left out', async () => {
    const word = await written('<w:r><w:rPr><w:b/></w:rPr><w:t>甲{情况}乙</w:t></w:r>');
    const xml = await textOf(
      await fillWord(word, { 情况: '一\u0000\u0008\u000b\u001f\ufffe\uffff\ud800二\n三👍"\'' }),
      'word/document.xml',
    );
    const look = '<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">';
    expect(xml).toContain(`${look}甲一二</w:t></w:r><w:r><w:br/></w:r>${look}三👍&quot;&apos;乙</w:t></w:r>`);
  });

  test('nothing of the language of templates is carried out: whatever stands in braces is the name of a field', async () => {
    const tags = [
      '#人',
      '姓名',
      '/人',
      '^人',
      '/',
      '@姓名',
      '>姓名',
      '-w:p 人',
      '=[ ]=',
      '姓名|上',
      '1+1',
      'toString',
      '.',
    ];
    const text = tags.map((tag) => `{${tag}}`).join('');
    const word = await written(`<w:r><w:t>${text.replaceAll('>', '&gt;')}[姓名]</w:t></w:r>`);
    expect(wordFields(word)).toEqual(tags);
    const xml = await textOf(await fillWord(word, { 姓名: '<w:p/>', 人: '有' }), 'word/document.xml');
    expect(seen(xml)).toBe(
      `${text.replace('{姓名}', '<w:p/>').replace(/[<>]/g, (sign) => ENTITY[sign] ?? '')}[姓名]\n`,
    );
    expect(wordFault(wordFields(word))).toMatch(/^没有“#人”“\/人”“\^人”“\/”“@姓名”.*等12个字段/);
  });

  test('names braces that are no pair, and leaves them as they stand where they are filled', async () => {
    const faultOf = async (...texts: string[]) => {
      const word = await written(...texts.map((text) => `<w:r><w:t>${text}</w:t></w:r>`));
      const bytes = await fillWord(word, { 姓名: '{姓名}' });
      expect(seen(await textOf(bytes, 'word/document.xml'))).toBe(texts.map((text) => `${text}\n`).join(''));
      try {
        refuseBrokenFields(word);
        return '';
      } catch (error) {
        return faultsOf(error);
      }
    };
    expect(await faultOf('{姓名}{没有}')).toBe('');
    expect(await faultOf('甲{姓名')).toBe('“{姓名”没有右花括号，请改成 {字段名} 后重新上传');
    expect(await faultOf('甲{姓名', '乙}丙{姓名}')).toContain('“{姓名”没有右花括号');
    expect(await faultOf('{姓名}，电话：138}')).toContain('“，电话：138}”没有左花括号');
    expect(await faultOf('{{姓名}}')).toContain('“{{姓名}}”的左花括号多了');
    expect(await faultOf('{一二三四五六七八九十百千万')).toContain('“{一二三四五六七八九十百千…”没有右花括号');
    const many = await faultOf('{甲{乙{丙{丁{戊');
    expect(many).toBe('“{甲”没有右花括号，“{乙”没有右花括号，“{丙”没有右花括号等5处，请改成 {字段名} 后重新上传');
  });

  test('values bring no more with them than a text may hold: each line repeats the look of its run', async () => {
    const look = `<w:rPr><w:b w:x="${'y'.repeat(50_000)}"/></w:rPr>`;
    const word = await written(`<w:r>${look}<w:t>${'{情况}'.repeat(1000)}</w:t></w:r>`);
    expect((await fillWord(word, { 情况: '一行' })).length).toBeLessThan(10_000);
    const said = await fillWord(word, { 情况: '一\n二' }).catch((error: unknown) => error);
    expect(faultsOf(said)).toContain('文字太多');
  });

  test('a document that is no XML is refused, wherever that is found', async () => {
    for (const xml of [
      '<w:p><w:t>{姓名}',
      '{姓名}<w:p',
      `<w:p ${NAMES}><w:t>{姓名}</w:t></w:t></w:p>`,
      '</w:t>{<w:t>}',
      '<<{}>>',
      '<w:p>{姓名}</w:p>',
    ]) {
      const reading = readWord(await packed([{ name: 'word/document.xml', content: [xml] }]), 'file');
      const said = await reading.catch((error: unknown) => error);
      expect(faultsOf(said), xml).toContain('“word/document.xml”不是规范的 XML');
    }
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
    const LINK = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink';
    const doc = { name: 'word/document.xml', content: [`<w:document ${NAMES}/>`] };
    const rels = (more: string) => ({
      name: 'word/_rels/settings.xml.rels',
      content: [`<Relationships><Relationship Id="1" ${more} TargetMode="External"/></Relationships>`],
    });
    expect(await faultOf(Buffer.from('no zip'))).toContain('已损坏');
    expect(await faultOf(await packed([{ name: 'xl/workbook.xml', content: ['<x/>'] }]))).toContain('不是 Word');
    expect(await faultOf(await packed([doc, { name: 'word/vbaProject.bin', content: ['x'] }]))).toContain('宏');
    expect(
      await faultOf(await packed([doc, rels('Type="http://x/attachedTemplate" Target="http://evil/x.dotm"')])),
    ).toContain('外部的模板');
    await readWord(await packed([doc, rels(`Type="${LINK}" Target="http://good/"`)]), 'file');
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
    const half = (name: string) => ({ name, content: ['x'.repeat(WORD_LIMITS.text / 2)] });
    expect(await faultOf(await packed([doc, half('word/header1.xml'), half('word/footer1.xml')]))).toContain(
      '文字太多',
    );
    const braces = await packed([{ ...doc, content: ['<w:t>', '{'.repeat(WORD_LIMITS.braces + 1), '</w:t>'] }]);
    expect(await faultOf(braces)).toContain('花括号太多');
    const tags = await packed([{ ...doc, content: ['<w:p/>'.repeat(WORD_LIMITS.tags + 1)] }]);
    expect(await faultOf(tags)).toContain('文字太多');
  });
});
