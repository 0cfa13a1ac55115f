import { expect, test } from 'vitest';
import { REASON_OF_STATUS } from '#people/member/contract.history.ts';
import {
  firstDayOfGround,
  GROUNDS,
  groundsOf,
  KINDS,
  LEAVING,
  meetingFaults,
  monthsLost,
} from '#procedures/departure/rules.ts';

test('six months and two years are full on their day and clamp at month ends; more than five years begin the day after', () => {
  expect(firstDayOfGround('lost', '2025-08-31')).toBe('2026-02-28');
  expect(firstDayOfGround('suspension', '2024-02-29')).toBe('2026-02-28');
  expect(firstDayOfGround('suspension', '2023-12-31')).toBe('2025-12-31');
  expect(firstDayOfGround('dues', '2026-01-01')).toBe('2026-07-01');
  expect(firstDayOfGround('study', '2021-06-30')).toBe('2026-07-01');
  expect(firstDayOfGround('settled', '2026-06-30')).toBe('2026-06-30');
});

test('停止党籍 and 自行脱党 ask for their ground; of whoever is suspended there is the two years alone', () => {
  expect(groundsOf('suspended', false)).toEqual(['lost', 'settled', 'study']);
  expect(groundsOf('lapsed', false)).toEqual(['dues', 'life', 'work']);
  expect(groundsOf('lapsed', true)).toEqual(['suspension']);
  for (const kind of LEAVING) {
    if (kind !== 'suspended' && kind !== 'lapsed') expect(groundsOf(kind, false)).toEqual([]);
  }
  for (const { clause } of Object.values(GROUNDS)) expect(clause).toMatch(/第(二十四|九)条/);
});

test('a branch meeting needs more than half present, and more than half of those due agreeing', () => {
  expect(meetingFaults({ due: 10, present: 6, agree: 6 })).toEqual({});
  expect(meetingFaults({ due: 10, present: 5, agree: 5 })).toHaveProperty('present');
  expect(meetingFaults({ due: 10, present: 6, agree: 5 })).toHaveProperty('agree');
  expect(meetingFaults({ due: 10, present: 11, agree: 5 })).toHaveProperty('present');
  expect(meetingFaults({ due: 10, present: 8, agree: 9 })).toHaveProperty('agree');
});

test('months that were begun are lost', () => {
  expect(monthsLost('2026-01-31', '2026-02-28')).toBe(1);
  expect(monthsLost('2026-01-15', '2026-02-16')).toBe(2);
  expect(monthsLost('2025-01-15', '2026-01-15')).toBe(12);
  expect(monthsLost('2026-09-30', '2027-01-30')).toBe(4);
  expect(monthsLost('2026-09-30', '2027-01-31')).toBe(5);
});

test('each way of leaving has its reason among 历史信息: 出党 3, 停止党籍 4, 死亡 5, 其他 6', () => {
  const reasons = Object.fromEntries(LEAVING.map((kind) => [KINDS[kind].label, REASON_OF_STATUS[KINDS[kind].status]]));
  expect(reasons).toEqual({
    开除党籍: '3',
    自行脱党: '3',
    退党: '3',
    劝退: '3',
    劝而不退除名: '3',
    停止党籍: '4',
    死亡: '5',
    其他: '6',
  });
});
