import { sm3 } from 'sm-crypto-v2';
import { findNonce } from '#kernel/session/rules.proof.ts';

/** Solves a challenge part by part, and says after each how many are done; the last message holds the proof. */
self.addEventListener('message', ({ data }: MessageEvent<{ challenge: string; parts: number }>) => {
  const nonces: number[] = [];
  while (nonces.length < data.parts) {
    nonces.push(findNonce((text) => sm3(text), data.challenge, nonces.length));
    const proof = nonces.length === data.parts ? nonces.join(',') : null;
    self.postMessage({ done: nonces.length, proof });
  }
});
