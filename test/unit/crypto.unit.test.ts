import { createHmac, hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeVault } from '#platform/server/crypto.ts';

const master = Buffer.alloc(32, 9);
const vault = makeVault(master);
const derive = (label: string) => Buffer.from(hkdfSync('sm3', master, Buffer.alloc(0), `party-platform:${label}`, 32));

test('keyed hashes are the HMAC-SM3 of OpenSSL, whatever the length of the value', () => {
  for (const value of ['', '32010119900101123X', '张三·阿依', 'x'.repeat(200)]) {
    const index = createHmac('sm3', derive('blind-index')).update(`phone\0${value}`).digest();
    expect(vault.index('phone', value)).toEqual(index.subarray(0, 16));
    const signature = createHmac('sm3', derive('signature')).update(`device\0${value}`).digest('hex');
    expect(vault.sign('device', value)).toBe(signature);
  }
});

test('a sealed value opens in its place alone and unaltered alone', () => {
  const sealed = vault.seal('member.id_card.1', '320101199001011234');
  expect(vault.open('member.id_card.1', sealed)).toBe('320101199001011234');
  expect(() => vault.open('member.id_card.2', sealed)).toThrow('altered');
  for (const at of [1, 20, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => vault.open('member.id_card.1', changed)).toThrow('altered');
  }
});
