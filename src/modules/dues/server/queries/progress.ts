import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { type Scope, within } from '#platform/server/scope.ts';
import { memberIn, PAYS } from './bills.ts';

/** How far a month is: branches that hold members, how many opened and closed it, people of whom nothing is billed. */
export interface Progress {
  branches: number;
  opened: number;
  closed: number;
  noStandard: number;
}

const ofOrg = (onlyOrg: string | null, column: string) =>
  onlyOrg === null ? sql`true` : sql`${sql.ref(column)} = ${onlyOrg}`;

/** Who pays and has neither a standard nor a bill, and in how many branches those who pay are. */
async function people(db: Db, scope: Scope, onlyOrg: string | null, month: string) {
  const { rows } = await sql<{ branches: number; noStandard: number }>`
    with people as materialized (
      select m.id, m.org_id from member m
       where ${PAYS} and ${memberIn(month)} and ${within(scope, 'm.org_code')} and ${ofOrg(onlyOrg, 'm.org_id')}
    )
    select (select count(distinct org_id)::int from people) as branches,
           (select count(*)::int from people p
             where not exists (select from dues_standard s where s.member_id = p.id and s.from_month <= ${month})
               and not exists (select from dues_bill b where b.member_id = p.id and b.month = ${month} and b.state <> 6)) as "noStandard"`.execute(
    db,
  );
  return rows[0] ?? { branches: 0, noStandard: 0 };
}

interface Kept {
  at: number;
  found: Promise<{ branches: number; noStandard: number }>;
}
/** Levels of a code above which a subtree is counted anew no more often than this: a city has a million people. */
const LARGE_LEVELS = 2;
const KEPT_MS = 60_000;
const MOST_KEPT = 500;
const kept = new WeakMap<object, Map<string, Kept>>();

/** The same of cities and counties, no older than a minute; of what is below, of this moment. */
function peopleOf(db: Db, scope: Scope, onlyOrg: string | null, month: string, owner: object | null) {
  if (owner === null || onlyOrg !== null || scope.from.length > LARGE_LEVELS * 4)
    return people(db, scope, onlyOrg, month);
  const own = kept.get(owner) ?? new Map<string, Kept>();
  kept.set(owner, own);
  const key = `${scope.from} ${scope.to} ${month}`;
  const known = own.get(key);
  if (known && Date.now() - known.at < KEPT_MS) return known.found;
  const found = people(db, scope, onlyOrg, month);
  // The oldest goes first: a map keeps the order of writing.
  if (own.size >= MOST_KEPT) own.delete(own.keys().next().value ?? '');
  own.delete(key);
  own.set(key, { at: Date.now(), found });
  found.catch(() => own.delete(key));
  return found;
}

/**
 * How far a month is.
 * @param owner whose minute-old numbers may be used for a city or county (the server's pool); null: count now
 */
export async function monthProgress(
  db: Db,
  scope: Scope,
  onlyOrg: string | null,
  month: string,
  owner: object | null = null,
): Promise<Progress> {
  const [{ branches, noStandard }, { rows }] = await Promise.all([
    peopleOf(db, scope, onlyOrg, month, owner),
    sql<{ opened: number; closed: number }>`
      select count(*)::int as opened, count(*) filter (where d.state = 2)::int as closed
        from dues_month d join organisation o on o.id = d.org_id
       where d.month = ${month} and ${within(scope, 'o.code')} and ${ofOrg(onlyOrg, 'o.id')}`.execute(db),
  ]);
  return { branches, noStandard, opened: rows[0]?.opened ?? 0, closed: rows[0]?.closed ?? 0 };
}
