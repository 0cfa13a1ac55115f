import type { SaxesTagNS } from './strictXml.ts';

/** Fields of Word that take nothing from elsewhere: the list of ECMA-376 part 1, 17.16.5, less what reads files and sources of data. */
const HARMLESS = new Set(
  `= ADDIN ADDRESSBLOCK ADVANCE ASK AUTHOR AUTONUM AUTONUMLGL AUTONUMOUT BARCODE BIBLIOGRAPHY BIDIOUTLINE CITATION COMMENTS COMPARE
   CONTROL CREATEDATE DATE DISPLAYBARCODE DOCPROPERTY DOCVARIABLE EDITTIME EMBED EQ FILENAME FILESIZE FILLIN FORMCHECKBOX FORMDROPDOWN
   FORMTEXT FORMULA GOTOBUTTON GREETINGLINE HYPERLINK IF INDEX INFO KEYWORDS LASTSAVEDBY LISTNUM MACROBUTTON MERGEBARCODE MERGEFIELD
   MERGEREC MERGESEQ NEXT NEXTIF NOTEREF NUMCHARS NUMPAGES NUMWORDS PAGE PAGEREF PRINT PRINTDATE PRIVATE QUOTE REF REVNUM SAVEDATE
   SECTION SECTIONPAGES SEQ SET SHAPE SKIPIF STYLEREF SUBJECT SYMBOL TA TC TEMPLATE TIME TITLE TOA TOC USERADDRESS USERINITIALS
   USERNAME XE`.split(/\s+/),
);

/** Why an instruction of a field is not taken; empty where it is. */
export function fieldFault(instruction: string): string {
  if (/^\s*$/.test(instruction)) return '';
  const name = /^\s*(=|[A-Za-z]+(?=[\s"\\=]|$))/.exec(instruction)?.[1]?.toUpperCase() ?? '';
  if (HARMLESS.has(name)) return '';
  return /^(INCLUDE|INCLUDETEXT|INCLUDEPICTURE|IMPORT|LINK|DDE|DDEAUTO|DATABASE|RD)$/.test(name)
    ? `有引用外部内容的域（${name}）`
    : '有不认识的域';
}

/** Reads the fields of a part of Word as it is parsed: their instructions, in as many pieces as they come in, each within its own field. */
export class FieldReader {
  readonly #open: { instruction: string; isResult: boolean }[] = [];
  #fault = '';
  /** Within an element whose text is text of the document or of an instruction. */
  #isText = false;

  open({ local, attributes }: SaxesTagNS): void {
    const value = (name: string) => Object.values(attributes).find((one) => one.local === name)?.value ?? '';
    if (local === 'fldSimple') this.#judge(value('instr'));
    if (local === 'instrText' || local === 'delInstrText' || local === 't') this.#isText = true;
    if (local !== 'fldChar') return;
    const type = value('fldCharType');
    if (type === 'begin') this.#open.push({ instruction: '', isResult: false });
    const field = this.#open.at(-1);
    if (!field || type === 'begin') return;
    if (!field.isResult) this.#judge(field.instruction);
    field.isResult = true;
    if (type === 'end') this.#open.pop();
  }

  text(piece: string): void {
    const field = this.#open.at(-1);
    if (this.#isText && field && !field.isResult) field.instruction += piece;
  }

  close(local: string): void {
    if (local === 'instrText' || local === 'delInstrText' || local === 't') this.#isText = false;
  }

  #judge(instruction: string): void {
    this.#fault ||= fieldFault(instruction);
  }

  /** What is amiss with the fields of a part that has been read; empty: nothing. */
  fault(): string {
    for (const { instruction, isResult } of this.#open) if (!isResult) this.#judge(instruction);
    return this.#fault;
  }
}

/** Functions that ask an address, another program or another file. */
const ASKS =
  /(^|[^\w.])(_xlfn\.|_xlws\.)*(WEBSERVICE|IMAGE|DDE|RTD|CALL|REGISTER(\.ID)?|STOCKHISTORY|SQL\.REQUEST)\s*\(/i;

const SCHEMES = new Set(['http', 'https', 'ftp', 'file', 'smb', 'webdav']);
/** Whether what stands before a colon ends with the name of a way to elsewhere. */
function isScheme(before: string): boolean {
  const name =
    before
      .split(/[^\w.]/)
      .at(-1)
      ?.toLowerCase() ?? '';
  return SCHEMES.has(name.split('.').at(-1) ?? '') || /(^|\.)vnd\./.test(name);
}

/**
 * Why a formula of a workbook is refused; empty where it is allowed. Links inside its texts are allowed, since a user has to click
 * them.
 */
export function formulaFault(formula: string): string {
  const bare = formula.replace(/"(?:[^"]|"")*"/g, '""');
  if (ASKS.test(bare)) return '有读取外部内容的公式';
  const leads = bare.split(':').slice(0, -1).some(isScheme);
  if (leads || bare.includes('\\\\') || bare.includes('|')) return '有引用外部文件的公式';
  return '';
}
