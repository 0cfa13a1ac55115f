import { useEffect, useRef, useState } from 'react';

/** Single-key shortcuts can be turned off (WCAG 2.1.4); remembered for all lists. */
const OFF = 'single-keys-off';

/** Whether keys without Ctrl or Alt act on this device. */
export const singleKeysOn = () => localStorage.getItem(OFF) === null;

export const LIST_KEYS: readonly (readonly [string, string])[] = [
  ['/', '到搜索框'],
  ['j', '下一行'],
  ['k', '上一行'],
  ['x', '选中或取消当前行'],
  ['Enter', '打开当前行'],
  ['e', '编辑当前行'],
  ['?', '看这张表'],
];

interface Handlers {
  move: (by: 1 | -1) => void;
  select: () => void;
  open: () => void;
  edit: () => void;
  help: () => void;
}

/** Listens for the list's keys while no field, dialog or menu has the focus. */
export function useListKeys(handlers: Handlers) {
  const [enabled, setEnabled] = useState(singleKeysOn);
  const latest = useRef(handlers);
  latest.current = handlers;

  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const target = event.target as HTMLElement;
      if (
        target.closest(
          'input:not([type="checkbox"]), textarea, select, [role="menu"], [role="tree"], dialog, .floating',
        )
      )
        return;
      const { move, select, open, edit, help } = latest.current;
      // Enter on a focused link or button is that control's own.
      if (event.key === 'Enter' && target.closest('a, button')) return;
      const act = { j: () => move(1), k: () => move(-1), x: select, Enter: open, e: edit, '?': help, '/': focusSearch }[
        event.key
      ];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [enabled]);

  return {
    enabled,
    setEnabled: (on: boolean) => {
      setEnabled(on);
      if (on) localStorage.removeItem(OFF);
      else localStorage.setItem(OFF, '1');
    },
  };
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('[data-list-search]')?.focus();
}
