import { useRef } from 'react';

/**
 * Runs one act at a time. A press while one is running, or before `readAgain` has read what it changed, is ignored, since it would
 * be sent with an old version. The button is not disabled meanwhile, since it would lose the focus.
 * @param readAgain resolves when the rows are read again
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
