import { randomUUID } from 'node:crypto';
import { sm2 } from 'sm-crypto-v2';
import type { TestApp } from './app.ts';

/** Encrypts passwords as the login page does, with the application's own public key. */
export async function makeEncrypter(app: TestApp) {
  const { data } = await app.nobody.get('/api/getFrontEndConfig');
  return (password: string, given: { t?: number; n?: string } = {}): string =>
    sm2.doEncrypt(JSON.stringify({ p: password, t: Date.now(), n: randomUUID(), ...given }), data.publicKey, 1);
}
