import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { Keys } from './provider.ts';

/** What the sandbox needs to play the provider of an account. */
export interface SandboxKeys {
  /** Signs what the provider says. */
  privateKey: string;
  /** Verifies what we ask. */
  merchantKey: string;
  secret: string;
}

/** The keys of an account as they are encrypted; a demo account has those of its provider too. */
export interface MerchantKeys extends Keys {
  sandbox?: SandboxKeys;
}

const pem = (key: KeyObject, isPrivate: boolean) =>
  key.export({ type: isPrivate ? 'pkcs8' : 'spki', format: 'pem' }) as string;

/** A fresh pair: SM2 for the bank, RSA of 2048 bits for WeChat and Alipay. */
function pair(channel: number) {
  const { privateKey, publicKey } =
    channel === 1
      ? generateKeyPairSync('ec', { namedCurve: 'SM2' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { privateKey: pem(privateKey, true), publicKey: pem(publicKey, false) };
}

/** Keys of both sides, for a demo account. */
export function sandboxKeys(channel: number): MerchantKeys & { sandbox: SandboxKeys } {
  const [ours, theirs] = [pair(channel), pair(channel)];
  const secret = randomBytes(16).toString('hex');
  return {
    privateKey: ours.privateKey,
    providerKey: theirs.publicKey,
    serial: randomBytes(10).toString('hex').toUpperCase(),
    secret,
    sandbox: { privateKey: theirs.privateKey, merchantKey: ours.publicKey, secret },
  };
}

/** Why a text is no key of the kind that the way needs: a sentence, or null. */
export function keyFault(channel: number, kind: 'private' | 'public', text: string): string | null {
  const name = kind === 'private' ? '私钥' : '公钥';
  try {
    const key = kind === 'private' ? createPrivateKey(text) : createPublicKey(text);
    if (kind === 'public' && /PRIVATE KEY/.test(text)) return '这是私钥，请填写支付平台的公钥';
    const wanted = channel === 1 ? 'ec' : 'rsa';
    const isWanted = key.asymmetricKeyType === wanted || (channel === 1 && String(key.asymmetricKeyType) === 'sm2');
    return isWanted ? null : `${name}应为${channel === 1 ? 'SM2' : 'RSA'}密钥`;
  } catch {
    return `${name}不能识别，请粘贴 PEM 格式的全文`;
  }
}
