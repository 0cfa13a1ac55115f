import { type RefObject, useLayoutEffect } from 'react';

/** Milliseconds for which rows have to stand before one of them can be pressed: whoever presses has seen it about so long ago. */
const SEEN = 250;

/**
 * For lists to choose from that change by themselves: makes sure that a press counts for the row that the user saw, or not at all.
 * While other rows are loading (`isComing`), and for a moment after rows have changed, presses in the list are ignored (`base.css`).
 * `rows` is a text that differs when the order of rows does.
 */
export function useSteady(list: RefObject<HTMLElement | null>, rows: string, isComing = false): void {
  // Before the new rows are drawn. `rows`: each other order.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return;
    box.dataset.moving = '';
    if (isComing) return;
    const timer = setTimeout(() => {
      delete box.dataset.moving;
    }, SEEN);
    return () => clearTimeout(timer);
  }, [list, rows, isComing]);
}
