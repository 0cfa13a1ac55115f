import {
  type ApproverStep,
  type Branch,
  type Condition,
  type CopyStep,
  type Definition,
  DUPLICATE_APPROVER,
  type Facts,
  type FormField,
  MAX_NODES,
  OPERATORS,
  OPERATORS_OF,
  type Place,
  type Step,
} from './contract.definition.ts';

/** What keeps a definition from being published: the node or branch where it lies ('' for the whole) and a sentence. */
export interface Fault {
  nodeId: string;
  text: string;
}

/** Every step and branch of a definition with the list that it stands in, in reading order. */
export function* nodesOf(steps: readonly Step[]): Generator<Step | Branch> {
  for (const step of steps) {
    yield step;
    if (step.kind !== 'branches') continue;
    for (const branch of step.branches) {
      yield branch;
      yield* nodesOf(branch.steps);
    }
  }
}

/** Whether a condition holds; a value that is missing, or of another kind, fulfils none. */
export function conditionHolds({ field, operator, value }: Condition, facts: Facts): boolean {
  const fact = facts[field];
  if (fact === null || fact === undefined) return false;
  if (typeof fact === 'number' && typeof value === 'number') {
    if (operator === 'lt') return fact < value;
    if (operator === 'le') return fact <= value;
    if (operator === 'gt') return fact > value;
    if (operator === 'ge') return fact >= value;
    return operator === 'eq' && fact === value;
  }
  if (Array.isArray(value)) {
    if (operator === 'in') return value.includes(String(fact));
    return operator === 'notIn' && !value.includes(String(fact));
  }
  if (typeof value !== 'string') return false;
  if (operator === 'is') return String(fact) === value;
  return operator === 'contains' && value !== '' && String(fact).includes(value);
}

/** The branch that is taken: the first from the left that holds, else the default; undefined in a draft without one. */
export function taken(branches: readonly Branch[], facts: Facts): Branch | undefined {
  return (
    branches.find(
      ({ isDefault, conditions }) =>
        !isDefault && conditions.length > 0 && conditions.every((one) => conditionHolds(one, facts)),
    ) ?? branches.find(({ isDefault }) => isDefault)
  );
}

/** The way of one instance: its steps in order, and the ids of all nodes and branches that it passes. */
export interface Way {
  steps: (ApproverStep | CopyStep)[];
  lit: string[];
}

/** The way that facts take through a definition. */
export function path(definition: Pick<Definition, 'steps'>, facts: Facts): Way {
  const way: Way = { steps: [], lit: [] };
  const walk = (steps: readonly Step[]): boolean => {
    for (const step of steps) {
      way.lit.push(step.id);
      if (step.kind === 'end') return false;
      if (step.kind !== 'branches') way.steps.push(step);
      else {
        const branch = taken(step.branches, facts);
        if (branch) way.lit.push(branch.id);
        if (branch && !walk(branch.steps)) return false;
      }
    }
    return true;
  };
  walk(definition.steps);
  return way;
}

/** The steps behind which nothing is reached: an end, or branches that all come to one. */
function endsThere(step: Step): boolean {
  if (step.kind === 'end') return true;
  return (
    step.kind === 'branches' && step.branches.length > 0 && step.branches.every(({ steps }) => steps.some(endsThere))
  );
}

/** Everything that must be fixed before a definition is published; none: it may be. */
export function publishFaults(definition: Definition, fields: readonly FormField[]): Fault[] {
  const all = [...nodesOf(definition.steps)];
  const faults: Fault[] = [];
  const add = (nodeId: string, text: string) => faults.push({ nodeId, text });
  if (all.length > MAX_NODES) add('', `流程最多 ${MAX_NODES} 个节点和分支`);
  const seen = new Set<string>();
  for (const { id } of all) {
    if (seen.has(id)) add(id, '节点编号重复');
    seen.add(id);
  }
  if (!all.some((node) => 'kind' in node && node.kind === 'approver')) add('', '没有审批人，请至少添加一个审批节点');
  else for (const id of bareWays(definition.steps)) add(id, '这条路上没有审批人，事项会不经审批就办结');
  checkSteps(definition.steps, fields, add);
  if (!definition.sameSigner) checkSigners(definition.steps, new Map(), add);
  return faults;
}

/** Where ways come to their end without an approver: the last branch that each took, or '' where it took none. */
function bareWays(steps: readonly Step[]): Set<string> {
  const found = new Set<string>();
  const walk = (list: readonly Step[], from: readonly string[]): readonly string[] => {
    let bare = from;
    for (const step of list) {
      if (bare.length === 0 || step.kind === 'approver') return [];
      if (step.kind === 'branches') bare = step.branches.flatMap((branch) => walk(branch.steps, [branch.id]));
      if (step.kind !== 'end') continue;
      for (const id of bare) found.add(id);
      return [];
    }
    return bare;
  };
  for (const id of walk(steps, [''])) found.add(id);
  return found;
}

type Add = (nodeId: string, text: string) => void;

function checkSteps(steps: readonly Step[], fields: readonly FormField[], add: Add): void {
  let ended = false;
  for (const step of steps) {
    if (ended) add(step.id, '前面已经结束，走不到这里');
    ended ||= endsThere(step);
    if (step.kind === 'approver') checkApprover(step, add);
    if (step.kind === 'copy' && isNobody(step)) add(step.id, '没有抄送人');
    if (step.kind !== 'branches') continue;
    checkBranches(step.id, step.branches, fields, add);
    for (const branch of step.branches) checkSteps(branch.steps, fields, add);
  }
}

const isNobody = ({ who }: ApproverStep | CopyStep) => who.kind === 'people' && who.accountIds.length === 0;

function checkApprover(step: ApproverStep, add: Add): void {
  if (isNobody(step)) add(step.id, '没有审批人');
  if (step.name.trim() === '') add(step.id, '请填写节点名称');
  const to = step.timeout?.to;
  if (to?.kind !== 'people') return;
  if (to.accountIds.length === 0) add(step.id, '没有选择超时后转交的人');
  const { who } = step;
  // Nobody signs twice at a node: the task would not go to them.
  if (who.kind === 'people' && to.accountIds.some((person) => who.accountIds.includes(person)))
    add(step.id, DUPLICATE_APPROVER);
}

function checkBranches(id: string, branches: readonly Branch[], fields: readonly FormField[], add: Add): void {
  if (branches.length < 2) add(id, '至少要有两个分支');
  const defaults = branches.filter(({ isDefault }) => isDefault);
  if (defaults.length === 0) add(id, '缺少默认分支');
  for (const extra of defaults.slice(1)) add(extra.id, '只能有一个默认分支');
  const before: Branch[] = [];
  for (const branch of branches) {
    if (branch.isDefault) {
      if (branch.conditions.length > 0) add(branch.id, '默认分支不能有条件');
      continue;
    }
    if (branch.conditions.length === 0) add(branch.id, '没有设置条件');
    const wrong = branch.conditions.map((one) => conditionFault(one, fields)).find((fault) => fault !== '');
    if (wrong) add(branch.id, wrong);
    else if (contradicts(branch.conditions)) add(branch.id, '条件互相矛盾，走不到这个分支');
    else if (before.some((earlier) => covers(earlier, branch)) || coverTogether(before, branch.conditions))
      add(branch.id, '条件已被左边的分支包含，走不到这个分支');
    before.push(branch);
  }
}

function conditionFault({ field, operator, value }: Condition, fields: readonly FormField[]): string {
  const factField = fields.find(({ key }) => key === field);
  if (!factField) return '条件所用的内容不存在，请重新选择';
  if (!OPERATORS_OF[factField.kind].includes(operator)) return `“${factField.label}”不能这样比较`;
  const isNumber = factField.kind === 'number' || factField.kind === 'money';
  if (
    isNumber
      ? typeof value !== 'number'
      : factField.kind === 'text'
        ? typeof value !== 'string' || value === ''
        : !Array.isArray(value) || value.length === 0
  ) {
    return `请填写“${factField.label}”的值`;
  }
  return '';
}

/** The numbers that a branch lets through of one field. */
interface Range {
  low: number;
  lowIn: boolean;
  high: number;
  highIn: boolean;
}

function rangeOf(conditions: readonly Condition[], field: string): Range {
  const range: Range = { low: Number.NEGATIVE_INFINITY, lowIn: false, high: Number.POSITIVE_INFINITY, highIn: false };
  for (const { field: of, operator, value } of conditions) {
    if (of !== field || typeof value !== 'number') continue;
    const atLeast = operator === 'ge' || operator === 'eq';
    const atMost = operator === 'le' || operator === 'eq';
    if ((atLeast || operator === 'gt') && (value > range.low || (value === range.low && !atLeast))) {
      range.low = value;
      range.lowIn = atLeast;
    }
    if ((atMost || operator === 'lt') && (value < range.high || (value === range.high && !atMost))) {
      range.high = value;
      range.highIn = atMost;
    }
  }
  return range;
}

const isEmpty = ({ low, lowIn, high, highIn }: Range) => low > high || (low === high && !(lowIn && highIn));

/** The values that a branch lets through of a choice: `in` less what `notIn` takes away; null: all but those in `out`. */
function choiceOf(conditions: readonly Condition[], field: string): { only: string[] | null; out: Set<string> } {
  let only: string[] | null = null;
  const out = new Set<string>();
  for (const { field: of, operator, value } of conditions) {
    if (of !== field || !Array.isArray(value)) continue;
    if (operator === 'in') only = only === null ? value : only.filter((one) => value.includes(one));
    else for (const one of value) out.add(one);
  }
  return { only: only?.filter((one) => !out.has(one)) ?? null, out };
}

const fieldsIn = (conditions: readonly Condition[]) => [...new Set(conditions.map(({ field }) => field))];

/** Whether no value at all can fulfil the conditions. */
function contradicts(conditions: readonly Condition[]): boolean {
  return fieldsIn(conditions).some((field) => {
    const texts = conditions.filter((one) => one.field === field && one.operator === 'is').map(({ value }) => value);
    return (
      isEmpty(rangeOf(conditions, field)) || choiceOf(conditions, field).only?.length === 0 || new Set(texts).size > 1
    );
  });
}

/** Whether whatever fulfils the later branch fulfils the earlier one as well, which is then taken instead. */
function covers(earlier: Branch, later: Branch): boolean {
  if (earlier.conditions.length === 0) return false;
  return earlier.conditions.every((one) => {
    if (typeof one.value === 'number') {
      const range = rangeOf(later.conditions, one.field);
      const { low, lowIn, high, highIn } = rangeOf([one], one.field);
      const lowHeld = range.low > low || (range.low === low && (lowIn || !range.lowIn));
      const highHeld = range.high < high || (range.high === high && (highIn || !range.highIn));
      return later.conditions.some(({ field }) => field === one.field) && lowHeld && highHeld;
    }
    if (Array.isArray(one.value)) {
      const listed = one.value;
      const { only, out } = choiceOf(later.conditions, one.field);
      if (one.operator === 'in') return only?.every((value) => listed.includes(value)) ?? false;
      const isFieldUsed = later.conditions.some(({ field }) => field === one.field);
      return (
        isFieldUsed && (only ? !only.some((value) => listed.includes(value)) : listed.every((value) => out.has(value)))
      );
    }
    return later.conditions.some(
      ({ field, operator, value }) =>
        field === one.field &&
        typeof value === 'string' &&
        (one.operator === 'contains' ? value.includes(String(one.value)) : operator === 'is' && value === one.value),
    );
  });
}

/** So many points of numbers are tried at most. */
const MOST_POINTS = 20_000;
const isNumeric = ({ value }: Condition) => typeof value === 'number';

/**
 * Whether every number that fulfils the later conditions fulfils one of the earlier branches, no one of which need do so
 * alone: below 5 and from 5 on leave nothing for 3 to 7. Tried at all numbers named, between them and beyond.
 */
function coverTogether(earlier: readonly Branch[], later: readonly Condition[]): boolean {
  const numeric = later.filter(isNumeric);
  const fields = fieldsIn(numeric);
  const others = earlier.filter(
    ({ conditions }) =>
      conditions.length > 0 && conditions.every((one) => isNumeric(one) && fields.includes(one.field)),
  );
  if (fields.length === 0 || others.length < 2) return false;
  const all = [...numeric, ...others.flatMap(({ conditions }) => conditions)];
  let points: Facts[] = [{}];
  for (const field of fields) {
    const values = all.flatMap((one) => (one.field === field ? [Number(one.value)] : [])).sort((a, b) => a - b);
    const [low = 0] = values;
    const tried = new Set([
      low - 1,
      ...values.flatMap((value, at) => [value, (value + (values[at + 1] ?? value + 2)) / 2]),
    ]);
    if (points.length * tried.size > MOST_POINTS) return false;
    points = points.flatMap((point) => [...tried].map((value) => ({ ...point, [field]: value })));
  }
  const fits = (conditions: readonly Condition[], point: Facts) =>
    conditions.every((one) => conditionHolds(one, point));
  return points.every((point) => !fits(numeric, point) || others.some(({ conditions }) => fits(conditions, point)));
}

/** A named person who decides on two nodes of one way is refused, since nobody signs twice; branches beside each other may. */
function checkSigners(steps: readonly Step[], signed: Map<string, string>, add: Add): Map<string, string> {
  for (const step of steps) {
    if (step.kind === 'branches') {
      const within = step.branches.map((branch) => checkSigners(branch.steps, new Map(signed), add));
      for (const [person, at] of within.flatMap((one) => [...one])) signed.set(person, at);
    } else if (step.kind === 'approver' && step.who.kind === 'people') {
      if (step.who.accountIds.some((person) => signed.has(person))) add(step.id, DUPLICATE_APPROVER);
      for (const person of step.who.accountIds) signed.set(person, step.id);
    }
  }
  return signed;
}

/** 发起人所在组织, 上级组织, 第 2 级组织. */
export const placeWords = (place: Place) =>
  place === 'own' ? '本组织' : place === 'superior' ? '上级组织' : `第${place}级组织`;

/**
 * A branch's conditions as a sentence, e.g. 金额大于等于5000元 且 类别属于 活动经费、慰问.
 * @param typeNames names of dictionary 0001 by value
 */
export function conditionWords(
  branch: Pick<Branch, 'isDefault' | 'conditions'>,
  fields: readonly FormField[],
  typeNames: Readonly<Record<string, string>> = {},
): string {
  if (branch.isDefault) return '其他情况';
  if (branch.conditions.length === 0) return '请设置条件';
  return branch.conditions
    .map(({ field, operator, value }) => {
      const factField = fields.find(({ key }) => key === field);
      const name = (one: string) =>
        factField?.options?.find((option) => option.value === one)?.label ?? typeNames[one] ?? one;
      const words = Array.isArray(value)
        ? value.map(name).join('、')
        : factField?.kind === 'money' && typeof value === 'number'
          ? `${value / 100}元`
          : String(value);
      return `${factField?.label ?? '（已删除的内容）'}${OPERATORS[operator]}${words}`;
    })
    .join('，且');
}
