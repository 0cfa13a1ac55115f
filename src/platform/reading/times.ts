import { addDays } from '../time/days.ts';
import { halfWidth } from './cells.ts';
import { readDay } from './days.ts';
import { removeInvisibleSigns } from './signs.ts';

/** What a text means as a point in time: `YYYY-MM-DD HH:mm` and what had to be guessed, or a fault. */
export type MomentReading = { moment: string; doubt: string } | { fault: string };

const two = (number: number) => String(number).padStart(2, '0');
const DAY =
  /^(\d{4}\s{0,9}[-./年]\s{0,9}\d{1,2}\s{0,9}[-./月]\s{0,9}\d{1,2}\s{0,9}[日号]?|\d{8})(?=\D|$)[\sT]{0,9}(.{0,99})$/;
const CLOCK =
  /^(凌晨|早上|上午|中午|下午|晚上|AM|PM)?\s{0,9}(?:(\d{1,2})\s{0,9}[:时点]\s{0,9}(?:(半)|(\d{1,2})分?(?::\d{1,2}(?:\.\d{1,9})?|\d{1,2}秒)?)?|(\d{2})(\d{2})|(\d{1,2}))\s{0,9}(AM|PM)?$/i;
const LATER = /下午|晚上|PM/i;
const NONE = '时间写法不能识别，应为 2026-01-31 09:00';

/**
 * Reads a day with hour and minute as people write it: `2026年11月20日 9:5`, `20261120 0930`, `2026-12-31 15`, `2026-12-31 下午3点半`.
 * 24:00 becomes the first minute of the next day, with a doubt that names it. An hour or minute that no clock has is a fault.
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
  const [, before, hourText, half, minuteText, four, last, alone, behind] = clock;
  const minute = half ? 30 : Number(minuteText ?? last ?? 0);
  const writtenHour = Number(hourText ?? four ?? alone ?? 0);
  const part = before ?? behind ?? '';
  const hour =
    LATER.test(part) && writtenHour < 12
      ? writtenHour + 12
      : /^AM$/i.test(part) && writtenHour === 12
        ? 0
        : writtenHour;
  if (hour === 24 && minute === 0) {
    const next = addDays(day, 1);
    return { moment: `${next} 00:00`, doubt: `${day} 24:00 即${next} 00:00` };
  }
  if (hour > 23 || minute > 59) return { fault: `没有${two(hour)}:${two(minute)}这个时间` };
  return { moment: `${day} ${two(hour)}:${two(minute)}`, doubt: '' };
}

/** What is wrong with a text that is no point in time; '' where it is one. */
export function momentFault(text: string): string {
  const read = readMoment(text);
  return 'fault' in read ? read.fault : '';
}
