import { addDays } from '#platform/time/days.ts';
import { type InspectionTime, monthsOf, type SubmitFrequency } from '#platform/time/periods.ts';
import { type WorkCalendar, workdayEnd } from '#platform/time/workdays.ts';

/** How an item is scored. */
export const METHODS = { 1: '自动核查', 2: '材料评审', 3: '直接评分' } as const;
export type Method = keyof typeof METHODS;

export const PLAN_STATES = { 0: '草稿', 1: '已发布', 2: '评分中', 3: '公示', 4: '已归档' } as const;
export type PlanState = keyof typeof PLAN_STATES;

/** What an organisation has handed in (specification 4). */
export const MATERIAL_STATES = { '-1': '未开始', 0: '已保存', 1: '已提交' } as const;
/** What became of it (specification 4). */
export const REVIEW_STATES = { 0: '待审核', 1: '通过', 2: '不通过' } as const;

/** Dictionary 0082, best first. */
export const GRADES = { 1: '好', 2: '较好', 3: '一般', 4: '差' } as const;
export type Grade = keyof typeof GRADES;

/** Steps of a plan, each from where to where. */
export const PLAN_STEPS = {
  publish: { label: '发布', from: 0, to: 1 },
  score: { label: '开始评分', from: 1, to: 2 },
  notice: { label: '公示结果', from: 2, to: 3 },
  withdraw: { label: '撤回公示', from: 3, to: 2 },
  archive: { label: '归档', from: 3, to: 4 },
} as const satisfies Record<string, { label: string; from: PlanState; to: PlanState }>;
export type PlanStep = keyof typeof PLAN_STEPS;
export const mayStep = (step: PlanStep, state: PlanState) => PLAN_STEPS[step].from === state;

/** To whom a plan applies. */
export const SCOPE_MODES = { children: '直属下级组织', below: '全部下级组织', chosen: '指定组织' } as const;
export type ScopeMode = keyof typeof SCOPE_MODES;

/** Full marks of a plan, hundredths. */
export const FULL = 10_000;
/** Where 好, 较好 and 一般 begin unless the plan says otherwise, hundredths. */
export const BANDS = [9000, 7500, 6000] as const;
/** Days after the end of its month or quarter within which an item is handed in. */
export const GRACE_DAYS = 10;
/** Working days of the public notice of results. */
export const NOTICE_DAYS = 5;

/** Hundredths as people read points: 12.5, 100. */
export const pointsText = (hundredths: number | null | undefined): string =>
  hundredths === null || hundredths === undefined ? '—' : String(hundredths / 100);

/** Division that rounds halves up (HALF_UP), for figures that are never negative. */
const halfUp = (value: number, by: number) => Math.floor((2 * value + by) / (2 * by));

/** What a check leaves of an item: its maximum less so much a breach, at most the cap (0: no cap), never below 0; hundredths. */
export function suggestedPoints(item: { points: number; breach: number; cap: number }, breaches: number): number {
  const most = item.cap > 0 ? Math.min(item.cap, item.points) : item.points;
  return item.points - Math.min(most, breaches * item.breach);
}

/** The grade of a total: each band begins with its bound. */
export function gradeOf(total: number, bands: readonly number[]): Grade {
  const [good = BANDS[0], fair = BANDS[1], plain = BANDS[2]] = bands;
  return total >= good ? 1 : total >= fair ? 2 : total >= plain ? 3 : 4;
}

/** One item of one organisation as it counts for the total. */
export interface Counted {
  itemId: string;
  points: number;
  month: number;
  final: number | null;
  /** Whether its day is over: what is missing then counts 0 once the result is drawn. */
  isDue: boolean;
  isExempt: boolean;
}

/**
 * What an organisation has of an item: the mean of its months that count, HALF_UP to a hundredth; null where nothing counts yet.
 * @param closed results are drawn: what is missing counts 0
 */
export function itemScore(cells: readonly Counted[], closed: boolean): number | null {
  const counted = cells.filter(({ isExempt, final }) => !isExempt && (final !== null || closed));
  if (counted.length === 0) return null;
  return halfUp(
    counted.reduce((sum, { final }) => sum + (final ?? 0), 0),
    counted.length,
  );
}

/**
 * An organisation's total of 100 in hundredths: its items' sum over the sum of the maxima that apply to it, so that the
 * weights of the rest scale up where something is exempt; null where nothing counts.
 */
export function totalOf(cells: readonly Counted[], closed: boolean): number | null {
  let sum = 0;
  let most = 0;
  for (const mine of Map.groupBy(cells, ({ itemId }) => itemId).values()) {
    const score = itemScore(mine, closed);
    if (score === null) continue;
    sum += score;
    most += mine[0]?.points ?? 0;
  }
  return most === 0 ? null : halfUp(sum * FULL, most);
}

/**
 * Places within a group, best first: equal totals share a place (1, 1, 3); those without a total have none, nor has anybody before
 * the results are drawn (`closed`): a total that still runs is over what is decided, so that who has least of it would stand first.
 */
export function placesOf(
  totals: readonly { id: string; group: string; total: number | null }[],
  closed: boolean,
): Map<string, number> {
  const places = new Map<string, number>();
  if (!closed) return places;
  for (const group of Map.groupBy(totals, ({ group }) => group).values()) {
    for (const { id, total } of group) {
      if (total === null) continue;
      places.set(id, 1 + group.filter((other) => (other.total ?? -1) > total).length);
    }
  }
  return places;
}

const pad = (n: number) => String(n).padStart(2, '0');
const lastOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);

/**
 * When an item is to be handed in within a plan: once at the end of its inspection time, or for each month that begins in
 * the plan's days; the day of the plan's end at the latest.
 */
export function dueDays(
  item: { submit: SubmitFrequency; inspection: InspectionTime },
  plan: { year: number; startsOn: string; endsOn: string },
): { month: number; dueOn: string }[] {
  const { first, last } = monthsOf(item.inspection);
  const within = (day: string) => (day > plan.endsOn ? plan.endsOn : day < plan.startsOn ? plan.startsOn : day);
  if (item.submit === 1) {
    return [
      { month: 0, dueOn: within(item.inspection === 5 ? plan.endsOn : addDays(lastOf(plan.year, last), GRACE_DAYS)) },
    ];
  }
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
    .filter((month) => lastOf(plan.year, month) >= plan.startsOn && `${plan.year}-${pad(month)}-01` <= plan.endsOn)
    .map((month) => ({ month, dueOn: within(addDays(lastOf(plan.year, month), GRACE_DAYS)) }));
}

/** The last of the working days for which results are shown from the next day on. */
export const noticeEnd = (day: string, calendar: WorkCalendar): string =>
  workdayEnd(addDays(day, 1), NOTICE_DAYS, calendar);

/** What an item's fields contradict each other in, by field. */
export function projectFaults(item: {
  points: number;
  method: Method;
  checkCode: string;
  breach: number;
  cap: number;
}): Record<string, string> {
  const faults: Record<string, string> = {};
  if (item.method === 1 && !item.checkCode) faults.checkCode = '自动核查的项目请选择核查项';
  if (item.method === 1 && item.breach === 0) faults.breach = '请输入每处扣分';
  if (item.cap > item.points) faults.cap = '扣分上限不能超过满分';
  return faults;
}

/** What 组织生活 records of itself, by the words of an item that asks for it: the check that counts it and the types of meetings. */
const RECORDED = [
  { words: /主题党日/, check: '主题党日缺开', types: [4] },
  { words: /三会一课|支部党员大会|支部委员会|支委会|党小组会|党课/, check: '三会一课缺开', types: [1, 2, 3, 5] },
] as const;

/** What an item by material asks for although 组织生活 has it: types of meetings; empty: nothing. */
export const recordedTypes = (item: { name: string; method: number }): number[] =>
  item.method === 2 ? RECORDED.flatMap(({ words, types }) => (words.test(item.name) ? [...types] : [])) : [];

/** The sentence where an item asks as material for what 组织生活 has; empty: it does not. */
export function recordedFault(item: { name: string; method: number }): string {
  const found = item.method === 2 ? RECORDED.filter(({ words }) => words.test(item.name)) : [];
  const checks = found.map(({ check }) => `“${check}”`).join('或');
  return checks && `组织生活里已有记录，不再要下级填报：请选“自动核查”，核查项选${checks}`;
}

/** The sentence where the maxima of a plan are not 100 together; empty where they are. */
export function sumFault(points: readonly number[]): string {
  const sum = points.reduce((all, one) => all + one, 0);
  return sum === FULL ? '' : `各项满分合计应为100分，现为${pointsText(sum)}分`;
}

export const monthText = (month: number) => (month === 0 ? '' : `${month}月`);
