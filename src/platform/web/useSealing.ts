import { useRef } from 'react';
import { ApiError } from './request.ts';
import { sealPassword } from './seal.ts';

/** A sealed password is good for five minutes (seal.ts); a little less, since the call takes its time. */
const SEALED_GOOD = 240_000;
/** No answer, or that of a proxy: the server may have carried it out. An own 500 took everything back. */
const isUnknown = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status > 500);

/** Runs an act that is confirmed by the own password; `seal` gives it sealed, good for one call. Throws as the act does. */
export type Sealing = <T>(password: string, act: (seal: () => Promise<string>) => Promise<T>) => Promise<T>;

/**
 * For dialogs that ask for the own password. Each seal differs, so an act whose answer was lost is sent again with the
 * same seals: to the server it is the same call, carried out once.
 */
export function useSealing(): Sealing {
  const unanswered = useRef<{ password: string; at: number; sealed: readonly string[] } | null>(null);
  return async (password, act) => {
    const earlier = unanswered.current;
    unanswered.current = null;
    const again = earlier?.password === password && Date.now() - earlier.at < SEALED_GOOD ? earlier : null;
    const sealed: string[] = [];
    const seal = async () => {
      const text = again?.sealed[sealed.length] ?? (await sealPassword(password));
      sealed.push(text);
      return text;
    };
    try {
      return await act(seal);
    } catch (error) {
      if (isUnknown(error)) unanswered.current = { password, at: again?.at ?? Date.now(), sealed };
      throw error;
    }
  };
}
