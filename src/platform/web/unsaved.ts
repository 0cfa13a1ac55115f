import { useEffect } from 'react';
import { on } from './events.ts';

const unsaved = new Map<symbol, string>();

/** The user has agreed to lose what is unsaved: nothing asks again. */
export function forgetUnsaved(): void {
  unsaved.clear();
}

// Who signs out has been asked before; who gives up an ended session cannot save any more.
on('signedOut', forgetUnsaved);

/** While `name` is a text, the page has unsaved input of that name: leaving, signing out or changing the role asks first. */
export function useUnsaved(name: string | null): void {
  useEffect(() => {
    if (name === null) return;
    const key = Symbol(name);
    unsaved.set(key, name);
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => {
      unsaved.delete(key);
      removeEventListener('beforeunload', ask);
    };
  }, [name]);
}

/** What is unsaved now, by name; empty when nothing would be lost. */
export function unsavedNow(): readonly string[] {
  return [...new Set(unsaved.values())];
}
