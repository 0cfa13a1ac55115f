import { AGE_BANDS } from '#people/member/rules/facts.ts';
import type { Person } from '#people/member/rules.ts';
import { addDays, addYears, daysBetween } from './days.ts';
import { personName } from './names.ts';
import type { Numbers } from './numbers.ts';
import type { Kind, Org } from './org.ts';
import { COUNTIES } from './places.ts';
import { type Profiles, thirdOf } from './profiles.ts';
import type { Random } from './random.ts';
import { isSlack } from './slack.ts';

/** What people are drawn from. */
export interface Source {
  random: Random;
  profiles: Profiles;
  numbers: Numbers;
  /** The day of the first start, `YYYY-MM-DD`: ages and dates are counted back from it. */
  today: string;
}

/** Occupations of dictionary 0008. */
export const STUDENT = 6;
export const RETIRED = 7;
const RECRUIT_AGES = [55, 28, 10, 4, 2, 1, 0, 0];
const RECRUITED_WOMEN = 0.459;
/** Targets, activists, applicants, in the proportions of the bulletin. */
const ON_THE_WAY = [6.3, 26.3, 53];
const PROBATIONARY = 0.02;
/** Records that lack something, where the work is slack and elsewhere. */
const INCOMPLETE = { slack: 0.09, good: 0.004 };

const MINORITIES: [nation: string, weight: number][] = [
  ['15', 82],
  ['06', 8],
  ['03', 4],
  ['11', 2],
  ['08', 1],
  ['14', 1],
  ['12', 1],
  ['02', 1],
];

const POSITIONS: Partial<Record<Kind, Partial<Record<number, string[]>>>> = {
  organ: {
    3: ['工程师', '会计师', '经济师'],
    4: ['科长', '副科长', '主任'],
    5: ['一级科员', '二级主任科员', '四级调研员', '科员'],
  },
  school: { 3: ['一级教师', '二级教师', '高级教师'], 4: ['校长', '副校长', '教导主任'] },
  health: { 3: ['主治医师', '主管护师', '副主任医师', '药师'], 4: ['科主任', '护士长'] },
  firm: { 1: ['班组长', '操作工', '电工'], 3: ['工程师', '会计'], 4: ['部门经理', '车间主任', '副总经理'] },
  private: { 1: ['店员', '配送员'], 3: ['律师', '会计师'], 4: ['负责人', '经理'] },
  staff: { 3: ['讲师', '副教授', '教授', '助教'], 4: ['系主任', '处长'] },
  village: { 4: ['村委会委员', '合作社负责人'], 5: ['驻村干部'] },
  community: { 4: ['社区干事', '网格长'], 3: ['社区医生', '教师'] },
};

/** How many people of each category stand in a branch, members first. */
export function categoriesOf(org: Org, random: Random): number[] {
  const members = Array.from({ length: org.members }, () =>
    org.kind !== 'retired' && random.chance(PROBATIONARY) ? 2 : 1,
  );
  const others = Array.from({ length: org.onTheWay }, () => 3 + random.index(ON_THE_WAY));
  return [...members, ...others].sort((one, other) => one - other);
}

/** Draws one person of a category for a branch. */
export function makePerson(source: Source, org: Org, category: number): Person {
  const { random, profiles, today, numbers } = source;
  const kind = org.kind ?? 'community';
  const recruit = category > 1;
  const occupation = drawOccupation(source, kind, recruit);
  const band =
    occupation !== STUDENT && recruit ? random.index(RECRUIT_AGES) : random.index(profiles.age[occupation - 1] ?? []);
  const age = drawAge(random, band, occupation, category);
  const birthDate = addDays(addYears(today, -age), -random.int(0, 364));
  const share = recruit ? RECRUITED_WOMEN : (profiles.women[kind][band] ?? 0);
  const gender = (occupation === RETIRED && age < 60) || random.chance(share) ? 2 : 1;
  const education = drawEducation(source, occupation, band);
  const person: Person = {
    name: personName(random, gender, Number(birthDate.slice(0, 4))),
    idCard: numbers.idCard(birthDate, gender),
    gender,
    birthDate,
    nation: random.chance(profiles.minority[org.county] ?? 0)
      ? (MINORITIES[random.index(MINORITIES.map(([, weight]) => weight))]?.[0] ?? '15')
      : '01',
    personCategory: category,
    membershipStatus: category === 1 && random.chance(0.0005) ? 2 : 1,
    education,
    degree: degreeFor(random, education),
    occupation,
    nativePlace: nativePlace(random, org),
    residence: `峡州市${org.place}${random.int(1, 9)}组${random.int(1, 160)}号`,
    workUnit: workUnit(org, occupation),
    position: random.pick(POSITIONS[kind]?.[occupation] ?? ['']),
    partyPost: '',
    phone: numbers.phone(),
    ...partyDates(source, category, birthDate),
    isFloating: kind === 'floating' ? random.chance(0.9) : category <= 2 && age < 60 && random.chance(0.025),
    isLostContact: category === 1 && random.chance(0.0008),
    isMigrantWorker: (occupation === 1 || occupation === 2) && age < 55 && random.chance(0.08),
    remark: '',
  };
  return random.chance(isSlack(org.code) ? INCOMPLETE.slack : INCOMPLETE.good) ? withGaps(random, person) : person;
}

function drawOccupation({ random, profiles }: Source, kind: Kind, recruit: boolean): number {
  const shares = profiles.occupation[kind];
  return random.index(recruit ? shares.map((share, index) => (index === RETIRED - 1 ? 0 : share)) : shares) + 1;
}

/** The least age by category: whoever is farther on the way had more years for it. */
const YOUNGEST = [0, 21, 20, 20, 19, 19];

function drawAge(random: Random, band: number, occupation: number, category: number): number {
  const { from, to } = AGE_BANDS[band] ?? AGE_BANDS[0];
  const youngest = YOUNGEST[category] ?? 18;
  if (occupation === STUDENT) return random.int(youngest, 24);
  if (from === 0) return 30 - Math.floor(random.next() ** 1.5 * (31 - youngest));
  // From year to year fewer, nobody above 94.
  if (from === 61) return 61 + Math.floor((1 - Math.sqrt(1 - random.next())) * 34);
  return random.int(from, to);
}

function drawEducation({ random, profiles }: Source, occupation: number, band: number): string {
  const drawn = random.index(profiles.education[(occupation - 1) * 3 + thirdOf(band)] ?? []);
  if (drawn === 0) return random.chance(0.12) ? '11' : '14';
  if (drawn === 4) return random.pick(['61', '61', '61', '44', '47']);
  if (drawn === 5) return random.pick(['71', '71', '71', '81']);
  return ['', '20', '30', '41'][drawn] ?? '61';
}

function degreeFor(random: Random, education: string): string | null {
  if (education === '11') return '2';
  if (education === '14') return '3';
  return education === '20' && random.chance(0.75) ? '4' : null;
}

function nativePlace(random: Random, org: Org): string {
  const own = COUNTIES[org.county]?.name ?? '';
  const name = random.chance(0.75) ? own : random.pick(COUNTIES).name;
  return `峡州市${name}`;
}

function workUnit(org: Org, occupation: number): string {
  if (occupation === 2 || occupation === RETIRED || occupation === 8 || org.kind === 'floating') return '';
  return org.unit?.name ?? org.parent?.unit?.name ?? '';
}

type PartyDates = Pick<Person, 'appliedOn' | 'admissionDate' | 'conversionDate' | 'joinType' | 'joinedBranchOn'>;

/** Days from an application, at eighteen at the earliest, to the admission: a year as an activist, and what lies before and after it. */
const WAY_DAYS = 440;

/** The dates of the way into the party; a full member converted a year after the admission. */
function partyDates({ random, today }: Source, category: number, birthDate: string): PartyDates {
  const onTheWay = { admissionDate: null, conversionDate: null, joinType: null, joinedBranchOn: null };
  const grown = addDays(addYears(birthDate, 18), 1);
  const applied = (from: number, to: number) => later(grown, addDays(today, -random.int(from, to)));
  if (category === 3) return { ...onTheWay, appliedOn: applied(700, 1400) };
  if (category === 4) return { ...onTheWay, appliedOn: applied(300, 1100) };
  if (category === 5) return { ...onTheWay, appliedOn: applied(3, 420) };
  if (category === 2) {
    const admissionDate = later(addDays(grown, WAY_DAYS), addDays(today, -random.int(8, 352)));
    return {
      appliedOn: applied(900, 1500),
      admissionDate,
      conversionDate: null,
      joinType: 1,
      joinedBranchOn: admissionDate,
    };
  }
  const span = daysBetween(grown, today) - 380 - WAY_DAYS;
  const wanted = random.next() ** 1.3 * 7600;
  // The young have had less time: their day is folded back into what they had, not cut off at its end.
  const admissionDate = addDays(grown, WAY_DAYS + Math.floor(wanted % span));
  const conversionDate = random.chance(0.015) ? addDays(addYears(admissionDate, 1), 180) : addYears(admissionDate, 1);
  const moved = random.chance(0.38);
  return {
    appliedOn: later(grown, addDays(admissionDate, -random.int(700, 1400))),
    admissionDate,
    conversionDate: conversionDate > today ? today : conversionDate,
    joinType: moved ? (random.chance(0.08) ? 4 : 2) : 1,
    joinedBranchOn: moved
      ? addDays(admissionDate, random.int(200, 379 + Math.max(0, daysBetween(admissionDate, today) - 380)))
      : admissionDate,
  };
}

const later = (one: string, other: string) => (one > other ? one : other);

/** A record that somebody did not finish. */
function withGaps(random: Random, person: Person): Person {
  const gaps: Partial<Person>[] = [
    { residence: '' },
    { phone: null },
    { education: null, degree: null },
    { nativePlace: '' },
    { joinedBranchOn: null },
  ];
  const count = random.pick([1, 1, 1, 2, 2, 3]);
  return Object.assign({}, person, ...Array.from({ length: count }, () => random.pick(gaps)));
}
