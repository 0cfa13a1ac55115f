import { describe, expect, it } from 'vitest';
import { differencesOf, newValues, personOf } from '#people/member/web/memberValues.ts';

describe('two versions of a record side by side', () => {
  const base = newValues('7', '1');
  it('names what either side changed, in words', () => {
    const theirs = { ...base, workUnit: '乙单位', isFloating: true };
    const mine = { ...base, workUnit: '甲单位', nation: '15' };
    const dict = {
      '0005': [
        { value: '15', label: '土家族' },
        { value: '01', label: '汉族' },
      ],
    };
    const found = differencesOf(base, theirs, mine, dict, {});
    expect(found).toContainEqual({ field: 'workUnit', label: '工作单位', base: '', theirs: '乙单位', mine: '甲单位' });
    expect(found).toContainEqual({ field: 'nation', label: '民族', base: '汉族', theirs: '汉族', mine: '土家族' });
    expect(found).toContainEqual({ field: 'isFloating', label: '流动党员', base: '否', theirs: '是', mine: '否' });
    expect(found).toHaveLength(3);
  });
  it('answers nothing where nothing differs', () => {
    expect(differencesOf(base, { ...base }, { ...base }, {}, {})).toEqual([]);
  });
});

describe('the form as the rules read it', () => {
  it('turns empty texts into nothing and numbers into numbers', () => {
    const person = personOf({ ...newValues('7', '2'), gender: '2', occupation: '', birthDate: '1990-01-02' });
    expect(person).toMatchObject({
      personCategory: 2,
      gender: 2,
      occupation: null,
      birthDate: '1990-01-02',
      idCard: null,
    });
  });
});
