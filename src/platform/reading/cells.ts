import { removeInvisibleSigns } from './signs.ts';

/** Letters, digits and signs of full width as the usual ones, and every gap as a space: `１８７　００` is `187 00`. */
export const halfWidth = (text: string) =>
  text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replace(/\s/g, ' ');

/** A number or code without spaces and invisible characters, in usual width (NFKC): `１８７　０００１ 0001` becomes `18700010001`. */
export const compactNumber = (text: string) => removeInvisibleSigns(text).normalize('NFKC').replace(/\s+/g, '');

/** Gaps by threes: `12 345.60`, as they are printed for commas. */
const BY_THREES = /^\D*\d{1,3}(?: \d{3})+(?:\.\d*)?\D*$/;

/**
 * A number that says how many, in usual width: as `compactNumber`, but digits that stand apart are no number. `1 234` is 1234;
 * `12 5`, and digits in two lines, keep what parts them.
 */
export function countedNumber(text: string): string {
  const bare = removeInvisibleSigns(text)
    .normalize('NFKC')
    .trim()
    .replace(/[^\S\r\n]+/g, ' ')
    .replace(/(?<!\d)\s|\s(?!\d)/g, '');
  return BY_THREES.test(bare) ? bare.replaceAll(' ', '') : bare;
}

/** The fault of a number whose last digits a spreadsheet has lost. They cannot be restored. */
export const LOST_DIGITS = '单元格是数字，末几位已被表格软件改成0，请按原件重填';

/** Whether a cell is a number of more digits than a spreadsheet keeps, as `4.20599198503150E+17`. */
export const hasLostDigits = (text: string) => /^\d(\.\d+)?E\+\d{2}$/i.test(compactNumber(text));

const FORMULA_ERROR = /^#(DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|SPILL!|CALC!|GETTING_DATA)$/;

/** The fault of a cell whose formula failed (`#DIV/0!`); empty for any other cell. */
export const formulaFault = (text: string): string =>
  FORMULA_ERROR.test(text.trim()) ? `单元格的公式出错（${text.trim()}），请改成数或文字` : '';

/** Rows that are told one by one; of more, how many there are besides. */
const MOST_TOLD = 20;

/** The rows of a sheet that were not taken, as lines of a message; a long list ends with how many more there are. */
export const toldRows = (rows: readonly string[]): string[] =>
  rows.length > MOST_TOLD ? [...rows.slice(0, MOST_TOLD), `另有${rows.length - MOST_TOLD}行`] : [...rows];
