import { useQueryClient } from '@tanstack/react-query';
import type { Endpoint, InputOf } from '#platform/contract.ts';
import { beijingDay } from '#platform/time/days.ts';
import { keyOf, useAct } from '#platform/web/call/hooks.ts';
import type { Option } from '#platform/web/list/columns.ts';
import { termOf, termsAround, termWords } from '../rules.ts';
import './college.css';

export const noValue = <span className="muted">—</span>;

/** Values with their words, as filters and lists take them; 往届 stays last. */
export const optionsFromWords = (words: Readonly<Record<number, string>>): Option[] =>
  Object.entries(words)
    .sort(([a], [b]) => (Number(a) || 99) - (Number(b) || 99))
    .map(([value, label]) => ({ value, label }));

const today = () => beijingDay();
/** The term of today. */
export const presentTerm = (): string => termOf(today());

/** The terms to choose from. */
export const termOptions = (): Option[] => termsAround(today()).map((value) => ({ value, label: termWords(value) }));

/**
 * An act of the rooms below whose answers this room reads under names of its own: those are asked for again, too.
 * @param quiet the page shows a refusal itself, as dialogs with a reason do
 */
export function useActHere<E extends Endpoint>(endpoint: E, also: readonly Endpoint[], quiet = true) {
  const client = useQueryClient();
  const act = useAct(endpoint, { quiet });
  const refresh = () => {
    for (const one of also) void client.invalidateQueries({ queryKey: keyOf(one) });
  };
  const run = async (input: InputOf<E>) => {
    const reply = await act.mutateAsync(input);
    refresh();
    return reply;
  };
  return { run, refresh, isPending: act.isPending };
}
