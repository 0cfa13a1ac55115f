import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { emit } from '../call/events.ts';
import { Button, Pressable } from '../ui/Button.tsx';
import './rowOrder.css';

/** Where a dragged row would come to stand. */
interface Place {
  id: string;
  side: 'before' | 'after';
}

/**
 * Rows that are put into order by hand: dragged at a handle, or moved by the arrow keys while the handle has the focus.
 * @param ids the rows in their order
 * @param move carries a move out; `after` null: to the front
 */
export function useRowOrder(ids: readonly string[], move: (id: string, after: string | null) => Promise<unknown>) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const moving = useRef(false);
  /** What has the focus after the move, and what instead where that cannot be pressed any more. */
  const focused = useRef<readonly [string, string?] | null>(null);
  const order = ids.join();

  // A row that changes its place in the document loses the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the order
  useEffect(() => {
    const [wanted, instead] = focused.current ?? [];
    const first = wanted ? document.getElementById(wanted) : null;
    const second = instead ? document.getElementById(instead) : null;
    (first?.matches(':disabled') ? second : first)?.focus();
    focused.current = null;
  }, [order]);

  const carryOut = async (id: string, after: string | null) => {
    if (moving.current) return;
    moving.current = true;
    const stood = ids[ids.indexOf(id) - 1] ?? null;
    try {
      await move(id, after);
      emit('undoable', { text: '顺序已调整', act: '撤销', key: 'order', run: () => move(id, stood).catch(() => {}) });
    } catch {
      // The client has shown why; the rows stay as they are.
    } finally {
      moving.current = false;
    }
  };

  const drop = () => {
    if (!dragged || !place) return;
    const others = ids.filter((id) => id !== dragged);
    const at = others.indexOf(place.id) + (place.side === 'after' ? 1 : 0);
    const after = others[at - 1] ?? null;
    const stays = after === (ids[ids.indexOf(dragged) - 1] ?? null);
    if (place.id !== dragged && !stays) void carryOut(dragged, after);
  };

  /** For the element of a row. */
  const row = (id: string) => ({
    className:
      place?.id === id && dragged !== id ? `order-${place.side}` : dragged === id ? 'order-dragged' : undefined,
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (!dragged) return;
      event.preventDefault();
      const { top, height } = event.currentTarget.getBoundingClientRect();
      const side = event.clientY < top + height / 2 ? 'before' : 'after';
      if (place?.id !== id || place.side !== side) setPlace({ id, side });
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault();
      drop();
    },
  });

  /** The handle of a row; `name` says whose. */
  const handle = (id: string, name: string) => (
    <Pressable
      id={`order-${id}`}
      className="order-handle"
      draggable
      aria-label={`调整${name}的顺序，按上下方向键移动`}
      title="拖动，或按上下方向键调整顺序"
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', name);
        const whole = event.currentTarget.closest('tr, li');
        if (whole) event.dataTransfer.setDragImage(whole, 12, 12);
        setDragged(id);
      }}
      onDragEnd={() => {
        setDragged(null);
        setPlace(null);
      }}
      onKeyDown={(event: KeyboardEvent) => {
        const at = ids.indexOf(id);
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        const after = event.key === 'ArrowUp' ? (ids[at - 2] ?? null) : ids[at + 1];
        if (after === undefined || (event.key === 'ArrowUp' && at === 0)) return;
        focused.current = [`order-${id}`];
        void carryOut(id, after);
      }}
    >
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01" strokeWidth="2.6" />
      </svg>
    </Pressable>
  );

  /** Buttons that move a row by one place, for whoever does not drag. */
  const steps = (id: string, name: string) => {
    const at = ids.indexOf(id);
    const places = { up: at > 0, down: at < ids.length - 1 };
    const step = (way: 'up' | 'down') => {
      focused.current = [`${way}-${id}`, `${way === 'up' ? 'down' : 'up'}-${id}`];
      void carryOut(id, (way === 'up' ? ids[at - 2] : ids[at + 1]) ?? null);
    };
    return (['up', 'down'] as const).map((way) => (
      <Button
        key={way}
        id={`${way}-${id}`}
        look="row"
        aria-label={`${way === 'up' ? '上移' : '下移'}${name}`}
        disabled={!places[way]}
        onClick={() => step(way)}
      >
        {way === 'up' ? '上移' : '下移'}
      </Button>
    ));
  };
  return { row, handle, steps };
}
