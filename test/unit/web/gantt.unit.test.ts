import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DATES_WIDTH, type GanttTask, layoutOf } from '#platform/web/gantt/layout.ts';

const DAY = 86_400;
const START = Date.parse('2026-01-01T00:00:00+08:00') / 1000;

const task = (patch: Partial<GanttTask>): GanttTask => ({
  id: '1',
  title: '任务',
  startDate: '2026-11-16',
  endDate: '2026-11-24',
  progress: 0,
  ...patch,
});
const only = (patch: Partial<GanttTask>, window?: { from: string; to: string }) => {
  const layout = layoutOf([task(patch)], window);
  return { ...layout, row: layout.rows[0] };
};

const someTask = fc
  .record({
    startDate: fc.integer({ min: START, max: START + 400 * DAY }),
    endDate: fc.integer({ min: START, max: START + 400 * DAY }),
    progress: fc.double({ min: 0, max: 1, noNaN: true }),
    title: fc.string({ unit: 'grapheme', maxLength: 40 }),
  })
  .map((patch) => task(patch));

describe('the Gantt chart', () => {
  test('nine and ten days show the names of the days, eleven show months and days', () => {
    const nine = only({});
    expect(nine.view).toBe('week');
    expect(nine.columns.map(({ name }) => name)).toEqual([
      '周一',
      '周二',
      '周三',
      '周四',
      '周五',
      '周六',
      '周日',
      '周一',
      '周二',
    ]);
    expect(nine.columns[0]?.label).toBe('11-16');
    expect(only({ endDate: '2026-11-25' }).view).toBe('week');
    const eleven = only({ endDate: '2026-11-26' });
    expect(eleven.view).toBe('month');
    expect(eleven.columns.map(({ label }) => label)).toEqual([
      '16',
      '17',
      '18',
      '19',
      '20',
      '21',
      '22',
      '23',
      '24',
      '25',
      '26',
    ]);
    expect(eleven.months).toEqual([
      { month: '2026-11', label: '2026年11月', x: 0, width: expect.closeTo(DATES_WIDTH, 6) },
    ]);
    const year = layoutOf([], { from: '2026-01-01', to: '2026-12-31' });
    expect(year.months.map(({ label }) => label)).toEqual(Array.from({ length: 12 }, (_, n) => `${n + 1}月`));
    expect(year.columns.some(({ label }) => label)).toBe(false);
  });

  test('reversed dates are swapped', () => {
    expect(only({ startDate: '2026-11-24', endDate: '2026-11-16' })).toEqual(only({}));
  });

  test('an end at midnight is the end of that day; another time stands', () => {
    expect(only({}).row?.bar).toMatchObject({ x: 0, width: DATES_WIDTH });
    const noon = only({ endDate: '2026-11-24 12:00' }).row?.bar;
    expect(noon?.width).toBeCloseTo((DATES_WIDTH / 9) * 8.5, 6);
  });

  test('seconds, days, times and ISO texts mean the same moment in Beijing', () => {
    const seconds = Date.parse('2026-11-16T00:00:00+08:00') / 1000;
    for (const startDate of [
      seconds,
      String(seconds),
      '2026-11-16',
      '2026/11/16',
      '2026-11-15T16:00:00Z',
      '2026-11-16 00:00',
    ]) {
      expect(only({ startDate }).row, String(startDate)).toEqual(only({}).row);
    }
  });

  test('a start before the window is clipped, and its done days stay done', () => {
    const { row, dayWidth } = only(
      { startDate: '2026-11-06', endDate: '2026-11-25', progress: 0.75 },
      { from: '2026-11-16', to: '2026-11-25' },
    );
    expect(row?.bar?.x).toBe(0);
    expect(row?.bar?.width).toBeCloseTo(10 * dayWidth, 6);
    // Twenty days, fifteen of them done, the first ten not shown.
    expect(row?.bar?.dots.map(({ selected }) => selected)).toEqual([...Array(5).fill(true), ...Array(5).fill(false)]);
    expect(row?.from).toBe('2026-11-06');
  });

  test('a task outside the window has no bar, nor has one without dates', () => {
    expect(only({}, { from: '2026-12-01', to: '2026-12-05' }).row?.bar).toBeNull();
    expect(only({ startDate: '待定' }).row).toMatchObject({ bar: null, from: '', to: '' });
  });

  test('titles are cut to 18 characters, whole ones', () => {
    expect(only({ title: '一二三四五六七八九十一二三四五六七八' }).row).toMatchObject({ cut: false });
    const { row } = only({ title: '一二三四五六七八九十一二三四五六七𠮷九' });
    expect(row).toMatchObject({ title: '一二三四五六七八九十一二三四五六七𠮷', cut: true });
  });

  test('dots are selected up to the progress', () => {
    const selected = (progress: number) => only({ progress }).row?.bar?.dots.filter((dot) => dot.selected).length;
    expect([0, 0.1, 1 / 9, 0.5, 0.99, 1, 7].map(selected)).toEqual([0, 0, 1, 4, 8, 9, 9]);
  });

  test('columns are days without a gap and fill 672 pixels; bars and dots lie within', () => {
    fc.assert(
      fc.property(fc.array(someTask, { minLength: 1, maxLength: 12 }), (tasks) => {
        const { columns, dayWidth, months, rows, view } = layoutOf(tasks);
        expect(columns.length * dayWidth).toBeCloseTo(DATES_WIDTH, 6);
        expect(view).toBe(columns.length <= 10 ? 'week' : 'month');
        columns.forEach(({ day }, at) => {
          const before = columns[at - 1];
          if (before) expect(Date.parse(day) - Date.parse(before.day)).toBe(DAY * 1000);
        });
        if (view === 'month') expect(months.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(DATES_WIDTH, 6);
        expect(rows).toHaveLength(tasks.length);
        rows.forEach((row, at) => {
          const progress = tasks[at]?.progress ?? 0;
          if (!row.bar) throw new Error('every task lies within the window made from all');
          const { x, width, dots } = row.bar;
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x + width).toBeLessThanOrEqual(DATES_WIDTH + 1e-6);
          expect(row.from <= row.to).toBe(true);
          expect([...row.title].length).toBeLessThanOrEqual(18);
          const share = dots.filter(({ selected }) => selected).length / Math.max(1, dots.length);
          expect(share).toBeLessThanOrEqual(progress + 1e-6);
          expect(share).toBeGreaterThan(progress - 1 / Math.max(1, dots.length) - 1e-6);
          // Those done stand before those not done.
          expect(dots.map(({ selected }) => Number(!selected))).toEqual(
            dots.map(({ selected }) => Number(!selected)).sort(),
          );
          dots.forEach((dot) => {
            expect(dot.x).toBeGreaterThanOrEqual(x);
            expect(dot.x).toBeLessThanOrEqual(x + width);
          });
        });
      }),
    );
  });

  test('the same tasks in the window of a part keep their places relative to each other', () => {
    fc.assert(
      fc.property(someTask, fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 60 }), (one, from, length) => {
        const at = (days: number) => new Date((START + days * DAY) * 1000 + 8 * 3_600_000).toISOString().slice(0, 10);
        const layout = layoutOf([one], { from: at(from), to: at(from + length) });
        expect(layout.columns).toHaveLength(length + 1);
        expect(layoutOf([one], { from: at(from + length), to: at(from) })).toEqual(layout);
        const bar = layout.rows[0]?.bar;
        if (bar) expect(bar.x + bar.width).toBeLessThanOrEqual(DATES_WIDTH + 1e-6);
      }),
    );
  });
});
