import { addJiangnan } from './jiangnan.ts';
import { chineseNumber, formFor, type Kind, makeTree, type NewOrg, type Org } from './org.ts';
import * as places from './places.ts';
import { type Random, split } from './random.ts';

type Add = (parent: Org | null, org: NewOrg) => Org;

interface Body {
  stem: string;
  /** 20 makes it a working committee whatever its size. */
  type?: number;
  kind: Kind;
  members: number;
  parts: readonly string[];
  nature: string;
  perBranch: number;
}

const COUNTY_SHARE = 17_000;
const JIANGNAN_MEMBERS = 2417;

/** The organisations of 峡州市: five levels, about 900, with room for about 20,000 party members. */
export function planCity(random: Random): Org[] {
  const { orgs, add } = makeTree(random);
  const city = add(null, {
    name: '中共峡州市委员会',
    shortName: '峡州市委',
    type: 10,
    place: '临峡区云集街道',
    ...places.CENTRE,
    unit: { name: '中共峡州市委员会', nature: '1' },
  });
  const names: NameStore = { villages: around(places.VILLAGES), communities: around(places.COMMUNITIES) };
  const sizes = split(
    COUNTY_SHARE,
    places.COUNTIES.map(({ weight }) => weight),
  );
  for (const [index, county] of places.COUNTIES.entries()) {
    addCounty(add, random, city, index, county, sizes[index] ?? 0, names);
  }
  addDirectBodies(add, random, city);
  return orgs;
}

interface NameStore {
  villages: Generator<string, never>;
  communities: Generator<string, never>;
}

/** The names one after the other, again from the first when they are used up: two counties may share a name. */
function* around(names: readonly string[]): Generator<string, never> {
  for (;;) yield* names;
}

function addCounty(
  add: Add,
  random: Random,
  city: Org,
  index: number,
  county: places.County,
  size: number,
  names: NameStore,
) {
  const office = add(city, {
    name: `中共${county.name}委员会`,
    shortName: `${county.name}委`,
    type: 10,
    county: index,
    place: county.name,
    lng: county.lng,
    lat: county.lat,
    unit: { name: `中共${county.name}委员会`, nature: '1' },
  });
  const level = county.name.slice(-1);
  const own = index === 0 ? size - JIANGNAN_MEMBERS + 850 : size;
  const share = (part: number) => Math.max(24, Math.round(own * part));
  const bodies: Body[] = [
    {
      stem: `${level}直机关`,
      type: 20,
      kind: 'organ',
      members: share(0.1),
      parts: places.COUNTY_OFFICES,
      nature: '1',
      perBranch: 26,
    },
    {
      stem: `${level}教育局`,
      kind: 'school',
      members: share(0.085),
      parts: places.COUNTY_SCHOOLS,
      nature: '9',
      perBranch: 29,
    },
    {
      stem: `${level}卫生健康局`,
      kind: 'health',
      members: share(0.045),
      parts: places.HEALTH,
      nature: '2',
      perBranch: 29,
    },
    {
      stem: `${level}工业园区`,
      kind: 'firm',
      members: share(0.085),
      parts: places.COUNTY_FIRMS,
      nature: '31',
      perBranch: 27,
    },
  ];
  for (const body of bodies) addBody(add, random, office, body, county.name.slice(0, -1));
  const towns = county.towns.filter((town) => town !== '江南街道');
  if (towns.length < county.towns.length) addJiangnan(add, office);
  const rest = own - bodies.reduce((sum, { members }) => sum + members, 0);
  const townSizes = split(
    rest,
    towns.map((_, place) => 1.25 - place * 0.1),
  );
  for (const [place, town] of towns.entries()) addTown(add, random, office, town, townSizes[place] ?? 0, names);
}

/** A body of several branches: offices, schools, firms. Small ones are a single branch. */
function addBody(add: Add, random: Random, parent: Org, body: Body, prefix: string): Org {
  const form = body.type === 20 ? { type: 20, ending: '工委' } : formFor(body.members);
  const unit = { name: prefix + body.stem, nature: body.nature };
  if (form.type === 46) {
    return add(parent, { name: `${body.stem}党支部`, type: 46, kind: body.kind, members: body.members, unit });
  }
  const committee = add(parent, { name: body.stem + form.ending, shortName: body.stem, type: form.type, unit });
  const count = Math.min(body.parts.length, Math.max(2, Math.round(body.members / body.perBranch)));
  const sizes = split(
    body.members,
    Array.from({ length: count }, () => 0.75 + random.next() * 0.5),
  );
  for (const [index, members] of sizes.entries()) {
    const part = body.parts[index] ?? '';
    const name = /^[市峡]/.test(part) ? part : `${prefix}${part}`;
    addUnit(add, committee, part, { kind: body.kind, members, unit: { name, nature: body.nature } });
  }
  return committee;
}

/** One unit's branch, or its general branch with branches below where the unit is large. */
function addUnit(add: Add, parent: Org, stem: string, unit: Required<Pick<NewOrg, 'kind' | 'members' | 'unit'>>): void {
  if (unit.members <= 50) {
    add(parent, { name: `${stem}党支部`, type: 46, ...unit });
    return;
  }
  const form = formFor(unit.members);
  const above = add(parent, { name: stem + form.ending, shortName: stem, type: form.type, unit: unit.unit });
  const count = Math.ceil(unit.members / 40);
  for (const [index, members] of split(
    unit.members,
    Array.from({ length: count }, () => 1),
  ).entries()) {
    add(above, { name: `${stem}第${chineseNumber(index + 1)}党支部`, type: 46, kind: unit.kind, members });
  }
}

function addTown(add: Add, random: Random, county: Org, town: string, members: number, names: NameStore): void {
  const street = town.endsWith('街道');
  const place = county.place + town;
  const seat = add(county, {
    name: street ? `${town}党工委` : `${town}党委`,
    shortName: town,
    type: street ? 20 : 30,
    place,
    lng: Number((county.lng + (random.next() - 0.5) * 0.2).toFixed(5)),
    lat: Number((county.lat + (random.next() - 0.5) * 0.16).toFixed(5)),
    unit: { name: `${town}${street ? '办事处' : '人民政府'}`, nature: street ? '5' : '6' },
  });
  const organ = Math.min(44, Math.max(14, Math.round(members * 0.12)));
  add(seat, {
    name: `${town}机关党支部`,
    type: 46,
    kind: 'organ',
    members: organ,
    unit: { name: `${town}机关`, nature: '1' },
  });
  const count = Math.max(2, Math.round((members - organ) / 58));
  const sizes = split(
    members - organ,
    Array.from({ length: count }, () => 0.6 + random.next() * 0.8),
  );
  const mixed = town.endsWith('镇') ? 1 : 0;
  for (const [index, size] of sizes.entries()) {
    const urban = street ? index % 5 < 3 : mixed === 1 && index === 0;
    const stem = (urban ? names.communities : names.villages).next().value;
    const body = `${stem}${urban ? '社区' : '村'}`;
    addSettlement(add, seat, { stem, body, urban, place: place + body, town, size });
  }
}

function addSettlement(
  add: Add,
  seat: Org,
  {
    stem,
    body,
    urban,
    place,
    town,
    size,
  }: { stem: string; body: string; urban: boolean; place: string; town: string; size: number },
): void {
  const form = formFor(size);
  const unit = { name: `${town}${body}${urban ? '居民' : '村民'}委员会`, nature: urban ? '7' : '8' };
  const kind = urban ? 'community' : 'village';
  if (form.type === 46) {
    add(seat, { name: `${body}党支部`, type: 46, kind, members: size, place, unit });
    return;
  }
  const above = add(seat, { name: body + form.ending, shortName: body, type: form.type, place, unit });
  const count = Math.ceil(size / 42);
  for (const [index, members] of split(
    size,
    Array.from({ length: count }, () => 1),
  ).entries()) {
    const retired = urban && index > 0 && index === count - 1;
    add(above, {
      name: `${stem}${retired ? '离退休' : `第${chineseNumber(index + 1)}`}党支部`,
      type: 46,
      kind: retired ? 'retired' : kind,
      members,
    });
  }
}

function addDirectBodies(add: Add, random: Random, city: Org): void {
  const body = (
    stem: string,
    kind: Kind,
    members: number,
    parts: readonly string[],
    nature: string,
    perBranch: number,
    type?: number,
  ) => addBody(add, random, city, { stem, kind, members, parts, nature, perBranch, type }, '峡州市');
  body('市直机关', 'organ', 520, places.CITY_OFFICES, '1', 28, 20);
  body('市国资委', 'firm', 430, places.CITY_FIRMS, '31', 60);
  body('市教育局', 'school', 330, places.CITY_SCHOOLS, '9', 40);
  body('市中心医院', 'health', 210, ['内科', '外科', '妇产儿科', '医技', '护理', '机关后勤'], '2', 35);
  body('市非公企业和社会组织', 'private', 180, places.PRIVATE_FIRMS, '32', 18, 20);
  const college = add(city, {
    name: '峡州职业技术学院党委',
    shortName: '峡州职院',
    type: 30,
    place: '临峡区学苑街道',
    lng: 111.324,
    lat: 30.731,
    unit: { name: '峡州职业技术学院', nature: '9' },
  });
  add(college, {
    name: '学院机关党支部',
    type: 46,
    kind: 'staff',
    members: 38,
    unit: { name: '峡州职业技术学院机关', nature: '9' },
  });
  for (const part of places.COLLEGE_PARTS) {
    const above = add(college, {
      name: `${part}党总支`,
      shortName: part,
      type: 40,
      unit: { name: `峡州职业技术学院${part}`, nature: '9' },
    });
    add(above, { name: `${part}教工党支部`, type: 46, kind: 'staff', members: random.int(18, 32) });
    add(above, { name: `${part}学生第一党支部`, type: 46, kind: 'students', members: random.int(14, 30) });
    add(above, { name: `${part}学生第二党支部`, type: 46, kind: 'students', members: random.int(12, 26) });
  }
  add(college, { name: '学院离退休党支部', type: 46, kind: 'retired', members: 34 });
  const office = city.children.find(({ name }) => name.startsWith('市直机关'));
  if (office) add(office, { name: '市直机关离退休党总支', type: 40, unit: { name: '市委老干部局', nature: '1' } });
  const retired = office?.children.at(-1);
  if (retired)
    for (const index of [1, 2])
      add(retired, { name: `老干部第${chineseNumber(index)}党支部`, type: 46, kind: 'retired', members: 36 });
}
