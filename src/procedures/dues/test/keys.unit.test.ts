import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { readKey } from '#procedures/dues/server/online/keys.ts';

/** Made by `openssl genpkey -algorithm SM2` and `openssl pkey -pubout`, and its numbers as a bank hands them out. */
const PRIVATE = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqBHM9VAYItBG0wawIBAQQg+Z1ojI9JFKhGNL8H
sikPmX7LdtNaE1hCfbs2ttXY29yhRANCAASkv1NT6H/D1nHbtqpe2p5riASKpCPK
O13Nax34VEwodWgzS2r8QxMu58n6ksK9ROjd/iYcA+AoaeRjRw0TuKr5
-----END PRIVATE KEY-----
`;
const NUMBER = 'f99d688c8f4914a84634bf07b2290f997ecb76d35a1358427dbb36b6d5d8dbdc';
const POINT =
  'a4bf5353e87fc3d671dbb6aa5eda9e6b88048aa423ca3b5dcd6b1df8544c28756833' +
  '4b6afc43132ee7c9fa92c2bd44e8ddfe261c03e02869e463470d13b8aaf9';

const own = createPrivateKey(PRIVATE);
const theirs = createPublicKey(own);
const pem = (key: KeyObject, type: 'pkcs8' | 'spki') => key.export({ type, format: 'pem' } as never) as string;
const der = (key: KeyObject, type: 'pkcs8' | 'spki') => key.export({ type, format: 'der' } as never) as never as Buffer;
/** As `openssl ec` and older programs write it (RFC 5915). */
const SEC1 = Buffer.from(`30770201010420${NUMBER}a00a06082a811ccf5501822da14403420004${POINT}`, 'hex');
const SEC1_PEM = `-----BEGIN EC PRIVATE KEY-----\n${SEC1.toString('base64')}\n-----END EC PRIVATE KEY-----\n`;
const bare = (text: string) => text.replace(/-----.*?-----|\s/g, '');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });

test.each<[string, 'private' | 'public', string]>([
  ['PEM of PKCS#8', 'private', PRIVATE],
  ['with Windows’ lines, pasted with blanks around it', 'private', `  ${PRIVATE.replaceAll('\n', '\r\n')}  `],
  ['on one line', 'private', PRIVATE.replaceAll('\n', ' ')],
  ['PEM of SEC 1', 'private', SEC1_PEM],
  [
    'as openssl ecparam writes it, its parameters first',
    'private',
    `-----BEGIN SM2 PARAMETERS-----\nBggqgRzPVQGCLQ==\n-----END SM2 PARAMETERS-----\n${SEC1_PEM}`,
  ],
  ['base64 without its frame', 'private', bare(PRIVATE)],
  ['base64 of SEC 1', 'private', SEC1.toString('base64')],
  ['hex of PKCS#8', 'private', der(own, 'pkcs8').toString('hex')],
  ['its number', 'private', NUMBER],
  ['its number in capitals, with a zero byte', 'private', `00${NUMBER.toUpperCase()}`],
  ['PEM', 'public', pem(theirs, 'spki')],
  ['base64 without its frame', 'public', bare(pem(theirs, 'spki'))],
  ['hex of its DER', 'public', der(theirs, 'spki').toString('hex')],
  ['its point', 'public', POINT],
  ['its point with 04', 'public', `04${POINT.toUpperCase()}`],
])('an SM2 key is read: %s (%s)', (_, kind, text) => {
  const key = readKey(1, kind, text);
  expect(key).toEqual({ pem: kind === 'private' ? PRIVATE : pem(theirs, 'spki') });
  const words = Buffer.from('1700000000\nabc\n{}');
  const [mine, yours] =
    kind === 'private' ? [(key as { pem: string }).pem, theirs] : [own, (key as { pem: string }).pem];
  expect(verify('sm3', words, yours, sign('sm3', words, mine))).toBe(true);
});

test('an RSA key is read in the forms of WeChat and Alipay', () => {
  for (const text of [
    rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }) as string,
    bare(pem(rsa.privateKey, 'pkcs8')),
    (rsa.privateKey.export({ type: 'pkcs1', format: 'der' }) as Buffer).toString('base64'),
  ])
    expect(readKey(3, 'private', text)).toEqual({ pem: pem(rsa.privateKey, 'pkcs8') });
  expect(readKey(2, 'public', bare(pem(rsa.publicKey, 'spki')))).toEqual({ pem: pem(rsa.publicKey, 'spki') });
});

test.each<[number, 'private' | 'public', string, string]>([
  [1, 'private', pem(rsa.privateKey, 'pkcs8'), '私钥应为SM2密钥'],
  [1, 'private', pem(other.privateKey, 'pkcs8'), '私钥应为SM2密钥'],
  [1, 'public', pem(other.publicKey, 'spki'), '公钥应为SM2密钥'],
  [3, 'private', PRIVATE, '私钥应为RSA密钥'],
  [1, 'public', PRIVATE, '这是私钥，请填写支付平台的公钥'],
  [1, 'private', pem(theirs, 'spki'), '这是公钥，请填写商户的私钥'],
  [1, 'private', 'abc', '私钥不能识别，请粘贴PEM、Base64 或十六进制的全文'],
  [1, 'private', '0'.repeat(64), '私钥不能识别，请粘贴PEM、Base64 或十六进制的全文'],
  [1, 'public', '1'.repeat(128), '公钥不能识别，请粘贴PEM、Base64 或十六进制的全文'],
  [2, 'private', '', '私钥不能识别，请粘贴PEM 或 Base64 的全文'],
  [1, 'private', PRIVATE.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE'), '私钥有密码，请导出不带密码的'],
])('what is no such key is named: %i %s', (channel, kind, text, fault) => {
  expect(readKey(channel, kind, text)).toEqual({ fault });
});
