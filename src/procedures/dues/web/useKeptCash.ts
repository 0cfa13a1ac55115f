import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { InputOf, ReplyOf } from '#platform/contract.ts';
import { call } from '#platform/web/call/api.ts';
import { markStale } from '#platform/web/call/hooks.ts';
import { randomKey } from '#platform/web/call/randomKey.ts';
import { isUnanswered } from '#platform/web/call/request.ts';
import { type KeptKind, useKeptCalls } from '#platform/web/call/useKeptCalls.ts';
import { canEncrypt } from '#platform/web/session/encryptedStore.ts';
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

const KIND: KeptKind<typeof handIn, KeptCash> = {
  endpoint: handIn,
  inputOf: ({ input }) => input,
  waits: ({ fault }) => fault === '',
  refused: (cash, error) => ({ ...cash, fault: Object.values(error.fields)[0] ?? error.message }),
  sent: (n) => `断网时收的${n}笔已登记，收据在缴纳记录里`,
};

/**
 * Cash without a network: what was taken is kept encrypted in this browser and booked once, in its order, as soon as the line is
 * back. What is refused then stays with the reason until whoever took the money has dealt with it.
 */
export function useKeptCash(accountId: string) {
  const client = useQueryClient();
  const { kept, list, write } = useKeptCalls(`dues cash ${accountId}`, KIND);
  /** A second press while the first is under way is the same one. */
  const underWay = useRef<{ text: string; reply: Promise<ReplyOf<typeof handIn> | null> } | null>(null);

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
