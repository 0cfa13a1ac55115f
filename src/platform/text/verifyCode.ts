import { z } from 'zod';

/** Thirty-one signs, a prime number of them, without those that are read as another: no I, L, O, U, Z. */
export const VERIFY_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXY';
/** Random signs of a code: 54 bits. */
export const VERIFY_RANDOM = 11;

/** The sign that follows from the others: one wrong sign, or two that changed places, give another one. */
export function checkSign(random: string): string {
  const sum = [...random].reduce((total, sign, place) => total + (place + 1) * VERIFY_SIGNS.indexOf(sign), 0);
  return VERIFY_SIGNS.charAt(sum % VERIFY_SIGNS.length);
}

/** A typed code in the form in which codes are stored: capitals, no dashes, letters that look like a digit as that digit. */
export const cleanVerifyCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\-–—_]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/Z/g, '2');

/** Whether a cleaned text can be a code at all. */
export const isVerifyCode = (code: string): boolean =>
  code.length === VERIFY_RANDOM + 1 &&
  [...code].every((sign) => VERIFY_SIGNS.includes(sign)) &&
  checkSign(code.slice(0, VERIFY_RANDOM)) === code.at(-1);

/** The code as it stands on paper, `7K3Q-D2M9-XA4T`. */
export const shownVerifyCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** Where a code is looked up, below the page's address. */
export const verifyPath = (code: string): string => `/verify/${code}`;

/** A code as it comes in, cleaned. */
export const verifyCodeInput = z
  .string('请输入核验码')
  .max(40, '核验码为12位字母和数字')
  .transform(cleanVerifyCode)
  .refine((code) => code !== '', '请输入核验码')
  .refine((code) => code === '' || isVerifyCode(code), '核验码有误，请对照纸面再输入一次');
