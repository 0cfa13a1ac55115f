import { createECDH, randomBytes } from 'node:crypto';
import { sm2 } from 'sm-crypto-v2';
import { expect, test } from 'vitest';
import { decryptSm2, openingKey } from '#platform/server/secrecy/sm2Decrypt.ts';

/** A pair as the server makes it: the public half in hex, the private one in hex and to open with. */
function makePair() {
  const pair = createECDH('SM2');
  pair.generateKeys();
  const bytes = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex');
  return { publicHex: pair.getPublicKey('hex'), key: openingKey(bytes), privateHex: bytes.toString('hex') };
}
const { publicHex, key } = makePair();
const encrypt = (plain: Buffer, to = publicHex) => Buffer.from(sm2.doEncrypt(new Uint8Array(plain), to, 1), 'hex');

test('what the library encrypts opens, whatever its length', () => {
  for (const length of [1, 31, 32, 33, 64, 65, 200, 1000]) {
    const plain = randomBytes(length);
    expect(decryptSm2(encrypt(plain), key), `${length} bytes`).toEqual(plain);
  }
});

test('a hundred pairs: the same as the library says of its own ciphertext', () => {
  for (let at = 0; at < 100; at++) {
    const pair = makePair();
    const sealed = encrypt(Buffer.from(`第${at}次`), pair.publicHex);
    const told = sm2.doDecrypt(sealed.toString('hex'), pair.privateHex, 1);
    expect(decryptSm2(sealed, pair.key)?.toString()).toBe(told);
  }
});

test('an example of the standard’s curve by another program opens', () => {
  // GM/T 0003.5, annex C: private key, message and ciphertext as printed there, in the order C1C3C2.
  const own = openingKey(Buffer.from('3945208F7B2144B13F36E38AC6D39F95889393692860B51A42FB81EF4DF7C5B8', 'hex'));
  const sealed =
    '04EBFC718E8D1798620432268E77FEB6415E2EDE0E073C0F4F640ECD2E149A73E858F9D81E5430A57B36DAAB8F950A3C64E6EE6A63094D99283AFF767E124DF0' +
    '59983C18F809E262923C53AEC295D30383B54E39D609D160AFCB1908D0BD8766' +
    '21886CA989CA9C7D58087307CA93092D651EFA';
  expect(decryptSm2(Buffer.from(sealed, 'hex'), own)?.toString()).toBe('encryption standard');
});

test('what was changed by one bit anywhere, cut off, or made for another does not open', () => {
  const sealed = encrypt(Buffer.from('Party2026'));
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ (1 << (at % 8)), at);
    expect(decryptSm2(changed, key), `byte ${at}`).toBeNull();
  }
  for (const length of [0, 1, 64, 95, 96, sealed.length - 1]) {
    expect(decryptSm2(sealed.subarray(0, length), key), `${length} bytes`).toBeNull();
  }
  expect(decryptSm2(sealed, makePair().key)).toBeNull();
});

test('points that are none of the curve’s are refused', () => {
  const rest = randomBytes(60);
  const prime = Buffer.from('fffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffff', 'hex');
  for (const point of [Buffer.alloc(64), Buffer.alloc(64, 1), Buffer.alloc(64, 255), Buffer.concat([prime, prime])]) {
    expect(decryptSm2(Buffer.concat([point, rest]), key)).toBeNull();
  }
});
