import { expect, test } from 'vitest';
import { RULE_SETTINGS } from '#procedures/recruitment/rules/days.ts';
import type { Path, PathStep } from '#procedures/recruitment/rules/path.ts';
import { isAcross, stepVersions } from '#procedures/recruitment/rules/versions.ts';

const done = (day: string, decided: string | null = null): PathStep => ({
  state: 'done',
  day,
  decided,
  facts: {},
  lateReason: '',
});
const path = (given: Partial<Path>): Path => ({
  birthDate: '1995-01-01',
  today: '2026-09-01',
  calendar: { 2026: { off: [], work: [] } },
  settings: RULE_SETTINGS,
  step: 1,
  paperUntil: 0,
  steps: {},
  inspections: [],
  explained: [],
  thoughts: [],
  publicity: null,
  votes: {},
  extensionMonths: null,
  probationUntil: null,
  temporary: false,
  ...given,
});

test('a file is across the switch by its days, and by today alone while it runs', () => {
  const old = path({ step: 2, steps: { 1: done('2026-05-10') } });
  expect(isAcross(old, true)).toBe(true);
  expect(isAcross(old, false)).toBe(false);
  expect(isAcross(path({ step: 2, steps: { 1: done('2026-05-11') } }), true)).toBe(false);
  expect(isAcross(path({ step: 3, steps: { 1: done('2026-05-10'), 2: done('2026-05-11') } }), false)).toBe(true);
});

test('each step is told by the version of its own day, and by what the other one would say', () => {
  const steps = {
    7: done('2026-04-01'),
    8: done('2026-05-01', '2026-05-10'),
    13: done('2026-05-01', '2026-05-12'),
    15: done('2026-08-20'),
  };
  const rows = stepVersions(path({ step: 16, steps }));
  const of = (no: number) => rows.find((row) => row.no === no);
  // Decided on the last day of the old rules, and on the second of the new ones.
  expect(of(8)).toMatchObject({ applied: '2014', because: '2026-05-10 在 2026-05-11 以前，适用2014年版' });
  expect(of(8)?.note).toContain('公示五个工作日');
  expect(of(13)?.applied).toBe('2026');
  // The month from 预审 to the branch meeting stands in 2026 alone, and it is over.
  const meeting = of(15)?.compared.find(({ by }) => by[2026]?.code === 'BRANCH_MEETING_LATE');
  expect(meeting?.by[2014]).toBeNull();
  expect(meeting?.by[2026]?.ok).toBe(false);
  expect(of(16)).toMatchObject({ day: null, applied: '2026' });
  // Steps of paper without a day have no version.
  expect(of(1)).toBeUndefined();
});
