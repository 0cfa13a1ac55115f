import { ageOn, completeness, type Person } from '#people/member/rules.ts';
import { type Account, makeAccounts, makeApplicant, makeStudent, makeWorkers } from './accounts.ts';
import { type Approvals, makeApprovals } from './approvals.ts';
import { ACCOUNT_PEOPLE, NEIGHBOURS, type Part, PROBATION_DUE, playedBy } from './cast.ts';
import { addDays, addYears } from './days.ts';
import { type Departed, makeDeparted } from './departed.ts';
import { makePosts, makeTerms, type Placed, type Post, type Term } from './leaders.ts';
import { makeNotices, type Notice, type Recipient } from './notices.ts';
import { makeNumbers } from './numbers.ts';
import { makeOpenAffairs, type OpenAffairs } from './openAffairs.ts';
import type { Org } from './org.ts';
import { categoriesOf, makePerson, RETIRED, type Source, STUDENT } from './people.ts';
import { COUNTIES } from './places.ts';
import { planCity } from './plan.ts';
import { countMembers, makeProfiles } from './profiles.ts';
import { makeRandom } from './random.ts';
import { makeRights, type Rights } from './rights.ts';
import { makeUnits, type Unit } from './units.ts';

const SEED = 20_261_120;

/** The whole fictional city, as plain values. */
export interface Demo {
  /** The day of the first start, `YYYY-MM-DD`. */
  today: string;
  orgs: Org[];
  people: Placed[];
  /** Who has died in the last months, beside everybody on the roll. */
  departed: Departed[];
  terms: Term[];
  posts: Post[];
  units: Unit[];
  accounts: Account[];
  /** Workers of all other organisations. */
  workers: Account[];
  /** Somebody who is on the way into the party and sees the own path. */
  applicant: Account;
  /** A student of the college, who learns and sits tests there. */
  student: Account;
  notices: Notice[];
  recipients: Recipient[];
  rights: Rights;
  approvals: Approvals;
  openAffairs: OpenAffairs;
}

/** Makes the demo city; everything depends on the seed, and dates on `today` (`YYYY-MM-DD`), the day of the first start. */
export function makeDemo({ today }: { today: string }): Demo {
  const random = makeRandom(SEED);
  const orgs = planCity(random);
  unbalance(orgs);
  const { byKind, byCounty } = countMembers(orgs, COUNTIES);
  const source: Source = { random, profiles: makeProfiles(byKind, byCounty), numbers: makeNumbers(), today };
  const people = makePeople(source, orgs);
  delayConversions(people, today);
  const terms = makeTerms(random, orgs, today);
  const posts = makePosts(random, terms, people, today);
  const accounts = makeAccounts(orgs, people);
  const rights = makeRights(orgs, posts, accounts, today);
  const asked = rights.requests.map(({ member_id }) => Number(member_id));
  const [city] = orgs;
  if (!city) throw new Error('a plan without its city');
  const workers = makeWorkers(orgs, posts, people, accounts, asked);
  const applicant = makeApplicant([...accounts, ...workers], people);
  return {
    today,
    orgs,
    people,
    departed: makeDeparted({ ...source, random: makeRandom(SEED + 1) }, orgs, people),
    terms,
    posts,
    units: makeUnits(random, orgs, posts),
    accounts,
    workers,
    applicant,
    student: makeStudent([...accounts, ...workers, applicant], people, asked),
    ...makeNotices(random, orgs, accounts, today),
    approvals: makeApprovals(accounts, city, today),
    openAffairs: makeOpenAffairs(orgs, posts, accounts, today),
    rights,
  };
}

/** One branch with too many members and one with too few, for the warnings to find. */
function unbalance(orgs: readonly Org[]): void {
  const crowded = orgs.find(
    ({ kind, code, members }) => kind === 'village' && code.startsWith('00010006') && members > 40,
  );
  const lonely = orgs.findLast(({ kind }) => kind === 'private');
  if (!crowded || !lonely) throw new Error('the plan has no branch to unbalance');
  crowded.members = 57;
  lonely.members = 2;
  lonely.onTheWay = 1;
}

/** Three probationary members whose year is over although nobody has discussed them, and one whose year ends soon. */
function delayConversions(people: readonly Placed[], today: string): void {
  const soon = people.find(({ person }) => person.name === PROBATION_DUE);
  if (!soon) throw new Error(`${PROBATION_DUE} is missing`);
  soon.person.admissionDate = addDays(addYears(today, -1), 12);
  soon.person.joinedBranchOn = soon.person.admissionDate;
  const waiting = people.filter(({ person }) => person.personCategory === 2 && completeness(person) === 100);
  for (const [index, placed] of [waiting[5], waiting[40], waiting[90]].entries()) {
    if (!placed) throw new Error('too few probationary members');
    placed.person.admissionDate = addDays(today, -(380 + index * 11));
    placed.person.joinedBranchOn = placed.person.admissionDate;
  }
}

function makePeople(source: Source, orgs: readonly Org[]): Placed[] {
  let parts: (Part & { idCard?: string })[] = [...ACCOUNT_PEOPLE, ...NEIGHBOURS];
  const people: Placed[] = [];
  for (const org of orgs) {
    if (org.kind === null) continue;
    // The first branch of that name is meant: other districts have one called the same.
    const cast = parts.filter(
      ({ branch, above = org.parent?.name }) => branch === org.name && above === org.parent?.name,
    );
    parts = parts.filter((part) => !cast.includes(part));
    const categories = categoriesOf(org, source.random);
    for (const part of cast) {
      const category = part.person.personCategory ?? 1;
      // Where the branch has nobody of the category, a member takes a member's place, and who is on the way that of another one.
      const like = categories.findIndex((one) => one <= 2 === category <= 2);
      const place = categories.includes(category) ? categories.indexOf(category) : like;
      categories.splice(Math.max(place, 0), 1);
      categories.push(category);
    }
    categories.sort((one, other) => one - other);
    const left = [...cast];
    for (const [index, category] of categories.entries()) {
      const next = left.findIndex(({ person }) => (person.personCategory ?? 1) === category);
      const part = next < 0 ? undefined : left.splice(next, 1)[0];
      const person = part ? play(source, org, category, part) : makePerson(source, org, category);
      people.push({ id: people.length + 1, org, sort: index + 1, person, post: part?.post });
    }
  }
  if (parts.length > 0) throw new Error(`no branch for ${parts.map(({ person }) => person.name).join()}`);
  return people;
}

/** A part is played by somebody whose record lacks nothing but what the part says. */
function play(source: Source, org: Org, category: number, part: Part & { idCard?: string }) {
  const { occupation, birthDate } = part.person;
  const retired = birthDate ? ageOn(birthDate, source.today) >= 60 : false;
  const suits = (drawn: Person) =>
    completeness(drawn) === 100 &&
    (occupation !== undefined || (drawn.occupation !== STUDENT && (drawn.occupation === RETIRED) === retired));
  let drawn = makePerson(source, org, category);
  while (!suits(drawn)) drawn = makePerson(source, org, category);
  return playedBy(part, drawn, source.numbers, source.today);
}
