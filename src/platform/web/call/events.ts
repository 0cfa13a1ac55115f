/** What the network layer tells the page; the shell listens and shows it. */
export interface WebEvents {
  /**
   * The session is over while calls are waiting for it: show one login prompt (see reLogin.ts). It comes once more when
   * the reason turns out to be a login elsewhere.
   */
  sessionEnded: { elsewhere: boolean };
  /** The user signed out or gave up a prompt: leave everything and show the login page. */
  signedOut: undefined;
  /** A sentence for the user, shown for 3000 ms. */
  notice: { kind: 'success' | 'info' | 'warning' | 'error'; text: string };
  /** What was done, and what can be done about it for eight seconds: 撤销, 去下载. One of the same key takes its place. */
  undoable: { text: string; act: string; run: () => unknown; failed?: boolean; key?: string };
  /** A question before an act that reaches many; whoever shows it answers. */
  asked: { act: string; words: readonly string[]; answer: (goesOn: boolean) => void };
  /** A call has started a job in the background. */
  jobStarted: undefined;
  /** How many calls are running that may show the loading overlay (which waits for 800 ms). */
  loading: number;
}

const listeners: { [Name in keyof WebEvents]: Set<(payload: WebEvents[Name]) => void> } = {
  sessionEnded: new Set(),
  signedOut: new Set(),
  notice: new Set(),
  undoable: new Set(),
  asked: new Set(),
  jobStarted: new Set(),
  loading: new Set(),
};

/** Calls `listener` at each event of this name; the answer stops it. */
export function on<Name extends keyof WebEvents>(name: Name, listener: (payload: WebEvents[Name]) => void): () => void {
  listeners[name].add(listener);
  return () => {
    listeners[name].delete(listener);
  };
}

/** Tells every listener of this name, in the order of their arrival. */
export function emit<Name extends keyof WebEvents>(
  name: Name,
  ...[payload]: WebEvents[Name] extends undefined ? [] : [WebEvents[Name]]
): void {
  for (const listener of listeners[name]) listener(payload as WebEvents[Name]);
}
