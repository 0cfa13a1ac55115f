import type { Branch, BranchStep, Definition, Step } from '../../contract.definition.ts';
import type { Spot } from './edit.ts';

/** The cards that are no nodes of the definition; a colon never stands in a node's id. */
export const START = ':start';
export const FINISH = ':finish';

export type Direction = 'up' | 'down' | 'left' | 'right';

interface Found {
  /** The list that the step stands in, or the branches' step that the branch belongs to. */
  list: readonly Step[];
  owner: string;
  index: number;
  step: Step;
  branch: { step: BranchStep; at: number; one: Branch } | null;
}

function find(steps: readonly Step[], id: string, owner = ''): Found | null {
  for (const [index, step] of steps.entries()) {
    if (step.id === id) return { list: steps, owner, index, step, branch: null };
    if (step.kind !== 'branches') continue;
    for (const [at, one] of step.branches.entries()) {
      if (one.id === id) return { list: steps, owner, index, step, branch: { step, at, one } };
      const within = find(one.steps, id, one.id);
      if (within) return within;
    }
  }
  return null;
}

/** The lowest card that a step shows, along its first branch. */
function bottomOf(step: Step): string {
  if (step.kind !== 'branches') return step.id;
  const first = step.branches[0];
  const last = first?.steps.at(-1);
  return last ? bottomOf(last) : (first?.id ?? step.id);
}

function after(steps: readonly Step[], { list, owner, index }: Pick<Found, 'list' | 'owner' | 'index'>): string {
  const next = list[index + 1];
  if (next) return next.id;
  const outer = owner === '' ? null : find(steps, owner);
  return outer ? after(steps, outer) : FINISH;
}

/** The card of a neighbouring branch at the same height, or as near as there is one. */
function beside(steps: readonly Step[], owner: string, index: number, by: -1 | 1): string | null {
  const found = find(steps, owner);
  if (!found?.branch) return null;
  const next = found.branch.step.branches[found.branch.at + by];
  if (next) return next.steps[Math.min(index, next.steps.length - 1)]?.id ?? next.id;
  return found.owner === '' ? null : beside(steps, found.owner, found.index, by);
}

/** Where an arrow key leads from a card; null: nowhere. */
export function neighbour({ steps }: Pick<Definition, 'steps'>, id: string, to: Direction): string | null {
  if (id === START) return to === 'down' ? (steps[0]?.id ?? FINISH) : null;
  if (id === FINISH) {
    const last = steps.at(-1);
    return to === 'up' ? (last ? bottomOf(last) : START) : null;
  }
  const found = find(steps, id);
  if (!found) return null;
  const { list, owner, index, step, branch } = found;
  if (branch) {
    if (to === 'up') return step.id;
    if (to === 'down') return branch.one.steps[0]?.id ?? after(steps, found);
    const by = to === 'left' ? -1 : 1;
    return branch.step.branches[branch.at + by]?.id ?? (owner === '' ? null : beside(steps, owner, index, by));
  }
  if (to === 'down')
    return step.kind === 'branches' ? (step.branches[0]?.id ?? after(steps, found)) : after(steps, found);
  if (to === 'up') {
    const before = list[index - 1];
    return before ? bottomOf(before) : owner === '' ? START : owner;
  }
  return owner === '' ? null : beside(steps, owner, index, to === 'left' ? -1 : 1);
}

/** Where a new step goes that is added below a card: behind a step, at the head of a branch or of the process. */
export function insertionSpot({ steps }: Pick<Definition, 'steps'>, id: string): Spot {
  if (id === START) return { owner: '', index: 0 };
  const found = find(steps, id);
  if (!found) return { owner: '', index: steps.length };
  return found.branch ? { owner: id, index: 0 } : { owner: found.owner, index: found.index + 1 };
}

/** How many times branches stand around a spot's list. */
export function depthOf({ steps }: Pick<Definition, 'steps'>, owner: string): number {
  const found = owner === '' ? null : find(steps, owner);
  return found ? depthOf({ steps }, found.owner) + 1 : 0;
}

/** The card that takes the focus when a node is removed: the one above it. */
export function afterRemoval(definition: Pick<Definition, 'steps'>, id: string): string {
  const found = find(definition.steps, id);
  if (found?.branch) {
    const { step, at } = found.branch;
    const sibling = step.branches[at - 1] ?? step.branches[at + 1];
    if (step.branches.length > 2 && sibling) return sibling.id;
    return neighbour(definition, step.id, 'up') ?? START;
  }
  return neighbour(definition, id, 'up') ?? START;
}
