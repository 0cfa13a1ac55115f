import { crc32 } from 'node:zlib';

/** A zip of stored entries. */
function zip(entries: Readonly<Record<string, string | Buffer>>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const [bytes, path] = [Buffer.from(content), Buffer.from(name)];
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(bytes.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    locals.push(Buffer.from('PK\x03\x04'), facts, path, bytes);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, path);
    offset += 4 + facts.length + path.length + bytes.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(locals.length / 4, 8);
  end.writeUInt16LE(locals.length / 4, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, list, end]);
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

const run = (text: string, looks = '') => `<w:r><w:rPr>${looks}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const line = (properties: string, ...runs: string[]) => `<w:p><w:pPr>${properties}</w:pPr>${runs.join('')}</w:p>`;
const item = (level: number, text: string) =>
  line(`<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`, run(text));
const cell = (text: string, more = '') => `<w:tc><w:tcPr>${more}</w:tcPr>${line('', run(text))}</w:tc>`;
const picture = (at: number) =>
  `<w:p><w:r><w:drawing><wp:inline xmlns:wp="${DRAWING}/wordprocessingDrawing"><wp:docPr id="${at}" name="图" descr="会场${at}"/><a:graphic xmlns:a="${DRAWING}/main"><a:graphicData><pic:pic xmlns:pic="${DRAWING}/picture"><pic:blipFill><a:blip r:embed="p${at}" xmlns:r="${OFFICE}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

/** A Word document as an office writes one, made by us: title, heading, indented text, nested list, table, pictures. */
export function wordDocument(png: Buffer, pictures: number): Buffer {
  const numbers = Array.from({ length: pictures }, (_, at) => at + 1);
  const body = [
    line('<w:jc w:val="center"/>', run('关于开展主题党日的通知', '<w:b/>')),
    line('<w:pStyle w:val="1"/>', run('一、时间地点')),
    line(
      '<w:ind w:firstLine="420" w:firstLineChars="200"/>',
      run('请'),
      run('全体党员', '<w:u w:val="single"/>'),
      run('按时参加。'),
    ),
    item(0, '学习'),
    item(1, '读文件'),
    item(0, '表决'),
    `<w:tbl><w:tr>${cell('分工', '<w:gridSpan w:val="2"/>')}</w:tr><w:tr>${cell('主持')}${cell('书记')}</w:tr></w:tbl>`,
    ...numbers.map(picture),
    line('<w:jc w:val="right"/>', run('城东社区党支部')),
  ].join('');
  return zip({
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="n" Type="${OFFICE}/numbering" Target="numbering.xml"/>${numbers.map((at) => `<Relationship Id="p${at}" Type="${OFFICE}/image" Target="media/${at}.png"/>`).join('')}</Relationships>`,
    'word/styles.xml': `${HEAD}<w:styles ${W}><w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    'word/numbering.xml': `${HEAD}<w:numbering ${W}><w:abstractNum w:abstractNumId="0">${[0, 1].map((level) => `<w:lvl w:ilvl="${level}"><w:numFmt w:val="decimal"/></w:lvl>`).join('')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    'word/document.xml': `${HEAD}<w:document ${W}><w:body>${body}</w:body></w:document>`,
    ...Object.fromEntries(numbers.map((at) => [`word/media/${at}.png`, png])),
  });
}
