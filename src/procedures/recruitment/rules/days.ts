export type RuleVersion = '2014' | '2026';

/** What a site may set of the rules; administrators keep it (page `rules`). */
export interface RuleSettings {
  /** The day from which 《中国共产党发展党员工作细则》 of 2026 holds, `YYYY-MM-DD`. */
  switchDay: string;
  /** Whether the first day of a 公示 counts where it is a working day. */
  inclusive: boolean;
  /** Recorded more days than this after it happened, a step reads as 补登. */
  lateDays: number;
  /** Months within which one 思想汇报 follows the other. */
  thoughtMonths: number;
}

/** As the product comes. */
export const RULE_SETTINGS: RuleSettings = {
  switchDay: '2026-05-11',
  inclusive: true,
  lateDays: 30,
  thoughtMonths: 3,
};

type Switch = Pick<RuleSettings, 'switchDay'>;

/** The 细则 that holds for what happens on a day. */
export const rulesVersionOn = (day: string, { switchDay }: Switch): RuleVersion => (day < switchDay ? '2014' : '2026');

/** A limit that 2014 lacks counts from the later of its start and the switch. */
export const notBeforeSwitch = (day: string, { switchDay }: Switch): string => (day < switchDay ? switchDay : day);

/** How often, in words: 每季度, 每月, 每2个月. */
export const intervalText = (months: number): string =>
  months === 3 ? '每季度' : months === 1 ? '每月' : `每${months}个月`;
