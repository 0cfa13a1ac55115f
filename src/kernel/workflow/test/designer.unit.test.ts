import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Definition, definition as definitionSchema, EMPTY_DEFINITION } from '../contract.definition.ts';
import { nodesOf, publishFaults } from '../rules.definition.ts';
import {
  addBranch,
  findNode,
  insertStep,
  makeDefault,
  moveNode,
  removeNode,
  type StepKind,
  updateNode,
} from '../web/designer/edit.ts';
import { recordChange, redo, startHistory, undo } from '../web/designer/past.ts';
import { afterRemoval, FINISH, insertionSpot, neighbour, START } from '../web/designer/walk.ts';
import { differences, type Names, timeoutWords, whoWords } from '../web/designer/words.ts';

const FIELDS = [{ key: 'amount', label: '金额', kind: 'money' as const }];
const names: Names = { person: (id) => `人${id}`, role: (id) => `角色${id}`, fields: FIELDS, orgTypes: {} };

/** start → branches (条件1: one approver; 其他情况: none) → approver. */
function example(): Definition {
  let made = insertStep(EMPTY_DEFINITION, { owner: '', index: 0 }, 'branches').definition;
  made = insertStep(made, { owner: 'n2', index: 0 }, 'approver').definition;
  return insertStep(made, { owner: '', index: 1 }, 'approver').definition;
}

describe('editing a process', () => {
  it('branches begin with one condition and the default, and take steps of their own', () => {
    const made = example();
    expect([...nodesOf(made.steps)].map(({ id }) => id)).toEqual(['n1', 'n2', 'n4', 'n3', 'n5']);
    expect(findNode(made, 'n3')).toMatchObject({ isDefault: true, name: '其他情况' });
    expect(findNode(made, 'n9')).toBeUndefined();
  });

  it('the last but one branch leaves its steps behind', () => {
    expect(removeNode(example(), 'n3').steps.map(({ id }) => id)).toEqual(['n4', 'n5']);
    expect(removeNode(example(), 'n2').steps.map(({ id }) => id)).toEqual(['n5']);
    const three = addBranch(example(), 'n1');
    expect(three.id).toBe('n6');
    const [branches] = removeNode(three.definition, 'n3').steps;
    expect(branches).toMatchObject({ kind: 'branches', branches: [{ name: '条件1' }, { name: '条件2' }] });
    expect(publishFaults(removeNode(three.definition, 'n3'), FIELDS)).toContainEqual({
      nodeId: 'n1',
      text: '缺少默认分支',
    });
  });

  it('one default, which stands last and has no conditions', () => {
    const conditions = [{ field: 'amount', operator: 'ge' as const, value: 500_000 }];
    const next = makeDefault(updateNode(example(), 'n2', { conditions }), 'n2');
    expect(next.steps[0]).toMatchObject({
      branches: [
        { id: 'n3', isDefault: false },
        { id: 'n2', isDefault: true, conditions: [] },
      ],
    });
  });

  it('steps and branches move within their list and stop at its ends', () => {
    expect(moveNode(example(), 'n5', -1).steps.map(({ id }) => id)).toEqual(['n5', 'n1']);
    expect(moveNode(example(), 'n5', 1)).toEqual(example());
    expect(moveNode(example(), 'n3', -1).steps[0]).toMatchObject({ branches: [{ id: 'n3' }, { id: 'n2' }] });
  });

  const act = fc.record({
    what: fc.nat(4),
    at: fc.nat(30),
    kind: fc.constantFrom<StepKind>('approver', 'copy', 'branches', 'end'),
  });
  const edits = fc.array(act, { maxLength: 25 });
  const apply = (made: Definition, { what, at, kind }: { what: number; at: number; kind: StepKind }): Definition => {
    const ids = [...nodesOf(made.steps)].map(({ id }) => id);
    const id = ids[at % Math.max(1, ids.length)] ?? START;
    if (what < 2) return insertStep(made, insertionSpot(made, id), kind).definition;
    if (what === 2) return removeNode(made, id);
    if (what === 3) return moveNode(made, id, at % 2 ? 1 : -1);
    return addBranch(made, id).definition;
  };

  it('whatever is done, ids stay unique, arrows lead to cards that exist, and down comes to the end', () => {
    fc.assert(
      fc.property(edits, (list) => {
        const made = list.reduce(apply, EMPTY_DEFINITION);
        const ids = [...nodesOf(made.steps)].map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of [START, ...ids]) {
          for (const to of ['up', 'down', 'left', 'right'] as const) {
            const next = neighbour(made, id, to);
            if (next !== null) expect([START, FINISH, ...ids]).toContain(next);
          }
          let card: string | null = id;
          for (let steps = 0; card !== null && card !== FINISH && steps <= ids.length + 1; steps += 1)
            card = neighbour(made, card, 'down');
          expect(card).toBe(FINISH);
          card = id;
          for (let steps = 0; card !== START && card !== null && steps <= ids.length + 1; steps += 1)
            card = neighbour(made, card, 'up');
          expect(card).toBe(START);
          if (id !== START) {
            const focus = afterRemoval(made, id);
            expect(focus === START || findNode(removeNode(made, id), focus) !== undefined).toBe(true);
          }
        }
      }),
    );
  });

  it('undo goes back step by step to the beginning, and redo forward again', () => {
    fc.assert(
      fc.property(edits, (list) => {
        let past = startHistory(EMPTY_DEFINITION);
        for (const one of list) past = recordChange(past, apply(past.now, one));
        const end = past.now;
        const steps = past.before.length;
        for (let at = 0; at < steps; at += 1) past = undo(past);
        expect(past.now).toBe(EMPTY_DEFINITION);
        expect(undo(past)).toBe(past);
        for (let at = 0; at < steps; at += 1) past = redo(past);
        expect(past.now).toBe(end);
        expect(redo(past)).toBe(past);
      }),
    );
  });

  it('letters typed into one field are undone together, those of the next apart', () => {
    let past = startHistory('');
    for (const text of ['初', '初审']) past = recordChange(past, text, 'n1:name');
    past = recordChange(past, '初审;', 'n2:name');
    expect(undo(past).now).toBe('初审');
    expect(undo(undo(past)).now).toBe('');
    expect(recordChange(undo(past), '复审', 'n1:name').after).toEqual([]);
  });
});

describe('walking by arrow keys', () => {
  const made = example();
  const walk = (from: string, ...ways: Parameters<typeof neighbour>[2][]) =>
    ways.reduce<string | null>((at, to) => (at === null ? null : neighbour(made, at, to)), from);
  it('goes down through the first branch, sideways to the next, and past an empty one', () => {
    expect(walk(START, 'down', 'down', 'down')).toBe('n4');
    expect(walk(START, 'down', 'down', 'right')).toBe('n3');
    expect(walk('n4', 'right')).toBe('n3');
    expect(walk('n3', 'down')).toBe('n5');
    expect(walk('n5', 'down')).toBe(FINISH);
    expect(walk(FINISH, 'up', 'up')).toBe('n4');
    expect(walk('n5', 'left')).toBeNull();
  });
});

describe('words', () => {
  it('say who decides and what happens in time', () => {
    expect(whoWords({ kind: 'role', roleId: 3, place: 'superior' }, names)).toBe('上级组织的角色3');
    expect(whoWords({ kind: 'people', accountIds: ['1', '2'] }, names)).toBe('人1、人2');
    expect(timeoutWords({ hours: 24, act: 'passOn', to: { kind: 'people', accountIds: ['7'] } }, names)).toBe(
      '24小时后转交人7',
    );
  });

  it('name every difference of two versions once', () => {
    const before = example();
    const renamed = updateNode(before, 'n5', { name: '书记审批' });
    const conditions = [{ field: 'amount', operator: 'ge' as const, value: 500_000 }];
    const after = insertStep(updateNode(renamed, 'n2', { conditions }), { owner: 'n3', index: 0 }, 'copy').definition;
    expect(differences(before, before, names)).toEqual([]);
    expect(differences(before, removeNode(after, 'n4'), names)).toEqual([
      {
        id: 'n2',
        change: 'changed',
        title: '条件1',
        lines: [{ label: '条件', before: '请设置条件', after: '金额大于等于5000元' }],
      },
      expect.objectContaining({ id: 'n6', change: 'added', title: '抄送' }),
      { id: 'n5', change: 'changed', title: '书记审批', lines: [{ label: '名称', before: '审批', after: '书记审批' }] },
      expect.objectContaining({ id: 'n4', change: 'removed', title: '审批' }),
    ]);
  });
});

it('every edited process is one that the server takes', () => {
  expect(definitionSchema.safeParse(example()).success).toBe(true);
});
