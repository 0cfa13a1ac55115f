import { afterAll, beforeAll, expect, test } from 'vitest';
import { officeBurden } from '#life/tasks/contract.burden.ts';
import { getFill, getForm, saveFill, saveForm } from '#life/tasks/contract.form.ts';
import { getPart, reportPart } from '#life/tasks/contract.part.ts';
import { quoteForm } from '#life/tasks/contract.quote.ts';
import { createTask, previewTask, publishTask } from '#life/tasks/contract.ts';
import { type Design, EMPTY_DESIGN, type FormColumn } from '#life/tasks/rules.form.ts';
import { quoteOf, withQuotes } from '#life/tasks/rules.quote.ts';
import { jobEnds } from '#people/member/test/factory.ts';
import { addDays } from '#platform/time/days.ts';
import type { Caller, TestApp } from '../../../../test/support/app.ts';
import { type office, startOffice, todayOf } from './factory.ts';

let t: TestApp;
let stop: () => Promise<void>;
let county: Caller;
let branch: Caller;
let at: ReturnType<typeof office>;

beforeAll(async () => {
  ({ t, stop, at } = await startOffice());
  [county, branch] = [await t.as('countyWorker'), await t.as('branchWorker')];
});
afterAll(() => stop());

const rows = [
  { id: 'r1', name: '在职' },
  { id: 'r2', name: '离退休' },
];
/** A draft of a collection with columns of these names. */
async function drafted(title: string, names: readonly string[], of = rows) {
  const { id } = (await county.call(createTask, at.draft({ kind: 3, title }))).data;
  const columns = names.map((name, index) => ({ id: `c${index + 1}`, name, type: 'number' as const }));
  const saved = await county.call(saveForm, {
    id,
    version: 1,
    design: { free: false, rows: of, columns, locked: [], sums: [] },
  });
  expect(saved.code, saved.text).toBe(200);
  return { id, version: saved.data.version as number };
}
const publish = async ({ id, version }: { id: string; version: number }) =>
  jobEnds(county, (await county.call(publishTask, { id, version })).data.jobId);

test('columns that another collection has already arrive filled, saying from where and of which day, and stay open', async () => {
  const first = await drafted('志愿服务统计', ['志愿者人数', '服务时长']);
  await publish(first);
  const part = await at.partOf(first.id);
  await branch.call(saveFill, {
    id: part.id,
    version: 0,
    rows: [
      { id: 'r1', cells: { c1: '12', c2: '30' } },
      { id: 'r2', cells: { c1: '3', c2: '4' } },
    ],
  });
  const { data } = await branch.call(getPart, { id: part.id });
  expect((await branch.call(reportPart, { id: part.id, version: data.version })).code).toBe(200);

  // The rows stand in another order, and one is new: what has its like is taken over, the rest is typed.
  const again = await drafted(
    '党员服务情况',
    ['新的一列', '志愿者 人数'],
    [
      { id: 'r5', name: '离退休' },
      { id: 'r6', name: '在职' },
      { id: 'r7', name: '学生' },
    ],
  );
  const before = (await county.call(previewTask, { id: again.id })).data;
  expect(before.quote).toEqual({ can: 1, done: [] });
  expect(before.warnings.join()).toContain('可以引用');
  expect(before.warnings[0]).toContain('每个组织要填6格');
  const taken = await county.call(quoteForm, again);
  expect(taken.code, taken.text).toBe(200);
  expect(taken.data.columns).toBe(1);
  const after = (await county.call(previewTask, { id: again.id })).data;
  expect(after.quote).toEqual({ can: 0, done: ['“志愿者 人数”引自《志愿服务统计》'] });
  expect(after.warnings.join()).not.toContain('可以引用');
  // What arrives filled is typed by nobody: in the design's count, and in the burden of whoever receives it.
  expect(after.warnings[0]).toContain('每个组织要填4格');
  expect((await county.call(getForm, { id: again.id })).data.quoted).toEqual([
    { columnId: 'c2', rowIds: ['r5', 'r6'] },
  ]);
  const year = Number(addDays(await todayOf(t), 20).slice(0, 4));
  const burden = async () => {
    const { months } = (await county.call(officeBurden, { year })).data as {
      months: { parts: number; cells: number }[];
    };
    return months.reduce((sum, { parts, cells }) => ({ parts: sum.parts + parts, cells: sum.cells + cells }), {
      parts: 0,
      cells: 0,
    });
  };
  const [parts, cells] = Object.values(await burden());
  await publish({ id: again.id, version: taken.data.version });
  const loaded = await burden();
  expect(loaded.cells - (cells ?? 0)).toBe(4 * (loaded.parts - (parts ?? 0)));

  const own = await at.partOf(again.id);
  const fill = (await branch.call(getFill, { id: own.id })).data;
  expect(fill.rows).toEqual([
    { id: 'r5', cells: { c2: '3' } },
    { id: 'r6', cells: { c2: '12' } },
    { id: 'r7', cells: {} },
  ]);
  expect(fill.quotes).toMatchObject([{ column: '志愿者 人数', title: '志愿服务统计' }]);
  expect(fill.quotes[0].filledOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  // What it says is not handed in of itself: the receiver may change it, and what was saved stands.
  const saved = await branch.call(saveFill, {
    id: own.id,
    version: 0,
    rows: [
      { id: 'r5', cells: { c1: '1', c2: '9' } },
      { id: 'r6', cells: { c1: '1', c2: '' } },
      { id: 'r7', cells: {} },
    ],
  });
  expect(saved.code, saved.text).toBe(200);
  const kept = (await branch.call(getFill, { id: own.id })).data.rows;
  expect(kept[0].cells.c2).toBe('9');
  expect(kept[1].cells.c2 ?? '').toBe('');
  // Another organisation reported nothing there: its cells are empty, and it sees nothing of the branch's.
  const other = await at.partOf(again.id, 'branchA12');
  expect((await county.call(getFill, { id: other.id })).data.rows).toEqual([]);
  expect((await branch.call(getFill, { id: other.id })).code).toBe(404);
  // A later collection that nobody has answered gives nothing: the answered one is named.
  const third = await drafted('再要一次', ['志愿者人数']);
  const { warnings } = (await county.call(previewTask, { id: third.id })).data;
  expect(warnings.join()).toContain('《志愿服务统计》');
  expect(warnings.join()).not.toContain('《党员服务情况》');
});

test('nothing is taken over where nothing like it was asked for, once the task is out, or by anybody else', async () => {
  const none = await drafted('没有相同的列', ['只此一列']);
  expect((await county.call(quoteForm, none)).msg).toContain('没有可以引用的列');
  expect((await branch.call(quoteForm, none)).code).not.toBe(200);
  await publish(none);
  const { version } = (await county.call(previewTask, { id: none.id })).data ?? { version: 0 };
  expect((await county.call(quoteForm, { id: none.id, version: version ?? none.version })).code).not.toBe(200);
});

test('a column is taken over from one of its name and kind alone, row by row; a typed or locked cell stays', () => {
  const column = (id: string, name: string, more: Partial<FormColumn> = {}): FormColumn =>
    ({
      id,
      name,
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
    }) as FormColumn;
  const grid = (columns: FormColumn[], more: Partial<Design> = {}): Design => ({
    ...EMPTY_DESIGN,
    rows,
    columns,
    ...more,
  });
  const here = grid([column('c1', '人数')]);
  expect(quoteOf(here, 'c1', grid([column('c9', '人 数')]))).toEqual({
    columnId: 'c1',
    fromColumnId: 'c9',
    rows: { r1: 'r1', r2: 'r2' },
  });
  for (const there of [
    grid([column('c9', '人次')]),
    grid([column('c9', '人数', { type: 'text' })]),
    grid([column('c9', '人数', { decimals: 2 })]),
    grid([column('c9', '人数')], { free: true, rows: [] }),
    grid([column('c9', '人数')], { rows: [{ id: 'r1', name: '别的' }] }),
  ])
    expect(quoteOf(here, 'c1', there)).toBeUndefined();
  const quote = {
    columnId: 'c1',
    fromColumnId: 'c9',
    rows: { r1: 'r1', r2: 'r2' },
    filled: [
      { id: 'r1', cells: { c9: '5' } },
      { id: 'r2', cells: { c9: '6' } },
    ],
  };
  const locked = grid([column('c1', '人数')], { locked: [{ row: 'r2', col: 'c1', value: '', source: '' }] });
  expect(
    withQuotes(
      locked,
      [
        { id: 'r1', cells: {} },
        { id: 'r2', cells: {} },
      ],
      [quote],
    ),
  ).toEqual([
    { id: 'r1', cells: { c1: '5' } },
    { id: 'r2', cells: {} },
  ]);
  expect(withQuotes(here, [{ id: 'r1', cells: { c1: '7' } }], [quote])[0]?.cells.c1).toBe('7');
});
