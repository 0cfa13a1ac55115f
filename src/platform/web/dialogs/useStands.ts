import { type RefObject, useEffect, useRef } from 'react';
import { emit } from '../call/events.ts';
import { Declined } from '../press/asking.ts';

/**
 * Whether a form or dialog is still mounted. If the user has left it while its call ran, `tell` shows the outcome as a notice, and
 * answers whether it did.
 */
export function useStands(): { stands: RefObject<boolean>; tell: (error: unknown) => boolean } {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const tell = (error: unknown) => {
    if (isMounted.current || !(error instanceof Error)) return false;
    if (error instanceof Declined) return true;
    emit('notice', { kind: 'error', text: `没有完成：${error.message}` });
    return true;
  };
  return { stands: isMounted, tell };
}
