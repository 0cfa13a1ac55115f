import { trimEndSigns } from '#platform/text/edges.ts';
import { compactNumber, countedNumber, formulaFault, hasLostDigits, LOST_DIGITS } from './cells.ts';

/** Digits before the point that are read; of more, some were lost before they came here. */
export const MAX_DIGITS = 15;
/** A number that is held as a double keeps so many digits; what stands behind them is made by counting, not by people. */
const SURE_DIGITS = 15;

/** What a text means as a number: an integer of its smallest unit (12.5 with two decimals is 1250n), or a fault. */
export type NumberReading = { value: bigint } | { fault: string };

/** 1,234.50 by threes; `1,5` is no 15. */
const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/;

/** `3.3000000000000003` is 3.3: what a spreadsheet keeps of its sums beyond its fifteen digits. */
function withoutResidue(digits: string, decimals: number): string {
  const [whole = '', part = ''] = digits.replace(/[+-]/g, '').split('.');
  if (part.length <= decimals || whole.length > MAX_DIGITS) return digits;
  return (whole + part).replace(/^0+/, '').length > SURE_DIGITS ? plainDigits(Number(digits)) : digits;
}

/** A number as digits with a point, to the fifteen digits that are sure, and never with an exponent. */
export function plainDigits(value: number): string {
  const [mantissa = '', power = '0'] = value.toExponential(SURE_DIGITS - 1).split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const digits = mantissa.replace(/[-.]/g, '');
  const at = Number(power) + 1;
  const whole = at > 0 ? digits.slice(0, at).padEnd(at, '0') : '0';
  const part = trimEndSigns(at > 0 ? digits.slice(at) : '0'.repeat(-at) + digits, /0/);
  return sign + whole + (part === '' ? '' : `.${part}`);
}

/**
 * Reads a number as people write it: full width, commas or gaps between thousands, ¥ before it, its unit after it. It uses no float and
 * guesses nothing: `50%` is 50 only where the unit is %.
 * @param decimals how many digits may follow the point
 * @param unit what may follow the number
 */
export function readNumber(text: string, decimals: number, unit = ''): NumberReading {
  const failed = formulaFault(text);
  if (failed) return { fault: failed };
  if (hasLostDigits(text)) return { fault: LOST_DIGITS };
  let digits = countedNumber(text)
    .replace(/[−－]/g, '-')
    .replaceAll('，', ',')
    .replace(/^([+-]?)[¥￥]/, '$1');
  const own = compactNumber(unit);
  if (own !== '' && digits.endsWith(own)) digits = digits.slice(0, -own.length);
  if (/\d\s\d/.test(digits)) return { fault: '数字中间有空格或换行，请核对后去掉' };
  if (/^[+-]?[\d.,]+%$/.test(digits)) return { fault: `“${digits}”是百分数，请写成数` };
  if (/^[+-]?[\d.,]+[万亿]元?$/.test(digits)) return { fault: `“${digits}”请写成全部数字` };
  if (digits.includes(',')) {
    if (!GROUPED.test(digits)) return { fault: '逗号的位置不对，请写成 1234.5' };
    digits = digits.replaceAll(',', '');
  }
  if (!/^[+-]?\d+(\.\d+)?$/.test(digits)) return { fault: '应填写数字' };
  const match = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(withoutResidue(digits, decimals));
  const whole = (match?.[2] ?? '').replace(/^0+(?=\d)/, '');
  const part = trimEndSigns(match?.[3] ?? '', /0/);
  if (whole.length > MAX_DIGITS) return { fault: '数字太大' };
  if (part.length > decimals) return { fault: decimals === 0 ? '应填写整数' : `最多${decimals}位小数` };
  const value = BigInt(whole + part.padEnd(decimals, '0'));
  return { value: match?.[1] === '-' ? -value : value };
}

/** A number that was typed, in its smallest unit (yuan with two decimals: fen); null where it is none. @param most greatest value */
export function numberTyped(text: string, decimals = 0, unit = '', most = Number.MAX_SAFE_INTEGER): number | null {
  const read = readNumber(text, decimals, unit);
  if (!('value' in read)) return null;
  const value = Number(read.value);
  return Math.abs(value) <= most ? value : null;
}

/** A sum in yuan, typed or from a bill (`1,234.50`, `¥12元`), as fen; null where the text is no sum. */
export const parseTypedFen = (text: string): number | null => numberTyped(text, 2, '元');

/** A sum of money that was typed, which is never below nothing, in fen; null where it is none. */
export function parseTypedSum(text: string): number | null {
  const fen = parseTypedFen(text);
  return fen !== null && fen >= 0 ? fen : null;
}
