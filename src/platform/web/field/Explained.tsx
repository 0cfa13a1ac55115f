import { type FocusEvent, type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useFloating } from '../press/floating.ts';
import { Pressable } from '../ui/Button.tsx';
import './explained.css';

/**
 * A number with an explanation, shown while it is hovered or focused, hidden by Esc. `children` are the visible cells. A press opens
 * `href` or calls `onOpen`; with neither it shows the explanation.
 */
export function Explained({
  href,
  onOpen,
  title,
  text,
  source,
  className,
  align = 'end',
  children,
}: {
  href: string | null;
  /** Shows the rows where no page has them. */
  onOpen?: () => void;
  title: string;
  /** How the number is counted. */
  text: string;
  /** As-of time or clause. */
  source: string;
  className: string;
  /** Where the explanation stands below the box. */
  align?: 'center' | 'end';
  children: ReactNode;
}) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  useFloating({ box: tip, control: () => box.current, open: shown, align, gap: -4 });
  const inner = (
    <>
      {children}
      {(href !== null || onOpen) && <span className="visually-hidden">，打开名单</span>}
    </>
  );
  const watching = {
    className,
    'aria-describedby': id,
    onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && setShown(true),
    onPointerLeave: () => setShown(false),
    onFocus: (event: FocusEvent) => setShown(event.target.matches(':focus-visible')),
    onBlur: () => setShown(false),
    onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && setShown(false),
  };
  return (
    <div ref={box} className="explained">
      {href !== null ? (
        <Link {...watching} to={href}>
          {inner}
        </Link>
      ) : (
        <Pressable {...watching} onClick={onOpen ?? (() => setShown(true))}>
          {inner}
        </Pressable>
      )}
      <div ref={tip} id={id} role="tooltip" className="popup explanation" hidden={!shown}>
        <b>{title}</b>
        <p className="explanation-formula">{text}</p>
        <p>{source}</p>
      </div>
    </div>
  );
}
