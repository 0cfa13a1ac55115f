import { ask } from './net.ts';
import { drop, keep, keysOf, read } from './store.ts';

interface Played {
  number: number;
  item: string;
  title: string;
  level: string;
  fromAt: number;
  toAt: number;
}

/** At most so many in one question. */
const AT_ONCE = 100;
let open: Played | null = null;
let last = 0;

/** Goes on counting where the last run stopped; what was on when the power went ends where it was last seen. */
export async function readLog(): Promise<void> {
  last = (await read<number>('facts', 'number').catch(() => 0)) || 0;
  for (const key of await keysOf('plays')) last = Math.max(last, Number(key));
}

/** Notes that something else plays now; the same goes on. */
export async function note(item: string, title: string, level: string, at: number): Promise<void> {
  if (open && open.item === item && open.level === level) {
    open.toAt = at;
    return;
  }
  if (open) await keep('plays', open.number, { ...open, toAt: at });
  open = { number: ++last, item, title, level, fromAt: at, toAt: at };
  const begun = open;
  await keep('facts', 'number', last);
  await keep('plays', begun.number, { ...begun });
}

/** Writes how long the present one has played, for a power cut. */
export async function saveOpen(): Promise<void> {
  if (open) await keep('plays', open.number, { ...open });
}

/** Tells the server what was played and is over; each number is kept there once, so that a lost answer doubles nothing. */
export async function postLog(): Promise<void> {
  const numbers = (await keysOf('plays')).map(Number).sort((a, b) => a - b);
  const closed = numbers.filter((number) => !open || number !== open.number).slice(0, AT_ONCE);
  if (closed.length === 0) return;
  const rows: Played[] = [];
  for (const number of closed) {
    const row = await read<Played>('plays', number);
    if (row) rows.push(row);
  }
  const { kept } = await ask<{ kept: number }>('playLog', { rows });
  for (const number of closed) if (number <= kept) await drop('plays', number);
}

/** A new pairing counts anew. */
export function restart(): void {
  open = null;
  last = 0;
}
