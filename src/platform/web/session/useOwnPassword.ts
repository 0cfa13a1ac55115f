import { useRef } from 'react';
import { ApiError } from '../call/request.ts';
import { encryptSecret } from './encryptSecret.ts';

/** An encrypted password is good for five minutes (encryptSecret.ts); a little less, since the call takes its time. */
const ENCRYPTED_GOOD = 240_000;
/** No answer, or that of a proxy: the server may have carried it out. An own 500 took everything back. */
const isUnknown = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status > 500);

/** Runs an act that is confirmed by the own password; `encrypt` gives it encrypted, good for one call. Throws as the act does. */
export type OwnPasswordAct = <T>(password: string, act: (encrypt: () => Promise<string>) => Promise<T>) => Promise<T>;

/**
 * For dialogs that ask for the own password. Each encryption differs, so an act whose answer was lost is sent again with the same
 * ciphertext: the server sees the same call and carries it out once.
 */
export function useOwnPassword(): OwnPasswordAct {
  const unanswered = useRef<{ password: string; at: number; encrypted: readonly string[] } | null>(null);
  return async (password, act) => {
    const earlier = unanswered.current;
    unanswered.current = null;
    const again = earlier?.password === password && Date.now() - earlier.at < ENCRYPTED_GOOD ? earlier : null;
    const encrypted: string[] = [];
    const encrypt = async () => {
      const text = again?.encrypted[encrypted.length] ?? (await encryptSecret(password));
      encrypted.push(text);
      return text;
    };
    try {
      return await act(encrypt);
    } catch (error) {
      if (isUnknown(error)) unanswered.current = { password, at: again?.at ?? Date.now(), encrypted };
      throw error;
    }
  };
}
