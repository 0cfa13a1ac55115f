import type { ClientBase } from 'pg';
import type { Vault } from '#platform/server/secrecy/crypto.ts';
import { copyRows, type Row } from './copy.ts';
import { addDays, addMonths } from './days.ts';
import type { Placed } from './leaders.ts';
import { memberValues } from './memberValues.ts';
import type { Org } from './org.ts';
import { makePerson, type Source } from './people.ts';
import { isSlack } from './slack.ts';

/** Of a city of twenty thousand members some seven in a thousand a year, told of over the last months. */
const A_MONTH = 11;
const MONTHS = 15;
const DIED = 4;
const OLD = '1956';

/** Somebody who was a member of a branch and has died, with the day. */
export interface Departed extends Placed {
  diedOn: string;
}

/** The dead of the last fifteen months, of branches outside of the visitors' street; most of them were old. */
export function makeDeparted(source: Source, orgs: readonly Org[], people: readonly Placed[]): Departed[] {
  const { random, today } = source;
  const branches = orgs.filter(
    ({ kind, code }) => kind !== null && kind !== 'students' && kind !== 'floating' && !isSlack(code),
  );
  return Array.from({ length: A_MONTH * MONTHS }, (_, index) => {
    const org = random.pick(branches);
    let person = makePerson(source, org, 1);
    // One in twelve of any age.
    while (index % 12 > 0 && (person.birthDate ?? '9') > OLD) person = makePerson(source, org, 1);
    const month = addMonths(today, -Math.floor(index / A_MONTH));
    const diedOn = addDays(month, -2 - ((index * 7) % 26));
    return {
      id: people.length + index + 1,
      org,
      sort: org.members + org.onTheWay + index + 1,
      person: { ...person, membershipStatus: DIED, isFloating: false, isLostContact: false },
      diedOn,
    };
  });
}

/** Writes them with the record of each death and its line of the ledger, by which the roll of their day is found. */
export async function writeDeparted(
  client: ClientBase,
  vault: Vault,
  departed: readonly Departed[],
  today: string,
): Promise<void> {
  const told = ({ diedOn }: Departed) => {
    const day = addDays(diedOn, 2);
    return day < today ? day : today;
  };
  const since = `${addMonths(today, -36)}T09:00:00+08:00`;
  await copyRows(
    client,
    'member',
    departed.map((one) => ({ ...memberValues(one, vault), created_at: since })),
  );
  await copyRows(
    client,
    'member_variation',
    departed.map(
      (one): Row => ({
        member_id: one.id,
        org_id: one.org.id,
        org_code: one.org.code,
        kind: 'died',
        state: 'effective',
        effective_on: one.diedOn,
        reason: '因病去世',
        decider_id: one.org.parent?.id ?? null,
        carried_on: told(one),
        decided_name: '党支部',
      }),
    ),
  );
  await copyRows(
    client,
    'member_ledger',
    departed.map(
      (one): Row => ({
        member_id: one.id,
        org_id: one.org.id,
        org_code: one.org.code,
        sign: -1,
        way: 'died',
        happened_on: one.diedOn,
        recorded_on: told(one),
        recorded_by: '党支部',
      }),
    ),
  );
}
