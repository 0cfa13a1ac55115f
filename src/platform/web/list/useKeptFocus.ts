import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * When the focused row disappears, e.g. after a deletion, moves the focus to the first control of the row that takes its place, else
 * to the list's box. Answers the listeners of the box.
 */
export function useKeptFocus(box: RefObject<HTMLElement | null>, rows: readonly unknown[]) {
  const held = useRef<{ control: Element; at: number } | null>(null);
  const lines = () => [...(box.current?.querySelectorAll('tbody > tr') ?? [])];
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other rows are drawn
  useLayoutEffect(() => {
    if (!held.current || held.current.control.isConnected || document.activeElement !== document.body) return;
    const left = lines();
    const next = left[Math.min(held.current.at, left.length - 1)]?.querySelector<HTMLElement>('button, a, input');
    held.current = null;
    (next ?? box.current)?.focus();
  }, [rows]);
  return {
    tabIndex: -1,
    onFocus: ({ target }: FocusEvent) => {
      const row = target.closest('tbody > tr');
      held.current = row ? { control: target, at: lines().indexOf(row) } : null;
    },
  };
}
