import { type ZipEntry, zip } from '#platform/server/spreadsheet/zip.ts';

/** Parts by name, as text or bytes. */
export type Parts = Readonly<Record<string, string | Buffer>>;

/** An archive of parts in their order. */
export async function archive(parts: Parts): Promise<Buffer> {
  const entries = Object.entries(parts).map(([name, content]): ZipEntry => ({ name, content: [content] }));
  const pieces: Buffer[] = [];
  for await (const piece of zip(entries)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const RELS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument';
export const W = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}"`;

/** A list of relations, of the elements in it or of `id`, kind and target. */
export const relations = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="${RELS}">${inside}</Relationships>`;
export const relation = (kind: string, target: string, mode = 'External', id = 'rId9') =>
  `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`;

const MAIN = {
  docx: { name: 'word/document.xml', type: `${TYPES}.wordprocessingml.document.main+xml` },
  xlsx: { name: 'xl/workbook.xml', type: `${TYPES}.spreadsheetml.sheet.main+xml` },
  pptx: { name: 'ppt/presentation.xml', type: `${TYPES}.presentationml.presentation.main+xml` },
} as const;

/** The parts that every office document of today has, of one kind; further ones replace or follow them. */
export function office(kind: keyof typeof MAIN, main: string, more: Parts = {}): Parts {
  const { name, type } = MAIN[kind];
  return {
    '[Content_Types].xml': `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/${name}" ContentType="${type}"/></Types>`,
    '_rels/.rels': relations(relation('officeDocument', name, '', 'rId1')),
    [name]: `<?xml version="1.0" encoding="UTF-8"?>${main}`,
    ...more,
  };
}

/** A document of Word with what stands in its body. */
export const word = (body: string, more: Parts = {}): Parts =>
  office('docx', `<w:document ${W}><w:body>${body}</w:body></w:document>`, more);
export const words = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** A field of Word, its instruction in as many runs as it has pieces. */
export const field = (...pieces: string[]) =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>${pieces
    .map((piece) => `<w:r><w:instrText>${piece}</w:instrText></w:r>`)
    .join(
      '',
    )}<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>值</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;

/** A picture of DrawingML in a document, whose relation is named by the attribute that is given. */
export const blip = (attribute: string) =>
  `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="1"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="1" name="1"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip ${attribute}/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

const ODF = [
  ...['office', 'text', 'table', 'draw', 'style'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  ),
  'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  'xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"',
].join(' ');

/** A document of OpenDocument with what stands in its body. */
export function openDocument(kind: 'text' | 'spreadsheet' | 'presentation', body: string): Parts {
  const mime = `application/vnd.oasis.opendocument.${kind}`;
  const entry = (path: string, type: string) =>
    `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${type}"/>`;
  return {
    mimetype: mime,
    'content.xml': `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${ODF}><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    'META-INF/manifest.xml': `<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">${entry('/', mime)}${entry('content.xml', 'text/xml')}</manifest:manifest>`,
  };
}
export const picture = (href: string) =>
  `<text:p><draw:frame svg:width="3cm" svg:height="3cm"><draw:image xlink:href="${href}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p>`;
export const section = (href: string) =>
  `<text:section text:name="a"><text:section-source xlink:href="${href}" xlink:type="simple"/><text:p/></text:section>`;
export const linkedTable = (href: string) =>
  `<table:table table:name="a"><table:table-source xlink:href="${href}" table:table-name="b"/><table:table-row><table:table-cell/></table:table-row></table:table>`;
