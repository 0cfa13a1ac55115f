import { useQueries } from '@tanstack/react-query';
import type { ReplyOf } from '#platform/contract.ts';
import { call } from '#platform/web/call/api.ts';
import { keyOf } from '#platform/web/call/hooks.ts';
import { AWAITED, MISSED } from '#platform/web/form/awaited.ts';
import { selectDict } from '../contract.ts';

interface Choice {
  value: string;
  label: string;
  /** How each sign is read, with gaps between. */
  readings: string;
}

type Items = ReplyOf<typeof selectDict>;

const FRESH = 600_000;
let asked: { codes: Set<string>; answer: Promise<Items> } | null = null;

/** The entries of one dictionary; the dictionaries that one drawing of a page wants travel in one call. */
async function itemsOf(code: string): Promise<Items> {
  if (!asked) {
    const codes = new Set<string>();
    const drawn = new Promise((resolve) => setTimeout(resolve));
    const answer = drawn.then(() => {
      asked = null;
      return call(selectDict, { dictionaryCode: [...codes].join(',') }, { quiet: true });
    });
    asked = { codes, answer };
  }
  asked.codes.add(code);
  const items = await asked.answer;
  return items.filter(({ dictionaryCode }) => dictionaryCode === code);
}

const choicesOf = (items: Items): readonly Choice[] =>
  items.map(({ value, name, readings }) => ({ value, label: name, readings }));

/**
 * The choices of some dictionaries by code, e.g. `useDict('0005', '0006')['0005']`; until they are there `AWAITED`, or `MISSED` where
 * they did not come. Each
 * dictionary is asked for once in ten minutes, and again when an editor of this window changed one.
 */
export function useDict<Code extends string>(...codes: Code[]): Readonly<Record<Code, readonly Choice[]>> {
  const answers = useQueries({
    queries: codes.map((code) => ({
      queryKey: keyOf(selectDict, { dictionaryCode: code }),
      queryFn: () => itemsOf(code),
      staleTime: FRESH,
      select: choicesOf,
    })),
  });
  return Object.fromEntries(
    codes.map((code, at) => [code, answers[at]?.data ?? (answers[at]?.isError ? MISSED : AWAITED)]),
  ) as Record<Code, readonly Choice[]>;
}
