import {
  createECDH,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
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

/** The curve's number in DER (1.2.156.10197.1.301): what tells an SM2 key from one of another curve. */
const SM2_CURVE = '06082a811ccf5501822d';
/** DER of a private and of a public key of that curve (PKCS#8 and SubjectPublicKeyInfo), up to their numbers. */
const SM2_PRIVATE = `308187020100301306072a8648ce3d0201${SM2_CURVE}046d306b0201010420`;
const SM2_PUBLIC = `3059301306072a8648ce3d0201${SM2_CURVE}034200`;

type Kind = 'private' | 'public';
const DER_TYPES = { private: ['pkcs8', 'sec1', 'pkcs1'], public: ['spki', 'pkcs1'] } as const;

/** The numbers of an SM2 key as banks hand them out: 64 hex digits, or a point of 128, with 04 before it or not. */
function numbersOf(kind: Kind, text: string): KeyObject | null {
  const hex = text.replace(/^0x/i, '').replace(/\s/g, '').toLowerCase();
  if (kind === 'private' && /^(00)?[0-9a-f]{64}$/.test(hex)) {
    const pair = createECDH('SM2');
    pair.setPrivateKey(hex.slice(-64), 'hex');
    const whole = `${SM2_PRIVATE}${hex.slice(-64)}a144034200${pair.getPublicKey('hex')}`;
    return createPrivateKey({ key: Buffer.from(whole, 'hex'), format: 'der', type: 'pkcs8' });
  }
  if (kind === 'public' && /^(04)?[0-9a-f]{128}$/.test(hex))
    return createPublicKey({
      key: Buffer.from(`${SM2_PUBLIC}04${hex.slice(-128)}`, 'hex'),
      format: 'der',
      type: 'spki',
    });
  return null;
}

/** The body of a key without its frame, in whatever of the usual forms it was written. */
function derOf(kind: Kind, bytes: Buffer): KeyObject | null {
  for (const type of DER_TYPES[kind]) {
    try {
      return kind === 'private'
        ? createPrivateKey({ key: bytes, format: 'der', type: type as 'pkcs8' })
        : createPublicKey({ key: bytes, format: 'der', type: type as 'spki' });
    } catch {
      // Another form.
    }
  }
  return null;
}

/** A key as it is pasted: PEM (also of several blocks, or of one line), base64 or hex of DER, or the numbers of SM2. */
function parsed(kind: Kind, text: string): KeyObject | null {
  const blocks = [...text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/g)];
  const block = blocks.find(([, name = '']) => /KEY|CERTIFICATE/.test(name));
  if (block) {
    const [, name = '', body = ''] = block;
    const lines = body.replace(/\s/g, '').match(/.{1,64}/g) ?? [];
    const pem = [`-----BEGIN ${name}-----`, ...lines, `-----END ${name}-----`, ''].join('\n');
    return kind === 'private' ? createPrivateKey(pem) : createPublicKey(pem);
  }
  const bare = text.replace(/\s/g, '');
  const numbers = numbersOf(kind, bare);
  if (numbers) return numbers;
  return derOf(kind, Buffer.from(bare, /^(?:[0-9a-f]{2})+$/i.test(bare) ? 'hex' : 'base64'));
}

/** Whether a key is of SM2. Node has no name for the kind; its curve tells. */
const isSm2 = (key: KeyObject) =>
  key
    .export(key.type === 'private' ? { type: 'pkcs8', format: 'der' } : { type: 'spki', format: 'der' })
    .includes(Buffer.from(SM2_CURVE, 'hex'));

/**
 * A key as it is kept and used, PEM of PKCS#8 or SubjectPublicKeyInfo, out of what was pasted: SM2 for the bank, RSA for WeChat and
 * Alipay; a sentence where it is none.
 */
export function readKey(channel: number, kind: Kind, text: string): { pem: string } | { fault: string } {
  const name = kind === 'private' ? '私钥' : '公钥';
  if (/ENCRYPTED/.test(text)) return { fault: `${name}有密码，请导出不带密码的` };
  if (kind === 'public' && /PRIVATE KEY/.test(text)) return { fault: '这是私钥，请填写支付平台的公钥' };
  if (kind === 'private' && /PUBLIC KEY|CERTIFICATE/.test(text) && !/PRIVATE KEY/.test(text))
    return { fault: '这是公钥，请填写商户的私钥' };
  try {
    const key = parsed(kind, text);
    if (!key) throw new Error('none of the forms');
    const isWanted = channel === 1 ? isSm2(key) : key.asymmetricKeyType === 'rsa';
    if (!isWanted) return { fault: `${name}应为${channel === 1 ? 'SM2' : 'RSA'}密钥` };
    return { pem: pem(key, kind === 'private') };
  } catch {
    const forms = channel === 1 ? 'PEM、Base64 或十六进制的全文' : 'PEM 或 Base64 的全文';
    return { fault: `${name}不能识别，请粘贴${forms}` };
  }
}
