import { describe, expect, test } from 'vitest';
import { officeFault } from '#platform/server/convert/inspect/inspect.ts';
import { judgeOfficeFile } from '#platform/server/convert/inspect/judge.ts';
import { FAMILIES, type Family } from '#platform/server/convert/inspect/kinds.ts';
import {
  archive,
  blip,
  field,
  linkedTable,
  office,
  openDocument,
  type Parts,
  picture,
  relation,
  relations,
  section,
  W,
  word,
  words,
} from './office.ts';

const AT = 'http://192.0.2.1/x';
const TEXT = words('内容');
const RELS = 'word/_rels/document.xml.rels';
const S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const said = (bytes: Buffer, wanted: Family | 'references') =>
  judgeOfficeFile(bytes, wanted).then(
    () => '',
    (error: Error) => error.message,
  );
const bytesOf = async (parts: Parts | Buffer | string) =>
  Buffer.isBuffer(parts) || typeof parts === 'string' ? Buffer.from(parts) : archive(parts);
const fault = async (name: string, parts: Parts | Buffer | string) =>
  said(await bytesOf(parts), FAMILIES.get(name.split('.')[1] ?? '') ?? 'docx');

describe('a file is what its whole archive says', () => {
  const ods = openDocument('spreadsheet', linkedTable(AT));
  test.each<[string, string, Parts | string, RegExp]>([
    ['ODS', '课件.pptx', ods, /ODS 表格，不是 PPTX/],
    ['ODT', '材料.docx', openDocument('text', picture(AT)), /ODT 文档，不是 DOCX/],
    ['ODS beside the parts of slides', '课件.pptx', { ...ods, ...office('pptx', '<p/>') }, /ODS 表格，不是 PPTX/],
    ['ODS under a name of its own', '课件.pptx', { ...office('pptx', '<p/>'), 'content.xml': '<a/>' }, /不是 PPTX/],
    ['a workbook', '材料.docx', office('xlsx', '<workbook/>'), /不是 DOCX，而是 XLSX/],
    ['an archive', '材料.docx', { 'a.txt': 'a' }, /压缩包，不是 DOCX/],
    ['RTF', '材料.doc', '{\\rtf1 a}', /RTF 文档，不是 DOC/],
    ['SVG', '课件.pptx', `<svg xmlns="http://www.w3.org/2000/svg"/>`, /SVG 图形，不是 PPTX/],
    ['HTML', '表.xls', `<html><img src="${AT}"></html>`, /网页，不是 XLS/],
    ['a list of films', '材料.docx', '#EXTM3U\n', /播放列表，不是 DOCX/],
  ])('%s', async (_, name, parts, why) => {
    expect(await fault(name, parts)).toMatch(why);
    expect(await officeFault(await bytesOf(parts), name)).toMatch(why);
  });

  test('what is what it says, is taken', async () => {
    expect(await fault('材料.docx', word(TEXT))).toBe('');
    expect(await fault('课件.pptx', office('pptx', '<p/>'))).toBe('');
    // Words, names of vocabularies and what is clicked look like addresses and are none that is fetched.
    const looks = [
      `<wp:docPr xmlns:wp="urn:a" id="1" name="http://example.cn/1.png" descr="https://example.cn/1.png"/>`,
      '<a:graphicData xmlns:a="urn:a" uri="http://schemas.openxmlformats.org/drawingml/2006/chart"/>',
      `<v:shape xmlns:v="urn:schemas-microsoft-com:vml" href="https://example.cn/"/>`,
      '<w:sectPr w:rsid="A1:B2"/>',
      '<w:tag w:val="https://example.cn/"/><w:docVar w:name="a" w:val="\\\\server\\a"/>',
      '<w:documentProtection w:hash="//aGFzaA=="/><w:smartTagType w:url="http://example.cn/a"/>',
    ].join('');
    const sources = `<b:Sources xmlns:b="urn:b" SelectedStyle="\\APASixthEditionOfficeOnline.xsl" URI="http://example.cn"/>`;
    expect(await fault('材料.docx', word(looks, { 'customXml/item1.xml': sources }))).toBe('');
    const shared = '<workbook><absPath url="\\\\192.0.2.1\\共享\\"/></workbook>';
    const cells =
      '<worksheet><filter val="https://example.cn"/><sheetProtection saltValue="//aGFzaA=="/><f>HYPERLINK("http://example.cn","网站")</f><f>SUM(A1:A2)</f><f>\'一 月\'!A1</f></worksheet>';
    expect(await fault('表.xlsx', office('xlsx', shared, { 'xl/worksheets/sheet1.xml': cells }))).toBe('');
  });

  test('an archive that two readers would see in two ways is none', async () => {
    const good = await archive(word(TEXT));
    expect(await fault('a.docx', Buffer.concat([Buffer.from('<svg/>'), good]))).not.toBe('');
    expect(await fault('a.docx', Buffer.concat([good, Buffer.from('more')]))).toMatch(/已损坏/);
    const twice = await archive({ ...word(TEXT), 'WORD/document.xml': '<a/>' });
    expect(await fault('a.docx', twice)).toMatch(/已损坏/);
    const renamed = Buffer.from(good);
    renamed.write('x', good.indexOf('word/document.xml'), 'latin1');
    expect(await fault('a.docx', renamed)).toMatch(/已损坏/);
  });
});

const outside: [string, Parts, RegExp][] = [
  [
    'a picture',
    word(TEXT, { [RELS]: relations(relation('image', AT)) }),
    /document\.xml\.rels”引用了外部的图片（网络地址）/,
  ],
  [
    'a template of somebody’s',
    word(TEXT, {
      'word/_rels/settings.xml.rels': relations(relation('attachedTemplate', 'file:///C:\\Users\\zhangsan\\a.dotx')),
    }),
    /settings\.xml\.rels”引用了外部的模板（电脑上的文件）$/,
  ],
  [
    'an object in a shared folder',
    word(TEXT, { [RELS]: relations(relation('oleObject', '\\\\server\\a')) }),
    /链接对象（共享文件夹）/,
  ],
  [
    'a prefix',
    word(TEXT, {
      [RELS]: `<p:Relationships xmlns:p="http://schemas.openxmlformats.org/package/2006/relationships"><p:Relationship Id="a" Type="${OFFICE}/image" Target="${AT}" TargetMode="External"/></p:Relationships>`,
    }),
    /外部的图片/,
  ],
  [
    '> in the target',
    word(TEXT, {
      [RELS]: relations(`<Relationship Id="a" Target="${AT}?>" Type="${OFFICE}/image" TargetMode="External"/>`),
    }),
    /外部的图片/,
  ],
  [
    'an entity in the mode',
    word(TEXT, {
      [RELS]: relations(`<Relationship Id="a" Target="${AT}" Type="${OFFICE}/image" TargetMode="&#69;xternal"/>`),
    }),
    /外部的图片/,
  ],
  [
    'a type that ends as a link does',
    word(TEXT, {
      [RELS]: relations(
        `<Relationship Id="a" Target="${AT}" Type="${OFFICE}/image?/hyperlink" TargetMode="External"/>`,
      ),
    }),
    /引用了外部的/,
  ],
  [
    '“/hyperlink” elsewhere in the tag',
    word(TEXT, {
      [RELS]: relations(`<Relationship Id="/hyperlink" Target="${AT}" Type="${OFFICE}/image" TargetMode="External"/>`),
    }),
    /外部的图片/,
  ],
  [
    'UTF-16',
    word(TEXT, {
      [RELS]: Buffer.from(
        `\ufeff<?xml version="1.0" encoding="UTF-16"?>${relations(relation('image', AT)).replace(/<\?.*?\?>/, '')}`,
        'utf16le',
      ),
    }),
    /外部的图片/,
  ],
  [
    'another encoding',
    word(TEXT, { [RELS]: Buffer.from('<?xml version="1.0" encoding="UTF-7"?><a/>') }),
    /编码不能识别/,
  ],
  [
    'a declared entity',
    word(TEXT, { [RELS]: `<!DOCTYPE a [<!ENTITY e "External">]>${relations('').replace(/<\?.*?\?>/, '')}` }),
    /文档类型声明/,
  ],
  ['no XML', word(TEXT, { [RELS]: relations('<Relationship Id=a />') }), /不是规范的 XML/],
  [
    'an inner relation that leads out',
    word(TEXT, { [RELS]: relations(relation('image', 'file:///etc/passwd', 'Internal')) }),
    /外部的图片（电脑上的文件）/,
  ],
  ['an inner relation without its mode', word(TEXT, { [RELS]: relations(relation('image', AT, '')) }), /外部的图片/],
  ['a mode that nobody knows', word(TEXT, { [RELS]: relations(relation('image', AT, 'external')) }), /不认识/],
  [
    'r:link by a relation of its own',
    word(blip('r:link="rId9"'), { [RELS]: relations(relation('image', AT)) }),
    /外部的图片/,
  ],
  [
    'r:link by a hyperlink',
    word(blip('r:link="rId9"'), { [RELS]: relations(relation('hyperlink', AT)) }),
    /把超链接当作内容/,
  ],
  [
    'r:embed by a hyperlink',
    word(blip('r:embed="rId9"'), { [RELS]: relations(relation('hyperlink', AT)) }),
    /把超链接当作内容/,
  ],
  ['INCLUDETEXT', word(field(` INCLUDETEXT "${AT}"`)), /域（INCLUDETEXT）/],
  [
    'INCLUDEPICTURE in pieces and small letters',
    word(field(' incl', 'udePic', `TURE "${AT}" \\d`)),
    /域（INCLUDEPICTURE）/,
  ],
  ['a field without pieces', word(`<w:p><w:fldSimple w:instr="DDEAUTO excel a b"/></w:p>`), /域（DDEAUTO）/],
  ['a field that nobody knows', word(field(' EVIL "a"')), /不认识的域/],
  [
    'a field that never ends',
    word(`<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>LINK a</w:instrText></w:r></w:p>`),
    /域（LINK）/,
  ],
  [
    'VML',
    word(`<w:p><w:r><w:pict><v:imagedata xmlns:v="urn:schemas-microsoft-com:vml" src="${AT}"/></w:pict></w:r></w:p>`),
    /外部的图片/,
  ],
  ...['imagedata', 'fill'].flatMap((element) =>
    ['href', 'althref'].map((name): [string, Parts, RegExp] => [
      `VML ${element} by ${name}`,
      word(
        `<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><v:${element} o:${name}="${AT}"/></v:shape></w:pict></w:r></w:p>`,
      ),
      /外部的内容（网络地址）/,
    ]),
  ),
  ['an address to be fetched', word(`<w:p><w:evil w:url="${AT}"/></w:p>`), /外部的内容（网络地址）/],
  ['a shared folder to be fetched from', word('<w:p><w:evil w:target="\\\\server\\a"/></w:p>'), /共享文件夹/],
  [
    'VML among the data of other programs',
    word(TEXT, {
      'customXml/header1.xml': `<v:imagedata xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:o" o:althref="${AT}"/>`,
    }),
    /外部的内容（网络地址）/,
  ],
  [
    'an archive called bytes',
    word(TEXT, { 'word/embeddings/other.bin': Buffer.from('PK\x03\x04 and more', 'latin1') }),
    /other\.bin”含有不认识/,
  ],
  [
    'a source of letters',
    word(TEXT, { 'word/settings.xml': `<w:settings ${W}><w:mailMerge/></w:settings>` }),
    /数据源/,
  ],
  [
    'SVG called PNG',
    word(TEXT, { 'word/media/image1.png': `<svg xmlns="http://www.w3.org/2000/svg"><image href="${AT}"/></svg>` }),
    /image1\.png”不是图片/,
  ],
  ['a page within it', word(TEXT, { 'word/chunk.html': '<html/>' }), /chunk\.html”含有不认识/],
  ['XML called bytes', word(TEXT, { 'word/other.bin': `\ufeff<w:document ${W}/>` }), /other\.bin”含有不认识/],
  ['macros', word(TEXT, { 'word/vbaProject.bin': 'a' }), /含有宏/],
  ['a document within it that links', word(TEXT, { 'word/embeddings/a.docx': Buffer.alloc(0) }), /不是 DOCX|已损坏/],
];

describe('what links outside is named and quotes nothing', () => {
  test.each(outside)('%s', async (_, parts, why) => {
    const found = await fault('材料.docx', parts);
    expect(found).toMatch(why);
    expect(found).not.toMatch(/192\.0|zhangsan|passwd|server/);
    expect(await said(await archive(parts), 'references')).toMatch(why);
  });

  test.each<[string, Parts, RegExp]>([
    [
      'another workbook',
      {
        'xl/externalLinks/_rels/externalLink1.xml.rels': relations(relation('externalLinkPath', 'file:///D:\\表.xlsx')),
      },
      /外部的工作簿/,
    ],
    ['a connection', { 'xl/connections.xml': '<connections/>' }, /外部的数据源/],
    [
      'a connection under another name',
      { 'xl/conn2.xml': `<connections ${S}><connection id="1"><webPr url="a"/></connection></connections>` },
      /外部的数据源/,
    ],
    [
      'WEBSERVICE in a scale of colours',
      { 'xl/worksheets/sheet1.xml': `<worksheet><cfvo type="formula" val="WEBSERVICE(A1)"/></worksheet>` },
      /WEBSERVICE|外部/,
    ],
    [
      'WEBSERVICE in the column of a table',
      {
        'xl/tables/table1.xml': `<table><calculatedColumnFormula>WEBSERVICE(A1)</calculatedColumnFormula></table>`,
      },
      /WEBSERVICE|外部/,
    ],
    [
      'DDE',
      { 'xl/externalLinks/externalLink1.xml': '<externalLink><ddeLink ddeService="a" ddeTopic="b"/></externalLink>' },
      /链接对象/,
    ],
    [
      'WEBSERVICE',
      { 'xl/worksheets/sheet1.xml': `<worksheet><f>_xlfn.WEBSERVICE("${AT}")</f></worksheet>` },
      /读取外部内容的公式/,
    ],
    [
      'a file in a formula',
      { 'xl/worksheets/sheet1.xml': `<worksheet><f>'file:///tmp/a.ods'#$b.A1</f></worksheet>` },
      /引用外部文件的公式/,
    ],
    [
      'a name that asks',
      { 'xl/names.xml': '<a><definedName>DDE("a","b","c")</definedName></a>' },
      /读取外部内容的公式/,
    ],
  ])('a workbook: %s', async (_, more, why) => {
    expect(await fault('表.xlsx', office('xlsx', '<workbook/>', more))).toMatch(why);
  });

  test('slides: sound, film and pictures', async () => {
    for (const [kind, what] of [
      ['video', '视频'],
      ['audio', '音频'],
      ['image', '图片'],
    ] as const) {
      const rels = { 'ppt/slides/_rels/slide1.xml.rels': relations(relation(kind, 'file:///C:\\a.mp4')) };
      expect(await fault('课件.pptx', office('pptx', '<p/>', rels))).toContain(`slide1.xml.rels”引用了外部的${what}`);
    }
  });

  test('a document within a document is judged as well', async () => {
    const inner = await archive(word(TEXT, { [RELS]: relations(relation('image', AT)) }));
    expect(await fault('a.docx', word(TEXT, { 'word/embeddings/a.docx': inner }))).toMatch(/外部的图片/);
    expect(await fault('a.docx', word(TEXT, { 'word/embeddings/a.docx': await archive(word(TEXT)) }))).toBe('');
  });
});

test('links that are clicked, fields that fetch nothing and pictures in the file pass', async () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const body =
    '<w:p><w:hyperlink r:id="rId9"><w:r><w:t>网站</w:t></w:r></w:hyperlink></w:p>' +
    field(' TOC \\o "1-3" \\h') +
    field(' HYPERLINK "http://example.cn" ') +
    field(' PAGE ') +
    field(' EQ \\o\\ac(○,1)') +
    field('') +
    blip('r:embed="rId2"');
  const parts = word(body, {
    [RELS]: relations(
      relation('hyperlink', 'http://example.cn/a?b=1') + relation('image', 'media/image1.png', '', 'rId2'),
    ),
    'word/media/image1.png': png,
    'word/fonts/font1.odttf': Buffer.from([1, 2, 3]),
    'docProps/custom.xml': Buffer.from('\ufeff<a xmlns="urn:a">甲</a>', 'utf16le'),
  });
  expect(await officeFault(await archive(parts), '材料.docx')).toBe('');
  // What ODF links meets the kind of the file, before any of its links.
  expect(await fault('材料.docx', openDocument('text', section('file:///etc/passwd')))).toMatch(/ODT/);
});
