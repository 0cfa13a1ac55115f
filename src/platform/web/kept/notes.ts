import { useSyncExternalStore } from 'react';

/** What the page says of something that was typed earlier. */
export interface KeptNote {
  /** When it was typed, in words. */
  when: string;
  /** `restored`: it stands in the form. `asks`: it waits for an answer, since something else stands there by now. */
  kind: 'restored' | 'asks';
  /** Somebody has saved the record in between. */
  outdated: boolean;
  /** When another window typed into the same form, in words; empty where none did. */
  other: string;
  /** The dialog in which it is typed, which shows it within; null for the page. */
  dialog: Element | null;
  restore: () => void;
  takeOther: () => void;
  discard: () => void;
}

let notes: readonly KeptNote[] = [];
const listeners = new Set<() => void>();

/** Shows a note until what is answered is called. */
export function showNote(note: KeptNote): () => void {
  notes = [...notes, note];
  tellAll();
  return () => {
    notes = notes.filter((one) => one !== note);
    tellAll();
  };
}

function tellAll() {
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** The notes of now. */
export const useNotes = () => useSyncExternalStore(subscribe, () => notes);
