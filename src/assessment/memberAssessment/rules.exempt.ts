import { addDays, addMonths } from '#platform/time/days.ts';

export const EXEMPTION_STATES = { 0: '待确认', 1: '已确认', 2: '不同意', 3: '已撤销' } as const;
export type ExemptionState = keyof typeof EXEMPTION_STATES;
/** Years that one 免考 covers at most. */
export const EXEMPTION_YEARS = 3;

/** A confirmed 免考 of a person, days as `YYYY-MM-DD`. */
export interface Exemption {
  /** Of the year's plan; null: of everything. */
  itemId: string | null;
  itemName: string;
  from: string;
  to: string;
  reason: string;
}

/** The last day of a month (`YYYY-MM`), on which it is due. */
const dueOf = (month: string): string => addDays(addMonths(`${month}-01`, 1), -1);

/** Whether an exemption covers a month: where the day on which it is due lies within, as with organisations. */
export const coversMonth = ({ from, to }: Pick<Exemption, 'from' | 'to'>, month: string): boolean =>
  from <= dueOf(month) && dueOf(month) <= to;

/** The last day of one from a day that is ended from another on; null: none is left. */
export const lastExemptDay = (from: string, resumeOn: string): string | null =>
  resumeOn <= from ? null : addDays(resumeOn, -1);

/** Whether days hold the end of any month: others would exempt from nothing. */
export const coversAnyMonthEnd = (from: string, to: string): boolean => dueOf(from.slice(0, 7)) <= to;

/** The exemption from everything in a month; undefined: there is none. */
export const findWholeExemption = (all: readonly Exemption[], month: string): Exemption | undefined =>
  all.find((one) => one.itemId === null && coversMonth(one, month));

/** Why an item is not scored in a month; empty: it is. */
export const findItemExemption = (all: readonly Exemption[], itemId: string, month: string): string =>
  all.find((one) => one.itemId === itemId && coversMonth(one, month))?.reason ?? '';

/** A year's exemptions of a person in words; empty: none. */
export const exemptText = (all: readonly Exemption[]): string =>
  all.map(({ itemName, from, to, reason }) => `${itemName || '全部项目'}${from}至${to}：${reason}`).join('；');
