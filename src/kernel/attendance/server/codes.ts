import { createHmac, timingSafeEqual } from 'node:crypto';
import { CODE_SECONDS } from '../rules.ts';

const DIGITS = 16;

const codeAt = (secret: Buffer, period: number) =>
  createHmac('sha256', secret).update(`sign ${period}`).digest('hex').slice(0, DIGITS);

/** The code of a moment and the seconds until the next one. @param at seconds since 1970, of the database's clock */
export function currentCode(secret: Buffer, at: number): { code: string; seconds: number } {
  const period = Math.floor(at / CODE_SECONDS);
  return { code: codeAt(secret, period), seconds: Math.ceil((period + 1) * CODE_SECONDS - at) };
}

/** Whether a code holds at a moment: that of its half minute, or of the one before. */
export function isCodeValid(secret: Buffer, code: string, at: number): boolean {
  const period = Math.floor(at / CODE_SECONDS);
  const given = Buffer.from(code.padEnd(DIGITS).slice(0, DIGITS));
  return (
    code.length === DIGITS &&
    [period, period - 1].some((one) => timingSafeEqual(Buffer.from(codeAt(secret, one)), given))
  );
}
