import { BRANCH_TYPES } from '#people/org/rules.ts';
import { addDays } from './days.ts';
import type { Random } from './random.ts';

/** What kind of people a branch gathers; it decides their occupations. */
export type Kind =
  | 'village'
  | 'community'
  | 'organ'
  | 'school'
  | 'health'
  | 'firm'
  | 'private'
  | 'staff'
  | 'students'
  | 'retired'
  | 'floating';

/** An organisation of the plan; people are put into it later. */
export interface Org {
  id: number;
  code: string;
  parent: Org | null;
  children: Org[];
  name: string;
  shortName: string;
  /** Dictionary 0001. */
  type: number;
  /** Null where no people stand in it directly. */
  kind: Kind | null;
  /** Index into the counties. */
  county: number;
  /** Party members directly in it, and people on the way to the party. */
  members: number;
  onTheWay: number;
  /** Where its people live, and where it has its seat. */
  place: string;
  /** The unit's name and nature (dictionary 0011); null: the unit of the organisation above. */
  unit: { name: string; nature: string } | null;
  foundedOn: string;
  lng: number;
  lat: number;
}

/** What is told when an organisation is added; the rest is handed out or taken from the parent. */
export type NewOrg = Pick<Org, 'name' | 'type'> &
  Partial<Pick<Org, 'shortName' | 'kind' | 'county' | 'members' | 'place' | 'unit' | 'lng' | 'lat'>>;

/** People on the way (targets, activists, applicants) for one party member, as in the bulletin of 2024. */
const ON_THE_WAY: Record<Kind, number> = {
  village: 0.3,
  community: 0.24,
  organ: 0.25,
  school: 0.38,
  health: 0.5,
  firm: 0.42,
  private: 0.55,
  staff: 0.3,
  students: 2.2,
  retired: 0,
  floating: 0.05,
};

/** Hands out ids and codes in the order of growth; a child's code continues the parent's by four digits. */
export function makeTree(random: Random): { orgs: Org[]; add(parent: Org | null, org: NewOrg): Org } {
  const orgs: Org[] = [];
  return {
    orgs,
    add(parent, given) {
      const step = String((parent?.children.length ?? 0) + 1).padStart(4, '0');
      const reach = parent?.parent ? 0.03 : 0;
      const members = given.members ?? 0;
      const kind = given.kind ?? null;
      const org: Org = {
        id: orgs.length + 1,
        code: (parent?.code ?? '') + step,
        parent,
        children: [],
        name: given.name,
        shortName: given.shortName ?? '',
        type: given.type,
        kind,
        county: given.county ?? parent?.county ?? 0,
        members,
        onTheWay: kind === null ? 0 : Math.round(members * ON_THE_WAY[kind] * (0.7 + random.next() * 0.6)),
        place: given.place ?? parent?.place ?? '',
        unit: given.unit ?? null,
        foundedOn: addDays(
          given.type === 10 ? '1949-07-16' : '1951-07-01',
          random.int(0, given.type === 10 ? 200 : 26_000),
        ),
        lng: given.lng ?? around(random, parent?.lng ?? 0, reach),
        lat: given.lat ?? around(random, parent?.lat ?? 0, reach * 0.8),
      };
      parent?.children.push(org);
      orgs.push(org);
      return org;
    },
  };
}

const around = (random: Random, middle: number, reach: number) =>
  Number((middle + (random.next() + random.next() - 1) * reach).toFixed(5));

const NUMBERS = '一二三四五六七八九十'.split('');

/** 一, 二, … 十, 十一, … for the numbers of branches. */
export function chineseNumber(value: number): string {
  if (value <= 10) return NUMBERS[value - 1] ?? '';
  const tens = Math.floor(value / 10);
  return `${tens > 1 ? NUMBERS[tens - 1] : ''}十${value % 10 ? NUMBERS[(value % 10) - 1] : ''}`;
}

/** Type and ending of an organisation of that size: below 50 a branch, to 100 a general branch, then a committee. */
export function formFor(members: number): { type: number; ending: string } {
  if (members >= 100) return { type: 30, ending: '党委' };
  return members > 50 ? { type: 40, ending: '党总支' } : { type: 46, ending: '党支部' };
}

/** Whether people stand in it directly. */
export const isBranch = (org: Org) => BRANCH_TYPES.includes(org.type);
