import { useEffect, useRef } from 'react';
import { singleKeysOn } from '#platform/web/list/useListKeys.ts';

/** Calls the act of a pressed key while no field, dialog or menu has the focus; keys that were turned off for lists do nothing here. */
export function useWorkKeys(acts: Readonly<Record<string, () => void>>): void {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
      const target = event.target as HTMLElement;
      if (target.closest('input:not([type="radio"], [type="checkbox"]), textarea, select, dialog, .floating')) return;
      const act = latest.current[event.key];
      if (!act || !singleKeysOn()) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
