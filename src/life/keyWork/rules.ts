import { type Circle, circlesOf } from '#life/tasks/rules.ts';

/** What key work is about. */
export const KINDS = {
  political: '政治建设',
  ideological: '思想建设',
  organisational: '组织建设',
  conduct: '作风建设',
  discipline: '纪律建设',
  system: '制度建设',
  centre: '中心工作',
  people: '民生实事',
  other: '其他',
} as const;
export type Kind = keyof typeof KINDS;

/** How often progress is reported. */
export const FREQUENCIES = { once: '结束时报送', month: '每月报送', quarter: '每季度报送' } as const;
export type Frequency = keyof typeof FREQUENCIES;
/** The same as the office names them, whose rule makes the periods. */
const OFFICE = { once: 1, month: 2, quarter: 3 } as const;

/** How an item stands. */
export const ITEM_STATES = { draft: '草稿', running: '进行中', ended: '已结束', withdrawn: '已撤销' } as const;
export type ItemState = keyof typeof ITEM_STATES;

/** How the part of one organisation stands. */
export const PART_STATES = {
  open: '办理中',
  asked: '待验收',
  returned: '已退回',
  done: '已完成',
  void: '已终止',
} as const;
export type PartState = keyof typeof PART_STATES;
export const PART_STATE_NAMES = Object.keys(PART_STATES) as [PartState, ...PartState[]];

/** What may be done with a part, from which states, and where it leads. */
export const PART_ARROWS = {
  report: { from: ['open', 'returned'], to: null },
  finish: { from: ['open', 'returned'], to: 'asked' },
  recall: { from: ['asked'], to: 'open' },
  accept: { from: ['asked'], to: 'done' },
  return: { from: ['asked'], to: 'returned' },
  stop: { from: ['open', 'asked', 'returned'], to: 'void' },
} as const satisfies Record<string, { from: readonly PartState[]; to: PartState | null }>;
export type PartAct = keyof typeof PART_ARROWS;

/** Whether an act is allowed in a state. */
export const mayAct = (act: PartAct, state: PartState): boolean =>
  (PART_ARROWS[act].from as readonly PartState[]).includes(state);

/** How a part stands in the figures: each is in one of these. */
export const STANDINGS = {
  onTime: '按期完成',
  doneLate: '逾期完成',
  asked: '待验收',
  late: '逾期未报',
  open: '正常办理',
  void: '已终止',
} as const;
export type Standing = keyof typeof STANDINGS;
export const STANDING_NAMES = Object.keys(STANDINGS) as [Standing, ...Standing[]];

/** What a part is judged by. Days `YYYY-MM-DD`. */
interface Judged {
  state: PartState;
  endsOn: string;
  finishedOn: string | null;
  nextDue: string | null;
}

/** How a part stands on a day. */
export function standingOf({ state, endsOn, finishedOn, nextDue }: Judged, today: string): Standing {
  if (state === 'void' || state === 'asked') return state;
  if (state === 'done') return finishedOn !== null && finishedOn > endsOn ? 'doneLate' : 'onTime';
  return nextDue !== null && nextDue < today ? 'late' : 'open';
}

/** Organisations of one item at most. */
export const MAX_ORGS = 200;
/** Days before its end from which the completion stands among the to-dos. */
export const FINISH_DAYS = 30;

/** A period in which progress is owed; the final one is answered by the completion. */
export interface Period {
  label: string;
  startsOn: string;
  dueOn: string;
  isFinal: boolean;
}

/**
 * The periods of an item: its months or quarters, or the whole of it. What was over before `from` is not owed; the final one
 * always is.
 * @param from `YYYY-MM-DD`, the day on which it is issued
 */
export function periodsOf(
  { frequency, startsOn, endsOn }: { frequency: Frequency; startsOn: string; endsOn: string },
  from: string,
): Period[] {
  const circles = circlesOf({ frequency: OFFICE[frequency], startsOn, endsOn, dueRule: 'end', dueDays: 0 });
  const period = ({ label, startsOn: first, dueOn }: Circle, isFinal: boolean): Period => ({
    label,
    startsOn: first,
    dueOn,
    isFinal,
  });
  return circles
    .map((circle, at) => period(circle, at === circles.length - 1))
    .filter(({ dueOn, isFinal }) => isFinal || dueOn >= from);
}

/** What is owed next, in words: 2026年3月进展, or the completion. */
export const nextDueText = (label: string, isFinal: boolean): string => (isFinal ? '完成情况' : `${label}进展`);

/** What is wrong with the days of an item, by field; empty: nothing. */
export function dayFaults({ startsOn, endsOn }: { startsOn: string; endsOn: string }): Record<string, string> {
  if (endsOn < startsOn) return { endsOn: '截止日期不能早于开始日期' };
  // More months than the office makes cycles of is a slip of the year.
  return Number(endsOn.slice(0, 4)) - Number(startsOn.slice(0, 4)) > 4 ? { endsOn: '起止日期不能跨过五年' } : {};
}
