import { addDays } from '#platform/time/days.ts';
import { quarterText, SUBMIT_FREQUENCIES } from '#platform/time/periods.ts';

/** What a task asks for. 1 is answered by a meeting, 2 by a 主题党日, 3 by a grid that is filled in. */
export const KINDS = { 0: '办理情况', 1: '例会', 2: '支部主题党日', 3: '填表', 4: '仅回执' } as const;
export type Kind = keyof typeof KINDS;
export const GIVEN_KINDS = [0, 1, 2, 3, 4] as const satisfies readonly Kind[];
/** What reports a part that a meeting answers. */
export const BY_MEETING = { 1: '发出会议纪要或提交会议记录', 2: '提交主题党日的会议记录' } as const;
/** Whether a part is reported by a meeting and not by its form. */
export const isByMeeting = (kind: number): kind is keyof typeof BY_MEETING => kind in BY_MEETING;

/** Submit frequency of the specification, section 9; quarterly is ours. */
export const FREQUENCIES = { ...SUBMIT_FREQUENCIES, 3: '每季' } as const;
export type Frequency = keyof typeof FREQUENCIES;

export const DUE_RULES = { end: '当期最后一天', after: '当期结束后若干天', day: '当期最后一个月的固定日' } as const;
export type DueRule = keyof typeof DUE_RULES;

/** To whom: `where` is 按条件, of all below those of a level, a type, a size; the last two are people. */
export const MODES = {
  children: '直接下级组织',
  below: '全部下级组织',
  where: '按条件',
  chosen: '指定组织',
  people: '指定人员',
  groups: '党务办公分组',
} as const;
/** Levels below the giver that 按条件 offers. */
export const AUDIENCE_LEVELS = { 1: '下一级', 2: '下二级', 3: '下三级', 4: '下四级' } as const;
export type Mode = keyof typeof MODES;
/** Whether a task goes to people: of each cycle everybody answers a part of their own. */
export const isToPeople = (mode: string): mode is 'people' | 'groups' => mode === 'people' || mode === 'groups';
/** What people can be asked for: meetings and grids are an organisation's. */
export const PEOPLE_KINDS: readonly Kind[] = [0, 4];
/** Type of the groups of the party office (specification, section 9). */
export const OFFICE_GROUP = 1;
/** What receivers are counted in. */
export const receiverUnit = (mode: string) => (isToPeople(mode) ? '人' : '个组织');

export const TASK_STATES = { 0: '草稿', 1: '发布中', 2: '进行中', 3: '已结束', 4: '已作废' } as const;
export type TaskState = keyof typeof TASK_STATES;
export const PART_STATES = { 0: '待接收', 1: '办理中', 2: '已上报', 3: '已退回', 4: '已完成', 5: '已作废' } as const;
export type PartState = keyof typeof PART_STATES;

/** States in which the receiver has something to do. */
export const OPEN_STATES: readonly PartState[] = [0, 1, 3];

/** What may be done with a part, from which states, and where it leads. */
export const PART_ARROWS = {
  receive: { from: [0], to: 1 },
  report: { from: [0, 1, 3], to: 2 },
  withdraw: { from: [2], to: 1 },
  accept: { from: [2], to: 4 },
  refuse: { from: [2], to: 3 },
  reopen: { from: [4], to: 3 },
  void: { from: [0, 1, 2, 3], to: 5 },
} as const satisfies Record<string, { from: readonly PartState[]; to: PartState }>;
export type PartAct = keyof typeof PART_ARROWS;

/** Whether an act is allowed in a state. */
export const mayAct = (act: PartAct, state: PartState): boolean =>
  (PART_ARROWS[act].from as readonly PartState[]).includes(state);

/** More cycles than five years of months is a slip of the year. */
export const MAX_CIRCLES = 60;
/** More open tasks than so many at one receiver are told before publishing. */
export const MANY_OPEN = 5;

export interface Circle {
  seq: number;
  /** 2026年11月, 2026年第四季度; of a task that is done once, its title stands alone. */
  label: string;
  /** `YYYY-MM-DD`, inclusive. */
  startsOn: string;
  dueOn: string;
}

export interface Rhythm {
  frequency: Frequency;
  startsOn: string;
  endsOn: string;
  dueRule: DueRule;
  /** Days after the period (`after`), or the day of its last month (`day`; 31 is its end). */
  dueDays: number;
}

const day = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
const lastDate = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The same day so many years on; 29 February becomes 28 where there is none. @param text `YYYY-MM-DD` */
export function yearsLater(text: string, years: number): string {
  const [year, month, date] = [Number(text.slice(0, 4)) + years, Number(text.slice(5, 7)), Number(text.slice(8, 10))];
  return day(year, month, Math.min(date, lastDate(year, month)));
}

/** Days from one day to another; negative where the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/**
 * The cycles of a task: one, or one for each month or quarter that its days touch. The first begins with the task; a
 * period whose last day would lie before its first one (a fixed day that is over when the task begins) has no cycle.
 * The last of them may be due after the task's end only where the rule counts days after the period.
 */
export function circlesOf({ frequency, startsOn, endsOn, dueRule, dueDays }: Rhythm): Circle[] {
  if (frequency === 1) return [{ seq: 1, label: '', startsOn, dueOn: endsOn }];
  const months = frequency === 2 ? 1 : 3;
  const found: Circle[] = [];
  let year = Number(startsOn.slice(0, 4));
  let first = Math.floor((Number(startsOn.slice(5, 7)) - 1) / months) * months + 1;
  while (day(year, first, 1) <= endsOn && found.length <= MAX_CIRCLES) {
    const last = first + months - 1;
    const end = day(year, last, lastDate(year, last));
    const due =
      dueRule === 'after'
        ? addDays(end, dueDays)
        : dueRule === 'day'
          ? day(year, last, Math.min(dueDays, lastDate(year, last)))
          : end;
    const begins = day(year, first, 1) < startsOn ? startsOn : day(year, first, 1);
    const until = dueRule !== 'after' && due > endsOn ? endsOn : due;
    if (begins <= until) {
      const label = months === 1 ? `${year}年${first}月` : quarterText(year, (first + 2) / 3);
      found.push({ seq: found.length + 1, label, startsOn: begins, dueOn: until });
    }
    first += months;
    if (first > 12) {
      first = 1;
      year++;
    }
  }
  return found;
}

/** What is wrong with a rhythm, by field; empty: nothing. */
export function rhythmFaults(rhythm: Rhythm): Record<string, string> {
  if (rhythm.startsOn > rhythm.endsOn) return { endsOn: '截止日期不能早于开始日期' };
  if (rhythm.frequency !== 1 && rhythm.dueRule !== 'end' && rhythm.dueDays < 1) return { dueDays: '请填写1至31的天数' };
  const circles = circlesOf(rhythm);
  if (circles.length === 0) return { endsOn: '这段时间内没有一个完整可办的周期，请核对日期' };
  if (circles.length > MAX_CIRCLES) return { endsOn: `最多${MAX_CIRCLES}个周期，请核对截止日期` };
  return {};
}

/**
 * The share of a task that is done, 0 to 1: completed parts of those that are not void, and of parts that were handed on and
 * are not reported yet what is done of them below (`partly`, added up).
 */
export const progressOf = (completed: number, live: number, partly = 0): number =>
  live === 0 ? 0 : Math.min(1, (completed + partly) / live);
