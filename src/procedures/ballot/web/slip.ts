import { RSABSSA } from '@cloudflare/blindrsa-ts';

/** RFC 9474, RSABSSA-SHA384-PSS-Deterministic: the slip itself is random. */
const suite = () => RSABSSA.SHA384.PSS.Deterministic();

/** A slip as this browser keeps it until it has voted. */
export interface Slip {
  slip: string;
  /** What was sent to be signed, and what takes the blinding off again; empty where the browser cannot blind. */
  blinded: string;
  inverse: string;
  /** Empty: the signature has not come yet. */
  proof: string;
}

const toText = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const keyOf = ({ n, e }: { n: string; e: string }) =>
  crypto.subtle.importKey('jwk', { kty: 'RSA', n, e, ext: true }, { name: 'RSA-PSS', hash: 'SHA-384' }, true, [
    'verify',
  ]);

/** Whether this browser can blind a slip: only over https, or on the machine itself. */
export const canBlind = () => typeof crypto.subtle !== 'undefined';

/** Makes a slip and blinds it, so that the server signs it without seeing it. */
export async function makeSlip(publicKey: { n: string; e: string }): Promise<Slip> {
  const slip = crypto.getRandomValues(new Uint8Array(32));
  const { blindedMsg, inv } = await suite().blind(await keyOf(publicKey), slip);
  return { slip: toText(slip), blinded: toText(blindedMsg), inverse: toText(inv), proof: '' };
}

/** Takes the blinding off a signature. @throws where it is not one of this vote's key */
export async function unblindSlip(publicKey: { n: string; e: string }, of: Slip, signed: string): Promise<Slip> {
  const proof = await suite().finalize(await keyOf(publicKey), toBytes(of.slip), toBytes(signed), toBytes(of.inverse));
  return { ...of, proof: toText(proof) };
}
