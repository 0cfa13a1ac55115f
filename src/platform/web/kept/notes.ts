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

/** When something typed was last kept. */
interface KeptTime {
  /** In words. */
  at: string;
  dialog: Element | null;
}

let notes: readonly KeptNote[] = [];
let times: readonly KeptTime[] = [];
/** Lines that say when the page was kept, in the order in which they came. */
let lines: readonly symbol[] = [];
const listeners = new Set<() => void>();

/** Shows a note; call the returned function to hide it. */
export function showNote(note: KeptNote): () => void {
  notes = [...notes, note];
  tellAll();
  return () => {
    notes = notes.filter((one) => one !== note);
    tellAll();
  };
}

/** Says that something was kept, until what is answered is called. */
export function showTime(time: KeptTime): () => void {
  times = [...times, time];
  tellAll();
  return () => {
    times = times.filter((one) => one !== time);
    tellAll();
  };
}

/** A line that says when the page was kept; the last that came says it, the others are silent. Until what is answered is called. */
export function addLine(line: symbol): () => void {
  lines = [...lines, line];
  tellAll();
  return () => {
    lines = lines.filter((one) => one !== line);
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

/** When what is typed in a dialog, or on the page (null), was last kept, in words; empty while nothing is. */
export function useKeptTime(dialog: () => Element | null): string {
  const all = useSyncExternalStore(subscribe, () => times);
  const here = dialog();
  return (
    all
      .flatMap((time) => (time.dialog === here ? [time.at] : []))
      .sort()
      .at(-1) ?? ''
  );
}

/** Whether this line is the one that says it. */
export const useIsLast = (line: symbol) => useSyncExternalStore(subscribe, () => lines.at(-1) === line);
