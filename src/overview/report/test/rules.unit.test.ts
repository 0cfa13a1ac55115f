import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shareOf } from '#platform/text/share.ts';
import { balanceOf } from '#procedures/transfer/rules/balance.ts';
import { cellText, pathOf, periodOfDay, periodsBack, REPORT_KEYS, REPORTS, spanOf, tabsOf } from '../rules.ts';
import { linesOf, type Question, type Report } from '../server/kit.ts';
import { reports } from '../server/queries/reports/index.ts';

describe('periods', () => {
  it('are years, quarters and months with their last day, leap years too', () => {
    expect(spanOf('2026')).toMatchObject({ kind: 'year', label: '2026年', from: '2026-01-01', to: '2026-12-31' });
    expect(spanOf('2024-02')).toMatchObject({ kind: 'month', label: '2024年2月', to: '2024-02-29' });
    expect(spanOf('2026-Q3')).toMatchObject({ label: '2026年第三季度', from: '2026-07-01', to: '2026-09-30' });
    for (const wrong of ['', '26', '2026-13', '2026-Q5', '2026-1', '1926', '2026-01-01'])
      expect(spanOf(wrong)).toBeNull();
  });

  it('are offered from the present one back, over the end of a year', () => {
    expect(periodOfDay('quarter', '2026-03-31')).toBe('2026-Q1');
    expect(
      periodsBack('quarter', '2026-02-10')
        .slice(0, 3)
        .map(({ value }) => value),
    ).toEqual(['2026-Q1', '2025-Q4', '2025-Q3']);
    expect(
      periodsBack('month', '2026-01-31')
        .slice(0, 2)
        .map(({ value }) => value),
    ).toEqual(['2026-01', '2025-12']);
    expect(periodsBack('year', '2026-01-01')[1]?.value).toBe('2025');
  });
});

describe('numbers', () => {
  it('tell zero from nothing known', () => {
    expect(cellText(null, 'people')).toBe('—');
    expect(cellText(0, 'people')).toBe('0');
    expect(cellText(123_45, 'fen')).toBe('123.45');
    expect(shareOf(0, 0)).toBeNull();
    expect(shareOf(1, 3)).toBe(33.3);
  });

  const report: Report = {
    key: 'duesNoSet',
    words: [],
    columns: [
      { key: 'a', title: '', unit: 'people' },
      { key: 'b', title: '', unit: 'people' },
      { key: 's', title: '', unit: 'percent', of: ({ a, b }) => shareOf(b, a) },
    ],
    count: async () => ({ byCode: new Map() }),
  };
  const place = (id: string, code: string) => ({ id, code, name: code, opens: false });
  const question = {
    org: place('1', '0001'),
    children: [place('2', '00010001'), place('3', '00010002')],
  } as unknown as Question;

  it('stand a line a child, what is directly there and what has no organisation any more by themselves, and add up', () => {
    const byCode = new Map([
      ['00010001', { a: 10, b: 1 }],
      ['0001', { a: 2, b: 1 }],
      ['00010009', { a: 8, b: 0 }],
    ]);
    const { lines, total } = linesOf(report, question, { byCode });
    expect(lines.map(({ place: at, isOwn, numbers }) => [at?.id ?? '', isOwn, numbers])).toEqual([
      ['2', false, { a: 10, b: 1, s: 10 }],
      ['3', false, { a: 0, b: 0, s: null }],
      ['1', true, { a: 2, b: 1, s: 50 }],
      ['', false, { a: 8, b: 0, s: 0 }],
    ]);
    expect(total).toEqual({ a: 20, b: 2, s: 10 });
  });

  it('of a branch are its own line alone', () => {
    const { lines, total } = linesOf(report, { ...question, children: [] } as Question, { byCode: new Map() });
    expect(lines).toMatchObject([{ isOwn: true, numbers: { a: 0 } }]);
    expect(total).toEqual({ a: 0, b: 0, s: null });
  });
});

describe('reports', () => {
  const routes = readFileSync('docs/routes.txt', 'utf8');

  it('are declared by their own key, with a rule in words, and stand at a route of the specification', () => {
    for (const key of REPORT_KEYS) {
      const report = reports[key];
      expect(report.key).toBe(key);
      expect(report.words.length, key).toBeGreaterThan(0);
      // The specification names the first of those that stand beside one another as tabs.
      if ((tabsOf(key)[0]?.key ?? key) === key)
        expect(routes, key).toContain(`report | ${pathOf(key)} | ${REPORTS[key].title} |`);
      const keys = report.columns.map((column) => column.key);
      expect(new Set(keys).size, key).toBe(keys.length);
      if (report.list) expect(keys, key).toContain(report.list.first);
    }
  });

  it('of coming and going show lines of the balance alone', () => {
    const lines = balanceOf({}, 1, 1).map(({ no }) => `line${no}`);
    expect(lines).toEqual(expect.arrayContaining(reports.countChangeReport.columns.map(({ key }) => key)));
  });
});
