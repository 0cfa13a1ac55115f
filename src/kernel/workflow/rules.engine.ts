import type { ApproverStep, CopyStep, Facts, Mode } from './contract.definition.ts';
import type { TaskState } from './contract.ts';
import type { Way } from './rules.definition.ts';

/** Where a matter goes on: those who are told on the way, and the node where it stops; null: it is approved. */
export interface Stop {
  copies: CopyStep[];
  next: ApproverStep | null;
}

/** What follows on a way behind a node; the empty id: behind the start. A node that is not on the way follows the start. */
export function stopAfter(way: Way, nodeId: string): Stop {
  const copies: CopyStep[] = [];
  for (const step of way.steps.slice(way.steps.findIndex(({ id }) => id === nodeId) + 1)) {
    if (step.kind === 'approver') return { copies, next: step };
    copies.push(step);
  }
  return { copies, next: null };
}

/** The states in which the tasks of a node begin, in the order of its people. */
export const firstStates = (mode: Mode, people: number): ('open' | 'waiting')[] =>
  Array.from({ length: people }, (_, index) => (mode === 'sequence' && index > 0 ? 'waiting' : 'open'));

/** A task of the node's current round. */
export interface RoundTask {
  id: string;
  place: number;
  /** The task of whoever asked this one along. */
  parentId: string | null;
  state: TaskState;
}

/** What an agreement brings about: tasks that open, tasks that are not needed any more, and whether the node is passed. */
export interface Settlement {
  open: string[];
  close: string[];
  passed: boolean;
}

const isPending = ({ state }: RoundTask) => state === 'open' || state === 'waiting';

/** @param tasks the node's tasks before the decision, the decided one among them and open */
export function settleDecision(mode: Mode, tasks: readonly RoundTask[], decidedId: string): Settlement {
  const decided = tasks.find(({ id }) => id === decidedId);
  if (decided?.parentId) return { open: [decided.parentId], close: [], passed: false };
  const left = tasks.filter((task) => task.id !== decidedId && isPending(task));
  if (mode === 'any') return { open: [], close: left.map(({ id }) => id), passed: true };
  const others = left.filter(({ parentId }) => parentId === null);
  if (mode === 'all') return { open: [], close: [], passed: others.length === 0 };
  const [next] = others.sort((one, other) => one.place - other.place);
  return { open: next ? [next.id] : [], close: [], passed: next === undefined };
}

/** Everything of a node that is not decided: what a return, a refusal or a withdrawal closes. */
export const pendingTaskIds = (tasks: readonly RoundTask[]): string[] => tasks.filter(isPending).map(({ id }) => id);

/** The nodes before one on its way, to which a matter may be sent back. */
export function returnTargets(way: Way, nodeId: string): ApproverStep[] {
  const at = way.steps.findIndex(({ id }) => id === nodeId);
  return way.steps.slice(0, Math.max(0, at)).filter((step) => step.kind === 'approver');
}

/**
 * The node behind which a corrected matter goes on: straight back to where it came from, unless its facts have
 * changed, for which nobody has agreed yet, or the way does not lead there any more. '' is the start.
 */
export function nodeToResumeAfter(way: Way, resumeAt: string | null, before: Facts, after: Facts): string {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...keys].some((key) => (before[key] ?? null) !== (after[key] ?? null));
  const at = way.steps.findIndex(({ id }) => id === resumeAt);
  return changed || at < 1 ? '' : (way.steps[at - 1]?.id ?? '');
}

/** The nodes whose decisions do not count any more once a matter goes on behind `nodeId`. */
export function undoneNodes(way: Way, nodeId: string): Set<string> {
  const at = way.steps.findIndex(({ id }) => id === nodeId);
  return new Set(way.steps.slice(at + 1).map(({ id }) => id));
}
