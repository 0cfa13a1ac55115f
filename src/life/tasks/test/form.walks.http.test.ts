import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formSum, getFill, returnCells, saveFill, saveForm } from '#life/tasks/contract.form.ts';
import { decideParts, getPart, reportPart, withdrawPart } from '#life/tasks/contract.part.ts';
import { createTask, publishTask } from '#life/tasks/contract.ts';
import { jobEnds } from '#people/member/test/factory.ts';
import type { Caller, TestApp } from '../../../../test/support/app.ts';
import { type office, startOffice } from './factory.ts';

let t: TestApp;
let stop: () => Promise<void>;
let county: Caller;
let callers: Record<Place, Caller>;
let at: ReturnType<typeof office>;

/** Who fills in, and of whom each level's sum consists. */
const PLACES = ['branchA11', 'committeeA1', 'committeeA2'] as const;
type Place = (typeof PLACES)[number];
const LEVELS: readonly [who: 'county' | Place, of: readonly Place[]][] = [
  ['county', PLACES],
  ['committeeA1', ['branchA11', 'committeeA1']],
  ['committeeA2', ['committeeA2']],
  ['branchA11', ['branchA11']],
];

beforeAll(async () => {
  ({ t, stop, at } = await startOffice());
  county = await t.as('countyWorker');
  callers = {
    branchA11: await t.as('branchWorker'),
    committeeA1: await t.as('committeeWorker'),
    committeeA2: await t.as('siblingWorker'),
  };
});
afterAll(() => stop());

/** Walks of the suite; more by the environment. Each publishes a task of its own, so a tenth of them. */
const RUNS = Math.max(4, Math.floor(Number(process.env.WALKS ?? 0) / 10));

interface Shape {
  free: boolean;
  rows: number;
  /** Decimals of each column. */
  decimals: number[];
}
const shape: fc.Arbitrary<Shape> = fc.record({
  free: fc.boolean(),
  rows: fc.integer({ min: 1, max: 4 }),
  decimals: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 5 }),
});
/** An amount of a cell in its smallest unit, of at most twelve digits before the point; also below zero. */
const amount = fc.oneof(
  fc.integer({ min: -9, max: 9 }).map(BigInt),
  fc.bigInt({ min: -999_999_999_999n, max: 999_999_999_999n }),
);
type Act = { place: Place; act: 'file' | 'refuse' | 'cells' | 'withdraw' | 'accept'; amounts: bigint[]; some: number };
const act: fc.Arbitrary<Act> = fc.record({
  place: fc.constantFrom(...PLACES),
  act: fc.constantFrom('file', 'file', 'refuse', 'cells', 'withdraw', 'accept'),
  amounts: fc.array(amount, { minLength: 20, maxLength: 20 }),
  some: fc.nat(99),
});

/** 1234 of two decimals: `12.34`. */
function textOf(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return `${value < 0n ? '-' : ''}${whole}${decimals > 0 ? `.${digits.slice(-decimals)}` : ''}`;
}
/** The inverse, written a second time here: what the product reads is not asked. */
const unitsOf = (text: string, decimals: number): bigint => {
  const [, sign, whole = '0', rest = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const value = BigInt(whole + rest.padEnd(decimals, '0'));
  return sign === '-' ? -value : value;
};

const column = (n: number) => `c${n + 1}`;
const rowIds = ({ free, rows }: Shape) => Array.from({ length: rows }, (_, n) => (free ? `${n + 1}` : `r${n + 1}`));

async function given(one: Shape): Promise<string> {
  const made = await county.call(createTask, at.draft({ kind: 3, title: '随机表' }));
  const { id } = made.data;
  const design = {
    free: one.free,
    rows: one.free ? [] : rowIds(one).map((row) => ({ id: row, name: row })),
    columns: one.decimals.map((decimals, n) => ({
      id: column(n),
      name: `第${n + 1}列`,
      type: 'number' as const,
      decimals,
    })),
    locked: [],
    sums: [],
  };
  const saved = await county.call(saveForm, { id, version: 1, design });
  expect(saved.code, saved.text).toBe(200);
  const out = await county.call(publishTask, { id, version: 2 });
  expect(out.code, out.text).toBe(200);
  await jobEnds(county, out.data.jobId);
  return id;
}

async function go(taskId: string, one: Shape, { place, act: what, amounts, some }: Act): Promise<void> {
  const who = callers[place];
  const { id } = await at.partOf(taskId, place);
  const { data: part } = await who.call(getPart, { id });
  const key = { id, version: part.version };
  if (what === 'file' && part.can.report) {
    const { data: fill } = await who.call(getFill, { id });
    const rows = rowIds(one).map((row, r) => ({
      id: row,
      // One in five cells stays empty.
      cells: Object.fromEntries(
        one.decimals.flatMap((decimals, n) => {
          const value = amounts[(r * 5 + n) % amounts.length] ?? 0n;
          return (r + n + some) % 5 === 0 ? [] : [[column(n), textOf(value, decimals)]];
        }),
      ),
    }));
    const saved = await who.call(saveFill, { id, version: fill.version, rows });
    expect(saved.code, saved.text).toBe(200);
    const reply = await who.call(reportPart, key);
    expect(reply.code, reply.text).toBe(200);
  } else if (what === 'withdraw' && part.can.withdraw) await who.call(withdrawPart, key);
  else if (what === 'refuse' && part.state === 2)
    await county.call(decideParts, { ids: [id], agree: false, opinion: '请核对' });
  else if (what === 'accept' && part.state === 2) await county.call(decideParts, { ids: [id], agree: true });
  else if (what === 'cells' && part.state === 2) {
    const ids = rowIds(one);
    const cells = [
      { row: ids[some % ids.length] ?? '', col: column(some % one.decimals.length), reason: '与台账不符' },
    ];
    const back = await county.call(returnCells, { ...key, cells });
    expect(back.code, back.text).toBe(200);
  }
}

/** The sums that the cells of some organisations have, counted here. */
async function recount(taskId: string, one: Shape, of: readonly Place[]): Promise<Map<string, string>> {
  const sums = new Map<string, bigint>();
  for (const place of of) {
    const { id, state } = await at.partOf(taskId, place);
    if (state !== 2 && state !== 4) continue;
    const { data } = await callers[place].call(getFill, { id });
    for (const { id: row, cells } of data.rows as { id: string; cells: Record<string, string> }[])
      for (const [n, decimals] of one.decimals.entries()) {
        const text = cells[column(n)];
        const key = `${one.free ? '*' : row}:${column(n)}`;
        if (text) sums.set(key, (sums.get(key) ?? 0n) + unitsOf(text, decimals));
      }
  }
  return new Map(
    [...sums].map(([key, value]) => [key, textOf(value, one.decimals[Number(key.split(':c')[1]) - 1] ?? 0)]),
  );
}

test('of random grids and fillings each level’s sum is that of its cells after every handing in and return, to the last decimal', async () => {
  await fc.assert(
    fc.asyncProperty(shape, fc.array(act, { minLength: 4, maxLength: 10 }), async (one, walk) => {
      const id = await given(one);
      for (const step of walk) {
        await go(id, one, step);
        for (const [level, of] of LEVELS) {
          const who = level === 'county' ? county : callers[level];
          const { data } = await who.call(formSum, { id });
          const figures = data.figures as { row: string; col: string; value: string }[];
          const shown = new Map(figures.filter(({ value }) => value !== '').map((f) => [`${f.row}:${f.col}`, f.value]));
          const due = await recount(id, one, of);
          expect(Object.fromEntries([...shown].sort()), `${level} after ${step.act}`).toEqual(
            Object.fromEntries([...due].sort()),
          );
        }
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
