import { describe, expect, it } from 'vitest';
import { parseTypedDay } from '#platform/reading/days.ts';
import { filterText } from '#platform/web/list/columns.ts';
import { pagesAround } from '#platform/web/list/pages.ts';

describe('the pages that a pager offers', () => {
  it('offers every page of a short list', () => {
    expect(pagesAround(1, 1)).toEqual([1]);
    expect(pagesAround(2, 5)).toEqual([1, 2, 3, 4, 5]);
  });
  it('puts a gap before and behind the neighbours of the current page', () => {
    expect(pagesAround(1, 15)).toEqual([1, 2, 3, 4, 0, 15]);
    expect(pagesAround(8, 15)).toEqual([1, 0, 7, 8, 9, 0, 15]);
    expect(pagesAround(15, 15)).toEqual([1, 0, 12, 13, 14, 15]);
  });
  it('holds no page beyond the last when the list has become shorter', () => {
    expect(pagesAround(9, 3).every((page) => page <= 3)).toBe(true);
  });
});

describe('a filter in words', () => {
  const category = {
    kind: 'choice',
    name: 'pmType',
    multiple: true,
    options: [
      { value: '1', label: '正式党员' },
      { value: '2', label: '预备党员' },
    ],
  } as const;
  it('names one choice and counts several', () => {
    expect(filterText(category, {})).toBe('');
    expect(filterText(category, { pmType: '2' })).toBe('预备党员');
    expect(filterText(category, { pmType: '1,2' })).toBe('正式党员等2项');
  });
  it('says which end of a range is open', () => {
    const days = { kind: 'days', from: 'a', to: 'b' } as const;
    expect(filterText(days, { a: '2020-01-01' })).toBe('2020-01-01 起');
    expect(filterText(days, { b: '2020-01-01' })).toBe('2020-01-01 止');
    const age = { kind: 'numbers', from: 'a', to: 'b', unit: '岁' } as const;
    expect(filterText(age, { a: '30', b: '40' })).toBe('30 至 40岁');
  });
});

describe('a day as party workers type it', () => {
  it.each([
    ['20110622', '2011-06-22'],
    ['2011.6.2', '2011-06-02'],
    ['2011/06/22', '2011-06-22'],
    ['2011年6月22日', '2011-06-22'],
    [' 2011-06-22 ', '2011-06-22'],
  ])('reads %s', (typed, day) => expect(parseTypedDay(typed)).toBe(day));
  it('leaves what is no day to the schema', () => {
    expect(parseTypedDay('去年')).toBe('去年');
    expect(parseTypedDay('2011-06')).toBe('2011-06');
  });
});
