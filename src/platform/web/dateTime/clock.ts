import { beijingTime } from '#platform/time/days.ts';

const two = (number: number) => String(number).padStart(2, '0');

/** An hour or minute as typed, as two digits between 00 and `max`; nothing typed is 00 (specification, section 5). */
export function clampTimePart(text: string, max: 23 | 59): string {
  const number = Math.trunc(Number(text));
  return two(Number.isNaN(number) ? 0 : Math.min(max, Math.max(0, number)));
}

/** A point in time as the clock in Beijing shows it, `2026-11-20 10:30`; the empty text where there is none. */
export function toLocal(iso: string | null): string {
  const at = iso ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(at) ? '' : beijingTime(at);
}

/** The point in time (ISO 8601) of `2026-11-20 10:30` in Beijing; null for what is no time. */
export function toIso(local: string): string | null {
  const at = Date.parse(`${local.replace(' ', 'T')}:00+08:00`);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** The times of a day to choose from; by default 08:00–20:00 every 15 minutes (specification, section 9). */
export function timeOptions(begin = '08:00', end = '20:00', step = 15): string[] {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const count = Math.floor((minutes(end) - minutes(begin)) / step) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => {
    const time = minutes(begin) + at * step;
    return `${two(Math.floor(time / 60))}:${two(time % 60)}`;
  });
}
