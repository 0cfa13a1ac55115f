import { ageOn, type Person } from '#people/member/rules.ts';
import { termYears } from '#people/org/rules.ts';
import { addDays, addMonths, addYears } from './days.ts';
import { isBranch, type Org } from './org.ts';
import type { Random } from './random.ts';

/** A person in a place of the plan. */
export interface Placed {
  id: number;
  org: Org;
  sort: number;
  person: Person;
  /** Post in the own branch that a part asks for: a name of dictionary 0012. */
  post?: string;
}

export interface Term {
  id: number;
  org: Org;
  number: number;
  electedOn: string;
  years: number;
  expiresOn: string;
  method: string;
}

export interface Post {
  id: number;
  termId: number;
  org: Org;
  holder: Placed;
  /** A name of dictionary 0012. */
  post: string;
  sort: number;
}

export const SECRETARY = '书记';

/** The order in which posts are listed, dictionary 0012. */
const POSTS = [SECRETARY, '副书记', '组织委员', '宣传委员', '纪检委员', '委员'];

/** Working committees and the organisations of floating members are appointed, not elected. */
const isAppointed = (org: Org) => org.type === 20 || org.type === 50;

/** Years of a term; what the rule on terms does not know (local and working committees) sits for 5. */
function yearsOf(org: Org): number {
  return termYears(org.type, org.unit?.nature ?? org.parent?.unit?.nature ?? null) ?? 5;
}

/**
 * Terms of all organisations, with two that are overdue and a good dozen that expire within six
 * months; 石桥社区党总支 expires in exactly six months, the day on which the reminder is due.
 */
export function makeTerms(random: Random, orgs: readonly Org[], today: string): Term[] {
  let soon = 0;
  let overdue = 0;
  return orgs.map((org, index) => {
    const years = yearsOf(org);
    let expiresOn = addDays(today, random.int(200, years * 365 - 40));
    const elected = org.parent !== null && !isAppointed(org);
    if (org.name === '石桥社区党总支') expiresOn = addMonths(today, 6);
    else if (elected && org.name === '橘林第二党支部') expiresOn = addDays(today, -17);
    else if (elected && overdue === 0 && org.code.startsWith('00010012') && isBranch(org)) {
      expiresOn = addDays(today, -96);
      overdue++;
    } else if (elected && soon < 14 && index % 61 === 7) {
      expiresOn = addDays(today, random.int(12, 178));
      soon++;
    }
    const electedOn = addYears(expiresOn, -years);
    const since = Number(electedOn.slice(0, 4)) - Math.max(1956, Number(org.foundedOn.slice(0, 4)));
    return {
      id: index + 1,
      org,
      number: Math.max(1, 1 + Math.floor(since / years)),
      electedOn,
      years,
      expiresOn,
      method: isAppointed(org) ? '任命' : '党员大会选举',
    };
  });
}

/** The bodies below an organisation from which its leaders come: the offices at its seat, if it has some. */
function seatsOf({ children }: Org): Org[] {
  const seats = children.filter(({ name }) => name.includes('机关'));
  return seats.length > 0 ? seats : children.slice(0, 4);
}

/** Posts that a body of that size has: from 7 full members on a committee (支部工作条例), below it a secretary. */
function postsOf(org: Org, fullMembers: number): string[] {
  if (!isBranch(org)) return org.type === 40 ? POSTS.slice(0, 5) : [SECRETARY, '副书记', '副书记', ...POSTS.slice(2)];
  if (fullMembers < 7) return [SECRETARY];
  return fullMembers < 20 ? [SECRETARY, '组织委员', '宣传委员'] : POSTS.slice(0, 5);
}

/**
 * Gives every organisation its leading members from its own full members, and writes the highest
 * post into the person. One branch stays without a secretary, which the warnings show.
 */
export function makePosts(random: Random, terms: readonly Term[], people: readonly Placed[], today: string): Post[] {
  const byBranch = Map.groupBy(people, ({ org }) => org);
  const busy = new Set<Placed>();
  const posts: Post[] = [];
  const fitness = ({ person, org }: Placed, above: boolean) => {
    const away = person.isFloating && org.kind !== 'floating';
    if (person.personCategory !== 1 || person.membershipStatus !== 1 || away || person.birthDate === null) return 0;
    const age = ageOn(person.birthDate, today);
    return (
      (age >= 28 && age <= 60 ? 4 : age <= 70 ? 1 : 0.1) +
      ((person.education ?? '9') < '40' ? 2 : 0) +
      (above && (person.occupation === 4 || person.occupation === 5) ? 3 : 0)
    );
  };
  const candidates = (org: Org): Placed[] =>
    isBranch(org) ? (byBranch.get(org) ?? []) : seatsOf(org).flatMap(candidates);
  // Branches last: who leads above keeps that post, and a branch finds its own.
  for (const term of [...terms].sort((one, other) => one.org.code.length - other.org.code.length)) {
    const { org } = term;
    const own = candidates(org).filter((placed) => fitness(placed, false) > 0);
    const wanted = postsOf(org, own.length);
    const vacant = org.name === '船舶修造公司党支部';
    const open = vacant ? wanted.slice(1) : [...wanted];
    if (isBranch(org)) {
      for (const placed of own.filter(({ post }) => post !== undefined)) {
        const place = open.indexOf(placed.post ?? '');
        if (place >= 0) open.splice(place, 1);
        give(placed, placed.post ?? '委员');
      }
    }
    const ranked = own
      .filter((placed) => !busy.has(placed) && placed.post === undefined)
      .map((placed) => ({ placed, rank: fitness(placed, !isBranch(org)) + random.next() * 3 }))
      .sort((one, other) => other.rank - one.rank);
    for (const [index, post] of open.entries()) {
      const holder = ranked[index]?.placed;
      if (holder) give(holder, post);
    }
    function give(holder: Placed, post: string) {
      busy.add(holder);
      holder.person.partyPost ||= post;
      posts.push({ id: posts.length + 1, termId: term.id, org, holder, post, sort: POSTS.indexOf(post) + 1 });
    }
  }
  return posts;
}
