import { keep, read } from './store.ts';

/** Milliseconds that the server is ahead of this box, as it said last. */
let ahead = 0;
/** The latest instant that was known: a box without a battery may wake in the past. */
let latest = 0;

/** Epoch milliseconds by the server's clock, never before what was known already. */
export function now(): number {
  latest = Math.max(latest, Date.now() + ahead);
  return latest;
}

/** Takes the server's hour. */
export function setTime(asOf: string): void {
  const at = Date.parse(asOf);
  ahead = at - Date.now();
  latest = at;
  void keepTime();
}

export const keepTime = () => keep('facts', 'time', { ahead, latest: now() }).catch(() => undefined);

/** The hour as it was known before the power went. */
export async function readTime(): Promise<void> {
  const kept = await read<{ ahead: number; latest: number }>('facts', 'time').catch(() => undefined);
  if (!kept) return;
  ahead = kept.ahead;
  if (Date.now() + ahead < kept.latest) ahead = kept.latest - Date.now();
  latest = kept.latest;
}
