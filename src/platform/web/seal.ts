import { randomKey } from './randomKey.ts';
import { codeOf } from './request.ts';
import { signInSite } from './site.ts';

/**
 * A password as the server takes it: hex SM2 ciphertext (C1C3C2) of the password, the server's time and a nonce.
 * Good once, for five minutes. The cipher's code is loaded with the first use.
 * @throws ApiError when the key or the code cannot be had
 */
export async function sealPassword(password: string): Promise<string> {
  const [site, { encrypt }] = await Promise.all([signInSite(), codeOf(import('./sm2.ts'))]);
  const message = JSON.stringify({ p: password, t: Date.now() + site.clockOffset, n: randomKey() });
  return encrypt(message, site.publicKey);
}

/** Loads the cipher ahead of its use. */
export function warmUpSeal(): void {
  void import('./sm2.ts').catch(() => {});
}
