import { on } from '../call/events.ts';
import {
  canEncrypt,
  encryptedNames,
  readEncrypted,
  removeEncrypted,
  removeOldEncrypted,
  writeEncrypted,
} from '../session/encryptedStore.ts';
import type { Kept, Shelf } from './keeper.ts';

/** Two weeks: longer than the longest holidays (decision 0021). */
const KEPT_DAYS = 14;
/** Of one browser; the oldest go. */
const MOST = 200;
const PREFIX = 'kept:';
const DAY = 86_400_000;

let isSwept = false;

const listeners = new Set<() => void>();
/** Calls `listener` whenever something is put on a shelf or taken from it, in this window; the answer stops it. */
export function onShelf(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
const changed = () => {
  for (const listener of listeners) listener();
};

/** In this browser under its key, so that a closed window and a machine that went off lose nothing. */
export const sealedShelf: Shelf = {
  read: async (name) => {
    if (!isSwept) {
      isSwept = true;
      // The drafts of earlier versions lay for a day.
      await removeOldEncrypted('draft:', 1, MOST);
      await removeOldEncrypted(PREFIX, KEPT_DAYS, MOST);
    }
    const kept = await readEncrypted<Kept>(PREFIX + name).catch(() => null);
    return kept && Date.now() - kept.at <= KEPT_DAYS * DAY ? kept : null;
  },
  write: (name, kept) => writeEncrypted(PREFIX + name, kept).then(changed),
  remove: (name) => removeEncrypted(PREFIX + name).then(changed),
  names: async (beginning) => (await encryptedNames(PREFIX + beginning)).map((name) => name.slice(PREFIX.length)),
};

/** In the page's memory: as long as it is open and nobody signs out. */
export function memoryShelf(): Shelf & { clear: () => void; isEmpty: () => boolean } {
  const held = new Map<string, Kept>();
  return {
    read: async (name) => held.get(name) ?? null,
    write: async (name, kept) => {
      held.set(name, kept);
      changed();
    },
    remove: async (name) => {
      held.delete(name);
      changed();
    },
    names: async (beginning) => [...held.keys()].filter((name) => name.startsWith(beginning)),
    clear: () => held.clear(),
    isEmpty: () => held.size === 0,
  };
}

const open = memoryShelf();
on('signedOut', open.clear);

/** Whether something lies in memory alone: signing out would lose it. */
export const isHeldByPage = (): boolean => !open.isEmpty();

/**
 * Where the typing of an account is kept. Without a session (the machine may be shared), and in a browser that cannot encrypt, it is
 * kept in memory only, and closing the window asks.
 */
export const shelfOfAccount = (accountId: string | undefined): { shelf: Shelf; outlivesPage: boolean } =>
  accountId !== undefined && canEncrypt()
    ? { shelf: sealedShelf, outlivesPage: true }
    : { shelf: open, outlivesPage: false };
