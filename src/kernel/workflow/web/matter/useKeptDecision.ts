import { useEffect, useRef, useState } from 'react';
import { on } from '#platform/web/call/events.ts';
import { canEncrypt, readEncrypted, removeEncrypted, writeEncrypted } from '#platform/web/session/encryptedStore.ts';
import { useSession } from '#platform/web/session/session.ts';
import type { Decision } from '../../contract.ts';

/** A decision that is being written. */
export interface Writing {
  decision: Decision | null;
  opinion: string;
  returnTo: string;
  straightBack: boolean;
}
export const EMPTY: Writing = { decision: null, opinion: '', returnTo: '', straightBack: true };

interface Kept {
  at: number;
  writing: Writing;
}

const KEPT_HOURS = 24;
const PAUSE = 500;
// A browser that cannot encrypt keeps it as long as the page is open.
const inMemory = new Map<string, Kept>();
on('signedOut', () => inMemory.clear());

async function read(key: string): Promise<Writing | null> {
  const kept = canEncrypt() ? await readEncrypted<Kept>(key) : inMemory.get(key);
  return kept && Date.now() - kept.at <= KEPT_HOURS * 3_600_000 ? kept.writing : null;
}

async function keep(key: string, writing: Writing | null): Promise<void> {
  if (!canEncrypt()) {
    if (writing) inMemory.set(key, { at: Date.now(), writing });
    else inMemory.delete(key);
  } else if (writing) await writeEncrypted(key, { at: Date.now(), writing } satisfies Kept);
  else await removeEncrypted(key);
}

/**
 * What is being written about a task, kept for a day as drafts are: going to the next matter, leaving or a reload loses
 * nothing. `found`: it was written earlier and has come back.
 * @param taskId null: there is nothing to decide
 */
export function useKeptDecision(taskId: string | null) {
  const { user } = useSession();
  const key = taskId === null ? null : `draft:${user.userId}:approval:${taskId}`;
  const [writing, setWriting] = useState(EMPTY);
  const [found, setFound] = useState(false);
  /** What is not kept yet. */
  const due = useRef<{ key: string; writing: Writing } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const touched = useRef(false);

  // Storage that is refused keeps nothing; the card works without.
  const flush = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (due.current) void keep(due.current.key, due.current.writing).catch(() => {});
    due.current = null;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: flush holds nothing but refs
  useEffect(() => {
    if (key === null) return;
    let gone = false;
    touched.current = false;
    read(key).then(
      (kept) => {
        if (gone || touched.current) return;
        setWriting(kept ?? EMPTY);
        setFound(kept !== null);
      },
      () => {},
    );
    addEventListener('pagehide', flush);
    return () => {
      gone = true;
      removeEventListener('pagehide', flush);
      flush();
    };
  }, [key]);

  const clear = () => {
    touched.current = true;
    clearTimeout(timer.current);
    timer.current = undefined;
    due.current = null;
    setFound(false);
    if (key !== null) void keep(key, null).catch(() => {});
  };
  return {
    writing,
    found,
    set: (change: Partial<Writing>) => {
      touched.current = true;
      const next = { ...writing, ...change };
      setWriting(next);
      if (key === null) return;
      due.current = { key, writing: next };
      timer.current ??= setTimeout(flush, PAUSE);
    },
    /** Forgets what was written: it is decided, or begun anew. */
    clear,
    restart: () => {
      clear();
      setWriting(EMPTY);
    },
  };
}
