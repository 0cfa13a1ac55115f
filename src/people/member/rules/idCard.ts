import { compactNumber } from '#platform/reading/cells.ts';
import { checkCharacter } from '#platform/text/idCardCheck.ts';

export { checkCharacter };

/** What an id-card number says of its bearer. */
export interface IdCard {
  /** 18 characters, upper-case. */
  number: string;
  /** `YYYY-MM-DD`. */
  birthDate: string;
  /** Dictionary 0004: 1 man, 2 woman. */
  gender: 1 | 2;
  /** Six digits of GB/T 2260. */
  region: string;
}

/** Spaces away, full width made usual, x upper-case, a number of the first generation (15 digits) brought to 18. */
export function normaliseIdCard(text: string): string {
  const number = compactNumber(text).toUpperCase();
  if (!/^\d{15}$/.test(number)) return number;
  const first17 = `${number.slice(0, 6)}19${number.slice(6)}`;
  return first17 + checkCharacter(first17);
}

/**
 * Reads an id-card number (GB 11643) typed in any usual way. Answers what it says, or under
 * `reason` the Chinese sentence that tells what is wrong. `today` bounds the birth date.
 */
export function readIdCard(text: string, today: string): { card: IdCard } | { reason: string } {
  const number = normaliseIdCard(text);
  if (number.length !== 18) return { reason: `身份证号应为18位，现在是${number.length}位` };
  if (!/^\d{17}[\dX]$/.test(number)) return { reason: '身份证号只能是数字，最后一位可以是X' };
  const birthDate = `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`;
  const day = new Date(`${birthDate}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(birthDate)) {
    return { reason: `身份证号中的出生日期${birthDate}不存在` };
  }
  if (birthDate < '1900-01-01' || birthDate > today) return { reason: `身份证号中的出生日期${birthDate}不合理` };
  const expected = checkCharacter(number);
  if (number[17] !== expected) return { reason: `身份证号第18位应为${expected}` };
  return { card: { number, birthDate, gender: Number(number[16]) % 2 === 1 ? 1 : 2, region: number.slice(0, 6) } };
}
