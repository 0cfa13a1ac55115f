import { chineseNumber, type Kind, type Org } from './org.ts';
import { CENTRE, COMMUNITIES, COUNTIES, VILLAGES } from './places.ts';
import { makeRandom, type Random, seedOf, split } from './random.ts';

const SEED = 20_261_121;

/** How large a generated city is: rows of people of all categories, and organisations. */
export interface Size {
  members: number;
  orgs: number;
}

/** A branch with its share of the people; ids of people are handed out in the order of the tree. */
export interface LargeBranch {
  org: Org;
  people: number;
  firstId: number;
}

const AREAS = 19;
/** This one of the counties holds a twentieth of all people: 50,000 of a million. */
const MEASURED_AREA = 1;
const MEASURED_SHARE = 0.05;
/** Party members among all people, as in the bulletin with its applicants and activists. */
const MEMBER_SHARE = 0.757;
const MORE_AREAS = ['高新区', '临港新区', '经济开发区', '库坝新区', '空港新区', '自贸片区'];
const TOWNS = [
  ...COMMUNITIES.map((name) => `${name}街道`),
  ...VILLAGES.map((name) => `${name}镇`),
  ...VILLAGES.map((name) => `${name}乡`),
];
/** What settlements gather, how many of a hundred, and what they are called. */
const KINDS: [kind: Kind, weight: number, word: string, nature: string][] = [
  ['village', 34, '村', '8'],
  ['community', 24, '社区', '7'],
  ['organ', 13, '机关', '1'],
  ['school', 8, '学校', '9'],
  ['health', 5, '医院', '2'],
  ['firm', 11, '公司', '31'],
  ['private', 2, '商圈', '41'],
  ['students', 1, '学院', '9'],
  ['retired', 2, '老干部', '1'],
];

/** Sizes of the five levels for so many organisations: 1, 19, 304, 3,040 and 16,636 for 20,000. */
function levels(orgs: number) {
  const third = Math.max(AREAS, Math.round(orgs * 0.0152));
  const fourth = Math.max(third, Math.round(orgs * 0.152));
  const fifth = orgs - 1 - AREAS - third - fourth;
  if (fifth < fourth) throw new Error('a large city needs at least 100 organisations');
  return { third, fourth, fifth };
}

/** Shares of the counties: falling from the first on, and one fixed. */
function areaShares(): number[] {
  const falling = Array.from({ length: AREAS }, (_, index) => (index === MEASURED_AREA ? 0 : 1 / (index + 5)));
  const sum = falling.reduce((total, share) => total + share, 0);
  return falling.map((share, index) =>
    index === MEASURED_AREA ? MEASURED_SHARE : ((1 - MEASURED_SHARE) * share) / sum,
  );
}

/** So many in all, by share, but one at least for each. */
const spread = (total: number, shares: readonly number[]) =>
  split(total - shares.length, shares).map((part) => part + 1);
const evenly = (total: number, parts: number) =>
  split(
    total,
    Array.from({ length: parts }, () => 1),
  );

/** The organisations of a large city, parents before children, and its branches in tree order. */
export function planLarge({ members, orgs: count }: Size): { orgs: Org[]; branches: LargeBranch[] } {
  const random = makeRandom(SEED);
  const orgs: Org[] = [];
  const branches: LargeBranch[] = [];
  const { third, fourth, fifth } = levels(count);
  const shares = areaShares();
  const parts = { towns: spread(third, shares), settlements: spread(fourth, shares), branches: spread(fifth, shares) };
  const people = split(members, shares);
  let nextId = 1;

  const root = grow(orgs, random, null, { name: '中共峡州市委员会', shortName: '峡州市委', type: 10, place: '临峡区' });
  for (let index = 0; index < AREAS; index++) {
    const name = COUNTIES[index]?.name ?? MORE_AREAS[index - COUNTIES.length] ?? '';
    // The profiles know thirteen counties; the areas beyond them live like the first ones.
    const area = grow(orgs, random, root, {
      name: `中共${name}委员会`,
      type: 10,
      county: index % COUNTIES.length,
      place: name,
    });
    const settlements = parts.settlements[index] ?? 0;
    const branchCount = parts.branches[index] ?? 0;
    const sizes = split(
      people[index] ?? 0,
      Array.from({ length: branchCount }, () => 0.5 + random.next()),
    )[Symbol.iterator]();
    const perSettlement = evenly(branchCount, settlements)[Symbol.iterator]();
    for (const [town, inTown] of evenly(settlements, parts.towns[index] ?? 0).entries()) {
      const round = Math.floor(town / TOWNS.length);
      const townName = (TOWNS[town % TOWNS.length] ?? '') + (round > 0 ? chineseNumber(round + 1) : '');
      const seat = grow(orgs, random, area, {
        name: `${townName}党委`,
        type: 30,
        place: name + townName,
        unit: { name: `${townName}人民政府`, nature: '6' },
      });
      for (let place = 0; place < inTown; place++) {
        const [kind, , word, nature] = KINDS[random.index(KINDS.map(([, weight]) => weight))] ?? KINDS[0] ?? [];
        const stem = VILLAGES[(town * 7 + place) % VILLAGES.length] ?? '';
        const above = grow(orgs, random, seat, {
          name: `${stem}${word}党总支`,
          type: 40,
          place: `${seat.place}${stem}`,
          unit: { name: `${townName}${stem}${word}`, nature: nature ?? '8' },
        });
        const here = perSettlement.next().value ?? 0;
        for (let number = 1; number <= here; number++) {
          const size = sizes.next().value ?? 0;
          const own = Math.round(size * MEMBER_SHARE);
          const org = grow(orgs, random, above, {
            name: `${stem}${word}第${chineseNumber(number)}党支部`,
            type: 46,
            kind,
            members: own,
            onTheWay: size - own,
          });
          branches.push({ org, people: size, firstId: nextId });
          nextId += size;
        }
      }
    }
  }
  return { orgs, branches };
}

function grow(orgs: Org[], random: Random, parent: Org | null, given: Pick<Org, 'name' | 'type'> & Partial<Org>): Org {
  const org: Org = {
    id: orgs.length + 1,
    code: (parent?.code ?? '') + String((parent?.children.length ?? 0) + 1).padStart(4, '0'),
    parent,
    children: [],
    shortName: '',
    kind: null,
    county: parent?.county ?? 0,
    members: 0,
    onTheWay: 0,
    place: parent?.place ?? '',
    unit: null,
    foundedOn: '1951-07-01',
    lng: nearby(random, parent?.lng ?? CENTRE.lng),
    lat: nearby(random, parent?.lat ?? CENTRE.lat),
    ...given,
  };
  parent?.children.push(org);
  orgs.push(org);
  return org;
}

const nearby = (random: Random, middle: number) => Number((middle + (random.next() - 0.5) * 0.05).toFixed(5));

/** The measured county: about a twentieth of all people stand below it. */
export const measuredArea = (orgs: readonly Org[]) => orgs.find(({ code }) => code === `0001000${MEASURED_AREA + 1}`);

/** The seed of a branch's own people, so that workers may make branches in any order. */
export const branchSeed = (org: Org) => seedOf(SEED, org.id);
