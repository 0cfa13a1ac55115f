import { createCipheriv, createHmac, hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeVault } from '#platform/server/secrecy/crypto.ts';
import { type KeyRing, keyText, parseKeys, ringOf, withNewKey } from '#platform/server/secrecy/keys.ts';

const master = Buffer.from(Array.from({ length: 32 }, (_, n) => n * 7 + 3));
const first = ringOf(master);
const vault = makeVault(() => first);
const derive = (label: string, bytes = 32) =>
  Buffer.from(hkdfSync('sm3', master, Buffer.alloc(0), `party-platform:${label}`, bytes));
const PLACE = 'member.id_card.1';
const CARD = '320101199001011234';

test('keyed hashes are the HMAC-SM3 of OpenSSL, whatever the length of the value', () => {
  for (const value of ['', '32010119900101123X', '张三·阿依', 'x'.repeat(200)]) {
    const index = createHmac('sm3', derive('blind-index')).update(`phone\0${value}`).digest();
    expect(vault.index('phone', value)).toEqual(index.subarray(0, 16));
    const signature = createHmac('sm3', derive('signature')).update(`device\0${value}`).digest('hex');
    expect(vault.sign('device', value)).toBe(signature);
  }
});

test('a encrypted value opens in its place alone and unaltered alone', () => {
  const encrypted = vault.encrypt(PLACE, CARD);
  expect(vault.decrypt(PLACE, encrypted)).toBe(CARD);
  expect(() => vault.decrypt('member.id_card.2', encrypted)).toThrow('altered');
  for (let at = 0; at < encrypted.length; at++) {
    const changed = Buffer.from(encrypted);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => vault.decrypt(PLACE, changed), `byte ${at}`).toThrow();
  }
});

test('P54 values from before keys had ids stay readable, also beside newer keys', () => {
  const cipher = createCipheriv('sm4-ctr', derive('field-cipher', 16), Buffer.alloc(16, 5));
  const body = Buffer.concat([Buffer.of(1), Buffer.alloc(16, 5), cipher.update(CARD), cipher.final()]);
  const tag = createHmac('sm3', derive('field-mac')).update(`${PLACE}\0`).update(body).digest().subarray(0, 16);
  const old = Buffer.concat([body, tag]);
  expect(vault.decrypt(PLACE, old)).toBe(CARD);
  const both = withNewKey(first, 0);
  expect(makeVault(() => both).decrypt(PLACE, old)).toBe(CARD);
  expect(() => vault.decrypt('member.id_card.2', old)).toThrow('altered');
});

test('P54 the newest key encrypts from its hour on, all open, and a process that does not know a key yet looks for it', () => {
  const waiting = withNewKey(first, Date.now() + 3_600_000);
  const early = makeVault(() => waiting);
  expect(first.keys[0]?.id).toBe(early.encryptionKey().id);
  const both = withNewKey(first, Date.now() - 1);
  const added = makeVault(() => both);
  const encrypted = added.encrypt(PLACE, CARD);
  expect(encrypted.toString('hex', 1, 5)).toBe(both.keys[1]?.id);
  expect(added.decrypt(PLACE, vault.encrypt(PLACE, CARD))).toBe(CARD);

  let file: KeyRing = first;
  const other = makeVault(() => file);
  expect(() => other.decrypt(PLACE, encrypted)).toThrow(/key file does not hold/);
  file = both;
  expect(other.decrypt(PLACE, encrypted)).toBe(CARD);

  const newestAlone = makeVault(() => ({ ...both, keys: both.keys.slice(1) }));
  expect(newestAlone.decrypt(PLACE, encrypted)).toBe(CARD);
  expect(() => newestAlone.decrypt(PLACE, vault.encrypt(PLACE, CARD))).toThrow(/key file does not hold/);
  // Look-ups, cookies and the seals of the log outlive the key that they once came from.
  expect(newestAlone.index('phone', '1')).toEqual(vault.index('phone', '1'));
  expect(newestAlone.sign('device', '1')).toBe(vault.sign('device', '1'));
  expect(newestAlone.sealKey.publicHex).toBe(vault.sealKey.publicHex);
});

test('a key file says the same when it is read again; one that is cut or damaged does not start', () => {
  const ring = withNewKey(withNewKey(first, 1_700_000_000_000), 1_800_000_000_000);
  const text = keyText(ring);
  expect(parseKeys(Buffer.from(text), 'keys')).toEqual(ring);
  expect(parseKeys(master, 'keys')).toEqual(first);
  const lines = text.split('\n');
  const damaged = [
    lines.slice(0, 3).join('\n'),
    lines.filter((line) => !line.startsWith('index')).join('\n'),
    text.slice(0, -40),
    text.replace(/key [0-9a-f]{64}/, `key ${'0'.repeat(64)}`),
    text.replace(' from ', ' since '),
    `${text}key and more`,
  ];
  for (const [n, bytes] of damaged.entries()) {
    expect(() => parseKeys(Buffer.from(bytes), 'keys'), `damage ${n}`).toThrow(/32 random bytes/);
  }
});
