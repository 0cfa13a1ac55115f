import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** RFC 6238 as every authenticator reads it: HMAC-SHA-1, six digits, steps of 30 seconds. */
const STEP_SECONDS = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A fresh secret of 160 bits in base32. */
export const makeSecret = (): string => base32(randomBytes(SECRET_BYTES));

/** RFC 4648 base32 without padding. */
export function base32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The step in which a moment (epoch seconds) lies. */
export const stepAt = (seconds: number): number => Math.floor(seconds / STEP_SECONDS);

/** The six digits of a step. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step to which a code belongs: the one of this moment (epoch seconds), or a neighbour; null for none. */
export function matchingStep(secret: string, code: string, seconds: number): number | null {
  const now = stepAt(seconds);
  const given = Buffer.from(code.padEnd(DIGITS));
  const fits = (step: number) => {
    const expected = Buffer.from(codeAt(secret, step));
    return expected.length === given.length && timingSafeEqual(expected, given);
  };
  return [now, now - 1, now + 1].find(fits) ?? null;
}

/** What the QR code says to an authenticator; `issuer` and `account` as it lists them. */
export function otpauthUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}
