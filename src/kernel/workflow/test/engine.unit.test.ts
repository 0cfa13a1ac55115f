import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type {
  Branch,
  Condition,
  Definition,
  Facts,
  FormField,
  Mode,
  Step,
} from '#kernel/workflow/contract.definition.ts';
import type { TaskState } from '#kernel/workflow/contract.ts';
import { conditionHolds, conditionWords, nodesOf, path, publishFaults } from '#kernel/workflow/rules.definition.ts';
import {
  firstStates,
  nodeToResumeAfter,
  type RoundTask,
  returnTargets,
  settleDecision,
  stopAfter,
  undoneNodes,
} from '#kernel/workflow/rules.engine.ts';
import { branches, chosenStep, copyStep, peopleStep, roleStep } from './factory.ts';

const FIELDS: FormField[] = [
  { key: 'amount', label: '金额', kind: 'money' },
  { key: 'days', label: '天数', kind: 'number' },
  {
    key: 'category',
    label: '类别',
    kind: 'choice',
    options: [
      { value: 'a', label: '甲' },
      { value: 'b', label: '乙' },
    ],
  },
  { key: 'title', label: '标题', kind: 'text' },
];
const faults = (steps: Step[], sameSigner = false) => publishFaults({ steps, sameSigner }, FIELDS);
const texts = (steps: Step[], sameSigner = false) => faults(steps, sameSigner).map(({ text }) => text);
const when = (field: string, operator: Condition['operator'], value: Condition['value']): Condition => ({
  field,
  operator,
  value,
});

const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    field: fc.constantFrom('amount', 'days'),
    operator: fc.constantFrom('lt', 'le', 'gt', 'ge', 'eq'),
    value: fc.integer({ min: -2, max: 6 }),
  }) as fc.Arbitrary<Condition>,
  fc.record({
    field: fc.constant('category'),
    operator: fc.constantFrom('in', 'notIn'),
    value: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }),
  }) as fc.Arbitrary<Condition>,
  fc.record({
    field: fc.constant('title'),
    operator: fc.constantFrom('is', 'contains'),
    value: fc.constantFrom('x', 'xy', 'z'),
  }) as fc.Arbitrary<Condition>,
);
const facts: fc.Arbitrary<Facts> = fc.record({
  amount: fc.option(fc.integer({ min: -3, max: 7 })),
  days: fc.option(fc.integer({ min: -3, max: 7 })),
  category: fc.option(fc.constantFrom('a', 'b', 'c', 'd')),
  title: fc.option(fc.constantFrom('x', 'xy', 'z', 'zz', '')),
});

let next = 0;
const id = () => `s${++next}`;
const leaf: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({ mode: fc.constantFrom<Mode>('sequence', 'all', 'any') })
      .map(({ mode }) => roleStep('own', mode)),
  },
  { weight: 1, arbitrary: fc.constant(0).map(() => copyStep(['1'])) },
  { weight: 1, arbitrary: fc.constant(0).map((): Step => ({ kind: 'end', id: id() })) },
);
const stepsTo = (depth: number): fc.Arbitrary<Step[]> => {
  if (depth === 0) return fc.array(leaf, { maxLength: 3 });
  const branch = fc.record({
    conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
    steps: stepsTo(depth - 1),
  });
  const split = fc
    .tuple(fc.array(branch, { minLength: 1, maxLength: 3 }), stepsTo(depth - 1))
    .map(([list, steps]) => branches(...list, { steps }));
  return fc.array(fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 1, arbitrary: split }), { maxLength: 4 });
};
const SETTINGS = { numRuns: 2000, seed: 20_261_120 };

describe('the way', () => {
  test('every definition without faults leads every matter through at least what it says, to its end', () => {
    fc.assert(
      fc.property(stepsTo(3), facts, (steps, given) => {
        const way = path({ steps }, given);
        const ids = way.steps.map((step) => step.id);
        expect(new Set(ids).size).toBe(ids.length);
        const all = new Set([...nodesOf(steps)].map((node) => node.id));
        for (const lit of way.lit) expect(all.has(lit)).toBe(true);
        // Walking on from stop to stop meets every approver of the way once, and comes to the end.
        const met: string[] = [];
        for (let stop = stopAfter(way, ''); stop.next; stop = stopAfter(way, stop.next.id)) met.push(stop.next.id);
        expect(met).toEqual(way.steps.filter(({ kind }) => kind === 'approver').map((step) => step.id));
      }),
      SETTINGS,
    );
  });

  test('what the publish check calls unreachable is never taken, and what it lets through is, where numbers alone decide', () => {
    const numbers = fc.array(
      fc.array(
        condition.filter(({ field }) => field === 'amount'),
        { minLength: 1, maxLength: 2 },
      ),
      { minLength: 1, maxLength: 3 },
    );
    const tries = Array.from({ length: 41 }, (_, index) => index / 2 - 7);
    fc.assert(
      fc.property(numbers, (lists) => {
        const split = branches(...lists.map((conditions) => ({ conditions, steps: [roleStep('own')] })), {
          steps: [roleStep('own')],
        });
        const named = faults([split])
          .filter(({ text }) => text.includes('走不到'))
          .map(({ nodeId }) => nodeId);
        const taken = new Set(tries.flatMap((amount) => path({ steps: [split] }, { amount }).lit));
        for (const nodeId of named) expect(taken.has(nodeId)).toBe(false);
        const branchIds = split.kind === 'branches' ? split.branches.filter(({ isDefault }) => !isDefault) : [];
        for (const one of branchIds) if (!named.includes(one.id)) expect(taken.has(one.id)).toBe(true);
      }),
      SETTINGS,
    );
  });

  test('a value that is missing, or of another kind, fulfils no condition', () => {
    fc.assert(
      fc.property(condition, (one) => {
        expect(conditionHolds(one, {})).toBe(false);
        expect(conditionHolds(one, { [one.field]: null })).toBe(false);
        if (typeof one.value === 'number') expect(conditionHolds(one, { [one.field]: String(one.value) })).toBe(false);
      }),
    );
  });
});

describe('the tasks of a node', () => {
  /** Everybody agrees in a random order; added signers come in between. Answers how many agreed. */
  function run(mode: Mode, people: number, order: readonly number[], additions: readonly boolean[]) {
    const tasks: RoundTask[] = firstStates(mode, people).map((state, place) => ({
      id: `t${place}`,
      place,
      parentId: null,
      state,
    }));
    const put = (ids: string[], state: TaskState) => {
      for (const task of tasks) if (ids.includes(task.id)) task.state = state;
    };
    for (let turn = 0; turn < 200; turn++) {
      const open = tasks.filter(({ state }) => state === 'open');
      // Never stuck: as long as it is not passed somebody can decide.
      expect(open.length).toBeGreaterThan(0);
      const task = open[(order[turn % order.length] ?? 0) % open.length];
      if (!task) break;
      if (additions[turn]) {
        put([task.id], 'waiting');
        tasks.push({ id: `a${turn}`, place: task.place, parentId: task.id, state: 'open' });
        continue;
      }
      const settled = settleDecision(mode, tasks, task.id);
      put([task.id], 'agreed');
      put(settled.close, 'closed');
      put(settled.open, 'open');
      if (settled.passed) return tasks;
    }
    throw new Error('stuck');
  }

  test('always come to an end: one agreement of any, all of all, and in order one after the other', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Mode>('sequence', 'all', 'any'),
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 30 }),
        fc.array(fc.boolean(), { maxLength: 8 }),
        (mode, people, order, additions) => {
          const tasks = run(mode, people, order, additions);
          const agreed = tasks.filter(({ state, parentId }) => state === 'agreed' && parentId === null).length;
          expect(agreed).toBe(mode === 'any' ? 1 : people);
          expect(tasks.some(({ state }) => state === 'open' || state === 'waiting')).toBe(false);
        },
      ),
      SETTINGS,
    );
  });
});

test('a whole matter, with returns in between, always ends once everybody agrees', () => {
  fc.assert(
    fc.property(
      stepsTo(2),
      facts,
      facts,
      fc.array(fc.nat({ max: 9 }), { maxLength: 12 }),
      (steps, first, second, returns) => {
        let given = first;
        let way = path({ steps }, given);
        let stop = stopAfter(way, '');
        const counted = new Set<string>();
        const left = [...returns];
        for (let turn = 0; stop.next; turn++) {
          expect(turn).toBeLessThan(1000);
          const node = stop.next.id;
          const back = left.shift();
          const targets = returnTargets(way, node);
          if (back === undefined || back % 3 === 0) {
            counted.add(node);
            stop = stopAfter(way, node);
            continue;
          }
          let after: string;
          if (back % 3 === 1 || targets.length === 0) {
            const fixed = back % 2 ? second : given;
            way = path({ steps }, fixed);
            after = nodeToResumeAfter(way, node, given, fixed);
            given = fixed;
          } else {
            const to = targets[back % targets.length];
            after = way.steps[way.steps.findIndex((step) => step.id === to?.id) - 1]?.id ?? '';
          }
          if (after === '') counted.clear();
          for (const gone of undoneNodes(way, after)) counted.delete(gone);
          stop = stopAfter(way, after);
        }
        const asked = way.steps.filter(({ kind }) => kind === 'approver').map((step) => step.id);
        // Nobody's agreement was passed over, and none of another way counts.
        expect([...counted].sort()).toEqual([...asked].sort());
      },
    ),
    SETTINGS,
  );
});

describe('the publish check', () => {
  const good = [roleStep('own')];

  test('a plain process has no faults', () => {
    expect(texts(good)).toEqual([]);
    expect(
      texts([branches({ conditions: [when('amount', 'gt', 1)], steps: good }, { steps: [] }), roleStep('superior')]),
    ).toEqual([]);
    expect(texts([chosenStep(2), copyStep(['1'])])).toEqual([]);
  });

  test('nobody who decides, a node without people, a copy to nobody', () => {
    expect(texts([])).toEqual(['没有审批人，请至少添加一个审批节点']);
    expect(texts([peopleStep([]), copyStep([])])).toEqual(['没有审批人', '没有抄送人']);
  });

  test('a way on which nobody decides is named by its branch; an approver before or behind the branches is enough', () => {
    const small = { conditions: [when('amount', 'lt', 5)], steps: [copyStep(['1'])] };
    const split = branches(small, { steps: good });
    const [bare] = split.kind === 'branches' ? split.branches : [];
    expect(faults([split])).toEqual([{ nodeId: bare?.id, text: '这条路上没有审批人，事项会不经审批就办结' }]);
    expect(texts([roleStep('superior'), split])).toEqual([]);
    expect(texts([split, roleStep('superior')])).toEqual([]);
    const ended = { ...small, steps: [...small.steps, { kind: 'end', id: id() } as const] };
    expect(texts([branches(ended, { steps: good }), roleStep('superior')])).toEqual([
      '这条路上没有审批人，事项会不经审批就办结',
    ]);
    fc.assert(
      fc.property(stepsTo(3), facts, (steps, given) => {
        if (texts(steps, true).length > 0) return;
        expect(path({ steps }, given).steps.some(({ kind }) => kind === 'approver')).toBe(true);
      }),
      SETTINGS,
    );
  });

  test('branches: two at least, conditions in each, one default', () => {
    const split = branches({ steps: good }, { steps: [roleStep('own')] });
    expect(texts([split])).toEqual(['没有设置条件']);
    const open = {
      kind: 'branches',
      id: id(),
      branches: (split.kind === 'branches' ? split.branches : []).map((one): Branch => ({ ...one, isDefault: false })),
    } as const;
    expect(texts([{ ...open, branches: [...open.branches] }])).toContain('缺少默认分支');
  });

  test('what nobody comes to', () => {
    const end: Step = { kind: 'end', id: id() };
    expect(texts([...good, end, roleStep('own')])).toEqual(['前面已经结束，走不到这里']);
    const never = [when('amount', 'gt', 5), when('amount', 'lt', 5)];
    expect(texts([branches({ conditions: never, steps: good }, { steps: [roleStep('own')] })])).toEqual([
      '条件互相矛盾，走不到这个分支',
    ]);
    const narrow = { conditions: [when('amount', 'ge', 10)], steps: [roleStep('own')] };
    const wide = { conditions: [when('amount', 'ge', 5)], steps: good };
    expect(texts([branches(wide, narrow, { steps: [roleStep('own')] })])).toEqual([
      '条件已被左边的分支包含，走不到这个分支',
    ]);
    expect(texts([branches(narrow, wide, { steps: [roleStep('own')] })])).toEqual([]);
    // No one of them alone covers it, both together do.
    const low = { conditions: [when('amount', 'lt', 5)], steps: [roleStep('own')] };
    const middle = { conditions: [when('amount', 'gt', 3), when('amount', 'le', 7)], steps: [roleStep('own')] };
    expect(texts([branches(low, wide, middle, { steps: [roleStep('own')] })])).toEqual([
      '条件已被左边的分支包含，走不到这个分支',
    ]);
    expect(texts([branches(low, narrow, middle, { steps: [roleStep('own')] })])).toEqual([]);
  });

  test('conditions fit their field', () => {
    const of = (one: Condition) => texts([branches({ conditions: [one], steps: good }, { steps: [roleStep('own')] })]);
    expect(of(when('gone', 'is', 'x'))).toEqual(['条件所用的内容不存在，请重新选择']);
    expect(of(when('title', 'gt', 1))).toEqual(['“标题”不能这样比较']);
    expect(of(when('amount', 'gt', 'x'))).toEqual(['请填写“金额”的值']);
    expect(of(when('category', 'in', []))).toEqual(['请填写“类别”的值']);
  });

  test('审批人重复，请重新选择: one person at two nodes of one way, unless that is allowed; beside each other is fine', () => {
    const twice = [peopleStep(['1', '2']), peopleStep(['2'])];
    expect(texts(twice)).toEqual(['审批人重复，请重新选择']);
    expect(texts(twice, true)).toEqual([]);
    const beside = branches(
      { conditions: [when('amount', 'gt', 1)], steps: [peopleStep(['1'])] },
      { steps: [peopleStep(['1'])] },
    );
    expect(texts([beside])).toEqual([]);
    expect(texts([beside, peopleStep(['1'])])).toEqual(['审批人重复，请重新选择']);
    const to = (accountIds: string[]) => ({ hours: 2, act: 'passOn', to: { kind: 'people', accountIds } }) as const;
    expect(texts([peopleStep(['1', '2'], 'all', to(['2', '3']))])).toEqual(['审批人重复，请重新选择']);
    expect(texts([peopleStep(['1', '2'], 'all', to(['3']))])).toEqual([]);
  });
});

test('conditions read as people say them', () => {
  const words = (conditions: Condition[], isDefault = false) => conditionWords({ isDefault, conditions }, FIELDS);
  expect(words([when('amount', 'ge', 500_000), when('category', 'in', ['a', 'b'])])).toBe(
    '金额大于等于5000元，且类别属于甲、乙',
  );
  expect(words([], true)).toBe('其他情况');
});

test('a definition goes through its schema unchanged', async () => {
  const { definition } = await import('#kernel/workflow/contract.definition.ts');
  fc.assert(
    fc.property(stepsTo(3), (steps) => {
      const given: Definition = { steps, sameSigner: false };
      expect(definition.parse(JSON.parse(JSON.stringify(given)))).toEqual(given);
    }),
    { numRuns: 200, seed: 1 },
  );
});
