import { sumInCapitals } from '#platform/text/capitals.ts';

/**
 * The check digit of a string of digits by ISO 7064 MOD 11,10, which finds every single wrong digit and nearly every swap.
 * @param digits year and serial of a letter: 20260317 → 8
 */
export function checkDigit(digits: string): number {
  let product = 10;
  for (const digit of digits) product = (((product + Number(digit)) % 10 || 10) * 2) % 11;
  return (11 - product) % 10;
}

/** Places that a serial fills with zeros. */
const SERIAL = 4;
export const serialText = (serial: number): string => String(serial).padStart(SERIAL, '0');
export const checkDigitOf = (year: number, serial: number): number => checkDigit(`${year}${serialText(serial)}`);

/** 峡临渡转〔2026〕第0317号 */
export const letterNumber = (letter: { prefix: string; year: number; serial: number }): string =>
  `${letter.prefix}〔${letter.year}〕第${serialText(letter.serial)}号`;

const DIGITS = '零壹贰叁肆伍陆柒捌玖';
const capitalsOf = (digits: string) => [...digits].map((digit) => DIGITS.charAt(Number(digit))).join('');

/** What stands over the cut line: 峡临渡转字第贰零贰陆零叁壹柒号 */
export const ridingNumber = (letter: { prefix: string; year: number; serial: number }): string =>
  `${letter.prefix}字第${capitalsOf(`${letter.year}${serialText(letter.serial)}`)}号`;

/** A whole number up to 99 in capitals as dates and terms of papers carry it: 11 is 壹拾壹, 30 is 叁拾. */
export function capitalCount(number: number): string {
  const ten = Math.floor(number / 10);
  const one = number % 10;
  return `${ten > 0 ? `${DIGITS.charAt(ten)}拾` : ''}${one > 0 || ten === 0 ? DIGITS.charAt(one) : ''}`;
}

/** `YYYY-MM` in capitals: year and month apart, as the form has them. */
export const capitalMonth = (month: string): { year: string; month: string } => ({
  year: capitalsOf(month.slice(0, 4)),
  month: capitalCount(Number(month.slice(5))),
});

/** A sum in capitals without the currency's name, which the form prints: 7500 fen is 柒拾伍元整. */
export const capitalSum = (fen: number): string => sumInCapitals(fen).replace('人民币', '');

/** Whose first sign is kept: 覃**. */
export const redactedName = (name: string): string => `${[...name][0] ?? ''}**`;
