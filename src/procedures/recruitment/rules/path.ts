import { addDays, addMonths } from '#platform/time/days.ts';
import type { WorkCalendar } from '#platform/time/workdays.ts';
import { type RuleSettings, type RuleVersion, rulesVersionOn } from './days.ts';
import type { Vote } from './votes.ts';

/** 未到, 可办, 已提交, 退回, 完成, 不通过. */
export const STEP_STATES = {
  none: '未到',
  ready: '可办',
  submitted: '已提交',
  returned: '退回',
  done: '完成',
  failed: '不通过',
} as const;
export type StepState = keyof typeof STEP_STATES;

/** How a file ends. */
export const ENDINGS = {
  converted: '已转正',
  stopped: '终止培养',
  revoked: '取消资格',
  withdrawn: '本人撤回',
  died: '死亡',
  removed: '登记已删除',
} as const;
export type Ending = keyof typeof ENDINGS;

/** Up to which step a file is asked: one that ended on its way for what was done of it alone. */
export const lastAskedStep = (ending: Ending | null, step: number): number => {
  if (ending === 'converted') return 25;
  return ending === null || ending === 'revoked' ? step : step - 1;
};

/** Whoever was stopped, revoked or took the application back may apply again. */
export const mayApplyAgain = (ending: Ending | null): boolean =>
  ending === 'stopped' || ending === 'revoked' || ending === 'withdrawn';

/** How a worker may end a file; 取消预备党员资格 has its own way through the branch meeting. */
export const endingsFor = (category: number): readonly ('stopped' | 'withdrawn' | 'died')[] =>
  category > 2 ? ['stopped', 'withdrawn', 'died'] : ['died'];

/** Somebody named by a step, as it was then. */
export interface Named {
  id: string;
  name: string;
}
export type FactValue = string | number | Named[] | null;
export type Facts = Readonly<Record<string, FactValue>>;

/** One step as the rules see it. Days `YYYY-MM-DD`. */
export interface PathStep {
  state: StepState;
  /** When it happened, or was sent to the superior. */
  day: string | null;
  /** When the superior decided; of step 8 by 2026 when the person was listed. */
  decided: string | null;
  facts: Facts;
  lateReason: string;
}

export interface MeetingVote extends Vote {
  heldOn: string;
  proposal: 'agree' | 'convert' | 'extend' | 'revoke';
  months: number | null;
  passed: boolean;
}

/** What the rules know of one file; page and server build it alike. */
export interface Path {
  birthDate: string | null;
  today: string;
  calendar: WorkCalendar;
  settings: RuleSettings;
  /** The first step that is not done. */
  step: number;
  /** Steps up to this one are 补录: rules warn there and block nothing. */
  paperUntil: number;
  steps: Readonly<Record<number, PathStep>>;
  /** Days of 考察, in order. */
  inspections: readonly string[];
  /** Days by which half-years without a 考察 are answered for, in order. */
  explained: readonly string[];
  /** Days of 思想汇报, in order. */
  thoughts: readonly string[];
  publicity: { startsOn: string; endsOn: string; result: string | null } | null;
  /** Votes of general meetings about the person by stage: 7 admission, 9 conversion. */
  votes: { readonly 7?: MeetingVote | undefined; readonly 9?: MeetingVote | undefined };
  extensionMonths: number | null;
  /** Kept on the file; it may come from paper. */
  probationUntil: string | null;
  /** 临时党支部, which does not recruit. */
  temporary: boolean;
}

/** The last day of a step: the superior's decision where there is one. */
export const endOf = (step: PathStep | undefined): string | null => step?.decided ?? step?.day ?? null;

/** The day of a step that is done; null while it is not, or was not filled in. */
export const dayDone = (path: Path, no: number): string | null => {
  const step = path.steps[no];
  return step?.state === 'done' ? endOf(step) : null;
};

/** The version of the 细则 by a step's own day; today's while it has none. */
export const versionOf = (path: Path, no: number): RuleVersion =>
  rulesVersionOn(endOf(path.steps[no]) ?? path.today, path.settings);

/** 预备期 ends: twelve months and the extension after the branch meeting that accepted the person (细则第三十一条). */
export function probationEnd(path: Path): string | null {
  const accepted = path.steps[15]?.day ?? null;
  if (accepted !== null) return addMonths(accepted, 12 + (path.extensionMonths ?? 0));
  return path.probationUntil;
}

/** Days before the end of the probation from which its 考察 may be concluded, so that the 转正申请 comes in time: a choice of the house. */
const CONCLUDED_DAYS = 14;

/** The first day on which the 考察 of a probation may be concluded. @param end of the probation */
export const firstConclusionDay = (end: string): string => addDays(end, -CONCLUDED_DAYS);
