import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import './dialogs.css';

interface PopupProps {
  /** The control that opened it; the popup stands below, or above where there is no room. */
  anchor: HTMLElement;
  align?: 'start' | 'end';
  label: string;
  role?: 'dialog' | 'menu' | 'listbox';
  className?: string;
  onClose: () => void;
  children: ReactNode;
}

const MARGIN = 8;

/** Something that floats at a control and follows it: closes by Esc, by a press elsewhere and when the control is scrolled out of sight; focus goes back to the control. */
export function Popup({ anchor, align = 'start', label, role = 'dialog', className, onClose, children }: PopupProps) {
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useLayoutEffect(() => {
    const popup = box.current;
    if (!popup) return;
    const place = () => {
      const at = anchor.getBoundingClientRect();
      const { offsetWidth: width, offsetHeight: height } = popup;
      const left = align === 'end' ? at.right - width : at.left;
      const below = at.bottom + 4;
      const top = below + height > innerHeight - MARGIN && at.top - height > MARGIN ? at.top - height - 4 : below;
      popup.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN))}px`;
      popup.style.top = `${Math.max(MARGIN, Math.min(top, innerHeight - height - MARGIN))}px`;
    };
    // What comes late above the control moves it, and the browser may scroll for that: nobody's wish to close.
    let frame = 0;
    let seen = false;
    const follow = () => {
      const at = anchor.getBoundingClientRect();
      const inSight = at.bottom > 0 && at.top < innerHeight;
      if (seen && !inSight) return close.current();
      seen ||= inSight;
      place();
      frame = requestAnimationFrame(follow);
    };
    follow();
    const first = popup.querySelector<HTMLElement>(
      '[data-autofocus], [role="menuitem"]:not(:disabled), input, select, button',
    );
    (first ?? popup).focus({ preventScroll: true });
    return () => {
      cancelAnimationFrame(frame);
      if (anchor.isConnected && popup.contains(document.activeElement)) anchor.focus({ preventScroll: true });
    };
  }, [anchor, align]);

  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!box.current?.contains(target) && !anchor.contains(target)) close.current();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      event.preventDefault();
      anchor.focus({ preventScroll: true });
      close.current();
    };
    document.addEventListener('pointerdown', onPress, true);
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('pointerdown', onPress, true);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [anchor]);

  // Within a modal dialog the rest of the page is inert, so the popup must live in the dialog.
  return createPortal(
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: every role that `role` may be takes a label
    <div
      ref={box}
      role={role}
      aria-label={label}
      tabIndex={-1}
      className={className ? `popup floating ${className}` : 'popup floating'}
    >
      {children}
    </div>,
    anchor.closest('dialog') ?? document.body,
  );
}
