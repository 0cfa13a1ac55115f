import { CODE } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { assertRoom, queuePasswordWork, verifyNow } from '#platform/server/secrecy/passwords.ts';
import { consumeNonce, openEnvelope, openingKeys } from '#platform/server/secrecy/sm2.ts';
import { LOCK_MINUTES, TRIES } from '../rules.ts';
import { type Attempt, clearTries, consumeTry, refundTry } from './queries.ts';

/** A counted try at a password. */
export interface Outcome {
  attempt: Attempt;
  good: boolean;
  /** Tries that are left after this one. */
  remaining: number;
  /** What was typed; null where the ciphertext does not open. */
  password: string | null;
  /** Forgets the tries of a good one: the caller waits for it, beside its own work. */
  clear: () => Promise<unknown>;
}

/** A step that a password asks for beside itself. */
export interface Demand {
  refusal: Refusal;
  /** Nothing was guessed: the try does not count. */
  free: boolean;
}

/**
 * Counts a try and, when one was left, in its turn opens and verifies the password. Everything that can be
 * wrong takes the same way and the same time. Refuses with body code 400 where the name is
 * locked, before what was typed is decrypted. Runs on the pool: what it counts stays counted.
 * @param demandOf says by what was typed alone, before the hash, whether it may be verified at all
 */
export async function tryPassword(
  ctx: Ctx,
  loginIndex: Buffer,
  device: string,
  encrypted: string,
  demandOf: (password: string) => Demand | null = () => null,
): Promise<Outcome> {
  const { services } = ctx;
  assertRoom();
  const [attempt, keys] = await Promise.all([consumeTry(services.db, loginIndex, device), openingKeys(services)]);
  if (attempt.failures > TRIES) {
    const lockedUntil = attempt.locked_until?.toISOString() ?? null;
    const left = Math.ceil(((attempt.locked_until?.getTime() ?? 0) - Date.now()) / 60_000);
    // The clocks of the two may differ by a little.
    const minutes = Math.min(LOCK_MINUTES, Math.max(1, left));
    const sentence = `账号已锁定，请联系管理员，或${minutes}分钟后自动解除`;
    throw new Refusal(CODE.business, sentence, { remaining: 0, locked: true, lockedUntil });
  }
  let guessed = false;
  try {
    return await queuePasswordWork(async () => {
      const envelope = openEnvelope(keys, encrypted);
      const typed = envelope?.p ?? '';
      const demand = envelope && demandOf(typed);
      if (demand && (await consumeNonce(services.db, envelope))) {
        guessed = !demand.free;
        throw demand.refusal;
      }
      guessed = true;
      // One that was used before is told beside the hash, so that it takes as long as any other.
      const [fresh, right] = await Promise.all([
        envelope !== null && demand === null && consumeNonce(services.db, envelope),
        verifyNow(envelope && (attempt.account?.password_hash ?? null), typed),
      ]);
      const good = fresh && right;
      const clear = () => clearTries(services.db, loginIndex, device);
      return { attempt, good, remaining: TRIES - attempt.failures, password: fresh ? typed : null, clear };
    });
  } catch (error) {
    // Nothing was guessed: too many waited, or a step was asked for first.
    if (!guessed) await refundTry(services.db, loginIndex, device);
    throw error;
  }
}
