import { useEffect } from 'react';
import { on } from '../call/events.ts';

/** What would be lost: it cannot be kept (kept/useKept.ts), such as a password. */
const unsaved = new Map<symbol, { name: string; withQuery: boolean }>();

/** The user has agreed to lose what is unsaved; nothing asks again. */
export function discardUnsaved(): void {
  unsaved.clear();
}

// Who signs out has been asked before; who gives up an ended session cannot save any more.
let isOver = false;
on('signedOut', () => {
  isOver = true;
  discardUnsaved();
});

/**
 * While `name` is a text, the page holds input of that name that cannot be kept, and `LeaveGuard` asks before leaving, closing the
 * window, signing out or changing the role.
 * @param withQuery asks also when only the query of the address changes
 */
export function useUnsaved(name: string | null, withQuery = false): void {
  useEffect(() => {
    if (name === null) return;
    const key = Symbol(name);
    unsaved.set(key, { name, withQuery });
    return () => {
      unsaved.delete(key);
    };
  }, [name, withQuery]);
  useUnloadQuestion(() => name !== null);
}

/** Asks before the window is closed or reloaded, while `asks` answers true. */
export function useUnloadQuestion(asks: () => boolean): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!isOver && asks()) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  });
}

/** What is unsaved now, by name; empty when nothing would be lost. */
export function listUnsaved(): readonly string[] {
  return [...new Set([...unsaved.values()].map(({ name }) => name))];
}

/** What would be lost on the way from one address to another. */
export function unsavedLostBetween(
  from: { pathname: string; search: string },
  to: { pathname: string; search: string },
): readonly string[] {
  const leavesPage = from.pathname !== to.pathname;
  if (!leavesPage && from.search === to.search) return [];
  return [...unsaved.values()].filter(({ withQuery }) => leavesPage || withQuery).map(({ name }) => name);
}
