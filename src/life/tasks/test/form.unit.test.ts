import { describe, expect, test } from 'vitest';
import {
  type Design,
  EMPTY_DESIGN,
  type FilledRow,
  type FormColumn,
  fromScaledInteger,
  isFarOff,
  readCell,
  slotsOf,
  sumsOf,
  toScaledInteger,
  withTotals,
} from '#life/tasks/rules.form.ts';
import { designFaults, fillFaults } from '#life/tasks/rules.formCheck.ts';
import { pasteIntoGrid, withPrevious } from '#life/tasks/web/form/filling.ts';

const column = (id: string, more: Partial<FormColumn> = {}): FormColumn => ({
  id,
  name: id,
  group: '',
  type: 'number',
  decimals: 0,
  unit: '',
  choices: [],
  dict: '',
  required: false,
  min: '',
  max: '',
  level: 'block',
  sentence: '',
  source: '',
  ...more,
});
const design = (more: Partial<Design>): Design => ({ ...EMPTY_DESIGN, ...more });
const never = () => false;

/** A small generator, so that a failure can be had again. */
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

describe('numbers', () => {
  test('are read as people write them, exactly', () => {
    expect(toScaledInteger('1,234.5', 2)).toBe(123_450n);
    expect(toScaledInteger('１２', 0)).toBe(12n);
    expect(toScaledInteger('-0.01', 2)).toBe(-1n);
    expect(toScaledInteger('0.10', 1)).toBe(1n);
    expect(toScaledInteger('0.15', 1)).toBeUndefined();
    expect(toScaledInteger('999999999999', 0)).toBe(999_999_999_999n);
    expect(toScaledInteger('1000000000000', 0)).toBeUndefined();
    for (const text of ['', '一', '1.', '.5', '1e3', '=1+1']) expect(toScaledInteger(text, 2), text).toBeUndefined();
  });
  test('go there and back', () => {
    for (const [text, decimals] of [
      ['0.00', 2],
      ['-0.05', 2],
      ['12', 0],
      ['100000000000.0001', 4],
    ] as const)
      expect(fromScaledInteger(toScaledInteger(text, decimals) ?? 0n, decimals)).toBe(text);
  });
  test('are far off beyond the half, not at it', () => {
    expect(isFarOff(150n, 100n)).toBe(false);
    expect(isFarOff(151n, 100n)).toBe(true);
    expect(isFarOff(49n, 100n)).toBe(true);
    expect(isFarOff(50n, 100n)).toBe(false);
    expect(isFarOff(1n, 0n)).toBe(true);
    expect(isFarOff(0n, 0n)).toBe(false);
    expect(isFarOff(null, 5n)).toBe(false);
  });
});

describe('cells', () => {
  test('say what is wrong in them', () => {
    expect(readCell(column('c1', { decimals: 1 }), '1.25', []).fault).toBe('最多1位小数');
    expect(readCell(column('c1'), '1.5', []).fault).toBe('应填写整数');
    expect(readCell(column('c1'), '若干', []).fault).toBe('应填写数字');
    expect(readCell(column('c1', { type: 'date' }), '2026.2.29', []).fault).toBe('2026年2月没有29日');
    expect(readCell(column('c1', { type: 'date' }), '2026.11', [])).toEqual({
      text: '2026.11',
      fault: '只有年月，请写到日，如 2026-11-01',
    });
    expect(readCell(column('c1', { unit: '%' }), '50%', []).text).toBe('50');
    expect(readCell(column('c1'), '50%', []).fault).toBe('“50%”是百分数，请写成数');
    expect(readCell(column('c1', { type: 'money' }), '3.3000000000000003', []).text).toBe('3.30');
    expect(readCell(column('c1', { type: 'text' }), '#DIV/0!', []).fault).toContain('公式出错');
    expect(readCell(column('c1', { type: 'date' }), '2028年2月29日', []).text).toBe('2028-02-29');
    expect(readCell(column('c1', { type: 'flag' }), '√', []).text).toBe('是');
    expect(readCell(column('c1', { type: 'choice' }), '甲', ['甲', '乙']).fault).toBeUndefined();
    expect(readCell(column('c1', { type: 'choice' }), '丙', ['甲', '乙']).fault).toBe('应为甲、乙之一');
  });
  test('must be there and lie within their range, both ends included', () => {
    const grid = design({
      rows: [{ id: 'r1', name: '一' }],
      columns: [column('c1', { required: true, min: '1', max: '9' })],
    });
    const said = (text: string) => fillFaults(grid, [{ id: 'r1', cells: { c1: text } }], {}).map((fault) => fault.text);
    expect(said('')).toEqual(['请填写c1']);
    expect(said('0')).toEqual(['不能小于1']);
    expect(said('1')).toEqual([]);
    expect(said('9')).toEqual([]);
    expect(said('10')).toEqual(['不能大于9']);
  });
  test('add up, in each row or where they were clicked', () => {
    const sums = [
      {
        id: 's1',
        target: { row: '*', col: 'c3' },
        parts: [
          { row: '*', col: 'c1' },
          { row: '*', col: 'c2' },
        ],
        level: 'block' as const,
        sentence: '',
      },
    ];
    const grid = design({
      rows: [{ id: 'r1', name: '一' }],
      columns: [column('c1'), column('c2'), column('c3', { name: '合计' })],
      sums,
    });
    expect(designFaults(grid)).toEqual([]);
    const said = (cells: Record<string, string>) => fillFaults(grid, [{ id: 'r1', cells }], {}).map(({ text }) => text);
    expect(said({ c1: '5', c2: '7', c3: '11' })).toEqual(['合计应为12，现为11']);
    expect(said({ c1: '5', c2: '7', c3: '12' })).toEqual([]);
    expect(said({ c1: '5', c2: '7' })).toEqual(['合计应为12，现为空']);
    expect(said({})).toEqual([]);
  });
});

test('what is returned opens the totals that it adds to, and those that these add to', () => {
  const sum = (id: string, target: [string, string], ...parts: [string, string][]) => ({
    id,
    target: { row: target[0], col: target[1] },
    parts: parts.map(([row, col]) => ({ row, col })),
    level: 'block' as const,
    sentence: '',
  });
  const grid = design({
    rows: ['r1', 'r2', 'r3'].map((id) => ({ id, name: id })),
    columns: [column('c1'), column('c2'), column('c3')],
    sums: [sum('s1', ['*', 'c3'], ['*', 'c1'], ['*', 'c2']), sum('s2', ['r3', 'c3'], ['r1', 'c3'], ['r2', 'c3'])],
  });
  const open = withTotals(grid, [{ row: 'r1', col: 'c1', reason: '不符' }]);
  expect(open.map(({ row, col }) => `${row}:${col}`)).toEqual(['r1:c1', 'r1:c3', 'r3:c3']);
  expect(withTotals(grid, [{ row: 'r3', col: 'c3', reason: '不符' }])).toHaveLength(1);
});

test('a block of 200 lines and 20 columns lands in the right cells', () => {
  const columns = Array.from({ length: 22 }, (_, at) => column(`c${at + 1}`));
  const rows = Array.from({ length: 203 }, (_, at) => ({ id: `r${at + 1}`, cells: {} }));
  const grid = design({ rows: rows.map(({ id }) => ({ id, name: id })), columns });
  const block = Array.from({ length: 200 }, (_, down) =>
    Array.from({ length: 20 }, (_, right) => `${down * 100 + right}`),
  );
  const shut = (row: string, col: string) => row === 'r5' && col === 'c4';
  const { rows: filled, taken, of } = pasteIntoGrid(grid, rows, shut, { index: 2, col: 'c2' }, block, {});
  expect([taken, of]).toEqual([3999, 4000]);
  filled.forEach(({ cells }, at) => {
    for (const [right, { id }] of columns.entries()) {
      const inside = at >= 2 && at < 202 && right >= 1 && right < 21 && !shut(`r${at + 1}`, id);
      expect(cells[id], `${at} ${id}`).toBe(inside ? `${(at - 2) * 100 + right - 1}` : undefined);
    }
  });
});

test('free rows grow as a block needs them; last time fills the empty cells alone', () => {
  const grid = design({ free: true, columns: [column('c1'), column('c2')] });
  const { rows } = pasteIntoGrid(grid, [], never, { index: 0, col: 'c1' }, [['1'], ['2'], ['3']], {});
  expect(rows.map(({ cells }) => cells.c1)).toEqual(['1', '2', '3']);
  const old: FilledRow[] = [{ id: '1', cells: { c1: '9', c2: '8' } }];
  expect(withPrevious(grid, rows, old, never)).toMatchObject({
    taken: 1,
    rows: [{ cells: { c1: '1', c2: '8' } }, {}, {}],
  });
});

test('the sum of random fillings is the sum of their cells, exact in decimals', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const next = random(seed);
    const free = next(2) === 0;
    const columns = Array.from({ length: 1 + next(6) }, (_, at) =>
      column(`c${at}`, next(3) === 0 ? { type: 'money' } : { decimals: next(5) }),
    );
    const names = Array.from({ length: 1 + next(5) }, (_, at) => ({ id: `r${at}`, name: `${at}` }));
    const grid = design({ free, columns, rows: free ? [] : names });
    const slots = slotsOf(grid);
    const sums = slots.map(() => 0n);
    const written = new Map<string, bigint>();
    for (let org = 0; org < 20; org++) {
      const rows = (free ? Array.from({ length: next(6) }, (_, at) => ({ id: `${at}` })) : names).map(({ id }) => ({
        id,
        cells: Object.fromEntries(
          columns.flatMap((one) => {
            if (next(5) === 0) return [];
            const decimals = one.type === 'money' ? 2 : one.decimals;
            const value = BigInt(next(900_000_000)) * 1000n + BigInt(next(1000)) - 1_000_000_000n;
            const key = `${free ? '*' : id}:${one.id}`;
            written.set(key, (written.get(key) ?? 0n) + value);
            return [[one.id, fromScaledInteger(value, decimals)]];
          }),
        ),
      }));
      sumsOf(grid, rows).forEach((value, at) => {
        sums[at] = (sums[at] ?? 0n) + (value ?? 0n);
      });
    }
    slots.forEach(({ row, col }, at) => {
      expect(sums[at], `seed ${seed} ${row}:${col}`).toBe(written.get(`${row}:${col}`) ?? 0n);
    });
  }
});
