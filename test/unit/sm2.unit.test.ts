import { createECDH, randomBytes } from 'node:crypto';
import { sm2 } from 'sm-crypto-v2';
import { expect, test } from 'vitest';
import { openSm2 } from '#platform/server/sm2Open.ts';

const pair = createECDH('SM2');
pair.generateKeys();
const publicHex = pair.getPublicKey('hex');
const privateHex = pair.getPrivateKey('hex').padStart(64, '0');
const encrypt = (text: string) => sm2.doEncrypt(text, publicHex, 1);

test('opens what the page encrypts, of any length, as the library does', () => {
  for (let length = 1; length <= 100; length += 3) {
    const text = `党${randomBytes(length).toString('base64')}`;
    const hex = encrypt(text);
    expect(openSm2(hex, privateHex)?.toString()).toBe(text);
    expect(sm2.doDecrypt(hex, privateHex, 1)).toBe(text);
  }
});

test('opens nothing that was changed in any byte, cut, lengthened, or meant for another key', () => {
  const hex = encrypt('密码');
  for (let at = 0; at < hex.length; at += 2) {
    const other = (Number.parseInt(hex.slice(at, at + 2), 16) ^ 1).toString(16).padStart(2, '0');
    expect(openSm2(hex.slice(0, at) + other + hex.slice(at + 2), privateHex), `byte ${at / 2}`).toBeNull();
  }
  const another = createECDH('SM2');
  another.generateKeys();
  expect(openSm2(hex, another.getPrivateKey('hex').padStart(64, '0'))).toBeNull();
  for (const broken of [
    '',
    'ab',
    hex.slice(2),
    hex.slice(0, -2),
    `${hex}00`,
    `${hex}zz`,
    `${hex}0`,
    '0'.repeat(hex.length),
    'x',
  ])
    expect(openSm2(broken, privateHex), broken.slice(-8)).toBeNull();
});
