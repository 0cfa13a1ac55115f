import { hash, randomInt } from 'node:crypto';
import { UNSEEN } from '../../text/marks.ts';

/** Crockford's: without letters that are read as digits, or as each other. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LETTERS_IN_CODE = 8;
const BITS = LETTERS_IN_CODE * 5;
const RANDOM_BITS = 2 ** 32;

const withCheck = (number: number) => (BigInt(number) << 8n) | BigInt(hash('sha256', String(number), 'buffer')[0] ?? 0);
const lettersOf = (value: bigint) =>
  Array.from({ length: LETTERS_IN_CODE }, (_, i) => LETTERS[Number((value >> BigInt((7 - i) * 5)) & 31n)]).join('');
const numberOf = (code: string) => [...code].reduce((sum, letter) => (sum << 5n) | BigInt(LETTERS.indexOf(letter)), 0n);
const isCode = (code: string) => withCheck(Number(numberOf(code) >> 8n)) === numberOf(code);

/** The number of an export: eight letters and digits, 32 random bits and eight that follow from them. */
export const makeCode = () => lettersOf(withCheck(randomInt(RANDOM_BITS)));

/** The code as people read it, `K7QD-2M9X`. */
export const shownCode = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`;

/** Files that were exported before 0.7 carry their code in forty signs that nobody sees. */
const UNSEEN_RUN = new RegExp(`[${UNSEEN.join('')}]+`, 'g');
/** As people type it: small, with another dash or none, with letters that look like the digit. */
const SEEN = /(?<![0-9a-z])[0-9a-z]{4}[-－—–_ ]?[0-9a-z]{4}(?![0-9a-z])/gi;

/** Every code in a text, seen or unseen, as often as it stands there. */
export function findCodes(text: string): string[] {
  const unseen = (text.match(UNSEEN_RUN) ?? []).flatMap((run) =>
    Array.from({ length: Math.floor(run.length / BITS) }, (_, i) => {
      const bits = [...run.slice(i * BITS, (i + 1) * BITS)].map((sign) => (sign === UNSEEN[0] ? '0' : '1')).join('');
      return lettersOf(BigInt(`0b${bits}`));
    }),
  );
  const seen = (text.match(SEEN) ?? []).map((match) =>
    match
      .replace(/[^0-9a-z]/gi, '')
      .toUpperCase()
      .replace(/O/g, '0')
      .replace(/[IL]/g, '1'),
  );
  return [...unseen, ...seen].filter((code) => !code.includes('U') && isCode(code));
}
