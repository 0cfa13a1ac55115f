import type { Mode } from './rules.ts';

export const MEETING_STATES = { 0: '草稿', 1: '已通知', 2: '已召开', 3: '已发纪要', 4: '已取消' } as const;
export type MeetingState = keyof typeof MEETING_STATES;

/** 回执. */
export const ANSWERS = { 0: '未回执', 1: '参加', 2: '请假', 3: '代会' } as const;
export type Answer = keyof typeof ANSWERS;
/** Those who come, themselves or by somebody. */
export const COMING: readonly Answer[] = [1, 3];

/** What may be done with a meeting, from which states, and where it leads. */
export const MEETING_ARROWS = {
  edit: { from: [0, 1], to: null },
  notify: { from: [0], to: 1 },
  cancel: { from: [0, 1], to: 4 },
  hold: { from: [1], to: 2 },
  issue: { from: [2], to: 3 },
  recall: { from: [3], to: 2 },
} as const satisfies Record<string, { from: readonly MeetingState[]; to: MeetingState | null }>;
export type MeetingAct = keyof typeof MEETING_ARROWS;

/** Whether an act is allowed in a state. */
export const mayStep = (act: MeetingAct, state: MeetingState): boolean =>
  (MEETING_ARROWS[act].from as readonly MeetingState[]).includes(state);

/** Organisations and people that one meeting calls at most; more are told by a task or a notice. */
export const MAX_INVITED = 1000;
export const MAX_RESOLUTIONS = 30;

/** Meetings are called without conditions. */
export type MeetingMode = Exclude<Mode, 'where' | 'people' | 'groups'>;
/** Who is called, beside the modes of a task: nobody but people by name. */
export const MEETING_MODES = {
  chosen: '指定组织和人员',
  children: '直接下级组织',
  below: '全部下级组织',
} as const satisfies Record<MeetingMode, string>;

/** 会议纪要〔2026〕第3号. */
export const minutesName = (year: number | null, no: number | null): string =>
  year === null || no === null ? '' : `会议纪要〔${year}〕第${no}号`;

/** What is wrong with an answer, by field; empty: nothing. A person called by name needs no other name to come. */
export function answerFaults(answer: Answer, attendee: string | null, reason: string): Record<string, string> {
  if (answer === 0) return { answer: '请选择参加、请假或代会' };
  if (answer === 2 && reason === '') return { reason: '请输入请假原因' };
  if (answer === 3 && attendee === null) return { memberId: '请选择代会人员' };
  if (answer === 1 && attendee === null) return { memberId: '请选择参会人员' };
  return {};
}
