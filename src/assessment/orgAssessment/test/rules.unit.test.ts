import { describe, expect, test } from 'vitest';
import {
  BANDS,
  type Counted,
  dueDays,
  gradeOf,
  itemScore,
  mayStep,
  noticeEnd,
  PLAN_STATES,
  PLAN_STEPS,
  type PlanState,
  type PlanStep,
  placesOf,
  projectFaults,
  suggestedPoints,
  sumFault,
  totalOf,
} from '../rules.ts';

const cell = (given: Partial<Counted> = {}): Counted => ({
  itemId: '1',
  points: 1000,
  month: 0,
  final: 1000,
  isDue: true,
  isExempt: false,
  ...given,
});

describe('scores', () => {
  test('a check deducts so much a breach, up to its cap, never below 0', () => {
    expect(suggestedPoints({ points: 1000, breach: 200, cap: 600 }, 0)).toBe(1000);
    expect(suggestedPoints({ points: 1000, breach: 200, cap: 600 }, 2)).toBe(600);
    expect(suggestedPoints({ points: 1000, breach: 200, cap: 600 }, 30)).toBe(400);
    expect(suggestedPoints({ points: 1000, breach: 200, cap: 0 }, 30)).toBe(0);
  });

  test.each([
    [9000, 1],
    [8999, 2],
    [7500, 2],
    [7499, 3],
    [6000, 3],
    [5999, 4],
    [0, 4],
  ])('%i hundredths are grade %i', (total, grade) => {
    expect(gradeOf(total, BANDS)).toBe(grade);
  });

  test('months are averaged; what is missing counts 0 only when results are drawn', () => {
    const cells = [cell({ month: 1 }), cell({ month: 2, final: 501 }), cell({ month: 3, final: null })];
    expect(itemScore(cells, false)).toBe(751);
    expect(itemScore(cells, true)).toBe(500);
  });

  test('an exempt item leaves, and the weights of the rest scale up', () => {
    const half = [
      cell({ itemId: '1', points: 5000, final: 4000 }),
      cell({ itemId: '2', points: 5000, isExempt: true }),
    ];
    expect(totalOf(half, true)).toBe(8000);
    expect(totalOf([cell({ isExempt: true })], true)).toBeNull();
    expect(totalOf([cell({ points: 3000, final: 1000 })], true)).toBe(3333);
  });

  test('ties share a place within their group', () => {
    const totals = [
      { id: 'a', group: '城市', total: 9000 },
      { id: 'b', group: '城市', total: 9000 },
      { id: 'c', group: '城市', total: 8000 },
      { id: 'd', group: '农村', total: 1 },
      { id: 'e', group: '农村', total: null },
    ];
    expect(Object.fromEntries(placesOf(totals, true))).toEqual({ a: 1, b: 1, c: 3, d: 1 });
    expect([...placesOf(totals, false)]).toEqual([]);
  });
});

describe('days', () => {
  const plan = { year: 2024, startsOn: '2024-01-01', endsOn: '2024-12-31' };
  test('once at the end of the inspection time, months ten days after theirs, none after the plan', () => {
    expect(dueDays({ submit: 1, inspection: 5 }, plan)).toEqual([{ month: 0, dueOn: '2024-12-31' }]);
    expect(dueDays({ submit: 1, inspection: 1 }, plan)).toEqual([{ month: 0, dueOn: '2024-04-10' }]);
    const months = dueDays({ submit: 2, inspection: 5 }, plan);
    expect(months).toHaveLength(12);
    expect(months[1]).toEqual({ month: 2, dueOn: '2024-03-10' });
    expect(months.at(-1)).toEqual({ month: 12, dueOn: '2024-12-31' });
    expect(dueDays({ submit: 2, inspection: 2 }, { ...plan, endsOn: '2024-05-20' }).map(({ month }) => month)).toEqual([
      4, 5,
    ]);
  });
  test('a notice of five working days skips weekends and days off', () => {
    expect(noticeEnd('2026-11-20', {})).toBe('2026-11-27');
    // National days off are none of the five, a Saturday that is worked is one.
    const year = {
      2026: { off: ['2026-10-01', '2026-10-02', '2026-10-05', '2026-10-06', '2026-10-07'], work: ['2026-10-10'] },
    };
    expect(noticeEnd('2026-09-29', year)).toBe('2026-10-12');
  });
});

test('no step leads from a state that is not its own, in 2,000 random walks', () => {
  let seed = 17;
  const random = (n: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % n;
  };
  const steps = Object.keys(PLAN_STEPS) as PlanStep[];
  const arrows = new Set(['0>1', '1>2', '2>3', '3>2', '3>4']);
  for (let walk = 0; walk < 2000; walk++) {
    let state: PlanState = 0;
    for (let at = 0; at < 12; at++) {
      const step = steps[random(steps.length)] ?? 'publish';
      if (!mayStep(step, state)) continue;
      const next = PLAN_STEPS[step].to;
      expect(arrows.has(`${state}>${next}`)).toBe(true);
      expect(PLAN_STATES[next]).toBeTruthy();
      state = next;
    }
  }
});

test('what an item says of itself fits together, and a plan has 100 points', () => {
  const item = { points: 1000, method: 1 as const, checkCode: '', breach: 0, cap: 2000 };
  expect(Object.keys(projectFaults(item))).toEqual(['checkCode', 'breach', 'cap']);
  expect(projectFaults({ ...item, method: 3, cap: 0 })).toEqual({});
  expect(sumFault([5000, 4500])).toBe('各项满分合计应为100分，现为95分');
  expect(sumFault([5000, 5000])).toBe('');
});
