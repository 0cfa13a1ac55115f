import { useState } from 'react';
import type { Endpoint, InputOf } from '#platform/contract.ts';
import { call } from '../call/api.ts';
import { emit } from '../call/events.ts';
import type { Choice, Picks } from './choice.ts';

/** Rows asked for at once. */
const BULK = 200;

interface Wanted<Row> {
  endpoint: Endpoint;
  input: Readonly<Record<string, unknown>>;
  choiceOf: (row: Row) => Choice;
  /** Why a row cannot be chosen; the empty text where it can. */
  refuse?: ((row: Row) => string) | undefined;
  /** What the rows are, for the sentence when they do not come: 宣讲队. */
  of: string;
}

/** Takes every row of an input into the choice, over pages and as far as there is room. */
export function useTakeAll(picks: Picks) {
  const [taking, setTaking] = useState(false);
  const takeAll = async <Row>({ endpoint, input, choiceOf, refuse, of }: Wanted<Row>): Promise<void> => {
    setTaking(true);
    try {
      for (let page = 1; ; page++) {
        const answer = (await call(endpoint, {
          ...input,
          pageNum: page,
          pageSize: BULK,
        } as InputOf<Endpoint>)) as unknown as { rows: Row[]; total: number };
        picks.add(answer.rows.filter((row) => !refuse?.(row)).map(choiceOf));
        // No more than `max` are read: were they all new, the choice is full.
        if (page * BULK >= Math.min(answer.total, picks.max)) break;
      }
    } catch {
      emit('notice', { kind: 'error', text: `没有取到${of}的全部内容，请重试` });
    }
    setTaking(false);
  };
  return { taking, takeAll };
}
