import { describe, expect, test } from 'vitest';
import { addMonths } from '#platform/time/days.ts';
import { type WorkCalendar, workdayEnd, workdays } from '#platform/time/workdays.ts';
import { RULE_SETTINGS } from '#procedures/recruitment/rules/days.ts';
import { blockedText, blockingFindings, findingsAt, termOf } from '#procedures/recruitment/rules/findings.ts';
import { gapsOf } from '#procedures/recruitment/rules/inspections.ts';
import type { MeetingVote, Path, PathStep } from '#procedures/recruitment/rules/path.ts';
import { STEPS } from '#procedures/recruitment/rules/steps.ts';
import { hasQuorum, isPassed, voteFaults } from '#procedures/recruitment/rules/votes.ts';

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
  calendar: CALENDAR,
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

const CALENDAR: WorkCalendar = {
  2026: {
    off: [
      '2026-05-01',
      '2026-05-04',
      '2026-05-05',
      '2026-06-19',
      '2026-10-01',
      '2026-10-02',
      '2026-10-05',
      '2026-10-06',
      '2026-10-07',
    ],
    work: ['2026-05-09', '2026-09-20', '2026-10-10'],
  },
};

const one = (code: string, no: number, given: Path) => findingsAt(given, no).find((found) => found.code === code);
const holds = (code: string, no: number, given: Path) => one(code, no, given)?.ok;
const vote = (counts: Partial<MeetingVote>): MeetingVote => ({
  heldOn: '2026-10-28',
  proposal: 'agree',
  months: null,
  passed: true,
  due: 16,
  present: 16,
  yes: 16,
  no: 0,
  abstain: 0,
  spoilt: 0,
  writtenYes: 0,
  writtenNo: 0,
  ...counts,
});

describe('days', () => {
  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-12-31', 6, '2027-06-30'],
    ['2026-05-11', 1, '2026-06-11'],
    ['2025-12-15', -12, '2024-12-15'],
  ])('%s and %i months is %s', (day, months, then) => expect(addMonths(day, months)).toBe(then));

  test('working days leave out holidays and count weekends that are worked', () => {
    expect(workdays('2026-06-11', '2026-06-17', CALENDAR)).toEqual({ days: 5, provisional: false });
    // 06-19 is a holiday: a week that holds it has four.
    expect(workdays('2026-06-15', '2026-06-21', CALENDAR).days).toBe(4);
    // The Sunday 09-20 and the Saturday 10-10 are worked.
    expect(workdays('2026-09-20', '2026-09-20', CALENDAR).days).toBe(1);
    expect(workdays('2026-10-01', '2026-10-10', CALENDAR).days).toBe(3);
    expect(workdays('2026-12-31', '2027-01-01', CALENDAR)).toEqual({ days: 2, provisional: true });
    expect(workdayEnd('2026-05-01', 5, CALENDAR)).toBe('2026-05-11');
  });
});

describe('votes', () => {
  test.each([
    [16, 8, 8, false, false],
    [16, 9, 8, true, false],
    [16, 9, 9, true, true],
    [15, 8, 8, true, true],
    [43, 38, 22, true, true],
    [43, 38, 21, true, false],
    [44, 38, 22, true, false],
  ])('of %i due, %i present and %i yes: quorum %s, passed %s', (due, present, yes, quorum, passed) => {
    const counts = vote({ due, present, yes, no: present - yes });
    expect([hasQuorum(counts), isPassed(counts)]).toEqual([quorum, passed]);
  });

  test('a written opinion adds to yes and not to present', () => {
    expect(isPassed(vote({ present: 9, yes: 8, no: 1, writtenYes: 1 }))).toBe(true);
    expect(isPassed(vote({ present: 8, yes: 8, writtenYes: 8 }))).toBe(false);
  });

  test('counts that do not add up are told', () => {
    expect(voteFaults(vote({ present: 10, yes: 9 }))).toEqual({ yes: '赞成、反对、弃权、废票共9票，与实到10人不符' });
    expect(voteFaults(vote({ present: 17, yes: 17 }))).toEqual({ present: '实到17人，多于应到16人' });
    expect(voteFaults(vote({ present: 15, yes: 15, writtenYes: 2 }))).toHaveProperty('writtenYes');
    expect(voteFaults(vote({}))).toEqual({});
  });
});

describe('each code on both sides of its boundary', () => {
  test.each<[string, number, Path, Path]>([
    ['AGE_UNDER_18', 1, path({ 1: at('2019-04-16') }), path({ 1: at('2019-04-15') })],
    [
      'AGE_UNDER_18',
      1,
      path({ 1: at('2026-03-01') }, { birthDate: '2008-02-29' }),
      path({ 1: at('2026-02-28') }, { birthDate: '2008-02-29' }),
    ],
    [
      'TALK_OVERDUE',
      2,
      path({ 1: done('2026-01-31'), 2: at('2026-02-28') }),
      path({ 1: done('2026-01-31'), 2: at('2026-03-01') }),
    ],
    [
      'TALK_MISSING',
      3,
      path({ 2: done('2026-06-01'), 3: at('2026-07-01') }),
      path({ 2: at('2026-06-01'), 3: at('2026-07-01') }),
    ],
    ['CONTACT_COUNT', 5, people(5, 'contacts', 1), people(5, 'contacts', 0)],
    ['CONTACT_COUNT', 5, people(5, 'contacts', 2), people(5, 'contacts', 3)],
    ['INTRODUCER_COUNT', 9, people(9, 'introducers', 2), people(9, 'introducers', 1)],
    ['INTRODUCER_COUNT', 9, people(9, 'introducers', 2), people(9, 'introducers', 3)],
    [
      'INSPECTION_GAP',
      7,
      path({ 3: done('2024-06-18'), 7: at('2025-06-18') }, { inspections: ['2024-12-18'] }),
      path({ 3: done('2024-06-18'), 7: at('2025-06-18') }, { inspections: ['2024-12-19'] }),
    ],
    [
      'THOUGHT_GAP',
      6,
      path({ 3: done('2024-11-30'), 6: at('2025-05-30') }, { thoughts: ['2025-02-28'] }),
      path({ 3: done('2024-11-30'), 6: at('2025-05-30') }, { thoughts: ['2025-03-01'] }),
    ],
    [
      'THOUGHT_GAP',
      23,
      path({ 15: done('2025-06-18'), 23: at('2025-09-18') }),
      path({ 15: done('2025-06-18'), 23: at('2025-09-19') }),
    ],
    [
      'TARGET_TOO_EARLY',
      7,
      path({ 3: done('2024-02-29'), 7: at('2025-02-28') }),
      path({ 3: done('2024-02-29'), 7: at('2025-02-27') }),
    ],
    [
      'TARGET_TOO_EARLY',
      6,
      path({ 3: done('2024-02-29'), 6: at('2025-02-28') }),
      path({ 3: done('2024-02-29'), 6: at('2024-02-29') }),
    ],
    [
      'INSPECTION_NONE',
      6,
      path({ 3: done('2024-06-18'), 6: at('2025-06-18') }, { inspections: ['2024-12-18'] }),
      path({ 3: done('2024-06-18'), 6: at('2025-06-18') }),
    ],
    // The half-year that ends with the day on which 考察 is complete is asked for, too.
    [
      'INSPECTION_GAP',
      6,
      path({ 3: done('2024-06-18'), 6: at('2025-06-18') }, { inspections: ['2024-12-18', '2025-06-18'] }),
      path({ 3: done('2024-06-18'), 6: at('2025-06-18') }, { inspections: ['2024-12-18'] }),
    ],
    [
      'PROBATION_NOT_FINISHED',
      21,
      path({ 15: done('2024-09-28'), 21: at('2025-09-14') }),
      path({ 15: done('2024-09-28'), 21: at('2025-09-13') }),
    ],
    ['PUBLICITY_SHORT', 8, shown('2026-06-11', '2026-06-17'), shown('2026-06-12', '2026-06-17')],
    ['PUBLICITY_SHORT', 8, shown('2026-06-11', '2026-06-17'), shown('2026-06-11', '2026-06-17', 'blocking')],
    ['PUBLICITY_SHORT', 8, shown('2026-06-11', '2026-06-17'), shown('2026-06-11', '2026-06-17', null)],
    [
      'POLITICAL_REVIEW_MISSING',
      12,
      path({ 10: done('2026-07-24', { facts: { verdict: 'passed' } }) }),
      path({ 12: at('2026-08-01') }),
    ],
    [
      'POLITICAL_REVIEW_MISSING',
      10,
      path({ 10: at('2026-07-24', { facts: { verdict: 'passed' } }) }),
      path({ 10: at('2026-07-24', { facts: { verdict: 'failed' } }) }),
    ],
    ['TRAINING_SHORT', 11, training({ days: 3, hours: 0 }), training({ days: 2, hours: 23 })],
    ['TRAINING_SHORT', 11, training({ days: 2, hours: 24 }), training({ days: 0, hours: 0 })],
    ['TRAINING_SHORT', 11, training({ special: '抗洪一线' }), training({ days: 1, special: '抗洪一线' })],
    ['PREREVIEW_MISSING', 15, path({ 13: done('2026-10-09') }), path({ 13: at('2026-10-09') })],
    [
      'BRANCH_MEETING_LATE',
      15,
      path({ 13: done('2026-10-09'), 15: at('2026-11-09') }),
      path({ 13: done('2026-10-09'), 15: at('2026-11-10') }),
    ],
    // A limit that 2014 lacks counts from the later of its start and the switch.
    [
      'BRANCH_MEETING_LATE',
      15,
      path({ 13: done('2026-04-20'), 15: at('2026-06-11') }),
      path({ 13: done('2026-04-20'), 15: at('2026-06-12') }),
    ],
    [
      'QUORUM',
      15,
      path({}, { votes: { 7: vote({ present: 9, yes: 9 }) } }),
      path({}, { votes: { 7: vote({ present: 8, yes: 8 }) } }),
    ],
    [
      'VOTE_FAILED',
      15,
      path({}, { votes: { 7: vote({ yes: 9, no: 7 }) } }),
      path({}, { votes: { 7: vote({ yes: 8, no: 8 }) } }),
    ],
    ['APPROVAL_LATE', 17, approval('2026-08-28', '2026-11-28'), approval('2026-08-28', '2026-11-29')],
    ['APPROVAL_LATE', 17, approval('2026-11-30', '2027-02-28'), approval('2026-11-30', '2027-03-01')],
    [
      'PROBATION_NOT_FINISHED',
      23,
      path({ 15: done('2024-02-29'), 23: at('2025-02-28') }),
      path({ 15: done('2024-02-29'), 23: at('2025-02-27') }),
    ],
    ['EXTENSION_INVALID', 23, extension(6), extension(5)],
    ['EXTENSION_INVALID', 23, extension(12), extension(13)],
    ['EXTENSION_INVALID', 23, extension(6), extension(6, 6)],
    [
      'DATE_ORDER',
      2,
      path({ 1: done('2026-03-05'), 2: at('2026-03-05') }),
      path({ 1: done('2026-03-05'), 2: at('2026-03-04') }),
    ],
    ['LEAVING_SOON', 13, leaving('2026-12-12'), leaving('2026-12-11')],
    [
      'REVIEW_OLD',
      15,
      path({ 10: done('2025-10-28'), 15: at('2026-10-28') }),
      path({ 10: done('2025-10-28'), 15: at('2026-10-29') }),
    ],
    [
      'OATH_LATE',
      20,
      path({ 17: done('2026-09-30', { decided: '2026-09-30' }), 20: at('2026-10-30') }),
      path({ 17: done('2026-09-30', { decided: '2026-09-30' }), 20: at('2026-10-31') }),
    ],
  ])('%s at step %i', (code, no, good, bad) => {
    expect(holds(code, no, good), 'inside').toBe(true);
    expect(holds(code, no, bad), 'outside').toBe(false);
  });

  test('a temporary branch does not recruit', () => {
    expect(one('TEMPORARY_BRANCH', 3, path({ 3: at('2026-07-01') }, { temporary: true }))).toMatchObject({
      ok: false,
      level: 'block',
    });
    expect(one('TEMPORARY_BRANCH', 3, path({ 3: at('2026-07-01') }))).toBeUndefined();
  });
});

describe('versions', () => {
  test('what 2014 lacks is not asked of a step before the switch', () => {
    const before = path({ 13: done('2026-03-01'), 15: at('2026-05-10') });
    const from = path({ 13: done('2026-03-01'), 15: at('2026-05-11') });
    expect(one('BRANCH_MEETING_LATE', 15, before)).toBeUndefined();
    expect(one('BRANCH_MEETING_LATE', 15, from)?.ok).toBe(true);
    expect(one('PUBLICITY_SHORT', 8, path({ 8: at('2026-05-10', { decided: '2026-05-10' }) }))).toBeUndefined();
    expect(one('PUBLICITY_SHORT', 8, path({ 8: at('2026-05-10', { decided: '2026-05-11' }) }))?.ok).toBe(false);
  });

  test('the day of the switch and whether the first day of 公示 counts are the site’s', () => {
    const settings = { ...RULE_SETTINGS, switchDay: '2026-06-01', inclusive: false };
    const meeting = path({ 13: done('2026-03-01'), 15: at('2026-05-31') }, { settings });
    expect(one('BRANCH_MEETING_LATE', 15, meeting)).toBeUndefined();
    const next = path({ 13: done('2026-03-01'), 15: at('2026-07-01') }, { settings });
    expect(one('BRANCH_MEETING_LATE', 15, next)).toMatchObject({ ok: true });
    const five = { startsOn: '2026-06-08', endsOn: '2026-06-12', result: 'none' };
    const listed = (given: Partial<Path>) =>
      holds(
        'PUBLICITY_SHORT',
        8,
        path({ 8: at('2026-06-07', { decided: '2026-06-07' }) }, { publicity: five, ...given }),
      );
    expect(listed({})).toBe(true);
    expect(listed({ settings })).toBe(false);
  });

  test('the clause is that of the version; one that was not read says so', () => {
    expect(one('TALK_OVERDUE', 2, path({ 1: done('2026-01-01'), 2: at('2026-01-02') }))?.clause).toBe(
      '发展党员流程第2步',
    );
    expect(one('TALK_OVERDUE', 2, path({ 1: done('2026-06-01'), 2: at('2026-06-02') }))?.clause).toBe('细则第七条');
    const written = path({}, { votes: { 7: vote({ present: 15, yes: 15, writtenYes: 1 }) } });
    expect(one('VOTE_FAILED', 15, written)?.evidence).toContain('条文待核实');
    expect(one('REVIEW_OLD', 15, path({ 10: done('2026-06-01'), 15: at('2026-06-02') }))?.clause).toContain(
      '条文待核实',
    );
  });
});

describe('what a finding does', () => {
  test('over three months warns, over six months blocks', () => {
    expect(one('APPROVAL_LATE', 17, approval('2026-02-28', '2026-08-28'))).toMatchObject({ ok: false, level: 'warn' });
    expect(one('APPROVAL_LATE', 17, approval('2026-02-28', '2026-08-29'))).toMatchObject({
      ok: false,
      level: 'block',
      no: 15,
    });
  });

  test('of 补录 it only warns', () => {
    const early = { 3: done('2025-01-01'), 7: at('2025-02-01') };
    expect(blockingFindings(findingsAt(path(early), 7))).toHaveLength(1);
    expect(blockingFindings(findingsAt(path(early, { paperUntil: 8 }), 7))).toEqual([]);
  });

  test('a blocked act says clause, whose desk and the earliest day', () => {
    const early = path({ 3: done('2026-06-18'), 7: at('2026-11-01') });
    expect(blockedText(blockingFindings(findingsAt(early, 7)), (no) => `第${no}支部`)).toBe(
      '不符合“培养教育考察满一年”：2026-06-18 起至 2026-11-01（细则第十三条），由第7支部办理，最早 2027-06-18 可以办理',
    );
  });
});

test('a half-year without inspection is named by its last day, and ends with it', () => {
  expect(gapsOf('2024-08-31', '2025-02-28', [])).toEqual([]);
  expect(gapsOf('2024-08-31', '2025-03-01', [])).toEqual(['2025-02-28']);
  expect(gapsOf('2024-08-31', '2025-09-01', ['2025-02-28'])).toEqual(['2025-08-31']);
});

test('terms', () => {
  expect(termOf(path({ 1: done('2026-10-31') }), 2)).toEqual({ earliest: null, latest: '2026-11-30' });
  expect(termOf(path({ 15: done('2026-08-31') }), 17)).toEqual({ earliest: null, latest: '2026-11-30' });
  expect(termOf(path({ 15: done('2025-11-30') }, { extensionMonths: 6 }), 23).earliest).toBe('2027-05-30');
});

test('there are 25 steps in five phases, numbered in their order', () => {
  expect(STEPS.map(({ no }) => no)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  expect([1, 2, 3, 4, 5].map((phase) => STEPS.filter((step) => step.phase === phase).length)).toEqual([2, 4, 5, 7, 7]);
  expect(STEPS.filter(({ decided }) => decided).map(({ no }) => no)).toEqual([8, 13, 17, 24]);
});

function people(no: number, name: string, count: number): Path {
  const list = Array.from({ length: count }, (_, index) => ({ id: String(index), name: '向春梅' }));
  return path({ [no]: at('2026-07-01', { facts: { [name]: list } }) });
}
function shown(startsOn: string, endsOn: string, result: string | null = 'none'): Path {
  return path({ 8: at('2026-06-10', { decided: '2026-06-18' }) }, { publicity: { startsOn, endsOn, result } });
}
function training(facts: Record<string, string | number>): Path {
  return path({ 11: at('2026-08-21', { facts }) });
}
function approval(meeting: string, decided: string): Path {
  return path({ 15: done(meeting), 17: at(meeting, { decided }) });
}
function extension(months: number, before: number | null = null): Path {
  const votes = { 9: vote({ proposal: 'extend', months }) };
  return path({ 23: at('2026-10-28') }, { votes, extensionMonths: before });
}
function leaving(leavesOn: string): Path {
  return path({ 13: at('2026-09-11', { facts: { leavesOn } }) });
}
