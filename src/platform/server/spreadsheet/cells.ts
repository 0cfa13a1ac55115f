import { shownCode } from '../export/exportCode.ts';

/** What leads from an exported file back to its export. */
export interface SheetMark {
  /** The number of the export (exportCode.ts). */
  code: string;
  /** Who exported what, from where and for which purpose. */
  line: string;
}

export const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Cell formats by their place: none, head, text, text that looks like a formula, watermark, then those of the kinds. */
export const HEAD_STYLE = 1;
export const TEXT_STYLE = 2;
const QUOTED_STYLE = 3;
export const MARK_STYLE = 4;
export const KIND_STYLES = { day: 5, time: 6, whole: 7, percent: 8, number: 10 } as const;
const SECONDS_STYLE = 9;
/** Of a share that is not whole, and of a sum to the hundredth. */
const TENTHS_STYLE = 11;
const CENTS_STYLE = 12;
/** Of an office's sheet (office.ts): title, what stands below it, head, what stands below the table. */
export const OFFICE_STYLES = { title: 13, facts: 14, head: 15, below: 16 } as const;
/** Its cells with a frame: texts, and numbers by what they are; those of the row of sums come after them in the same order. */
export const FRAMED_STYLES = {
  text: 17,
  quoted: 18,
  unknown: 19,
  whole: 20,
  percent: 21,
  tenths: 22,
  money: 23,
} as const;
export const SUM_STEP = Object.keys(FRAMED_STYLES).length;
/** What a column's texts may be beside texts. */
export type CellKind = keyof typeof KIND_STYLES;

/** Format 49 is text. Cells of an export stand on a named style of its number, which spreadsheet programs keep with them. */
export const styles = (mark: SheetMark | null) => {
  const based = mark ? 1 : 0;
  const xf = (format: number, more = '') => `<xf numFmtId="${format}" xfId="${based}" applyNumberFormat="1"${more}/>`;
  const named = mark ? `<cellStyle name="${shownCode(mark.code)}" xfId="1"/>` : '';
  const align = (how: string) => `<alignment ${how}/></xf>`;
  const office = (more: string, how: string) =>
    `${xf(49, ` applyAlignment="1"${more}`).replace('/>', '>')}${align(how)}`;
  const framed = (bold: string) => {
    const look = ` borderId="1" applyBorder="1"${bold}`;
    const right = (format: number) =>
      `${xf(format, `${look} applyAlignment="1"`).replace('/>', '>')}${align('horizontal="right" vertical="center"')}`;
    const text = (more: string) => office(`${look}${more}`, 'vertical="center" wrapText="1"');
    return `${text('')}${text(' quotePrefix="1"')}${right(49)}${right(3)}${right(9)}${right(167)}${right(4)}`;
  };
  const center = 'horizontal="center" vertical="center" wrapText="1"';
  const offices = `${office(' fontId="3" applyFont="1"', center)}${office('', 'vertical="center"')}${office(' fontId="1" fillId="2" borderId="1" applyFont="1" applyFill="1" applyBorder="1"', center)}${office('', 'vertical="top" wrapText="1"')}${framed('')}${framed(' fontId="1" applyFont="1"')}`;
  const frame = ['left', 'right', 'top', 'bottom']
    .map((side) => `<${side} style="thin"><color rgb="FF595959"/></${side}>`)
    .join('');
  return `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="4"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="167" formatCode="0.0%"/></numFmts><fonts count="4"><font><sz val="11"/><name val="宋体"/></font><font><b/><sz val="11"/><name val="宋体"/></font><font><sz val="10"/><color rgb="FF8C8C8C"/><name val="宋体"/></font><font><b/><sz val="18"/><name val="宋体"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFF5E9E1"/></patternFill></fill></fills><borders count="2"><border/><border>${frame}</border></borders><cellStyleXfs count="${1 + based}"><xf/>${mark ? '<xf/>' : ''}</cellStyleXfs><cellXfs count="${17 + 2 * SUM_STEP}"><xf/>${xf(49, ' fontId="1" fillId="2" applyFont="1" applyFill="1"')}${xf(49)}${xf(49, ' quotePrefix="1"')}${xf(49, ' fontId="2" applyFont="1"')}${xf(164)}${xf(165)}${xf(1)}${xf(9)}${xf(166)}${xf(0)}${xf(167)}${xf(2)}${offices}</cellXfs><cellStyles count="${1 + based}"><cellStyle name="Normal" xfId="0" builtinId="0"/>${named}</cellStyles></styleSheet>`;
};

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Most texts hold none of these. */
const UNFIT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff&<>"]/;
/** Text as XML holds it; characters that XML cannot hold are left out. */
export const escaped = (text: string) => (UNFIT.test(text) ? replaced(text) : text);
const replaced = (text: string) =>
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replace(/[&<>"]/g, (c) => ESCAPES[c] ?? c);

export const LIKE_FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
export const cell = (text: string, style: number) =>
  text === '' ? '<c/>' : `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

const DAY = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/;
/** The day before the first of a spreadsheet's count; right from March 1900 on. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const FIRST_DAY = 61;

/** The number that a text of a kind is in a spreadsheet; null where it is none. */
export function numberOf(text: string, kind: CellKind): number | null {
  if (kind === 'whole') return /^-?\d{1,15}$/.test(text) ? Number(text) : null;
  if (kind === 'percent')
    return /^\d{1,3}(\.\d)?%$/.test(text) ? Math.round(Number(text.slice(0, -1)) * 10) / 1000 : null;
  // No more digits than a spreadsheet keeps: what is longer stays as it was written.
  if (kind === 'number')
    return /^-?(\d{1,12}|\d{1,3}(,\d{3}){1,3})(\.\d{1,3})?$/.test(text) ? Number(text.replaceAll(',', '')) : null;
  const [year, month, day, hour = 0, minute = 0, second = 0] = (DAY.exec(text) ?? [])
    .slice(1)
    .map((one) => Number(one ?? 0));
  if (year === undefined || month === undefined || day === undefined) return null;
  const count = (Date.UTC(year, month - 1, day, hour, minute, second) - DAY_ZERO) / 86_400_000;
  return count >= FIRST_DAY ? count : null;
}

function styleOf(text: string, kind: CellKind): number {
  if (kind === 'time' && text.length > 16) return SECONDS_STYLE;
  if (kind === 'percent' && text.includes('.')) return TENTHS_STYLE;
  if (kind === 'number' && /\.\d\d$/.test(text)) return CENTS_STYLE;
  return KIND_STYLES[kind];
}

export function bodyCell(text: string, kind: CellKind | undefined): string {
  if (text !== '' && kind) {
    const value = numberOf(text, kind);
    const style = styleOf(text, kind);
    if (value !== null) return `<c s="${style}"><v>${value}</v></c>`;
  }
  return cell(text, LIKE_FORMULA.test(text) ? QUOTED_STYLE : TEXT_STYLE);
}

/** A, B, … Z, AA: the letters of a column by its place from 0. */
export const lettersOf = (at: number): string =>
  (at >= 26 ? lettersOf(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26));

/** A mark as a sheet's foot bears it: & begins a command there, so it is doubled; 255 characters at most. */
export const footText = ({ line }: SheetMark): string => escaped(line.replaceAll('&', '&&').slice(0, 200));
