/** A computed proof in place of the picture: some half a million SM3 hashes, three to five seconds on an office machine. */
export const PROOF = { parts: 16, bits: 15 } as const;

/** SM3 of a text as hex. */
export type Hash = (text: string) => string;

/** Whether a number solves one part of a challenge: the hash begins with so many bits of nought. */
export function solves(hash: Hash, challenge: string, part: number, nonce: number): boolean {
  const head = Number.parseInt(hash(`${challenge}.${part}.${nonce}`).slice(0, 8), 16);
  return head >>> (32 - PROOF.bits) === 0;
}

/** Finds the number that solves one part; the page searches in a worker. */
export function findNonce(hash: Hash, challenge: string, part: number): number {
  let nonce = 0;
  while (!solves(hash, challenge, part, nonce)) nonce++;
  return nonce;
}

/** Whether the comma-separated numbers solve every part. */
export function proofHolds(hash: Hash, challenge: string, proof: string): boolean {
  const nonces = proof.split(',');
  return (
    nonces.length === PROOF.parts &&
    nonces.every((nonce, part) => /^\d{1,9}$/.test(nonce) && solves(hash, challenge, part, Number(nonce)))
  );
}
