import { useRef } from 'react';

/**
 * Carries out one act at a time: what is pressed while one runs, or before `readAgain` has brought what it changed, would
 * be sent with a version that is no longer the row's. The button is not disabled meanwhile, since it would lose the focus.
 * @param readAgain resolves when the rows are as the act left them
 */
export function useOneAtATime(readAgain: () => Promise<unknown>) {
  const running = useRef(false);
  return async (act: () => Promise<unknown>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    try {
      await act();
      await readAgain();
    } catch {
      // The client has shown why.
    } finally {
      running.current = false;
    }
  };
}
