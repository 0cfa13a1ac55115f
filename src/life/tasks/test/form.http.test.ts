import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formBelow, formSum, getFill, getForm, returnCells, saveFill, saveForm } from '#life/tasks/contract.form.ts';
import { getPart, reportPart, withdrawPart } from '#life/tasks/contract.part.ts';
import { createTask, getTask, publishTask } from '#life/tasks/contract.ts';
import { jobEnds } from '#people/member/test/factory.ts';
import type { Caller, TestApp } from '../../../../test/support/app.ts';
import { type office, startOffice } from './factory.ts';

let t: TestApp;
let stop: () => Promise<void>;
let county: Caller;
let committee: Caller;
let branch: Caller;
let at: ReturnType<typeof office>;

const number = (id: string, name: string) => ({ id, name, type: 'number' as const, decimals: 2, required: true });
const design = {
  free: false,
  rows: [
    { id: 'r1', name: '在职' },
    { id: 'r2', name: '离退休' },
  ],
  columns: [
    number('c1', '男'),
    number('c2', '女'),
    number('c3', '合计'),
    { id: 'c4', name: '书记', type: 'text' as const },
  ],
  locked: [
    { row: 'r1', col: 'c4', source: 'secretary' as const },
    { row: 'r2', col: 'c4' },
  ],
  sums: [
    {
      id: 's1',
      target: { row: '*', col: 'c3' },
      parts: [
        { row: '*', col: 'c1' },
        { row: '*', col: 'c2' },
      ],
    },
  ],
};
const rowsOf = (a: string, b: string, sum: string) => [
  { id: 'r1', cells: { c1: a, c2: b, c3: sum } },
  { id: 'r2', cells: { c1: '0', c2: '0.5', c3: '0.5' } },
];

/** A task of the county with a grid, given to everybody below. */
async function given(): Promise<string> {
  const made = await county.call(createTask, at.draft({ kind: 3, title: '党员情况统计表' }));
  expect(made.code, made.text).toBe(200);
  const { id } = made.data;
  const early = await county.call(publishTask, { id, version: 1 });
  expect(early.text).toContain('表样');
  const saved = await county.call(saveForm, { id, version: 1, design });
  expect(saved.data).toEqual({ version: 2, faults: [] });
  const out = await county.call(publishTask, { id, version: 2 });
  expect(out.code, out.text).toBe(200);
  await jobEnds(county, out.data.jobId);
  return id;
}

async function filed(who: Caller, partId: string, rows: ReturnType<typeof rowsOf>) {
  const { data: fill } = await who.call(getFill, { id: partId });
  const saved = await who.call(saveFill, { id: partId, version: fill.version, rows });
  expect(saved.code, saved.text).toBe(200);
  const { data: part } = await who.call(getPart, { id: partId });
  return who.call(reportPart, { id: partId, version: part.version });
}
const valueAt = async (who: Caller, id: string, row: string, col: string) => {
  const sum = await who.call(formSum, { id });
  expect(sum.code, sum.text).toBe(200);
  return sum.data.figures.find((one: { row: string; col: string }) => one.row === row && one.col === col)?.value;
};

beforeAll(async () => {
  ({ t, stop, at } = await startOffice());
  [county, committee, branch] = [await t.as('countyWorker'), await t.as('committeeWorker'), await t.as('branchWorker')];
});
afterAll(() => stop());

test('a grid in which nothing was typed is not handed in where 零报告 was not allowed, nor in its place where it was', async () => {
  const free = { ...design, columns: design.columns.map((column) => ({ ...column, required: false })), sums: [] };
  const made = await county.call(createTask, at.draft({ kind: 3, title: '可不填的表' }));
  const { id } = made.data;
  expect((await county.call(saveForm, { id, version: 1, design: free })).data.faults).toEqual([]);
  const out = await county.call(publishTask, { id, version: 2 });
  await jobEnds(county, out.data.jobId);
  const empty = ['r1', 'r2'].map((row) => ({ id: row, cells: { c1: '', c2: '', c3: '' } }));
  const refused = await filed(branch, (await at.partOf(id)).id, empty);
  expect(refused.text).toContain('不接受零报告');
});

describe('填表', () => {
  test('a fault keeps it from being handed in, and stands in its cell', async () => {
    const id = await given();
    const { id: partId } = await at.partOf(id);
    const wrong = await filed(branch, partId, rowsOf('5', '7', '11'));
    expect(wrong.text).toContain('在职“合计”合计应为12.00，现为11.00');
    const { data } = await branch.call(getFill, { id: partId });
    expect(data.faults).toMatchObject([{ row: 'r1', col: 'c3', level: 'block' }]);
    const good = await filed(branch, partId, rowsOf('5', '7', '12'));
    expect(good.code, good.text).toBe(200);
  });

  test('sums go up level by level, open into their cells, and lose what is returned', async () => {
    const id = await given();
    const own = await at.partOf(id);
    const above = await at.partOf(id, 'committeeA1');
    expect((await filed(branch, own.id, rowsOf('1.10', '2.20', '3.30'))).code).toBe(200);
    expect((await filed(committee, above.id, rowsOf('0.01', '0.02', '0.03'))).code).toBe(200);
    expect(await valueAt(county, id, 'r1', 'c3')).toBe('3.33');
    expect(await valueAt(committee, id, 'r1', 'c3')).toBe('3.33');
    expect(await valueAt(branch, id, 'r1', 'c3')).toBe('3.30');
    const { data: opened } = await committee.call(formBelow, { id, row: 'r1', col: 'c3' });
    expect(opened.total).toBe('3.33');
    expect(opened.rows.find((one: { partId: string | null }) => one.partId === above.id)?.value).toBe('0.03');

    const { data: part } = await committee.call(getPart, { id: own.id });
    const cells = [{ row: 'r1', col: 'c1', reason: '与上月不符' }];
    expect((await branch.call(returnCells, { id: own.id, version: part.version, cells })).code).not.toBe(200);
    const locked = [{ row: 'r1', col: 'c4', reason: '试' }];
    expect((await committee.call(returnCells, { id: own.id, version: part.version, cells: locked })).code).toBe(600);
    const back = await committee.call(returnCells, { id: own.id, version: part.version, cells });
    expect(back.code, back.text).toBe(200);
    expect(await valueAt(county, id, 'r1', 'c3')).toBe('0.03');

    // Only the returned cell and its total are open: what else is sent stays as it was handed in.
    const { data: open } = await branch.call(getFill, { id: own.id });
    const reopened = [...cells, { row: 'r1', col: 'c3', reason: '合计随之更正' }];
    expect(open.returned).toEqual(reopened);
    const again = await branch.call(saveFill, { id: own.id, version: open.version, rows: rowsOf('9', '9', '9') });
    expect(again.data.faults).toMatchObject([{ row: 'r1', col: 'c3', text: '合计应为11.20，现为9.00' }]);
    const fixed = await branch.call(saveFill, {
      id: own.id,
      version: again.data.version,
      rows: rowsOf('1.20', '9', '3.40'),
    });
    expect(fixed.data.faults).toEqual([]);
    const { data: returned } = await branch.call(getPart, { id: own.id });
    expect((await branch.call(reportPart, { id: own.id, version: returned.version })).code).toBe(200);
    expect(await valueAt(county, id, 'r1', 'c3')).toBe('3.43');
    const { data: kept } = await county.call(getFill, { id: own.id });
    expect(kept.filings.map((one: { no: number; returned: unknown[] }) => [one.no, one.returned.length])).toEqual([
      [1, 2],
      [2, 0],
    ]);
    // Taken back, the sum is without it again, and still only that cell is open.
    const { data: now } = await branch.call(getPart, { id: own.id });
    expect((await branch.call(withdrawPart, { id: own.id, version: now.version })).code).toBe(200);
    expect(await valueAt(county, id, 'r1', 'c3')).toBe('0.03');
    expect((await branch.call(getFill, { id: own.id })).data.returned).toEqual(reopened);
  });

  test('a grid does not change once it is out; drafts of others are not seen', async () => {
    const id = await given();
    const { data: task } = await county.call(getTask, { id });
    expect((await county.call(saveForm, { id, version: task.version, design })).text).toContain('不能再改表样');
    expect((await branch.call(getForm, { id })).data.can.edit).toBe(false);
    const { id: partId } = await at.partOf(id);
    await branch.call(saveFill, { id: partId, version: 0, rows: rowsOf('1', '1', '2') });
    expect((await committee.call(getFill, { id: partId })).data.rows).toEqual([]);
  });
});
