import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** Rows drawn beyond each end of what is seen, so that scrolling meets drawn rows. */
const MARGIN = 12;
/** As long as no row has been measured. */
const GUESS = { row: 30, height: 600 };

/**
 * Which rows of a long list must be drawn: those that its scrolled box shows, and some beyond. All rows have one height, measured at
 * a drawn row (`data-row`), since 大字 and phones have higher ones.
 * @returns rows [from, to) and a row's height in CSS pixels; all rows while `on` is false
 */
export function useWindow(box: RefObject<HTMLElement | null>, count: number, on: boolean) {
  const [row, setRow] = useState(GUESS.row);
  const [view, setView] = useState({ top: 0, height: GUESS.height });
  useEffect(() => {
    const element = box.current;
    if (!element || !on) return;
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight });
    look();
    const watch = new ResizeObserver(look);
    watch.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [box, on]);
  useLayoutEffect(() => {
    const drawn = on ? box.current?.querySelector<HTMLElement>('[data-row]') : null;
    if (drawn && drawn.offsetHeight > 0 && drawn.offsetHeight !== row) setRow(drawn.offsetHeight);
  });
  if (!on) return { from: 0, to: count, row };
  const from = Math.max(0, Math.min(Math.floor(view.top / row) - MARGIN, count - 1));
  return { from, to: Math.min(count, Math.ceil((view.top + view.height) / row) + MARGIN), row };
}

/** Scrolls a box of equal rows so far that row `at` is seen whole. */
export function showRow(box: HTMLElement, at: number, row: number): void {
  const top = at * row;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + row > box.scrollTop + box.clientHeight) box.scrollTop = top + row - box.clientHeight;
}
