import { describe, expect, it } from 'vitest';
import { dayFaults, gradeFault, gradeOfTotal, openFault, resultsOf, weightedPoints } from '../rules.ts';

const GRADES = [
  { label: '好', from: 9000 },
  { label: '一般', from: 6000 },
  { label: '差', from: 0 },
];

describe('三位一体', () => {
  it('grades by configured limits, each beginning with its own', () => {
    expect([10_000, 9000, 8999, 6000, 5999, 0].map((total) => gradeOfTotal(total, GRADES))).toEqual([0, 0, 1, 1, 2, 2]);
    expect(gradeFault(GRADES)).toBe('');
    expect(
      gradeFault([
        { label: '好', from: 6000 },
        { label: '差', from: 6000 },
      ]),
    ).toBe('“差”的起点应低于“好”');
    expect(
      gradeFault([
        { label: '好', from: 6000 },
        { label: '差', from: 100 },
      ]),
    ).toBe('最后一个等次应从0分起');
    expect(
      gradeFault([
        { label: '好', from: 6000 },
        { label: '好', from: 0 },
      ]),
    ).toBe('等次名称重复');
  });

  it('counts points by the weight of a unit, 100 at most, halves up', () => {
    expect(weightedPoints(8000, 105)).toBe(8400);
    expect(weightedPoints(9900, 110)).toBe(10_000);
    expect(weightedPoints(8333, 95)).toBe(7916);
    expect(weightedPoints(50, 101)).toBe(51);
  });

  it('ranks nobody while it runs, over what is decided; within a group once it is closed, what is missing counting 0', () => {
    const cell = (itemId: string, points: number, final: number | null) => ({
      itemId,
      points,
      month: 0,
      final,
      isDue: true,
      isExempt: false,
    });
    const units = [
      { id: 'a', group: '乡镇', weight: 100, cells: [cell('1', 6000, 6000), cell('2', 4000, null)] },
      { id: 'b', group: '乡镇', weight: 100, cells: [cell('1', 6000, 5400), cell('2', 4000, 3600)] },
      { id: 'c', group: '街道', weight: 100, cells: [cell('1', 6000, null), cell('2', 4000, null)] },
    ];
    expect([...resultsOf(units, GRADES, false)]).toEqual([
      ['a', { total: 10_000, grade: null, place: null }],
      ['b', { total: 9000, grade: null, place: null }],
      ['c', { total: null, grade: null, place: null }],
    ]);
    expect([...resultsOf(units, GRADES, true)]).toEqual([
      ['a', { total: 6000, grade: 1, place: 2 }],
      ['b', { total: 9000, grade: 0, place: 1 }],
      ['c', { total: 0, grade: 2, place: 1 }],
    ]);
  });

  it('opens what has items of 100 points and units, within a year', () => {
    const part = (points: number) => [{ title: '资料', items: [{ title: '计划', points }] }];
    expect(openFault([], 3)).toBe('还没有考评指标，请先添加');
    expect(openFault([...part(10_000), { title: '督查', items: [] }], 3)).toBe('“督查”里还没有指标');
    expect(openFault(part(9000), 3)).toBe('各项满分合计应为100分，现为90分');
    expect(openFault(part(10_000), 0)).toBe('还没有考核单位，请先选择');
    expect(openFault(part(10_000), 1)).toBe('');
    expect(dayFaults({ year: 2026, startsOn: '2025-12-31', endsOn: '2026-12-31' })).toHaveProperty('startsOn');
    expect(dayFaults({ year: 2026, startsOn: '2026-02-01', endsOn: '2026-01-31' })).toHaveProperty('endsOn');
    expect(dayFaults({ year: 2026, startsOn: '2026-01-01', endsOn: '2027-01-31' })).toEqual({});
  });
});
