import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { InputOf, ReplyOf } from '#platform/contract.ts';
import { call } from '#platform/web/api.ts';
import { canEncrypt, readEncrypted, removeEncrypted, writeEncrypted } from '#platform/web/encryptedStore.ts';
import { emit } from '#platform/web/events.ts';
import { markStale } from '#platform/web/hooks.ts';
import { randomKey } from '#platform/web/randomKey.ts';
import { ApiError, isUnanswered } from '#platform/web/request.ts';
import { handIn } from '../contract.pay.ts';

type Input = InputOf<typeof handIn>;
/** Cash that was taken and that the server has not answered: its key makes sure that it is booked once. */
export interface KeptCash {
  key: string;
  input: Input;
  /** Whose months, as the page shows them. */
  names: string;
  /** Fen. */
  sum: number;
  /** Why the server refused it; empty: it waits for the line. */
  fault: string;
}

const RETRY_MS = 8000;
const nameOf = (accountId: string) => `dues cash ${accountId}`;

/**
 * Cash without a network: what was taken is kept encrypted in this browser and booked once, in its order, as soon as the line is
 * back. What is refused then stays with the reason until whoever took the money has dealt with it.
 */
export function useKeptCash(accountId: string) {
  const client = useQueryClient();
  const [kept, setKept] = useState<readonly KeptCash[]>([]);
  const list = useRef<readonly KeptCash[]>([]);
  const busy = useRef(false);
  /** A second press while the first is under way is the same one. */
  const underWay = useRef<{ text: string; reply: Promise<ReplyOf<typeof handIn> | null> } | null>(null);
  const name = nameOf(accountId);

  const write = useCallback(
    (next: readonly KeptCash[]) => {
      list.current = next;
      setKept(next);
      return next.length > 0 ? writeEncrypted(name, next) : removeEncrypted(name);
    },
    [name],
  );

  const send = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    let booked = 0;
    try {
      for (let next = list.current.find(({ fault }) => fault === ''); next; ) {
        const { key, input } = next;
        let fault = '';
        try {
          await call(handIn, input, { quiet: true, idempotencyKey: key });
          booked += 1;
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (isUnanswered(error)) break;
          fault = Object.values(error.fields)[0] ?? error.message;
        }
        const others = list.current.filter((one) => one.key !== key);
        await write(fault === '' ? others : [...others, { ...next, fault }]);
        next = list.current.find((one) => one.fault === '');
      }
    } finally {
      busy.current = false;
    }
    if (booked === 0) return;
    markStale(client, handIn);
    emit('notice', { kind: 'success', text: `断网时收的${booked}笔已登记，收据在缴纳记录里` });
  }, [client, write]);

  useEffect(() => {
    let here = true;
    if (canEncrypt())
      void readEncrypted<readonly KeptCash[]>(name)
        .then((found) => {
          if (!here || !found || list.current.length > 0) return;
          list.current = found;
          setKept(found);
          void send();
        })
        .catch(() => {});
    return () => {
      here = false;
    };
  }, [name, send]);

  useEffect(() => {
    if (!kept.some(({ fault }) => fault === '')) return;
    const again = () => void send();
    addEventListener('online', again);
    const timer = setInterval(again, RETRY_MS);
    return () => {
      removeEventListener('online', again);
      clearInterval(timer);
    };
  }, [kept, send]);

  /** Books cash; null: there is no network, and it is kept. @throws ApiError where the server refuses it, or nothing can be kept */
  const take = (input: Input, names: string, sum: number): Promise<ReplyOf<typeof handIn> | null> => {
    const text = JSON.stringify(input);
    if (underWay.current?.text !== text) {
      const reply = book(input, names, sum).finally(() => {
        underWay.current = null;
      });
      underWay.current = { text, reply };
    }
    return underWay.current.reply;
  };
  const book = async (input: Input, names: string, sum: number): Promise<ReplyOf<typeof handIn> | null> => {
    const key = randomKey();
    try {
      const reply = await call(handIn, input, { quiet: true, idempotencyKey: key });
      markStale(client, handIn);
      return reply;
    } catch (error) {
      if (!isUnanswered(error) || !canEncrypt()) throw error;
      await write([...list.current, { key, input, names, sum, fault: '' }]);
      return null;
    }
  };
  const drop = (key: string) => void write(list.current.filter((one) => one.key !== key));
  return { kept, take, drop };
}
