import { describe, expect, it } from 'vitest';
import {
  changeOf,
  changeText,
  itemScores,
  onTimeRate,
  passedRate,
  placesText,
  rateText,
  selectReportRows,
  spreadOf,
  sumOf,
  unitPortions,
} from '../rules.report.ts';

describe('reports of 三位一体', () => {
  it('tells shares with one decimal, never 100% while something is missing, and nothing of nothing', () => {
    expect([rateText(1, 3), rateText(1999, 2000), rateText(2, 2), rateText(0, 5), rateText(0, 0)]).toEqual([
      '33.3%',
      '99.9%',
      '100%',
      '0%',
      '',
    ]);
    expect(onTimeRate({ onTime: 3, due: 4 })).toBe('75%');
    expect(passedRate({ passed: 1, failed: 0 })).toBe('100%');
  });

  it('averages what there is, halves up', () => {
    expect(spreadOf([100, 101, null])).toEqual({ mean: 101, least: 100, most: 101 });
    expect(spreadOf([null])).toEqual({ mean: null, least: null, most: null });
  });

  it('counts months of an item by their mean: running what is decided, closed what is missing as 0', () => {
    const items = [
      { id: '1', points: 1000 },
      { id: '2', points: 500 },
    ];
    const finals = [
      ['1', 900],
      ['1', null],
      ['2', null],
    ] as const;
    expect(itemScores(items, finals, false)).toEqual([900, null]);
    expect(itemScores(items, finals, true)).toEqual([450, 0]);
    expect([sumOf([900, null]), sumOf([null, null]), sumOf([])]).toEqual([900, null, null]);
  });

  it('tells points and places won since the year before, places within the same group alone', () => {
    const now = { group: '乡镇', total: 9000, place: 2 };
    expect(changeOf(now, { group: '乡镇', total: 8850, place: 5 })).toEqual({ total: 150, place: 3 });
    expect(changeOf(now, { group: '街道', total: 9100, place: 1 })).toEqual({ total: -100, place: null });
    expect(changeOf({ ...now, total: null, place: null }, { group: '乡镇', total: 1, place: 1 })).toEqual({
      total: null,
      place: null,
    });
    expect(changeOf(now, null)).toEqual({ total: null, place: null });
    expect([150, -100, 0, null].map(changeText)).toEqual(['+1.5', '-1', '持平', '']);
    expect([3, -1, 0, null].map(placesText)).toEqual(['升3位', '降1位', '持平', '']);
  });

  it('narrows and orders units; what has no value stands last', () => {
    const row = (id: string, total: number | null, totalChange: number | null, group = '甲', grade = '好') => ({
      id,
      total,
      totalChange,
      group,
      grade,
    });
    const rows = [row('a', 80, null), row('b', null, 5), row('c', 90, -5, '乙', '差'), row('d', 80, 9)];
    const of = (given: Partial<Parameters<typeof selectReportRows>[1]>) =>
      selectReportRows(rows, { group: '', grade: '', sort: 'group', ...given })
        .map(({ id }) => id)
        .join('');
    expect([of({}), of({ sort: 'total' }), of({ sort: 'least' }), of({ sort: 'rise' })]).toEqual([
      'abcd',
      'cadb',
      'adcb',
      'dbca',
    ]);
    expect([of({ group: '甲' }), of({ grade: '差' }), of({ group: '甲', grade: '差' })]).toEqual(['abd', 'c', '']);
  });

  it('goes on paper with few units in one table, with many in portions that name the items again', () => {
    expect(unitPortions(12)).toEqual([{ note: '', columns: Array.from({ length: 19 }, (_, at) => at) }]);
    const many = unitPortions(30);
    expect(many.map(({ note }) => note)).toEqual([
      '第1至12个考核单位，共30个',
      '第13至28个考核单位，共30个',
      '第29至30个考核单位，共30个',
    ]);
    expect(many[1]?.columns.slice(0, 3)).toEqual([0, 2, 19]);
    // Each unit stands in one of them.
    expect(many.flatMap(({ columns }) => columns.filter((at) => at >= 7))).toEqual(
      Array.from({ length: 30 }, (_, at) => at + 7),
    );
  });
});
