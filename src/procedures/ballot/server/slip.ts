import {
  constants,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  privateDecrypt,
  randomBytes,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { promisify } from 'node:util';

const BITS = 2048;
/** Bytes of the salt of RSABSSA-SHA384-PSS (RFC 9474, section 5). */
const SALT = 48;

export interface PublicKey {
  n: string;
  e: string;
}

/** The keys of one vote: the public half as a JWK, the private one as PEM. */
export async function makeKeys(): Promise<{ publicKey: PublicKey; privateKey: string }> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: BITS });
  const { n = '', e = '' } = pair.publicKey.export({ format: 'jwk' });
  return { publicKey: { n, e }, privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/**
 * Signs a blinded slip (RFC 9474, BlindSign): the raw RSA operation, which says nothing of what is signed. Deterministic: the
 * same blinded slip gets the same signature again.
 * @throws where the bytes are no number below the modulus
 */
export const signBlinded = (privateKey: string, blinded: Buffer): Buffer =>
  privateDecrypt({ key: createPrivateKey(privateKey), padding: constants.RSA_NO_PADDING }, blinded);

/** Whether a slip bears the signature of a vote's key. */
const isSigned = (publicKey: PublicKey, slip: Buffer, signature: Buffer): boolean =>
  verify(
    'sha384',
    slip,
    {
      key: createPublicKey({ key: { kty: 'RSA', ...publicKey }, format: 'jwk' }),
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: SALT,
    },
    signature,
  );

const proofOf = (privateKey: string, slip: Buffer) =>
  createHmac('sha256', privateKey).update('slip').update(slip).digest();

/** A slip for a browser that cannot blind. It proves itself, so that it is stored nowhere, least of all beside a person. */
export function createSlip(privateKey: string): { slip: string; proof: string } {
  const slip = randomBytes(32);
  return { slip: slip.toString('base64url'), proof: proofOf(privateKey, slip).toString('base64url') };
}

/** Whether a slip is one of this vote, blinded or not. */
export function isGenuine(publicKey: PublicKey, privateKey: string, slip: Buffer, proof: Buffer): boolean {
  if (proof.length !== 32) return isSigned(publicKey, slip, proof);
  return timingSafeEqual(proofOf(privateKey, slip), proof);
}

export const digest = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();
