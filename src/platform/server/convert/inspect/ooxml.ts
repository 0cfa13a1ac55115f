import { Refused } from '#platform/server/spreadsheet/limits.ts';
import type { Part } from '#platform/server/spreadsheet/unzip.ts';
import { headOf, readPart, wholeArchive } from './archive.ts';
import { FieldReader, formulaFault } from './fields.ts';
import { FAMILIES, type Family, isMarkup, isOle, isPicture, isZip, MAIN_TYPES, openDocumentName } from './kinds.ts';
import { inspectOle } from './ole.ts';
import { readStrict, type SaxesAttributeNS, type SaxesTagNS } from './strictXml.ts';

const XML = new Set(['xml', 'rels', 'vml', 'psmdcp']);
const PICTURES = new Set('png jpg jpeg jpe jfif gif bmp dib tif tiff emf wmf wdp hdp jxr ico webp'.split(' '));
/** Settings of printers, fonts, sound and film, objects of old formats: bytes that name nothing, as long as they are no text. */
const BYTES = new Set(
  'bin dat data fntdata odttf ttf otf ttc mp4 m4v mov avi wmv asf mpg mpeg mp3 m4a wav wma aif aiff mid'.split(' '),
);
/** Documents within documents. */
const NESTED_DEEPEST = 2;

const HYPERLINK =
  /^http:\/\/(schemas\.openxmlformats\.org|purl\.oclc\.org\/ooxml)\/officeDocument\/(2006\/)?relationships\/hyperlink$/;
/** Elements that lead somewhere when they are clicked, and fetch nothing before. */
const CLICKED = new Set(['hyperlink', 'hlinkClick', 'hlinkHover', 'hlinkMouseOver']);
const RELATION_FIELDS = new Set(['Id', 'Type', 'Target', 'TargetMode']);
const FORMULAS = new Set('f formula formula1 formula2 definedName calculatedColumnFormula totalsRowFormula'.split(' '));
/** Attributes that hold a formula, by their element where they are more than that elsewhere. */
const isFormula = (local: string, name: string) => name === 'formula' || (local === 'cfvo' && name === 'val');
/** Elements of a workbook that fetch from a source of data. */
const SOURCES = new Set(['connection', 'dbPr', 'olapPr', 'webPr']);
/** Elements whose address says where they come from or what they are called: where a workbook was last saved, a vocabulary. */
const NAMED = new Set(['absPath', 'smartTagType']);
/** Attributes by which whoever draws an element fetches something. All others hold words, values and names, which may look like an address. */
const FETCHING = new Set('href althref link url target codebase background'.split(' '));
/** Elements of old drawings that show a picture by their own address; of all others `href` is clicked. */
const DRAWN = new Set(['imagedata', 'fill', 'stroke', 'image', 'background']);
const FETCHED =
  /^\s*((https?|ftps?|sftp|file|smb|nfs|webdavs?|davs?|mhtml|ldap|jar|res|javascript|vbscript):|\\\\|\/\/)/i;
const WHAT: ReadonlyMap<string, string> = new Map([
  ['image', '图片'],
  ['attachedTemplate', '模板'],
  ['oleObject', '链接对象'],
  ['externalLinkPath', '工作簿'],
  ['video', '视频'],
  ['audio', '音频'],
  ['media', '视频或音频'],
  ['mailMergeSource', '数据源'],
  ['hyperlink', '内容'],
]);

const extensionOf = (name: string) => /\.([^./]+)$/.exec(name)?.[1] ?? '';
/** The name of a part for a sentence: its own where it is a known name of Office, so that no text of the file is quoted. */
export const shownPart = (name: string) => (/^[\w./[\] -]{1,80}$/.test(name) ? name : '其中一部分');

/** Whether something names a place outside of the document, whatever it is. */
const isOutside = (target: string) => /^\s*([a-z][a-z0-9+.-]*:|\/\/|\\\\|\\)/i.test(target);
/** Where it leads, without its words: they may hold a person's name. */
function placeOf(target: string): string {
  if (/^\s*(https?|ftps?|webdavs?|davs?):/i.test(target)) return '网络地址';
  if (/^\s*(\\\\|\/\/|smb:|file:\/\/[^/])/i.test(target)) return '共享文件夹';
  return '电脑上的文件';
}

/** What the whole of an archive is read for, part by part. */
interface Reading {
  parts: ReadonlyMap<string, Part>;
  /** By part: the ids of its links, which are clicked and never fetched. */
  links: Map<string, Set<string>>;
  /** What the archive's own relations name as its document. */
  main: string[];
  /** By part or ending: what the list of contents says of it. */
  types: Map<string, string>;
}

const refuse = (part: string, what: string) => new Refused(`“${shownPart(part)}”${what}`);

/**
 * Checks a docx, xlsx or pptx by its whole archive: its content must be what its ending promises, and nothing in it may be loaded
 * from elsewhere. Whatever is not on the lists above is refused. Links that a user clicks are allowed.
 * @param family the expected kind
 * @throws Refused with the part and the kind of link; it quotes nothing of the document
 */
export async function inspectOoxml(bytes: Buffer, family: Family, depth = 0): Promise<void> {
  const parts = wholeArchive(bytes);
  await refuseOpenDocument(parts, family);
  const reading: Reading = { parts, links: new Map(), main: [], types: new Map() };
  const list = parts.get('[content_types].xml');
  if (!list) throw new Refused(`文件内容是压缩包，不是 ${family.toUpperCase()}`);
  await readStrict(list, list.name, { open: (tag) => takeType(reading, tag) });
  for (const [key, part] of parts) if (key.endsWith('.rels')) await inspectRelations(reading, key, part);
  const kinds = reading.main.map((name) => MAIN_TYPES.get(typeOf(reading, name)));
  if (kinds.length !== 1 || kinds[0] !== family || !parts.has(reading.main[0] ?? ''))
    throw new Refused(`文件内容不是 ${family.toUpperCase()}${kinds[0] ? `，而是 ${kinds[0].toUpperCase()}` : ''}`);
  for (const [key, part] of parts) await inspectPart(reading, key, part, depth);
}

/** Checks only the outside references, for a document whose kind was checked before. @throws Refused as `inspectOoxml` */
export async function inspectReferences(bytes: Buffer): Promise<void> {
  const parts = wholeArchive(bytes);
  const reading: Reading = { parts, links: new Map(), main: [], types: new Map() };
  for (const [key, part] of parts) if (key.endsWith('.rels')) await inspectRelations(reading, key, part);
  for (const [key, part] of parts) await inspectPart(reading, key, part, 0);
}

async function refuseOpenDocument(parts: ReadonlyMap<string, Part>, family: Family): Promise<void> {
  const mime = parts.get('mimetype');
  const isOther = mime || [...parts.keys()].some((name) => /^(meta-inf\/|content\.xml$|styles\.xml$)/.test(name));
  if (!isOther) return;
  const mimeText = mime ? (await headOf(mime)).toString('latin1') : '';
  throw new Refused(`文件内容是 ${openDocumentName(mimeText)}，不是 ${family.toUpperCase()}`);
}

function takeType({ types }: Reading, { local, attributes }: SaxesTagNS): void {
  const value = (name: string) => attributes[name]?.value ?? '';
  if (local === 'Override') types.set(value('PartName').replace(/^\//, '').toLowerCase(), value('ContentType'));
  if (local === 'Default') types.set(`.${value('Extension').toLowerCase()}`, value('ContentType'));
}
const typeOf = ({ types }: Reading, name: string) => types.get(name) ?? types.get(`.${extensionOf(name)}`) ?? '';

/** The part that a list of relations is of: `word/_rels/document.xml.rels` is of `word/document.xml`. */
const ownerOf = (rels: string) => rels.replace(/(^|\/)_rels\/([^/]*)\.rels$/, '$1$2');

async function inspectRelations(reading: Reading, key: string, part: Part): Promise<void> {
  const links = new Set<string>();
  reading.links.set(ownerOf(key), links);
  await readStrict(part, shownPart(part.name), {
    open({ local, attributes }) {
      if (local !== 'Relationship') {
        if (local !== 'Relationships') throw refuse(part.name, '含有不认识的内容');
        return;
      }
      const given = Object.values(attributes).filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns');
      if (given.some(({ name }) => !RELATION_FIELDS.has(name))) throw refuse(part.name, '含有不认识的内容');
      const [id = '', type = '', target = '', mode = ''] = ['Id', 'Type', 'Target', 'TargetMode'].map(
        (name) => attributes[name]?.value,
      );
      if (mode !== '' && mode !== 'Internal' && mode !== 'External') throw refuse(part.name, '含有不认识的内容');
      if (mode === 'External' && HYPERLINK.test(type)) links.add(id);
      else if (mode === 'External' || isOutside(target)) throw refuse(part.name, linked(type, target));
      else if (key === '_rels/.rels' && type.endsWith('/officeDocument'))
        reading.main.push(target.replace(/^(\.?\/)+/, '').toLowerCase());
    },
  });
}

const linked = (type: string, target: string) =>
  `引用了外部的${WHAT.get(type.slice(type.lastIndexOf('/') + 1)) ?? '文件'}（${placeOf(target)}）`;

async function inspectPart(reading: Reading, key: string, part: Part, depth: number): Promise<void> {
  const extension = extensionOf(key);
  if (key.endsWith('/') || extension === 'rels') return;
  if (key.endsWith('vbaproject.bin')) throw new Refused('文件含有宏');
  if (XML.has(extension)) return inspectXml(reading, key, part);
  const head = await headOf(part);
  if (PICTURES.has(extension)) {
    if (head.length > 0 && !isPicture(head)) throw refuse(part.name, '不是图片');
    return;
  }
  const family = FAMILIES.get(extension);
  if (family || isOle(head)) {
    if (depth >= NESTED_DEEPEST) throw refuse(part.name, '嵌套过深');
    const inner = await readPart(part);
    if (isOle(head)) await inspectOle(inner, family?.length === 3 ? family : null);
    else if (family) await inspectOoxml(inner, family, depth + 1);
    return;
  }
  if (!BYTES.has(extension)) throw refuse(part.name, '含有不认识的内容');
  if (isMarkup(head) || isZip(head)) throw refuse(part.name, '含有不认识的内容');
}

/**
 * Whether an attribute names something that whoever draws its element would fetch.
 * @param isData of what other programs keep along with a document: there, what is drawn alone is looked at
 */
function isFetched({ local }: SaxesTagNS, { local: name, prefix, value }: SaxesAttributeNS, isData: boolean): boolean {
  if (prefix === 'xmlns' || !FETCHING.has(name) || CLICKED.has(local) || NAMED.has(local)) return false;
  if ((name === 'href' || isData) && !DRAWN.has(local)) return false;
  return FETCHED.test(value);
}

async function inspectXml(reading: Reading, key: string, part: Part): Promise<void> {
  const links = reading.links.get(key) ?? new Set<string>();
  const fields = new FieldReader();
  let formula: string | null = null;
  const isData = key.startsWith('customxml/');
  if (key === 'xl/connections.xml') throw refuse(part.name, '引用了外部的数据源');
  await readStrict(part, shownPart(part.name), {
    open(tag) {
      const { local, attributes } = tag;
      if (local === 'mailMerge') throw refuse(part.name, '引用了外部的数据源');
      if (local === 'ddeLink' || local === 'oleLink') throw refuse(part.name, '引用了外部的链接对象');
      if (SOURCES.has(local) && /\/spreadsheetml\//.test(tag.uri)) throw refuse(part.name, '引用了外部的数据源');
      for (const attribute of Object.values(attributes)) {
        const { uri, local: name, value } = attribute;
        const isRelation = /\/relationships$/.test(uri) || name === 'relid';
        if (isRelation && links.has(value) && !CLICKED.has(local)) throw refuse(part.name, '把超链接当作内容引用');
        if ((name === 'src' || name === 'base') && isOutside(value))
          throw refuse(part.name, `引用了外部的图片（${placeOf(value)}）`);
        if (isFormula(local, name)) {
          const fault = formulaFault(value);
          if (fault) throw refuse(part.name, fault);
        }
        if (isFetched(tag, attribute, isData)) throw refuse(part.name, `引用了外部的内容（${placeOf(value)}）`);
      }
      fields.open(tag);
      if (FORMULAS.has(local)) formula = '';
    },
    text(piece) {
      fields.text(piece);
      if (formula !== null) formula += piece;
    },
    close({ local }) {
      fields.close(local);
      if (formula === null || !FORMULAS.has(local)) return;
      const fault = formulaFault(formula);
      formula = null;
      if (fault) throw refuse(part.name, fault);
    },
  });
  const fault = fields.fault();
  if (fault) throw refuse(part.name, fault);
}
