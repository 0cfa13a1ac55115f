import { emit } from '../call/events.ts';
import { setToken } from './sessionStore.ts';

let waiting: { again: Promise<boolean>; settle: (again: boolean) => void; elsewhere: boolean } | null = null;

/**
 * Waits until the user has signed in again. However many calls wait, `sessionEnded` is emitted once for each reason. True: repeat
 * the call with the new token; false: the user gave up.
 * @param elsewhere the session ended because the account signed in somewhere else (body code 800)
 */
export function waitForLogin(elsewhere: boolean): Promise<boolean> {
  if (waiting) {
    // One of many parallel calls hears the reason; the others only hear that the session is over.
    if (elsewhere && !waiting.elsewhere) {
      waiting.elsewhere = true;
      emit('sessionEnded', { elsewhere });
    }
    return waiting.again;
  }
  let settle: (again: boolean) => void = () => {};
  const again = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  waiting = { again, settle, elsewhere };
  emit('sessionEnded', { elsewhere });
  return again;
}

/** The user signed in again within the page: the waiting calls are repeated. */
export function resumeCalls(token: string): void {
  setToken(token);
  waiting?.settle(true);
  waiting = null;
}

/** The user did not sign in again: the waiting calls fail, and the login page follows. */
export function failWaitingCalls(): void {
  waiting?.settle(false);
  waiting = null;
  emit('signedOut');
}

let farewell = '';

/** Leaves a sentence for the login page: why it is shown. */
export function setLoginNotice(sentence: string): void {
  farewell = sentence;
}

/** The sentence that `setLoginNotice` left for the login page; it is answered once. */
export function takeLoginNotice(): string {
  const sentence = farewell;
  farewell = '';
  return sentence;
}
