import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useFloating } from '../press/floating.ts';
import './dialogs.css';

interface PopupProps {
  /** The control that opened it; the popup stands below, or above where there is no room. */
  anchor: HTMLElement;
  align?: 'start' | 'end';
  label: string;
  role?: 'dialog' | 'menu' | 'listbox';
  className?: string;
  /** The focus stays in the control, where somebody may be typing. */
  leavesFocus?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A box at a control that follows it. It closes by Esc, by a press elsewhere and when the control is scrolled out of sight; the
 * focus then goes back to the control.
 */
export function Popup({
  anchor,
  align = 'start',
  label,
  role = 'dialog',
  className,
  leavesFocus = false,
  onClose,
  children,
}: PopupProps) {
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useFloating({ box, control: anchor, open: true, align, covers: true, onHidden: () => close.current() });
  useLayoutEffect(() => {
    const popup = box.current;
    if (!popup) return;
    const first = popup.querySelector<HTMLElement>(
      '[data-autofocus], [role="menuitem"]:not(:disabled), input, select, button',
    );
    if (!leavesFocus) (first ?? popup).focus({ preventScroll: true });
    return () => {
      if (anchor.isConnected && popup.contains(document.activeElement)) anchor.focus({ preventScroll: true });
    };
  }, [anchor, leavesFocus]);

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
