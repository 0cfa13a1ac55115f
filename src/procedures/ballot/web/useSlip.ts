import { useEffect, useState } from 'react';
import { useAct } from '#platform/web/call/hooks.ts';
import { canEncrypt, readEncrypted, writeEncrypted } from '#platform/web/session/encryptedStore.ts';
import { castBallot, type OwnBallot, takeSlip } from '../contract.ts';
import { canBlind, makeSlip, type Slip, unblindSlip } from './slip.ts';

/** What this browser knows of the own ballot. */
interface Kept {
  slip: Slip | null;
  /** It has been handed in from here. */
  voted: boolean;
}
const NOTHING: Kept = { slip: null, voted: false };
const nameOf = (id: string, account: string) => `ballot-${id}-${account}`;

/**
 * The slip of a vote: made and blinded here, signed by the server, kept sealed in this browser until it has voted, so that neither a
 * lost answer nor a reload loses it. `ready` is false until what is kept was read.
 */
export function useSlip(ballot: OwnBallot, account: string) {
  const take = useAct(takeSlip, { quiet: true });
  const hand = useAct(castBallot, { quiet: true });
  const [kept, setKept] = useState<Kept>(NOTHING);
  const [ready, setReady] = useState(!canEncrypt());
  const name = nameOf(ballot.id, account);
  useEffect(() => {
    if (!canEncrypt()) return;
    readEncrypted<Kept>(name)
      .then((found) => found && setKept(found))
      .catch(() => {})
      .finally(() => setReady(true));
  }, [name]);
  const keep = async (next: Kept) => {
    setKept(next);
    // Without storage the slip lives as long as the page.
    if (canEncrypt()) await writeEncrypted(name, next).catch(() => {});
  };
  const fetchSlip = async (): Promise<void> => {
    const { id, publicKey } = ballot;
    if (!canBlind() || !publicKey) {
      const { plain } = await take.mutateAsync({ id, blinded: '' });
      if (plain) await keep({ slip: { ...plain, blinded: '', inverse: '' }, voted: false });
      return;
    }
    // Kept before it is sent: should the answer be lost, the same slip is signed again.
    const made = kept.slip ?? (await makeSlip(publicKey));
    if (!kept.slip) await keep({ slip: made, voted: false });
    const { signed } = await take.mutateAsync({ id, blinded: made.blinded });
    await keep({ slip: await unblindSlip(publicKey, made, signed), voted: false });
  };
  const vote = async (choice: number[]): Promise<void> => {
    if (!kept.slip) return;
    const { slip, proof } = kept.slip;
    await hand.mutateAsync({ id: ballot.id, slip, proof, choice });
    // What was voted is not kept; that it was is.
    await keep({ slip: null, voted: true });
  };
  return {
    ready,
    voted: kept.voted,
    hasSlip: kept.slip !== null && kept.slip.proof !== '',
    busy: take.isPending || hand.isPending,
    fetchSlip,
    vote,
  };
}
