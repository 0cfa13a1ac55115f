import { addDays } from '#platform/time/days.ts';
import { quarterText } from '#platform/time/periods.ts';

/** How often a table is filled in. */
export const PERIODS = { once: '一次性', month: '每月', quarter: '每季度', year: '每年' } as const;
export type Period = keyof typeof PERIODS;

/** To whom a table goes, of all that lie below whoever gives it. */
export const AIMS = {
  children: '直接下级组织',
  committees: '下级党委、党总支',
  branches: '下级党支部',
  below: '全部下级组织',
  chosen: '指定组织',
} as const;
export type Aim = keyof typeof AIMS;
/** Types of organisations that an aim means (`ORG_TYPES` of org); 单位节点 and 虚拟分组 are never asked. */
export const AIM_TYPES: Readonly<Record<'committees' | 'branches' | 'all', readonly number[]>> = {
  committees: [10, 20, 21, 30, 40],
  branches: [46, 47, 48, 50],
  all: [10, 20, 21, 30, 40, 46, 47, 48, 50],
};
/** Organisations that are chosen one by one at most. */
export const MAX_ORGS = 200;

/** How a table stands. */
export const TABLE_STATES = { draft: '草稿', open: '填报中', stopped: '已停用' } as const;
export type TableState = keyof typeof TABLE_STATES;

/** How the filling of one organisation stands. */
export const FILL_STATES = {
  open: '待填报',
  asked: '待审核',
  returned: '已退回',
  done: '已审核',
  void: '已终止',
} as const;
export type FillState = keyof typeof FILL_STATES;
export const FILL_STATE_NAMES = Object.keys(FILL_STATES) as [FillState, ...FillState[]];

/** What may be done with a filling, from which states, and where it leads. */
export const FILL_ARROWS = {
  save: { from: ['open', 'returned'], to: null },
  handIn: { from: ['open', 'returned'], to: 'asked' },
  recall: { from: ['asked'], to: 'open' },
  accept: { from: ['asked'], to: 'done' },
  return: { from: ['asked'], to: 'returned' },
  stop: { from: ['open', 'asked', 'returned'], to: 'void' },
} as const satisfies Record<string, { from: readonly FillState[]; to: FillState | null }>;
export type FillAct = keyof typeof FILL_ARROWS;

/** Whether an act is allowed in a state. */
export const mayAct = (act: FillAct, state: FillState): boolean =>
  (FILL_ARROWS[act].from as readonly FillState[]).includes(state);

/** How a filling stands in the figures: each is in one of these. */
export const STANDINGS = {
  done: '已审核',
  asked: '待审核',
  late: '逾期未报',
  open: '待填报',
  void: '已终止',
} as const;
export type Standing = keyof typeof STANDINGS;
export const STANDING_NAMES = Object.keys(STANDINGS) as [Standing, ...Standing[]];

/** How a filling stands on a day. Days `YYYY-MM-DD`. */
export function standingOf({ state, dueOn }: { state: FillState; dueOn: string }, today: string): Standing {
  if (state === 'open' || state === 'returned') return dueOn < today ? 'late' : 'open';
  return state;
}

/** A table once, or of one month, quarter or year. Days `YYYY-MM-DD`, inclusive. */
export interface Round {
  /** 2026年11月, 2026年第四季度, 2026年; of what is filled in once: 本次填报. */
  label: string;
  startsOn: string;
  endsOn: string;
  dueOn: string;
}

/** The name of the one round of a table that is filled in once. */
export const ONCE = '本次填报';
/** Rounds that one run opens at most: what lies further back is no longer asked for. */
const MOST = 24;
const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

const dayOf = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);

/** The month, quarter or year in which a day lies, handed in some days after it at last. */
export function roundOfDay(period: Exclude<Period, 'once'>, day: string, dueDays: number): Round {
  const months = MONTHS[period];
  const year = Number(day.slice(0, 4));
  const first = Math.floor((Number(day.slice(5, 7)) - 1) / months) * months + 1;
  const endsOn = dayOf(year, first + months, 0);
  const label =
    period === 'year' ? `${year}年` : period === 'month' ? `${year}年${first}月` : quarterText(year, (first + 2) / 3);
  return { label, startsOn: dayOf(year, first, 1), endsOn, dueOn: addDays(endsOn, dueDays) };
}

/** What a table says of its rounds. */
export interface Rhythm {
  period: Period;
  startsOn: string;
  /** Of a table that is filled in once. */
  dueOn: string | null;
  /** Of one that comes back. */
  dueDays: number | null;
}

/**
 * The rounds of a table that have begun by a day: its only one, or each month, quarter or year from where it starts on, the newest
 * ones where they are many.
 */
export function roundsUntil({ period, startsOn, dueOn, dueDays }: Rhythm, today: string): Round[] {
  if (period === 'once') {
    const last = dueOn ?? startsOn;
    return [{ label: ONCE, startsOn, endsOn: last, dueOn: last }];
  }
  const found: Round[] = [];
  for (let at = startsOn; at <= today && found.length <= 1200; ) {
    const round = roundOfDay(period, at, dueDays ?? 0);
    found.push(round);
    at = addDays(round.endsOn, 1);
  }
  return found.slice(-MOST);
}

/** What is wrong with the days of a table, by field; empty: nothing. */
export function rhythmFaults({ period, startsOn, dueOn, dueDays }: Rhythm): Record<string, string> {
  if (period === 'once') {
    if (!dueOn) return { dueOn: '请填写截止日期' };
    return dueOn < startsOn ? { dueOn: '截止日期不能早于开始日期' } : {};
  }
  return dueDays === null ? { dueDays: '请填写每期结束后几天内报' } : {};
}
