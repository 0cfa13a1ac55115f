/** The characters of a 统一社会信用代码, each worth its place (GB 32100-2015, table 1). */
const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
/** Weights of the first seventeen characters: powers of 3 modulo 31 (GB 32100-2015, 5.3). */
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** The eighteenth character of a credit code from its first seventeen; null where one of them is not allowed. */
export function creditCheckCharacter(first17: string): string | null {
  let sum = 0;
  for (const [index, weight] of WEIGHTS.entries()) {
    const value = CHARACTERS.indexOf(first17[index] ?? '?');
    if (value < 0) return null;
    sum += value * weight;
  }
  return CHARACTERS[(31 - (sum % 31)) % 31] ?? null;
}

/** A credit code as it is kept: capitals, without gaps. */
export const cleanCreditCode = (text: string) => text.replace(/\s/g, '').toUpperCase();

/** Whether a text is a 统一社会信用代码 with the right check character (GB 32100-2015). */
export const isCreditCode = (text: string) =>
  text.length === 18 && /^\d{6}$/.test(text.slice(2, 8)) && creditCheckCharacter(text.slice(0, 17)) === text[17];
