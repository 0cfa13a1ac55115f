import { expect, test } from 'vitest';
import { changeRules, type RuleChange, type StoredRule } from '#life/orgLife/rules.owed.ts';

const rule = (more: Partial<StoredRule> = {}): StoredRule => ({
  id: '1',
  type: 4,
  orgTypes: [46, 47],
  per: 'month',
  needs: '',
  clause: '依据',
  fromOn: '2018-10-28',
  untilOn: null,
  ...more,
});
const change = (more: Partial<RuleChange> = {}): RuleChange => ({
  act: 'change',
  id: '1',
  type: 4,
  orgTypes: [46, 47],
  per: 'quarter',
  clause: '新依据',
  fromOn: '2026-07-01',
  ...more,
});
const TODAY = '2026-03-05';
const faultsOf = (given: RuleChange, rules = [rule()]) => Object.keys(changeRules(rules, given, TODAY).faults);

test('a change ends the rule on the day on which the other one begins', () => {
  const { faults, rules } = changeRules([rule()], change(), TODAY);
  expect(faults).toEqual({});
  expect(rules.map(({ per, fromOn, untilOn }) => [per, fromOn, untilOn])).toEqual([
    ['month', '2018-10-28', '2026-07-01'],
    ['quarter', '2026-07-01', null],
  ]);
});

test('its day begins a period of both paces, and is not of an earlier year', () => {
  expect(faultsOf(change({ fromOn: '2026-06-01' }))).toEqual(['fromOn']);
  expect(faultsOf(change({ fromOn: '2026-07-02' }))).toEqual(['fromOn']);
  expect(faultsOf(change({ per: 'year' }))).toEqual(['fromOn']);
  expect(faultsOf(change({ per: 'year', fromOn: '2027-01-01' }))).toEqual([]);
  expect(faultsOf(change({ fromOn: '2026-01-01' }))).toEqual([]);
  expect(faultsOf(change({ fromOn: '2025-10-01' }))).toEqual(['fromOn']);
});

test('no two rules of a type hold for the same organisations at once', () => {
  const add = change({ act: 'add', id: null, orgTypes: [47] });
  expect(faultsOf(add)).toEqual(['orgTypes']);
  expect(faultsOf(add, [rule({ untilOn: '2026-07-01' })])).toEqual([]);
  expect(faultsOf(add, [rule({ untilOn: '2026-08-01' })])).toEqual(['orgTypes']);
  expect(faultsOf({ ...add, orgTypes: [48] })).toEqual([]);
  expect(faultsOf({ ...add, orgTypes: [] })).toEqual(['orgTypes']);
  expect(faultsOf({ ...add, type: 1, orgTypes: [30] })).toEqual(['orgTypes']);
});

test('a rule that holds goes on for its first day at least; one that is planned may be taken back', () => {
  expect(faultsOf(change({ act: 'end', fromOn: '2026-01-01' }), [rule({ fromOn: '2026-01-01' })])).toEqual(['fromOn']);
  expect(faultsOf(change({ act: 'end' }), [rule({ fromOn: '2026-07-01' })])).toEqual([]);
  expect(faultsOf(change({ act: 'end' }), [rule({ untilOn: '2026-05-01' })])).toEqual(['fromOn']);
});
