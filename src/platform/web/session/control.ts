import { createContext, useContext } from 'react';

/** What the root lets the frame do with the session. */
export interface SessionControl {
  /**
   * Starts over with a new token: nothing that the old role saw stays, and the given page opens.
   * With an intranet address the user is then asked whether to go there.
   */
  renew: (token: string, path: string, intranetUrl?: string) => Promise<void>;
  /** Ends the session after the server was told, and shows the login page. */
  signOut: () => Promise<void>;
}

export const ControlContext = createContext<SessionControl | null>(null);

/** The control of the session; only below the root. */
export function useControl(): SessionControl {
  const control = useContext(ControlContext);
  if (!control) throw new Error('useControl outside the root');
  return control;
}
