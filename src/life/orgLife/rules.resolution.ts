import { TASK_STATES, type TaskState } from '#life/tasks/rules.ts';

export const RESOLUTION_STATES = { open: '未办结', late: '已逾期', task: '任务办理中', done: '已办结' } as const;
export type ResolutionState = keyof typeof RESOLUTION_STATES;

const ENDED: TaskState = 3;
const VOID: TaskState = 4;

/** A task carries a resolution until it is ended; one that was made void carries it no more. */
export const carriesResolution = (taskState: TaskState | null): boolean => taskState !== null && taskState !== VOID;

/**
 * How a resolution stands: done by hand or with its task, otherwise in work there, or waiting.
 * @param today `YYYY-MM-DD`; its day itself is not late
 */
export function resolutionState(
  { doneOn, dueOn, taskState }: { doneOn: string | null; dueOn: string; taskState: TaskState | null },
  today: string,
): ResolutionState {
  if (doneOn !== null || taskState === ENDED) return 'done';
  if (dueOn < today) return 'late';
  return carriesResolution(taskState) ? 'task' : 'open';
}

export const taskStateName = (state: TaskState): string => TASK_STATES[state];
