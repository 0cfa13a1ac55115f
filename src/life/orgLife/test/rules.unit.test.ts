import { describe, expect, test } from 'vitest';
import { dueOf, tallyOf } from '#kernel/attendance/rules.ts';
import { currentCode, isCodeValid } from '#kernel/attendance/server/codes.ts';
import {
  cellsOf,
  type DutyOrg,
  type DutyRule,
  isOwed,
  periodBounds,
  periodOf,
  periodsOf,
  periodText,
  stateOf,
} from '#life/orgLife/rules.duty.ts';
import { isTopicPassed, meetingPath, missingForQuorum, submitFaults, topicVoteFault } from '#life/orgLife/rules.ts';
import { electionQuorum, enoughCandidates, isElected } from '#procedures/ballot/rules.ts';

const rule = (given: Partial<DutyRule> = {}): DutyRule => ({
  type: 1,
  orgTypes: [46],
  per: 'quarter',
  needs: '',
  clause: '',
  fromOn: '2018-10-28',
  untilOn: null,
  ...given,
});
const org = (given: Partial<DutyOrg> = {}): DutyOrg => ({
  type: 46,
  foundedOn: '2001-07-01',
  revokedOn: null,
  committeeSince: null,
  groups: [],
  ...given,
});
const NONE = new Map();
const states = (of: DutyOrg, rules: DutyRule[], today: string, held = NONE, exempt = new Set<string>()) =>
  Object.fromEntries(cellsOf(of, rules, held, exempt, 2026, today).map(({ period, state }) => [period, state]));

describe('periods', () => {
  test('their bounds, February and the ends of quarters among them', () => {
    expect(periodBounds('2026-02')).toEqual({ first: '2026-02-01', last: '2026-02-28' });
    expect(periodBounds('2028-02').last).toBe('2028-02-29');
    expect(periodBounds('2026Q1')).toEqual({ first: '2026-01-01', last: '2026-03-31' });
    expect(periodBounds('2026Q4')).toEqual({ first: '2026-10-01', last: '2026-12-31' });
    expect(periodBounds('2026')).toEqual({ first: '2026-01-01', last: '2026-12-31' });
    for (const per of ['month', 'quarter', 'year'] as const) {
      for (const period of periodsOf(2026, per)) {
        const { first, last } = periodBounds(period);
        expect([periodOf(first, per), periodOf(last, per)]).toEqual([period, period]);
      }
    }
    expect(['2026-03', '2026Q2', '2026'].map(periodText)).toEqual(['2026年3月', '2026年第二季度', '2026年']);
  });
  test('the day at the end of a quarter is in it, the next is not', () => {
    expect([periodOf('2026-03-31', 'quarter'), periodOf('2026-04-01', 'quarter')]).toEqual(['2026Q1', '2026Q2']);
  });
  test('owed from the first full period after founding until revocation', () => {
    expect(isOwed('2026Q2', '2026-04-01', null)).toBe(true);
    expect(isOwed('2026Q2', '2026-04-02', null)).toBe(false);
    expect(isOwed('2026Q3', '2026-04-02', null)).toBe(true);
    expect(isOwed('2026Q2', null, '2026-06-30')).toBe(false);
    expect(isOwed('2026Q2', null, '2026-07-01')).toBe(true);
  });
});

describe('cells', () => {
  test('a running period is due, one that is over lacks, one to come is neither', () => {
    const cell = { required: 1, held: 0, exempt: false };
    expect(stateOf('2026Q1', cell, '2026-03-31')).toBe('due');
    expect(stateOf('2026Q1', cell, '2026-04-01')).toBe('missing');
    expect(stateOf('2026Q1', cell, '2025-12-31')).toBe('later');
    expect(stateOf('2026Q1', { ...cell, held: 1 }, '2026-04-01')).toBe('ok');
    expect(stateOf('2026Q1', { ...cell, exempt: true }, '2026-04-01')).toBe('exempt');
    // What was held counts, whether or not it had been waived.
    expect(stateOf('2026Q1', { required: 1, held: 1, exempt: true }, '2026-04-01')).toBe('ok');
  });
  test('a branch founded within a quarter owes from the next, a revoked one no more', () => {
    expect(states(org({ foundedOn: '2026-05-10' }), [rule()], '2026-11-20')).toEqual({
      '2026Q3': 'missing',
      '2026Q4': 'due',
    });
    expect(states(org({ revokedOn: '2026-08-15' }), [rule()], '2026-11-20')).toEqual({
      '2026Q1': 'missing',
      '2026Q2': 'missing',
    });
  });
  test('no committee meeting without a committee, and one only from the month after it came to be', () => {
    const committee = rule({ type: 2, per: 'month', needs: 'committee' });
    expect(states(org(), [committee], '2026-11-20')).toEqual({});
    const found = states(org({ committeeSince: '2026-09-15' }), [committee], '2026-11-20');
    expect(found).toEqual({ '2026-10': 'missing', '2026-11': 'due', '2026-12': 'later' });
  });
  test('each group is owed its meeting; one new group counts from its first full month', () => {
    const groups = [
      { id: '1', since: '2025-01-01' },
      { id: '2', since: '2026-10-20' },
    ];
    const held = new Map([
      ['3 2026-10', { n: 1, groups: ['1'] }],
      ['3 2026-11', { n: 3, groups: ['1'] }],
    ]);
    const found = cellsOf(
      org({ groups }),
      [rule({ type: 3, per: 'month', needs: 'groups' })],
      held,
      new Set(),
      2026,
      '2026-12-05',
    );
    const of = (period: string) => found.find((cell) => cell.period === period);
    expect(of('2026-10')).toMatchObject({ required: 1, held: 1, state: 'ok' });
    expect(of('2026-11')).toMatchObject({ required: 2, held: 1, state: 'missing' });
    expect(
      cellsOf(org(), [rule({ type: 3, per: 'month', needs: 'groups' })], held, new Set(), 2026, '2026-12-05'),
    ).toEqual([]);
  });
  test('a rule counts from its day to its last, for its sorts of organisations alone', () => {
    expect(states(org(), [rule({ fromOn: '2026-04-01', untilOn: '2026-10-01' })], '2026-11-20')).toEqual({
      '2026Q2': 'missing',
      '2026Q3': 'missing',
    });
    expect(states(org({ type: 30 }), [rule()], '2026-11-20')).toEqual({});
  });
});

describe('quorum and votes', () => {
  const tally = (voters: number, votersPresent: number) => ({ ...tallyOf([]), voters, votersPresent });
  test('due 16: with 8 there is no meeting, with 9 there is one', () => {
    expect(missingForQuorum(1, tally(16, 8))).toBe(1);
    expect(missingForQuorum(1, tally(16, 9))).toBe(0);
    expect(missingForQuorum(1, tally(15, 7))).toBe(1);
    expect(missingForQuorum(1, tally(15, 8))).toBe(0);
    expect(missingForQuorum(4, tally(16, 0))).toBe(0);
  });
  test('a vote passes with more than half of those due', () => {
    const vote = { yes: 8, no: 1, abstain: 0, spoilt: 0 };
    expect(isTopicPassed(vote, 16)).toBe(false);
    expect(isTopicPassed({ ...vote, yes: 9, no: 0 }, 16)).toBe(true);
    expect(topicVoteFault(vote, 9)).toBe('');
    expect(topicVoteFault(vote, 10)).toContain('共9票');
  });
  test('elections: four fifths there, more than half of those present, a fifth more candidates', () => {
    expect([electionQuorum(10, 8), electionQuorum(10, 7), electionQuorum(11, 8), electionQuorum(11, 9)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect([isElected(4, 8), isElected(5, 8)]).toEqual([false, true]);
    expect([enoughCandidates(5, 6), enoughCandidates(5, 5), enoughCandidates(3, 4)]).toEqual([true, false, true]);
  });
  test('submitting lacks minutes, attendance or quorum, each at its field', () => {
    const meeting = { minutes: '', topics: [] };
    expect(submitFaults(1, meeting, tally(16, 9), ['张三'])).toEqual({
      minutes: '请填写会议记录',
      attendance: '还有1人没有登记到会情况：张三',
    });
    expect(submitFaults(1, { ...meeting, minutes: '记' }, tally(16, 8), []).attendance).toBe(
      '实到8人未超过应到16人的半数，会议无效',
    );
    expect(submitFaults(1, { ...meeting, minutes: '记' }, tally(16, 9), [])).toEqual({});
  });
  test('who is due and who has a vote', () => {
    expect(dueOf({ category: 1, status: 1, watched: false })).toMatchObject({ due: true, votes: true });
    expect(dueOf({ category: 2, status: 1, watched: false })).toMatchObject({ due: true, votes: false });
    expect(dueOf({ category: 1, status: 1, watched: true })).toMatchObject({ due: true, votes: false });
    expect(dueOf({ category: 1, status: 2, watched: false })).toMatchObject({ due: false, votes: false });
  });
});

test('each type has its address', () => {
  const at = (type: number) => meetingPath({ id: '7', type, orgId: '3' });
  expect(at(4)).toBe('/affairs/event/viewTheme/7/3');
  expect(at(8)).toBe('/affairs/event/viewDemocraticAppraisal/7/3');
  expect(at(6)).toBe('/affairs/event/viewOrgLifeMeeting/7/3');
  expect(at(7)).toBe('/affairs/event/viewDemocraticLifeMeeting/7/3');
  for (const type of [1, 2, 3, 5, 9]) expect(at(type)).toBe('/affairs/event/viewMeeting/7/3');
});

test('a code for signing in holds its half minute and the next', () => {
  const secret = Buffer.alloc(32, 7);
  const { code, seconds } = currentCode(secret, 60_010);
  expect(seconds).toBe(20);
  expect([60_000, 60_029.9, 60_059].map((at) => isCodeValid(secret, code, at))).toEqual([true, true, true]);
  expect([60_060, 59_999].map((at) => isCodeValid(secret, code, at))).toEqual([false, false]);
  expect(isCodeValid(secret, '', 60_010)).toBe(false);
  expect(isCodeValid(Buffer.alloc(32, 8), code, 60_010)).toBe(false);
});
