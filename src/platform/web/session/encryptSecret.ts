import { randomKey } from '../call/randomKey.ts';
import { codeOf } from '../call/request.ts';
import { signInSite } from './site.ts';

/**
 * A password or an id card as the server takes it: hex SM2 ciphertext (C1C3C2) of it, the server's time and a nonce.
 * Good once, for five minutes. The cipher's code is loaded with the first use.
 * @throws ApiError when the key or the code cannot be had
 */
export async function encryptSecret(secret: string): Promise<string> {
  const [site, { encrypt }] = await Promise.all([signInSite(), codeOf(import('./sm2.ts'))]);
  const message = JSON.stringify({ p: secret, t: Date.now() + site.clockOffset, n: randomKey() });
  return encrypt(message, site.publicKey);
}

/** Loads the cipher ahead of its use. */
export function loadCipher(): void {
  void import('./sm2.ts').catch(() => {});
}
