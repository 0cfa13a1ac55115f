import type { Branch, BranchStep, Definition, Step } from '../../contract.definition.ts';
import { nodesOf } from '../../rules.definition.ts';

/** A place in a list of steps: the branch whose list it is ('' for the process's own) and the index. */
export interface Spot {
  owner: string;
  index: number;
}
export type StepKind = Step['kind'];

/** Rewrites every list of steps, the innermost first; `owner` is the branch whose list it is, '' the process's own. */
function eachList(steps: readonly Step[], change: (list: Step[], owner: string) => Step[], owner: string = ''): Step[] {
  const within = steps.map((step) =>
    step.kind === 'branches'
      ? { ...step, branches: step.branches.map((one) => ({ ...one, steps: eachList(one.steps, change, one.id) })) }
      : step,
  );
  return change(within, owner);
}

const withSteps = (definition: Definition, change: (list: Step[], owner: string) => Step[]): Definition => ({
  ...definition,
  steps: eachList(definition.steps, change),
});

/** The node or branch of an id; undefined where there is none. */
export function findNode(definition: Pick<Definition, 'steps'>, id: string): Step | Branch | undefined {
  for (const node of nodesOf(definition.steps)) if (node.id === id) return node;
  return undefined;
}

/** The first number that no id of the definition has: `n1`, `n2`, … */
function freeNumber({ steps }: Definition): number {
  let most = 0;
  for (const { id } of nodesOf(steps)) most = Math.max(most, Number(/^n(\d{1,9})$/.exec(id)?.[1] ?? 0));
  return most + 1;
}

function stepOf(kind: StepKind, number: number): Step {
  const id = `n${number}`;
  if (kind === 'approver') {
    return { kind, id, name: '审批', who: { kind: 'people', accountIds: [] }, mode: 'sequence', timeout: null };
  }
  if (kind === 'copy') return { kind, id, name: '抄送', who: { kind: 'people', accountIds: [] } };
  if (kind === 'end') return { kind, id };
  const branch = (at: number, name: string, isDefault: boolean): Branch => ({
    id: `n${number + at}`,
    name,
    isDefault,
    conditions: [],
    steps: [],
  });
  return { kind, id, branches: [branch(1, '条件1', false), branch(2, '其他情况', true)] };
}

/** Puts a new step at a spot; answers the id that it got. Branches begin with one condition and the default. */
export function insertStep(
  definition: Definition,
  { owner, index }: Spot,
  kind: StepKind,
): { definition: Definition; id: string } {
  const step = stepOf(kind, freeNumber(definition));
  const next = withSteps(definition, (list, of) => (of === owner ? list.toSpliced(index, 0, step) : list));
  return { definition: next, id: step.id };
}

/**
 * Takes a step or a branch out. Of two branches the other cannot stand alone: its steps go on where the branches stood.
 */
export function removeNode(definition: Definition, id: string): Definition {
  return withSteps(definition, (list) =>
    list.flatMap((step): Step[] => {
      if (step.id === id) return [];
      if (step.kind !== 'branches' || !step.branches.some((one) => one.id === id)) return [step];
      const branches = step.branches.filter((one) => one.id !== id);
      return branches.length > 1 ? [{ ...step, branches }] : (branches[0]?.steps ?? []);
    }),
  );
}

/** Changes fields of a step or branch. */
export function updateNode(definition: Definition, id: string, patch: Partial<Step> | Partial<Branch>): Definition {
  return withSteps(definition, (list) =>
    list.map((step) => {
      // The caller takes the fields from the node's own kind.
      if (step.id === id) return { ...step, ...patch } as Step;
      if (step.kind !== 'branches') return step;
      return {
        ...step,
        branches: step.branches.map((one) => (one.id === id ? ({ ...one, ...patch } as Branch) : one)),
      };
    }),
  );
}

const updateBranches = (
  definition: Definition,
  has: (step: BranchStep) => boolean,
  change: (all: Branch[]) => Branch[],
) =>
  withSteps(definition, (list) =>
    list.map((step) => (step.kind === 'branches' && has(step) ? { ...step, branches: change(step.branches) } : step)),
  );

/** Adds a branch without conditions before the default; answers its id. */
export function addBranch(definition: Definition, stepId: string): { definition: Definition; id: string } {
  const id = `n${freeNumber(definition)}`;
  const next = updateBranches(
    definition,
    (step) => step.id === stepId,
    (all) => {
      let number = 1;
      while (all.some(({ name }) => name === `条件${number}`)) number += 1;
      const at = all.findIndex(({ isDefault }) => isDefault);
      const branch: Branch = { id, name: `条件${number}`, isDefault: false, conditions: [], steps: [] };
      return all.toSpliced(at < 0 ? all.length : at, 0, branch);
    },
  );
  return { definition: next, id };
}

/** Makes a branch the default, which has no conditions and stands last; the former default gets none. */
export function makeDefault(definition: Definition, branchId: string): Definition {
  return updateBranches(
    definition,
    (step) => step.branches.some(({ id }) => id === branchId),
    (all) => {
      const chosen = all
        .filter(({ id }) => id === branchId)
        .map((one) => ({ ...one, isDefault: true, conditions: [] }));
      return [...all.filter(({ id }) => id !== branchId).map((one) => ({ ...one, isDefault: false })), ...chosen];
    },
  );
}

/** Moves a step up (-1) or down (1) in its list, a branch left or right; at the end of the list nothing happens. */
export function moveNode(definition: Definition, id: string, by: -1 | 1): Definition {
  const moved = <T extends { id: string }>(list: T[]): T[] => {
    const at = list.findIndex((one) => one.id === id);
    const one = list[at];
    const to = at + by;
    return !one || to < 0 || to >= list.length ? list : list.toSpliced(at, 1).toSpliced(to, 0, one);
  };
  return withSteps(definition, (list) =>
    moved(list).map((step) => (step.kind === 'branches' ? { ...step, branches: moved(step.branches) } : step)),
  );
}
