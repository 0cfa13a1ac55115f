import { sm2 } from 'sm-crypto-v2';

/** SM2 in the order C1C3C2, hex without the leading 04. A module of its own, so that the cipher is a chunk of its own. */
export function encrypt(message: string, publicKey: string): string {
  return sm2.doEncrypt(message, publicKey, 1);
}
