import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Endpoint, InputOf } from '#platform/contract.ts';
import { canEncrypt, readEncrypted, removeEncrypted, writeEncrypted } from '../session/encryptedStore.ts';
import { call } from './api.ts';
import { emit } from './events.ts';
import { markStale } from './hooks.ts';
import { ApiError, isUnanswered } from './request.ts';

/** How calls of a kind are kept: the same object at every rendering. */
export interface KeptKind<E extends Endpoint, Row> {
  endpoint: E;
  inputOf: (row: Row) => InputOf<E>;
  /** Whether it waits for the line; else it stays for who looks at it. */
  waits: (row: Row) => boolean;
  /** What stays of a row that the server refused; null: nothing. */
  refused: (row: Row, error: ApiError) => Row | null;
  /** The message after `n` calls were sent. */
  sent: (n: number) => string;
}

const RETRY_MS = 8000;

/**
 * Calls that work without a network. Calls that the server has not answered are kept encrypted in this browser, under a name, and
 * sent in order when the network is back, each with its first key, so that each counts once.
 * @returns what is kept; `list`, the same for waiting code; `write`, which rejects where nothing can be kept
 */
export function useKeptCalls<E extends Endpoint, Row extends { key: string }>(name: string, kind: KeptKind<E, Row>) {
  const client = useQueryClient();
  const [kept, setKept] = useState<readonly Row[]>([]);
  const list = useRef<readonly Row[]>([]);
  const busy = useRef(false);

  const write = useCallback(
    async (next: readonly Row[]) => {
      list.current = next;
      setKept(next);
      if (canEncrypt()) await (next.length > 0 ? writeEncrypted(name, next) : removeEncrypted(name));
    },
    [name],
  );

  const send = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    const { endpoint, inputOf, waits, refused, sent } = kind;
    let n = 0;
    try {
      for (let next = list.current.find(waits); next; next = list.current.find(waits)) {
        let left: Row | null = null;
        try {
          await call(endpoint, inputOf(next), { quiet: true, idempotencyKey: next.key });
          n += 1;
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (isUnanswered(error)) break;
          left = refused(next, error);
        }
        // What was taken down meanwhile waits behind it.
        const { key } = next;
        const others = list.current.filter((one) => one.key !== key);
        await write(left ? [...others, left] : others).catch(() => {});
      }
    } finally {
      busy.current = false;
    }
    if (n === 0) return;
    markStale(client, endpoint);
    emit('notice', { kind: 'success', text: sent(n) });
  }, [client, kind, write]);

  useEffect(() => {
    let here = true;
    if (canEncrypt())
      void readEncrypted<readonly Row[]>(name)
        .then((rows) => {
          if (!here || !rows || list.current.length > 0) return;
          list.current = rows;
          setKept(rows);
          void send();
        })
        .catch(() => {});
    return () => {
      here = false;
    };
  }, [name, send]);

  useEffect(() => {
    if (!kept.some(kind.waits)) return;
    const again = () => void send();
    addEventListener('online', again);
    const timer = setInterval(again, RETRY_MS);
    return () => {
      removeEventListener('online', again);
      clearInterval(timer);
    };
  }, [kept, kind, send]);

  return { kept, list, write };
}
