import { expect, test } from 'vitest';
import { memberFacts } from '#people/member/rules/facts.ts';
import { readIdCard } from '#people/member/rules/idCard.ts';
import { ageOn, completeness } from '#people/member/rules.ts';
import { creditCheckCharacter } from '#people/org/rules.unit.ts';
import { ACCOUNT_TITLES } from '../../../scripts/demo/accounts.ts';
import { addMonths } from '../../../scripts/demo/days.ts';
import { makeDemo } from '../../../scripts/demo/makeDemo.ts';
import { isBranch, type Org } from '../../../scripts/demo/org.ts';
import { creditCode } from '../../../scripts/demo/units.ts';

const TODAY = '2026-11-20';
const demo = makeDemo({ today: TODAY });
const members = demo.people.filter(({ person }) => person.personCategory <= 2);

const orgNamed = (name: string) => {
  const org = demo.orgs.find((one) => one.name === name);
  if (!org) throw new Error(`no ${name}`);
  return org;
};
const within = (org: Org) => demo.orgs.filter(({ code }) => code.startsWith(org.code));
const membersIn = (org: Org) => members.filter((placed) => placed.org.code.startsWith(org.code)).length;

test('is as large as it says, on five levels, with a root that the specification names', () => {
  expect(demo.orgs.length).toBeGreaterThan(850);
  expect(demo.orgs.length).toBeLessThan(950);
  expect(members.length).toBeGreaterThan(19_500);
  expect(members.length).toBeLessThan(20_500);
  expect(new Set(demo.orgs.map(({ code }) => code.length / 4))).toEqual(new Set([1, 2, 3, 4, 5]));
  expect(demo.orgs[0]).toMatchObject({ id: 1, code: '0001', name: '中共峡州市委员会' });
});

test('codes continue the parent’s, and no two children of one parent share a name', () => {
  expect(new Set(demo.orgs.map(({ code }) => code)).size).toBe(demo.orgs.length);
  for (const { code, parent, children } of demo.orgs) {
    if (parent) expect(code.slice(0, -4)).toBe(parent.code);
    expect(new Set(children.map(({ name }) => name)).size).toBe(children.length);
  }
});

test('江南街道 is as the pages were drawn', () => {
  const street = orgNamed('江南街道党工委');
  expect(within(street).length).toBe(86);
  expect(membersIn(street)).toBe(2417);
  expect(membersIn(orgNamed('渡口社区党总支'))).toBe(267);
  expect(orgNamed('渡口社区党总支').children.map((org) => membersIn(org))).toEqual([46, 48, 45, 44, 42, 42]);
});

test('branches have 3 to 50 members, but for one above and one below; people stand in branches alone', () => {
  const sizes = demo.orgs.filter(isBranch).map((org) => membersIn(org));
  expect(sizes.filter((size) => size > 50)).toEqual([57]);
  expect(sizes.filter((size) => size < 3)).toEqual([2]);
  expect(demo.people.every(({ org }) => isBranch(org))).toBe(true);
});

test('shares are those of the bulletin of 2024, within a point and a half', () => {
  const tally = new Map<string, number>();
  for (const { person } of members) {
    for (const [fact, value] of memberFacts({ ...person, completeness: completeness(person) }, TODAY)) {
      tally.set(`${fact} ${value}`, (tally.get(`${fact} ${value}`) ?? 0) + 1);
    }
  }
  const share = (key: string) => ((tally.get(key) ?? 0) * 100) / members.length;
  const expected: Record<string, number> = {
    'gender 2': 30.9,
    'nation minority': 7.7,
    'age u30': 12.2,
    'age 31-35': 10.7,
    'age 36-40': 11.4,
    'age 41-45': 9.7,
    'age 46-50': 9,
    'age 51-55': 9.4,
    'age 56-60': 8.6,
    'age 61+': 28.9,
    'occupation 1': 6.6,
    'occupation 2': 26.1,
    'occupation 3': 16.3,
    'occupation 4': 11.5,
    'occupation 5': 7.6,
    'occupation 6': 2.6,
    'occupation 7': 21.4,
    'occupation 8': 7.8,
  };
  for (const [key, value] of Object.entries(expected)) expect(Math.abs(share(key) - value), key).toBeLessThan(1.5);
  const college = share('education postgraduate') + share('education bachelor') + share('education junior');
  expect(Math.abs(college - 57.6)).toBeLessThan(1.5);
});

test('every id card is valid, given once, of an unassigned area, and says the same as the record', () => {
  const numbers = new Set<string>();
  for (const { person } of demo.people) {
    const read = readIdCard(person.idCard ?? '', TODAY);
    if ('reason' in read) throw new Error(`${person.idCard}: ${read.reason}`);
    expect(read.card).toMatchObject({ birthDate: person.birthDate, gender: person.gender });
    expect(read.card.region).toMatch(/^42059[6-9]$/);
    numbers.add(read.card.number);
  }
  expect(numbers.size).toBe(demo.people.length);
  const phones = demo.people.flatMap(({ person }) => person.phone ?? []);
  expect(new Set(phones).size).toBe(phones.length);
  expect(phones.every((phone) => /^1(54|64|69)\d{8}$/.test(phone))).toBe(true);
});

test('nobody was admitted before 18 or converted before admission, and nothing lies in the future', () => {
  for (const { person } of members) {
    const { birthDate, admissionDate, conversionDate, joinedBranchOn, personCategory } = person;
    if (birthDate === null || admissionDate === null) throw new Error('a member without dates');
    expect(ageOn(birthDate, admissionDate)).toBeGreaterThanOrEqual(18);
    expect(admissionDate <= TODAY && (joinedBranchOn ?? TODAY) <= TODAY).toBe(true);
    if (personCategory === 1)
      expect(conversionDate !== null && conversionDate > admissionDate && conversionDate <= TODAY).toBe(true);
    else expect(conversionDate).toBeNull();
  }
});

test('the nine accounts stand where the issue says', () => {
  expect(demo.accounts.map(({ login }) => login)).toEqual(ACCOUNT_TITLES.map(([login]) => login));
  const code = (index: number, grant = 0) => demo.accounts[index]?.grants[grant]?.org.code ?? '';
  const [, city, county, base, branch, member, floating] = demo.accounts.map((_account, index) => code(index));
  expect(city).toBe('0001');
  expect(county?.length).toBe(8);
  expect(base?.startsWith(county ?? '-')).toBe(true);
  for (const below of [branch, member, floating]) expect(below?.startsWith(base ?? '-')).toBe(true);
  expect(demo.accounts[1]?.grants.map(({ roleId }) => roleId)).toEqual([3, 3]);
  expect(code(1, 1).length).toBeGreaterThan(8);
  expect(demo.accounts.map(({ grants }) => grants[0]?.roleId)).toEqual([1, 3, 3, 3, 3, 2, 6, 7, 3]);
  // A person without office sees the own record, which therefore must stand in the own organisation.
  for (const { grants, holder } of demo.accounts.slice(5, 8)) expect(grants[0]?.org).toBe(holder?.org);
});

test('the faults that the warnings look for are there', () => {
  const elected = demo.terms.filter(({ method }) => method !== '任命');
  expect(elected.filter(({ expiresOn }) => expiresOn < TODAY).length).toBe(2);
  const soon = elected.filter(({ expiresOn }) => expiresOn >= TODAY && expiresOn <= addMonths(TODAY, 6));
  expect(soon.length).toBeGreaterThan(8);
  expect(soon.map(({ org }) => org.name)).toContain('石桥社区党总支');
  const led = new Set(demo.posts.filter(({ post }) => post === '书记').map(({ org }) => org));
  expect(demo.orgs.filter((org) => !led.has(org)).map(({ name }) => name)).toEqual(['船舶修造公司党支部']);
  const late = members.filter(
    ({ person }) => person.personCategory === 2 && addMonths(person.admissionDate ?? TODAY, 12) < TODAY,
  );
  expect(late.length).toBe(3);
  expect(members.some(({ person }) => completeness(person) < 100)).toBe(true);
  expect(
    demo.people.find(({ person }) => person.name === '黄立新' && person.birthDate === '1970-05-27')?.person,
  ).toSatisfy((person: Parameters<typeof completeness>[0]) => completeness(person) === 78);
});

test('leaders are full members of the organisation, and only once in a term', () => {
  const seen = new Set<string>();
  for (const { org, holder, termId } of demo.posts) {
    expect(holder.person.personCategory).toBe(1);
    expect(holder.org.code.startsWith(org.code)).toBe(true);
    seen.add(`${termId} ${holder.id}`);
  }
  expect(seen.size).toBe(demo.posts.length);
});

test('the same day gives the same city; another day moves its dates along', () => {
  const picture = ({ people, notices }: typeof demo) =>
    JSON.stringify([people.slice(0, 3000).map(({ person }) => person), notices[3]?.title]);
  expect(picture(makeDemo({ today: TODAY }))).toBe(picture(demo));
  const later = makeDemo({ today: '2027-03-01' });
  expect(later.terms.filter(({ method, expiresOn }) => method !== '任命' && expiresOn < '2027-03-01').length).toBe(2);
  expect(later.notices.every(({ createdAt }) => createdAt < '2027-03-01' && createdAt > '2027-01')).toBe(true);
});

test.each([
  ['91350100M000100Y4', '3'],
  ['12420500420000000', '7'],
  ['12420500MB0000021', '0'],
])('the unified social credit code %s ends in %s (GB 32100)', (first17, check) => {
  expect(creditCheckCharacter(first17)).toBe(check);
});

test('a unit’s code holds an organisation code with a valid check of its own', () => {
  // GB 11714: 3·1+7·2+9·3+10·4+5·5+8·6+4·7+2·8 = 201, 201 mod 11 = 3, 11 − 3 = 8.
  expect(creditCode('12', '420599', '12345678').slice(0, 17)).toBe('12420599123456788');
});

test('rights have something to show: a request that waits, its to-do, and names that are there', () => {
  const { types, groups, groupMembers, requests, todos } = demo.rights;
  expect([types.length, groups.length, requests.length]).toEqual([3, 2, 4]);
  const people = new Map(demo.people.map(({ id, person }) => [id, person]));
  const accounts = new Set(demo.accounts.map(({ id }) => id));
  for (const { account_id } of groupMembers) expect(accounts).toContain(account_id);
  const waiting = requests.filter(({ state }) => state === 'pending');
  expect(waiting).toHaveLength(1);
  const name = people.get(Number(waiting[0]?.member_id))?.name;
  expect(todos).toMatchObject([
    { title: `审批${name}的党务工作者账号申请`, subject: `accountRequest:${waiting[0]?.id}` },
  ]);
  // Who is asked for has no account yet.
  const holders = demo.accounts.map(({ holder }) => holder?.id);
  for (const { member_id, state } of requests) {
    if (state !== 'approved') expect(holders).not.toContain(Number(member_id));
  }
});
