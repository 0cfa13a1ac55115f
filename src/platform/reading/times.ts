import { addDays } from '../time/days.ts';
import { halfWidth } from './cells.ts';
import { isClock, readDay } from './days.ts';
import { removeInvisibleSigns } from './signs.ts';

/** What a text means as a point in time: `YYYY-MM-DD HH:mm` and what had to be guessed, or a fault. */
export type MomentReading = { moment: string; doubt: string } | { fault: string };

const two = (number: number) => String(number).padStart(2, '0');
const DAY =
  /^(\d{4}\s{0,9}[-./年]\s{0,9}\d{1,2}\s{0,9}[-./月]\s{0,9}\d{1,2}\s{0,9}(?:[日号]|(?=\D|$))|\d{8}(?=\D|$))[\sT]{0,9}(.{0,99})$/;
const CLOCK =
  /^(凌晨|早上|上午|中午|下午|晚上|AM|PM)?\s{0,9}(?:(\d{1,2})\s{0,9}[:时点]\s{0,9}(?:(半)|(\d{1,2})分?(?::(\d{1,2})(?:\.\d{1,9})?|(\d{1,2})秒)?)?|(\d{2})(\d{2})|(\d{1,2}))\s{0,9}(AM|PM)?$/i;
/** What contradicts itself. */
const NO_HOUR = Number.NaN;
const MORNING = ['早上', '上午'];
/** Hours of 0 to 24 by the part of the day that is named: twelve at night ends the day, at noon one o'clock is thirteen. */
const HOURS: Readonly<Record<string, (hour: number) => number>> = {
  凌晨: (hour) => (hour === 12 ? 0 : hour < 12 ? hour : NO_HOUR),
  AM: (hour) => (hour === 12 ? 0 : hour < 12 ? hour : NO_HOUR),
  早上: (hour) => (hour <= 12 ? hour : NO_HOUR),
  上午: (hour) => (hour <= 12 ? hour : NO_HOUR),
  中午: (hour) => (hour < 3 ? hour + 12 : hour > 10 && hour < 15 ? hour : NO_HOUR),
  下午: (hour) => (hour < 12 ? hour + 12 : hour < 24 ? hour : NO_HOUR),
  PM: (hour) => (hour < 12 ? hour + 12 : hour < 24 ? hour : NO_HOUR),
  晚上: (hour) => (hour === 12 ? 24 : hour > 4 && hour < 12 ? hour + 12 : hour > 16 ? hour : NO_HOUR),
};
const NONE = '时间写法不能识别，应为 2026-01-31 09:00';

/**
 * Reads a day with hour and minute as people write it: `2026年11月20日 9:5`, `20261120 0930`, `2026-12-31 15`, `2026-12-31 下午3点半`.
 * 24:00 becomes the first minute of the next day, with a doubt that names it. An hour, minute or second that no clock has is a fault, and so is
 * an hour that its part of the day does not have (上午15点, 晚上1点).
 */
export function readMoment(text: string): MomentReading {
  const match = DAY.exec(halfWidth(removeInvisibleSigns(text)).trim());
  if (!match) return { fault: NONE };
  const read = readDay(match[1] ?? '');
  const day = 'day' in read ? read.day : 'fix' in read && !('month' in read) ? read.fix : '';
  if (day === '') return { fault: 'text' in read ? read.text : NONE };
  const rest = (match[2] ?? '').trim();
  if (rest === '') return { moment: `${day} 00:00`, doubt: '没有写几点，按00:00填写，请核对' };
  const clock = CLOCK.exec(rest);
  if (!clock) return { fault: NONE };
  const [, before, hourText, half, minuteText, colonSecond, namedSecond, four, last, alone, behind] = clock;
  const second = Number(colonSecond ?? namedSecond ?? 0);
  const minute = half ? 30 : Number(minuteText ?? last ?? 0);
  const writtenHour = Number(hourText ?? four ?? alone ?? 0);
  const part = (before ?? behind ?? '').toUpperCase();
  if (!isClock(writtenHour === 24 && minute + second === 0 ? 0 : writtenHour, minute, second))
    return { fault: `没有${[writtenHour, minute, ...(second > 0 ? [second] : [])].map(two).join(':')}这个时间` };
  const hour = HOURS[part]?.(writtenHour) ?? writtenHour;
  if (Number.isNaN(hour)) return { fault: `“${rest}”说不清是几点，请写成24小时制，如 ${day} 19:30` };
  const moment =
    hour < 24 ? `${day} ${two(hour)}:${two(minute)}` : `${addDays(day, 1)} ${two(hour - 24)}:${two(minute)}`;
  const isGuessed = hour > 23 || (hour === 12 && MORNING.includes(part));
  return { moment, doubt: isGuessed ? `${day} ${rest} 即${moment}` : '' };
}

/** What is wrong with a text that is no point in time; '' where it is one. */
export function momentFault(text: string): string {
  const read = readMoment(text);
  return 'fault' in read ? read.fault : '';
}
