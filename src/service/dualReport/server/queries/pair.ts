import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { Side } from '#service/dualReport/contract.common.ts';
import type { PairView } from '#service/dualReport/contract.pair.ts';
import { ANSWER_DAYS, type PairStatus } from '../../rules.ts';

/** A report of an organisation with its two ends. */
export interface PairRecord {
  id: string;
  homeId: string;
  homeCode: string;
  homeName: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  status: PairStatus;
  contact: string;
  phone: string;
  posts: string[];
  offers: string;
  askedBy: string | null;
  askedName: string;
  askedOn: string;
  decidedOn: string | null;
  decidedName: string;
  reason: string;
  endedOn: string | null;
  endNote: string;
  version: number;
  waits: number;
  isLate: boolean;
  today: string;
}

const ASKED_ON = sql<string>`(p.created_at at time zone 'Asia/Shanghai')::date`;
/** A report `p` has waited too long. */
export const LATE_PAIR = sql<boolean>`(p.status = 0 and ${dbToday} - ${ASKED_ON} > ${ANSWER_DAYS}::int)`;
const PAIR = sql`p.id, h.id as "homeId", h.code as "homeCode", h.name as "homeName", c.id as "orgId", c.code as "orgCode",
  c.name as "orgName", p.status, p.contact, p.phone, p.posts, p.offers, p.asked_by as "askedBy", p.asked_name as "askedName",
  ${ASKED_ON} as "askedOn", p.decided_on as "decidedOn", p.decided_name as "decidedName", p.reason, p.ended_on as "endedOn",
  p.end_note as "endNote", p.version, ${dbToday} - ${ASKED_ON} as waits, ${LATE_PAIR} as "isLate", ${dbToday} as today`;
const FROM = sql`sbd_pair p join organisation h on h.id = p.org_id join organisation c on c.id = p.community_id`;

/** What of reports `p` the scope meets, at one end or at either; nobody without office stands for an organisation. */
export const seenPairs = (scope: Scope, side: Side | null): RawBuilder<boolean> => {
  if (scope.memberId !== null) return sql<boolean>`false`;
  const went = within(scope, 'p.org_code');
  const came = sql<boolean>`p.community_id in (select o.id from organisation o where ${within(scope, 'o.code')})`;
  if (side === 'in') return came;
  if (side === 'out') return went;
  return sql<boolean>`p.id in (select p.id from sbd_pair p where ${went} union all select p.id from sbd_pair p where ${came})`;
};

export interface PairFilter {
  view: PairView | null;
  side: Side | null;
  late: boolean;
  name: string;
}

const OF_VIEW: Readonly<Record<PairView, RawBuilder<boolean>>> = {
  waiting: sql<boolean>`p.status = 0`,
  accepted: sql<boolean>`p.status = 1`,
  returned: sql<boolean>`p.status = 2`,
  ended: sql<boolean>`p.status in (3, 4)`,
};

const matching = (scope: Scope, filter: PairFilter) => {
  const parts = [seenPairs(scope, filter.side)];
  if (filter.view !== null) parts.push(OF_VIEW[filter.view]);
  if (filter.late) parts.push(LATE_PAIR);
  if (filter.name) {
    parts.push(sql`(${textHolds(sql`h.name`, filter.name)} or ${textHolds(sql`c.name`, filter.name)})`);
  }
  return sql`${FROM} where ${sql.join(parts, sql` and `)}`;
};

/** A page of the reports: the longest waiting first, then what was filed last. */
export async function pageOfPairs(db: Db, scope: Scope, filter: PairFilter, limit: number, offset: number) {
  const from = matching(scope, filter);
  const [page, total] = await Promise.all([
    sql<PairRecord>`
      select ${PAIR} from ${from}
       order by p.status <> 0, case when p.status = 0 then p.id end, p.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** How many each view holds under the other filters, and how many wait too long. */
export async function countPairs(
  db: Db,
  scope: Scope,
  filter: PairFilter,
): Promise<Record<PairView | 'all' | 'late', number>> {
  const { rows } = await sql<Record<PairView | 'all' | 'late', number>>`
    select count(*)::int as all, count(*) filter (where ${OF_VIEW.waiting})::int as waiting,
           count(*) filter (where ${OF_VIEW.accepted})::int as accepted, count(*) filter (where ${OF_VIEW.returned})::int as returned,
           count(*) filter (where ${OF_VIEW.ended})::int as ended, count(*) filter (where ${LATE_PAIR})::int as late
      from ${matching(scope, { ...filter, view: null, late: false })}`.execute(db);
  return rows[0] ?? { all: 0, waiting: 0, accepted: 0, returned: 0, ended: 0, late: 0 };
}

/** A report that the scope meets at either end; `lock`: held until the transaction ends. */
export async function findPair(db: Db, scope: Scope, id: string, lock = false): Promise<PairRecord | undefined> {
  const { rows } = await sql<PairRecord>`
    select ${PAIR} from ${FROM}
     where p.id = ${id} and ${seenPairs(scope, null)} and h.deleted_at is null and c.deleted_at is null
     ${lock ? sql`for update of p` : sql``}`.execute(db);
  return rows[0];
}

/** A report wherever it lies: for what is verified by its code. */
export async function pairForVerify(db: Db, id: string): Promise<PairRecord | undefined> {
  const { rows } = await sql<PairRecord>`select ${PAIR} from ${FROM} where p.id = ${id}`.execute(db);
  return rows[0];
}

export interface NewPair {
  orgId: string;
  orgCode: string;
  communityId: string;
  contact: string;
  phone: string;
  posts: string[];
  offers: string;
  askedBy: string;
  askedName: string;
}

/** Writes a report that waits; the unique index refuses a second one to the same community. */
export async function insertPair(db: Db, one: NewPair): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into sbd_pair (org_id, org_code, community_id, contact, phone, posts, offers, asked_by, asked_name, created_by, updated_by)
    values (${one.orgId}, ${one.orgCode}, ${one.communityId}, ${one.contact}, ${one.phone}, ${one.posts}::text[], ${one.offers},
            ${one.askedBy}, ${one.askedName}, ${one.askedName}, ${one.askedName})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes columns of a report and counts the version up; answers the new one. */
export async function setPair(db: Db, id: string, columns: Record<string, unknown>, by: string): Promise<number> {
  const sets = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { rows } = await sql<{ version: number }>`
    update sbd_pair set ${sql.join([...sets, sql`version = version + 1, updated_at = now(), updated_by = ${by}`])}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** An organisation of the scope, held; no node of the tree that is none. */
export async function findHome(db: Db, scope: Scope, id: string) {
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select o.id, o.code, o.name from organisation o
     where o.id = ${id} and ${within(scope, 'o.code')} and o.deleted_at is null and o.type not in (28, 29) for share of o`.execute(
    db,
  );
  return rows[0];
}
