import { type RawBuilder, sql } from 'kysely';
import type { HandState } from '#assessment/fourColour/rules.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface HandRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  year: number;
  quarter: number;
  computed: number;
  level: number;
  reason: string;
  files: string[];
  state: HandState;
  askedOrgId: string;
  askedOrgCode: string;
  askedOrgName: string;
  /** The asking organisation stands at the top: nobody is above it. */
  atTop: boolean;
  askedId: string | null;
  askedBy: string;
  decidedBy: string;
  opinion: string;
  isFrozen: boolean;
  version: number;
}
const HAND = sql`h.id, h.org_id as "orgId", h.org_code as "orgCode", o.name as "orgName", h.year, h.quarter, h.computed, h.level,
  h.reason, h.files, h.state, h.asked_org_id as "askedOrgId", a.code as "askedOrgCode", a.name as "askedOrgName",
  a.parent_id is null as "atTop", h.asked_id as "askedId", h.asked_by as "askedBy", h.decided_by as "decidedBy", h.opinion, h.version,
  exists (select from colour_quarter q where q.org_id = h.org_id and q.year = h.year and q.quarter = h.quarter) as "isFrozen"`;
const FROM = sql`colour_hand h join organisation o on o.id = h.org_id join organisation a on a.id = h.asked_org_id`;

const list = async (db: Db, parts: RawBuilder<unknown>[]): Promise<HandRecord[]> =>
  (
    await sql<HandRecord>`select ${HAND} from ${FROM} where ${sql.join(parts, sql` and `)} order by h.id desc limit 20000`.execute(
      db,
    )
  ).rows;

/** Holds a quarter for this transaction, so that a level by hand is confirmed before it is frozen or not at all. */
export const lockQuarter = (db: Db, year: number, quarter: number) =>
  sql`select pg_advisory_xact_lock(hashtext('colourQuarter'), ${year * 4 + quarter})`.execute(db);

/** All of one organisation, newest first. */
export const handsOf = (db: Db, scope: Scope, orgId: string) =>
  list(db, [within(scope, 'h.org_code'), sql`h.org_id = ${orgId}`]);

/** What is asked or confirmed of a quarter within the scope. */
export const listActiveHands = (db: Db, scope: Scope, year: number, quarter: number) =>
  list(db, [within(scope, 'h.org_code'), sql`h.year = ${year} and h.quarter = ${quarter} and h.state in (0, 1)`]);

/** One of the scope; `lock` keeps it. */
export async function findHand(db: Db, scope: Scope, id: string, lock = false): Promise<HandRecord | undefined> {
  const { rows } = await sql<HandRecord>`
    select ${HAND} from ${FROM} where h.id = ${id} and o.deleted_at is null and ${within(scope, 'h.org_code')}
    ${lock ? sql`for update of h` : sql``}`.execute(db);
  return rows[0];
}

/** Undefined: one is asked or confirmed of this quarter already. */
export async function insertHand(
  db: Db,
  one: {
    orgId: string;
    orgCode: string;
    year: number;
    quarter: number;
    computed: number;
    level: number;
    reason: string;
    askedOrgId: string;
    byId: string;
    by: string;
  },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into colour_hand (org_id, org_code, year, quarter, computed, level, reason, asked_org_id, asked_id, asked_by)
    values (${one.orgId}, ${one.orgCode}, ${one.year}, ${one.quarter}, ${one.computed}, ${one.level}, ${one.reason}, ${one.askedOrgId},
            ${one.byId}, ${one.by}) on conflict do nothing returning id`.execute(db);
  return rows[0]?.id;
}

export const setHandFiles = (db: Db, id: string, files: readonly string[]) =>
  sql`update colour_hand set files = ${files}::text[] where id = ${id}`.execute(db);

export async function writeHand(db: Db, id: string, state: HandState, by: string, opinion: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update colour_hand set state = ${state}, decided_by = ${by}, opinion = ${opinion}, decided_at = now(), version = version + 1
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** The organisation right above one; undefined: there is none. */
export async function findParentOrg(db: Db, orgId: string): Promise<{ id: string; code: string } | undefined> {
  const { rows } = await sql<{ id: string; code: string }>`
    select p.id, p.code from organisation o join organisation p on p.id = o.parent_id where o.id = ${orgId}`.execute(
    db,
  );
  return rows[0];
}
