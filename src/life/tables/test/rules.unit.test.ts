import { describe, expect, test } from 'vitest';
import {
  checkWords,
  cleanRows,
  designFaults,
  fillFaults,
  isEmpty,
  startRows,
  type TableDesign,
} from '../rules.design.ts';
import { fieldsOf, headOf, isHead, noteOf, sampleOf, withRead } from '../rules.sheet.ts';
import { addFigures, figuresOf, figureText, summedFields } from '../rules.sum.ts';
import { rhythmFaults, roundOfDay, roundsUntil, standingOf } from '../rules.ts';
import { field } from './factory.ts';

const design = (given: Partial<TableDesign> = {}): TableDesign => ({
  several: false,
  fields: [field('f1', { name: '总数', required: true, min: '0', max: '100' }), field('f2', { name: '其中' })],
  checks: [],
  ...given,
});
const row = (cells: Record<string, string>, id = '1') => ({ id, cells });

test('a table in which nothing was typed is empty, whatever the platform knew; one of known fields alone never is', () => {
  const known = field('f2', { source: 'members' });
  const both = design({ fields: [field('f1'), known] });
  expect([isEmpty(both, [row({ f2: '46' })]), isEmpty(both, [row({ f1: '0', f2: '46' })])]).toEqual([true, false]);
  expect(isEmpty(design({ fields: [known] }), [row({ f2: '46' })])).toBe(false);
});

describe('a design', () => {
  test('is told what is wrong with it', () => {
    expect(designFaults(design())).toEqual([]);
    expect(designFaults(design({ fields: [] }))).toEqual(['表里还没有字段']);
    const wrong = design({
      fields: [
        field('f1', { name: '数', min: '9', max: '1' }),
        field('f2', { name: '数', kind: 'choice', choices: ['一'] }),
        field('f3', { name: '来', kind: 'day', min: '明天' }),
        field('f4', { name: '字', kind: 'dict' }),
        field('f5', { name: '小', kind: 'decimal', source: 'members' }),
      ],
      checks: [
        { id: 'k1', kind: 'atMost', fields: ['f1', 'f3'] },
        { id: 'k2', kind: 'total', fields: ['f1', 'f5'] },
        { id: 'k3', kind: 'atMost', fields: ['f1', 'f9'] },
      ],
    });
    expect(designFaults(wrong)).toEqual([
      '有两个字段都叫“数”',
      '“数”的最小值大于最大值',
      '“数”至少要有两个选项',
      '“来”的范围应填写日期',
      '“字”还没有选字典',
      '“小”的类型放不下自动带出的内容',
      '“不大于”只比较两个数字，或两个日期',
      '合计至少由两个字段相加',
      '有核对规则的字段已不在表里，请重新选择',
    ]);
  });

  test('says its checks in words', () => {
    expect(checkWords(design(), { id: 'k1', kind: 'atMost', fields: ['f2', 'f1'] })).toBe('其中 ≤ 总数');
    expect(checkWords(design(), { id: 'k1', kind: 'total', fields: ['f1', 'f2', 'f9'] })).toBe('总数 = 其中 + ？');
  });
});

describe('a filling', () => {
  test('is judged by kind, limits and what is required, each at its cell', () => {
    const fields = [
      field('f1', { name: '数', required: true, max: '10' }),
      field('f2', { name: '额', kind: 'decimal', decimals: 2 }),
      field('f3', { name: '日', kind: 'day', min: '2026-01-01' }),
      field('f4', { name: '否', kind: 'flag' }),
      field('f5', { name: '选', kind: 'choice', choices: ['甲', '乙'], required: true }),
      field('f6', { name: '字', kind: 'text' }),
    ];
    const wrong = row({ f1: '11', f2: '1.234', f3: '2025-12-31', f4: '也许', f5: '丙', f6: '长'.repeat(201) });
    expect(fillFaults(design({ fields }), [wrong], {}).map(({ text }) => text)).toEqual([
      '不能大于10',
      '最多2位小数',
      '不能早于2026-01-01',
      '应填写“是”或“否”',
      '应为甲、乙之一',
      '最多200个字',
    ]);
    expect(fillFaults(design({ fields }), [row({})], {})).toEqual([
      { row: '1', col: 'f1', text: '请填写数' },
      { row: '1', col: 'f5', text: '请选择选' },
    ]);
    const good = row({ f1: '１０', f2: '1,234.5', f3: '2026年1月2日', f4: '√', f5: '乙' });
    expect(fillFaults(design({ fields }), [good], {})).toEqual([]);
    expect(cleanRows(design({ fields }), [good], {})).toEqual([
      row({ f1: '10', f2: '1234.50', f3: '2026-01-02', f4: '是', f5: '乙' }),
    ]);
  });

  test('is judged by what fields say of each other; nothing is said while nothing is typed', () => {
    const checks = [
      { id: 'k1', kind: 'atMost' as const, fields: ['f2', 'f1'] },
      { id: 'k2', kind: 'total' as const, fields: ['f1', 'f2', 'f3'] },
    ];
    const three = design({ fields: [...design().fields, field('f3', { name: '其余' })], checks });
    const faults = (cells: Record<string, string>) =>
      fillFaults(three, [row(cells)], {}).map(({ col, text }) => [col, text]);
    expect(faults({ f1: '5', f2: '6', f3: '1' })).toEqual([
      ['f2', '不能大于“总数”'],
      ['f1', '应等于“其中”、“其余”之和'],
    ]);
    expect(faults({ f1: '5', f2: '5' })).toEqual([]);
    expect(faults({ f1: '5' })).toEqual([]);
    const days = design({
      fields: [field('f1', { name: '起', kind: 'day' }), field('f2', { name: '止', kind: 'day' })],
      checks: [{ id: 'k1', kind: 'atMost', fields: ['f1', 'f2'] }],
    });
    const late = row({ f1: '2026-03-02', f2: '2026-03-01' });
    expect(fillFaults(days, [late], {})).toEqual([{ row: '1', col: 'f1', text: '不能晚于“止”' }]);
  });

  test('of several rows loses empty ones, begins without any, and of one row with what is known', () => {
    const several = design({ several: true });
    const rows = [row({ f1: '1' }), row({ f1: ' ' }, '2'), row({ f2: '3', f9: '别的' }, '7')];
    expect(cleanRows(several, rows, {})).toEqual([row({ f1: '1' }), row({ f2: '3' }, '2')]);
    const bound = design({ fields: [field('f1', { source: 'members' }), field('f2', { source: 'units' })] });
    expect(startRows(bound, { members: '12' })).toEqual([row({ f1: '12' })]);
    expect(startRows({ ...bound, several: true }, { members: '12' })).toEqual([]);
  });
});

describe('the sums', () => {
  const fields = [
    field('f1', { name: '数' }),
    field('f2', { name: '额', kind: 'decimal', decimals: 1, unit: '元', sum: 'average' }),
    field('f3', { name: '高', sum: 'max' }),
    field('f4', { name: '有', kind: 'flag' }),
    field('f5', { name: '不汇总', sum: 'none' }),
    field('f6', { name: '字', kind: 'text' }),
  ];
  const summed = summedFields(design({ fields }));
  const texts = (figures: ReturnType<typeof figuresOf>) =>
    summed.map((one, at) => figureText(one, figures[at] ?? addFigures([])));

  test('follow the rule of each field, exactly', () => {
    expect(summed.map(({ id }) => id)).toEqual(['f1', 'f2', 'f3', 'f4']);
    const one = figuresOf(design({ fields }), [
      row({ f1: '2', f2: '0.1', f3: '-5', f4: '是' }),
      row({ f1: '3', f2: '0.2', f4: '否' }, '2'),
    ]);
    expect(texts(one)).toEqual(['5', '0.15', '-5', '1']);
    const two = figuresOf(design({ fields }), [row({ f1: '999999999999', f2: '0.2', f3: '7' })]);
    const both = one.map((figure, at) => addFigures([figure, two[at] ?? figure]));
    expect(texts(both)).toEqual(['1000000000004', '0.17', '7', '1']);
    expect(texts(figuresOf(design({ fields }), [row({})]))).toEqual(['', '', '', '']);
  });
});

describe('rounds', () => {
  test('are the month, quarter or year of a day, due some days after it', () => {
    expect(roundOfDay('month', '2026-02-10', 5)).toEqual({
      label: '2026年2月',
      startsOn: '2026-02-01',
      endsOn: '2026-02-28',
      dueOn: '2026-03-05',
    });
    expect(roundOfDay('quarter', '2026-12-31', 0)).toMatchObject({
      label: '2026年第四季度',
      startsOn: '2026-10-01',
      dueOn: '2026-12-31',
    });
    expect(roundOfDay('year', '2028-02-29', 10)).toMatchObject({
      label: '2028年',
      endsOn: '2028-12-31',
      dueOn: '2029-01-10',
    });
  });

  test('have begun until a day, each once, the newest ones of many', () => {
    const monthly = { period: 'month' as const, startsOn: '2025-12-15', dueOn: null, dueDays: 5 };
    expect(roundsUntil(monthly, '2026-02-01').map(({ label }) => label)).toEqual([
      '2025年12月',
      '2026年1月',
      '2026年2月',
    ]);
    expect(roundsUntil(monthly, '2025-12-01')).toEqual([]);
    expect(roundsUntil({ ...monthly, startsOn: '2010-01-01' }, '2026-02-01')).toHaveLength(24);
    const once = { period: 'once' as const, startsOn: '2026-01-05', dueOn: '2026-01-20', dueDays: null };
    expect(roundsUntil(once, '2026-01-01')).toEqual([
      { label: '本次填报', startsOn: '2026-01-05', endsOn: '2026-01-20', dueOn: '2026-01-20' },
    ]);
  });

  test('need the days that their period takes', () => {
    const once = { period: 'once' as const, startsOn: '2026-01-05', dueOn: null, dueDays: null };
    expect(rhythmFaults(once)).toEqual({ dueOn: '请填写截止日期' });
    expect(rhythmFaults({ ...once, dueOn: '2026-01-04' })).toEqual({ dueOn: '截止日期不能早于开始日期' });
    expect(rhythmFaults({ ...once, period: 'month' })).toEqual({ dueDays: '请填写每期结束后几天内报' });
  });
});

test('what is not handed in is late after its last day, whatever came back', () => {
  expect(standingOf({ state: 'open', dueOn: '2026-01-02' }, '2026-01-02')).toBe('open');
  expect(standingOf({ state: 'returned', dueOn: '2026-01-01' }, '2026-01-02')).toBe('late');
  expect(standingOf({ state: 'done', dueOn: '2026-01-01' }, '2026-01-02')).toBe('done');
});

describe('a sheet of several rows', () => {
  const area = field('f2', {
    name: '面积',
    kind: 'decimal',
    decimals: 1,
    unit: '平方米',
    min: '2',
    max: '9',
    hint: '建筑面积',
  });
  const given = design({ fields: [field('f1', { name: '总数' }), area] });

  test('is known by its heads, whatever stars, spaces and brackets they bear', () => {
    const ids = (heads: readonly string[]) => fieldsOf(given, heads).map((found) => found?.id);
    expect(headOf(area)).toBe('面积（平方米）');
    expect(ids(['面积(平方米)*', ' 总 数', '备注', '面积'])).toEqual(['f2', 'f1', undefined, undefined]);
    expect(isHead(given, ['总数', '备注'])).toBe(false);
    expect(isHead(given, ['总数', '面积'])).toBe(true);
    expect(isHead(design({ fields: [area] }), ['序号', '面积'])).toBe(true);
  });

  test('says how each field is filled in', () => {
    expect(noteOf(area)).toBe('数字，最多1位小数，不小于2，不大于9，建筑面积');
    expect([sampleOf(area, []), sampleOf(field('f3', { kind: 'choice' }), ['甲', '乙'])]).toEqual(['2', '甲']);
  });

  test('comes after the rows that hold something, or in their place', () => {
    const there = [row({ f1: '1' }, '4'), row({ f1: '' }, '5')];
    const read = [row({ f1: '7' }, '12')];
    expect(withRead(there, read, 'after')).toEqual([row({ f1: '1' }, '1'), row({ f1: '7' }, '2')]);
    expect(withRead(there, read, 'instead')).toEqual([row({ f1: '7' }, '1')]);
  });
});
