import { describe, expect, test } from 'vitest';
import { ORG_TYPES } from '#people/org/contract.ts';
import { warningOfExtension, warningOfSize } from '#people/org/rules.office.ts';
import { BRANCH_TYPES, checkOrg, mayStandBelow, type OrgState, orgWarnings, termYears } from '#people/org/rules.ts';

const branch: OrgState = {
  type: 46,
  fullMembers: 20,
  partyMembers: 22,
  hasSecretary: true,
  teamSize: 3,
  units: 1,
  longTemporary: false,
  numbered: false,
  nature: null,
  term: { expiresOn: '2028-01-01', years: 3 },
  today: '2026-11-20',
  noticeUntil: '2027-05-20',
};
test('a leadership above the usual size, and an extension beyond a year, are warned of', () => {
  const posts = (n: number) => Array.from({ length: n }, () => ({ post: '委员' }));
  expect(warningOfSize(46, 7, posts(7))).toBe('');
  expect(warningOfSize(46, 7, posts(8))).toMatch(
    /^正式党员7人，班子成员8人，一般不超过7人（《中国共产党支部工作条例（试行）》/,
  );
  expect(warningOfSize(46, 6, posts(2))).toBe('');
  expect(warningOfSize(46, 6, [...posts(2), { post: '第一书记' }])).toBe('');
  expect(warningOfSize(46, 6, posts(3))).toMatch(/^正式党员6人，班子成员3人，一般不超过2人/);
  expect(warningOfSize(30, 6, posts(9))).toBe('');
  expect(warningOfExtension('2027-06-01', '2026-06-01')).toBe('');
  expect(warningOfExtension('2027-06-02', '2026-06-01')).toMatch(/延期一般不超过1年$/);
});

const codes = (change: Partial<OrgState>) => orgWarnings({ ...branch, ...change }).map(({ code }) => code);

test('a term is 5 years for a base committee, 3 below it, 5 for all of a village or community', () => {
  expect([30, 40, 46, 47].map((type) => termYears(type, '1'))).toEqual([5, 3, 3, 3]);
  expect([30, 40, 46].map((type) => termYears(type, '7'))).toEqual([5, 5, 5]);
  expect(termYears(46, '8')).toBe(5);
  expect([10, 20, 48, 50].map((type) => termYears(type, '8'))).toEqual([null, null, null, null]);
});

describe('warnings', () => {
  test('a sound branch has none', () => expect(codes({})).toEqual([]));

  test.each([
    ['2026-11-19', ['termOverdue']],
    ['2026-11-20', ['termDue']],
    ['2027-05-20', ['termDue']],
    ['2027-05-21', []],
  ])('a term that ends on %s', (expiresOn, expected) => {
    expect(codes({ term: { expiresOn, years: 3 } })).toEqual(expected);
  });

  test('a branch holds 3 full members at least and 50 members at most', () => {
    expect(codes({ fullMembers: 3, teamSize: 2 })).toEqual([]);
    expect(codes({ fullMembers: 2, teamSize: 1 })).toEqual(['tooFew']);
    expect(codes({ partyMembers: 50 })).toEqual([]);
    expect(codes({ partyMembers: 51 })).toEqual(['tooMany']);
    expect(codes({ type: 48, fullMembers: 2, term: null })).toEqual([]);
    expect(codes({ type: 30, fullMembers: 300, partyMembers: 320, term: null })).toEqual([]);
  });

  test('a branch of seven full members has a committee of three at least; a smaller one and a general branch need none', () => {
    expect(codes({ fullMembers: 7, teamSize: 2 })).toEqual(['noCommittee']);
    expect(codes({ fullMembers: 7, teamSize: 3 })).toEqual([]);
    expect(codes({ fullMembers: 6, teamSize: 1 })).toEqual([]);
    expect(codes({ type: 40, fullMembers: 60, partyMembers: 70, teamSize: 1 })).toEqual([]);
  });

  test('a committee has seven members at most; a branch without one a secretary and one deputy', () => {
    expect(codes({ fullMembers: 20, teamSize: 7 })).toEqual([]);
    expect(codes({ fullMembers: 20, teamSize: 8 })).toEqual(['bigTeam']);
    expect(codes({ fullMembers: 6, teamSize: 2 })).toEqual([]);
    expect(codes({ fullMembers: 6, teamSize: 3 })).toEqual(['bigTeam']);
    expect(codes({ type: 30, fullMembers: 200, partyMembers: 200, teamSize: 11, term: null })).toEqual([]);
  });

  test('a joint branch covers five units at most; another one may have more', () => {
    expect(codes({ type: 47, units: 5 })).toEqual([]);
    expect(codes({ type: 47, units: 6 })).toEqual(['manyUnits']);
    expect(codes({ type: 46, units: 6 })).toEqual([]);
  });

  test.each([
    [40, 49, ['generalSize']],
    [40, 50, []],
    [40, 100, []],
    [40, 101, ['generalSize']],
    [30, 99, ['committeeSize']],
    [30, 100, []],
  ])('of a public body or state enterprise, type %i with %i members', (type, partyMembers, expected) => {
    const body = { type, partyMembers, fullMembers: partyMembers, term: null };
    expect(codes({ ...body, numbered: true })).toEqual(expected);
    expect(codes(body)).toEqual([]);
  });

  test('a temporary branch does not stand for longer than six months', () => {
    expect(codes({ type: 48, term: null, longTemporary: true })).toEqual(['longTemporary']);
  });

  test('a term that is over for more than a year says so', () => {
    const text = (expiresOn: string) => orgWarnings({ ...branch, term: { expiresOn, years: 3 } })[0]?.text;
    expect(text('2025-11-20')).toBe('本届任期已于2025-11-20届满，尚未换届');
    expect(text('2025-11-19')).toBe('本届任期已于2025-11-19届满，尚未换届，已超过1年');
  });

  test('an appointed leadership has no term that could end', () => {
    expect(codes({ term: { expiresOn: null, years: null } })).toEqual([]);
  });

  test('a vacant post and a term of the wrong length are named with their rule', () => {
    expect(codes({ hasSecretary: false })).toEqual(['noSecretary']);
    expect(codes({ type: 10, hasSecretary: false })).toEqual([]);
    expect(orgWarnings({ ...branch, nature: '8' })).toEqual([
      { code: 'termYears', text: '本届任期登记为3年，按规定应为5年', clause: expect.stringContaining('任期的意见') },
    ]);
  });
});

describe('what may stand below what', () => {
  test('nothing stands below a branch, only branches below a general branch', () => {
    const types = Object.keys(ORG_TYPES).map(Number);
    for (const type of BRANCH_TYPES) expect(types.filter((child) => mayStandBelow(type, child))).toEqual([]);
    expect(types.filter((child) => mayStandBelow(40, child))).toEqual([28, 29, ...BRANCH_TYPES].sort((a, b) => a - b));
  });

  test('a higher body never stands below a lower one', () => {
    expect(mayStandBelow(30, 10)).toBe(false);
    expect(mayStandBelow(20, 10)).toBe(false);
    expect(mayStandBelow(30, 30)).toBe(true);
    expect(mayStandBelow(10, 10)).toBe(true);
    expect(mayStandBelow(29, 40)).toBe(true);
  });
});

test('fields that contradict each other are named', () => {
  const sound = { type: 30, foundedOn: '1990-07-01', canApprove: true, lng: 111.3, lat: 30.7 };
  expect(checkOrg(sound, '2026-11-20')).toEqual({});
  expect(Object.keys(checkOrg({ ...sound, type: 46 }, '2026-11-20'))).toEqual(['canApprove']);
  expect(Object.keys(checkOrg({ ...sound, foundedOn: '2026-11-21' }, '2026-11-20'))).toEqual(['foundedOn']);
  expect(checkOrg({ ...sound, foundedOn: '2026-11-20' }, '2026-11-20')).toEqual({});
  expect(Object.keys(checkOrg({ ...sound, foundedOn: '1921-06-30' }, '2026-11-20'))).toEqual(['foundedOn']);
  expect(Object.keys(checkOrg({ ...sound, lng: null }, '2026-11-20'))).toEqual(['lng']);
});
