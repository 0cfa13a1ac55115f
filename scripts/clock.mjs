// Another day for server, database and tests: libfaketime of Debian moves the clock of whatever is started with this environment.
// Plain JavaScript, since scripts/test.mjs may run on an older Node than the project brings.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const DAY = 86_400_000;
const BEIJING = 8 * 3_600_000;
/** A Saturday on which people work, of the table that the product brings (work_calendar). */
const WORKED = '2026-10-10';

const dayOf = (time) => new Date(time + BEIJING).toISOString().slice(0, 10);

/** The next day from tomorrow on that is as asked for. */
function next(now, isIt) {
  for (let time = now + DAY; ; time += DAY) if (isIt(dayOf(time))) return dayOf(time);
}

/**
 * The days on which things that hold on most days fall: the next of each sort, with a time in Beijing.
 * @param {number} now milliseconds since 1970
 * @returns {{ name: string, at: string }[]}
 */
export function moments(now = Date.now()) {
  const soon = (name, end, time = '10:00') => ({ name, at: `${next(now, (day) => end.test(day))} ${time}` });
  return [
    soon('29 February', /-02-29$/),
    soon('1 January', /-01-01$/, '00:30'),
    soon('the 31st', /-(01|05|08|10)-31$/, '15:00'),
    soon('the last day of a quarter', /-(03-31|06-30|09-30)$/, '20:00'),
    soon('31 December', /-12-31$/, '23:58'),
    soon('28 February', /-02-28$/, '09:00'),
    soon('the 29th', /-29$/, '01:00'),
    soon('the 30th', /-30$/, '08:30'),
    soon('the first day of a quarter', /-(04|07|10)-01$/, '08:00'),
    { name: 'a Sunday', at: `${next(now, (day) => new Date(day).getUTCDay() === 0)} 11:00` },
    { name: 'a Saturday that is worked', at: `${WORKED} 17:00` },
  ];
}

/** Of the moments so many are taken in turn by `npm test`, a day each; the whole of them by `npm run soak`. */
const IN_TURN = 2;

/**
 * The moment of a run: that of CLOCK (`2028-02-29 10:00`, in Beijing; `off` for none), else today's turn.
 * @returns {{ name: string, at: string } | null}
 */
export function momentOfRun(now = Date.now(), given = process.env.CLOCK) {
  if (given === 'off') return null;
  if (given) return { name: 'CLOCK', at: given };
  return moments(now)[Math.floor((now + BEIJING) / DAY) % IN_TURN] ?? null;
}

/** The library, where it is installed; undefined: it is not. */
function library() {
  const root = '/usr/lib';
  if (process.platform !== 'linux' || !existsSync(root)) return undefined;
  return readdirSync(root)
    .map((folder) => join(root, folder, 'faketime/libfaketimeMT.so.1'))
    .find(existsSync);
}

/** Whether the clock can be moved on this machine. */
export const canMove = () => library() !== undefined;

/**
 * The environment in which the clock stands at that time of Beijing and goes on from there: all that is started with it reads
 * the same clock, since it is moved by a difference. How long something took is not moved, nor are the times of files.
 * @param {string} at `YYYY-MM-DD HH:MM`
 */
export function clockAt(at, now = Date.now()) {
  const seconds = Math.round((Date.parse(`${at.replace(' ', 'T')}:00+08:00`) - now) / 1000);
  if (Number.isNaN(seconds)) throw new Error(`CLOCK: ${at} is no time like 2028-02-29 10:00`);
  return {
    LD_PRELOAD: library(),
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  };
}
