/** Letters, digits and signs of full width as the usual ones, and every gap as a space: `１８７　００` is `187 00`. */
export const halfWidth = (text: string) =>
  text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replace(/\s/g, ' ');

/** A number as people type it, without the gaps: `１８７　０００１ 0001` is `18700010001`. */
export const compactNumber = (text: string) => halfWidth(text).replaceAll(' ', '');

/** What is said of a number whose last digits a spreadsheet has lost; nothing can be proposed for it. */
export const LOST_DIGITS = '单元格是数字，末几位已被表格软件改成0，请按原件重填';

/** Whether a cell is a number of more digits than a spreadsheet keeps, as `4.20599198503150E+17`. */
export const hasLostDigits = (text: string) => /^\d(\.\d+)?E\+\d{2}$/i.test(compactNumber(text));
