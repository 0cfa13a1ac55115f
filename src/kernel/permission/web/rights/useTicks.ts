import { useState } from 'react';

/**
 * Ticks over what the server has, kept as the user's own changes: what somebody else saves meanwhile shows, is not taken
 * back by saving, and loses no tick.
 */
export function useTicks(before: ReadonlySet<string>) {
  const [own, setOwn] = useState<ReadonlyMap<string, boolean>>(new Map());
  const changed = [...own].filter(([key, on]) => on !== before.has(key));
  const keysOf = (wanted: boolean) => changed.filter(([, on]) => on === wanted).map(([key]) => key);
  const [added, removed] = [keysOf(true), keysOf(false)];
  return {
    /** With the changes. */
    now: new Set([...before, ...added].filter((key) => own.get(key) !== false)) as ReadonlySet<string>,
    added,
    removed,
    put: (keys: readonly string[], on: boolean) => setOwn(new Map([...own, ...keys.map((key) => [key, on] as const)])),
    drop: () => setOwn(new Map()),
  };
}
