import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { on, type WebEvents } from '../call/events.ts';
import { Icon } from '../show/icons.tsx';
import { Pressable } from '../ui/Button.tsx';

type Undoable = WebEvents['undoable'] & { id: number };

const SECONDS = 8;
/** More would cover the page; the oldest leaves. */
const AT_ONCE = 3;
let lastId = 0;

/** The `undoable` events as dark bars above the lower edge: what happened, and for eight seconds the act that goes with it. */
export function UndoBar() {
  const [acts, setActs] = useState<readonly Undoable[]>([]);
  useEffect(
    () =>
      on('undoable', (act) => {
        const id = ++lastId;
        setActs((shown) =>
          [...shown.filter(({ key }) => key === undefined || key !== act.key), { ...act, id }].slice(-AT_ONCE),
        );
      }),
    [],
  );
  const leave = useCallback((id: number) => {
    if (box.current?.contains(document.activeElement)) giveBack(before.current);
    setActs((shown) => shown.filter((act) => act.id !== id));
  }, []);
  // As the notices: a dialog stands in the browser's top layer and would cover them.
  const box = useRef<HTMLElement>(null);
  /** Where the focus was before it came to a bar: a bar that leaves gives it back. */
  const before = useRef<HTMLElement | null>(null);
  const newest = acts.at(-1)?.id;
  useLayoutEffect(() => {
    if (newest === undefined || !box.current?.showPopover) return;
    if (box.current.matches(':popover-open')) box.current.hidePopover();
    box.current.showPopover();
  }, [newest]);
  if (acts.length === 0) return null;
  return (
    <section
      className="undo-bars"
      aria-label="可撤销的操作"
      popover="manual"
      ref={box}
      onFocus={({ relatedTarget }) => {
        if (relatedTarget instanceof HTMLElement && !box.current?.contains(relatedTarget))
          before.current = relatedTarget;
      }}
    >
      {acts.map((act) => (
        <Bar key={act.id} act={act} onDone={() => leave(act.id)} />
      ))}
    </section>
  );
}

/** Focus goes to where it was; to the page itself where that is gone. */
function giveBack(to: HTMLElement | null) {
  (to?.isConnected ? to : document.querySelector<HTMLElement>('main'))?.focus();
}

/** Counts down in words and waits while the pointer or the focus is on it. */
function Bar({ act, onDone }: { act: Undoable; onDone: () => void }) {
  const [left, setLeft] = useState(SECONDS);
  const [held, setHeld] = useState(false);
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    if (held) return;
    if (left === 0) {
      done.current();
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, held]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only holds the countdown; the button inside acts
    <div
      className="undo-bar"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={act.failed ? 'warning' : 'check'} />
      <span role="status">{act.text}</span>
      <span className="undo-left">还有{left}秒</span>
      <Pressable
        onClick={() => {
          act.run();
          done.current();
        }}
      >
        {act.act}
      </Pressable>
    </div>
  );
}
