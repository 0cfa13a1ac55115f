import { type RefObject, useLayoutEffect } from 'react';

/** Milliseconds for which rows have to stand before one of them can be pressed: whoever presses has seen it about so long ago. */
const SEEN = 250;

/**
 * For lists to choose from that change by themselves: a press counts for the row that was seen, or not at all. While others are on
 * their way (`isComing`), and for a moment after rows have come or moved, a press in the list meets none of them (`base.css`).
 * `rows` tells one order of rows from another.
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
