import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import type { Endpoint, InputOf } from '#platform/contract.ts';
import { useAct } from './hooks.ts';

/** 扫码签到: the page of an address with `id` and `code` signs in by being opened; `again` tries once more. */
export function useSignByCode<E extends Endpoint>(endpoint: E) {
  const { id = '', code = '' } = useParams();
  const sign = useAct(endpoint, { quiet: true });
  // The code that was tried: scanned again, the page that stands open tries the new one.
  const tried = useRef('');
  const { mutate } = sign;
  useEffect(() => {
    if (tried.current === code) return;
    tried.current = code;
    mutate({ id, code } as InputOf<E>);
  }, [id, code, mutate]);
  return { data: sign.data, error: sign.error, again: () => mutate({ id, code } as InputOf<E>) };
}
