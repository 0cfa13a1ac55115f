import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { memberIn, PAYS } from './bills.ts';
import { monthsBelow } from './sums.ts';

/** How far a month is: branches that hold members, how many opened and closed it, people of whom nothing is billed, and who is billed and has left the roll since. */
export interface Progress {
  branches: number;
  opened: number;
  closed: number;
  noStandard: number;
  left: number;
}

const ofOrg = (onlyOrg: string | null, column: string) =>
  onlyOrg === null ? sql`true` : sql`${sql.ref(column)} = ${onlyOrg}`;

/** Of a person `p`: nothing is billed for the month, and nothing could be. */
export const isUnbilled = (month: string) => sql<boolean>`
  (not exists (select from dues_standard s where s.member_id = p.id and s.from_month <= ${month})
    and not exists (select from dues_bill b where b.member_id = p.id and b.month = ${month} and b.state <> 6))`;

/** Who pays and has neither a standard nor a bill, and in how many branches those who pay are. */
async function people(db: Db, scope: Scope, onlyOrg: string | null, month: string) {
  const { rows } = await sql<{ branches: number; noStandard: number; left: number }>`
    with people as materialized (
      select m.id, m.org_id from member m
       where ${PAYS} and ${memberIn(month)} and ${within(scope, 'm.org_code')} and ${ofOrg(onlyOrg, 'm.org_id')}
    )
    select (select count(distinct org_id)::int from people) as branches,
           (select count(*)::int from people p where ${isUnbilled(month)}) as "noStandard",
           (select count(*)::int from dues_bill b join member m on m.id = b.member_id
             where b.month = ${month} and b.state <> 6 and not (${PAYS}) and ${within(scope, 'b.org_code')}
               and ${ofOrg(onlyOrg, 'b.org_id')}) as "left"`.execute(db);
  return rows[0] ?? { branches: 0, noStandard: 0, left: 0 };
}

/** How many of some organisations pay and have neither a standard nor a bill of the month. */
export async function countUnbilled(db: Db, orgIds: readonly string[], month: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select m.id from member m where ${PAYS} and ${memberIn(month)} and m.org_id = any(${orgIds}::bigint[])
    ) p where ${isUnbilled(month)}`.execute(db);
  return rows[0]?.n ?? 0;
}

interface Kept {
  at: number;
  found: Promise<{ branches: number; noStandard: number; left: number }>;
}
/** Levels of a code above which a subtree is counted anew no more often than this: a city has a million people. */
const LARGE_LEVELS = 2;
const KEPT_MS = 60_000;
/** For so long an old number is shown while it is counted anew: nobody waits for the count of a city but who asks first. */
const SHOWN_MS = 10 * 60_000;
const MOST_KEPT = 500;
const kept = new WeakMap<Services, Map<string, Kept>>();

/** The same of cities and counties, as it was when somebody asked last, no more than ten minutes ago; of what is below, of now. */
function peopleOf(db: Db, scope: Scope, onlyOrg: string | null, month: string, owner: Services | null) {
  if (owner === null || onlyOrg !== null || scope.from.length > LARGE_LEVELS * 4)
    return people(db, scope, onlyOrg, month);
  const own = kept.get(owner) ?? new Map<string, Kept>();
  kept.set(owner, own);
  const key = `${scope.from} ${scope.to} ${month}`;
  const known = own.get(key);
  const age = known ? Date.now() - known.at : Number.POSITIVE_INFINITY;
  if (known && age < KEPT_MS) return known.found;
  // Outlives the call where an old number is shown.
  const found = people(owner.db, scope, onlyOrg, month);
  const entry: Kept = { at: Date.now(), found: known && age < SHOWN_MS ? known.found : found };
  found.then(
    () => {
      entry.found = found;
    },
    () => own.get(key) === entry && own.delete(key),
  );
  // The oldest goes first: a map keeps the order of writing.
  if (own.size >= MOST_KEPT) own.delete(own.keys().next().value ?? '');
  own.delete(key);
  own.set(key, entry);
  return entry.found;
}

/**
 * How far a month is.
 * @param scope an organisation with all below it
 * @param onlyOrg that organisation itself alone
 * @param owner whose numbers of before may be shown for a city or county while they are counted anew; null: count now
 */
export async function monthProgress(
  db: Db,
  scope: Scope,
  onlyOrg: string | null,
  month: string,
  owner: Services | null = null,
): Promise<Progress> {
  const [{ branches, noStandard, left }, { rows }] = await Promise.all([
    peopleOf(db, scope, onlyOrg, month, owner),
    sql<{ opened: number; closed: number }>`
      select coalesce(sum(n), 0)::int as opened, coalesce(sum(n) filter (where state = 2), 0)::int as closed
        from (${onlyOrg === null ? monthsBelow(scope, month) : sql`select state, 1 as n from dues_month where org_id = ${onlyOrg} and month = ${month}`}) d`.execute(
      db,
    ),
  ]);
  return { branches, noStandard, left, opened: rows[0]?.opened ?? 0, closed: rows[0]?.closed ?? 0 };
}
