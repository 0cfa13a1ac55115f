import { autoUpdate, computePosition, flip, hide, offset, shift, size } from '@floating-ui/dom';
import { type RefObject, useLayoutEffect, useRef } from 'react';

interface Floating {
  /** What floats, of the class `popup`; it is placed while it is there. */
  box: RefObject<HTMLElement | null>;
  /** What it stands at; a function is asked when it opens. */
  control: Element | (() => Element | null | undefined);
  open: boolean;
  align?: 'start' | 'center' | 'end';
  /** Pixels between the two; below nought they overlap. */
  gap?: number;
  /** It may cover its control where there is room neither below nor above. Else it reads `--room`, the pixels there are. */
  covers?: boolean;
  /** The control was seen and is scrolled out of sight, or gone; without it the box only hides as long. */
  onHidden?: () => void;
}

/** Pixels that stay free at the window's edges. */
const MARGIN = 8;

/**
 * Places a floating box (menu, picker, tip, suggestions): below its control, above where there is more room, inside the window, and
 * again whenever either moves or changes its size. The box reads the control's width in `--control-width`.
 */
export function useFloating({
  box,
  control,
  open,
  align = 'start',
  gap = 4,
  covers = false,
  onHidden,
}: Floating): void {
  const fixed = typeof control === 'function' ? null : control;
  const latest = useRef({ control, onHidden });
  latest.current = { control, onHidden };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another control is another place
  useLayoutEffect(() => {
    const floating = box.current;
    const { control: given } = latest.current;
    const at = typeof given === 'function' ? given() : given;
    if (!open || !floating || !at) return;
    const placement = align === 'center' ? 'bottom' : (`bottom-${align}` as const);
    // Within the page it is painted below the bars around; in a dialog, or beside the page, it has the whole window.
    const edge = floating.closest('dialog, main');
    const room = { padding: MARGIN, boundary: edge?.matches('main') ? edge : ('clippingAncestors' as const) };
    const set = (name: string, pixels: number) => floating.style.setProperty(name, `${pixels}px`);
    let ended = false;
    let seen = false;
    const place = async () => {
      // The room of the last time would hide how high the box wants to be.
      floating.style.removeProperty('--room');
      const placed = await computePosition(at, floating, {
        strategy: 'fixed',
        placement,
        middleware: [
          offset(gap),
          flip({ ...room, crossAxis: false, flipAlignment: false }),
          shift({ ...room, crossAxis: covers }),
          size({
            ...room,
            apply: ({ availableHeight, rects }) => {
              set('--control-width', rects.reference.width);
              if (!covers) set('--room', Math.max(availableHeight, 0));
            },
          }),
          hide(),
        ],
      });
      if (ended) return;
      const hidden = !at.isConnected || at.getClientRects().length === 0 || placed.middlewareData.hide?.referenceHidden;
      if (hidden && seen && latest.current.onHidden) return latest.current.onHidden();
      seen ||= !hidden;
      floating.style.left = `${placed.x}px`;
      floating.style.top = `${placed.y}px`;
      floating.style.visibility = hidden && seen ? 'hidden' : '';
    };
    const stop = autoUpdate(at, floating, () => void place());
    return () => {
      ended = true;
      stop();
    };
  }, [box, fixed, open, align, gap, covers]);
}
