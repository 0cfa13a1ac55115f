import { SolarDay } from 'tyme4ts';

const NEAR = ['今天', '明天', '后天'];

/**
 * The lunar date of a day and the next solar term: `农历十月十二，后天小雪`.
 * The calendar is GB/T 33661-2017 as tyme4ts has it; a module of its own, since its tables are loaded after the page stands.
 */
export function almanacOf(day: Date): string {
  const solar = SolarDay.fromYmd(day.getFullYear(), day.getMonth() + 1, day.getDate());
  const lunar = solar.getLunarDay();
  let term = solar.getTerm();
  if (term.getSolarDay().isBefore(solar)) term = term.next(1);
  const days = term.getSolarDay().subtract(solar);
  return `农历${lunar.getLunarMonth().getName()}${lunar.getName()}，${NEAR[days] ?? `${days}天后`}${term.getName()}`;
}
