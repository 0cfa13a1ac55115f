import { expect, test } from 'vitest';
import { RULE_SETTINGS } from '#procedures/recruitment/rules/days.ts';
import { findingsAt, termOf } from '#procedures/recruitment/rules/findings.ts';
import type { Path, PathStep } from '#procedures/recruitment/rules/path.ts';

const done = (day: string, given: Partial<PathStep> = {}): PathStep => ({
  state: 'done',
  day,
  decided: null,
  facts: {},
  lateReason: '',
  ...given,
});
const at = (day: string, given: Partial<PathStep> = {}): PathStep => done(day, { state: 'ready', ...given });

/** A path with these steps, read on a day of late 2026. */
const path = (steps: Record<number, PathStep>, given: Partial<Path> = {}): Path => ({
  birthDate: '2001-04-16',
  today: '2026-11-20',
  calendar: {},
  settings: RULE_SETTINGS,
  step: 25,
  paperUntil: 0,
  steps,
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

const one = (code: string, no: number, given: Path) => findingsAt(given, no).find((found) => found.code === code);
const holds = (code: string, no: number, given: Path) => one(code, no, given)?.ok;

test('a half-year that was answered for still warns, says so, and its term goes on to the next one', () => {
  const start = { 3: done('2024-06-18') };
  const silent = path(start, { today: '2025-01-01' });
  expect(one('INSPECTION_GAP', 6, silent)?.evidence).toContain('请写未考察说明');
  expect(termOf(silent, 6).latest).toBe('2024-12-18');
  const told = path(start, { today: '2025-01-01', explained: ['2024-12-18'] });
  expect(one('INSPECTION_GAP', 6, told)).toMatchObject({ ok: false, level: 'warn' });
  expect(one('INSPECTION_GAP', 6, told)?.evidence).toContain('已说明情况');
  expect(termOf(told, 6).latest).toBe('2025-06-18');
  expect(holds('INSPECTION_NONE', 6, path({ ...start, 6: at('2025-06-18') }, { explained: ['2024-12-18'] }))).toBe(
    true,
  );
});

test('after 转正申请 the term goes on: the end of the probation, and three months for the superior once the meeting was held', () => {
  const steps = { 15: done('2025-11-30'), 22: done('2026-11-20') };
  expect(termOf(path(steps), 23)).toEqual({ earliest: '2026-11-30', latest: '2026-11-30' });
  const vote = { heldOn: '2026-11-30', proposal: 'convert', months: null, passed: true } as const;
  const counts = { due: 3, present: 3, yes: 3, no: 0, abstain: 0, spoilt: 0, writtenYes: 0, writtenNo: 0 };
  expect(termOf(path(steps, { votes: { 9: { ...vote, ...counts } } }), 23).latest).toBe('2027-02-28');
});

test('what is kept so far is open until something of it was done', () => {
  const open = (code: string, no: number, given: Path) => [one(code, no, given)?.ok, one(code, no, given)?.open];
  const today = { today: '2026-07-02' };
  expect(open('TALK_OVERDUE', 2, path({ 1: done('2026-07-01') }, today))).toEqual([true, true]);
  expect(open('TALK_OVERDUE', 2, path({ 1: done('2026-07-01'), 2: at('2026-07-02') }, today))).toEqual([
    true,
    undefined,
  ]);
  expect(open('INSPECTION_GAP', 6, path({ 3: done('2026-07-01') }, today))).toEqual([true, true]);
  expect(open('INSPECTION_GAP', 6, path({ 3: done('2026-07-01') }, { ...today, inspections: ['2026-07-02'] }))).toEqual(
    [true, undefined],
  );
  expect(open('THOUGHT_GAP', 6, path({ 3: done('2026-07-01') }, today))).toEqual([true, true]);
  expect(open('BRANCH_MEETING_LATE', 15, path({ 13: done('2026-07-01') }, today))).toEqual([true, true]);
  expect(open('APPROVAL_LATE', 17, path({ 15: done('2026-07-01') }, today))).toEqual([true, true]);
  expect(open('OATH_LATE', 20, path({ 17: done('2026-07-01') }, today))).toEqual([true, true]);
});
