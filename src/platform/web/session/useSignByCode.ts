import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';

/**
 * 扫码签到: the page of an address with `id` and `code` signs in by being opened.
 * @param sign signs in; the same function at every rendering
 * @returns what tries once more
 */
export function useSignByCode(sign: (input: { id: string; code: string }) => void): () => void {
  const { id = '', code = '' } = useParams();
  // The code that was tried: scanned again, the page that stands open tries the new one.
  const tried = useRef('');
  useEffect(() => {
    if (tried.current === code) return;
    tried.current = code;
    sign({ id, code });
  }, [id, code, sign]);
  return () => sign({ id, code });
}
