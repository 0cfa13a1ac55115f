import { creditCheckCharacter } from '#people/org/rules.unit.ts';
import { type Post, SECRETARY } from './leaders.ts';
import type { Org } from './org.ts';
import type { Random } from './random.ts';

export interface Unit {
  id: number;
  org: Org;
  name: string;
  creditCode: string;
  nature: string;
  staffCount: number;
  manager: string;
  phone: string;
}

const ORGANISATION_WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2];
const AREA = '420599';

/** First two characters of a unified social credit code, by nature of the unit (dictionary 0011). */
const PREFIX: Record<string, string> = {
  1: '11',
  2: '12',
  5: '11',
  6: '11',
  7: '55',
  8: '54',
  9: '12',
  31: '91',
  32: '91',
  41: '51',
};

/** A unified social credit code (GB 32100) from its first two characters, an area and eight digits. */
export function creditCode(prefix: string, area: string, eight: string): string {
  const sum = ORGANISATION_WEIGHTS.reduce((total, weight, index) => total + weight * Number(eight[index]), 0);
  const rest = (11 - (sum % 11)) % 11;
  const first17 = `${prefix}${area}${eight}${rest === 10 ? 'X' : rest}`;
  return first17 + creditCheckCharacter(first17);
}

/** An office's number in an area code that nobody has. */
const phoneOf = (org: Org) => `0700-${6_200_000 + org.id * 7}`;

/** The unit of every organisation that has one of its own; the secretary leads it, where one is known. */
export function makeUnits(random: Random, orgs: readonly Org[], posts: readonly Post[]): Unit[] {
  const secretaries = new Map(
    posts.filter(({ post }) => post === SECRETARY).map(({ org, holder }) => [org, holder.person.name]),
  );
  return orgs.flatMap((org) => {
    if (org.unit === null) return [];
    // Different for every organisation up to the hundred thousandth.
    const eight = String(10_000_000 + org.id * 880 + random.int(0, 879));
    return [
      {
        id: org.id,
        org,
        name: org.unit.name,
        creditCode: creditCode(PREFIX[org.unit.nature] ?? '12', AREA, eight),
        nature: org.unit.nature,
        staffCount: Math.round(Math.max(org.members, 8) * (1.4 + random.next() * 3)),
        manager: secretaries.get(org) ?? '',
        phone: phoneOf(org),
      },
    ];
  });
}
