const NUMERALS = '〇一二三四五六七八九';

/** A whole number up to 99 in Chinese numerals: 11 is 十一, 30 is 三十. */
export const numeral = (number: number): string => {
  const ten = Math.floor(number / 10);
  const one = number % 10;
  if (ten === 0) return NUMERALS.charAt(one);
  return `${ten > 1 ? NUMERALS.charAt(ten) : ''}十${one > 0 ? NUMERALS.charAt(one) : ''}`;
};

/** The year of a day digit by digit: 二〇二六年. */
export const numeralYear = (day: string): string =>
  `${[...day.slice(0, 4)].map((digit) => NUMERALS.charAt(Number(digit))).join('')}年`;

/** The month of a day: 十一月. */
export const numeralMonth = (day: string): string => `${numeral(Number(day.slice(5, 7)))}月`;

/** 2026-11-20 is 二〇二六年十一月二十日. */
export const numeralDay = (day: string): string =>
  `${numeralYear(day)}${numeralMonth(day)}${numeral(Number(day.slice(8)))}日`;
