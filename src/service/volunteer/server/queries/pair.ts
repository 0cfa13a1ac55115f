import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { Difficulty, PairKind, PairState, PairView } from '#service/volunteer/rules.pair.ts';
import { EXPIRING_DAYS, IDLE_DAYS } from '#service/volunteer/rules.pair.ts';
import { dayOf } from './activity.ts';

/** A pair with its two ends. */
export interface PairRecord {
  id: string;
  kind: PairKind;
  orgId: string;
  orgCode: string;
  orgName: string;
  otherId: string;
  otherCode: string;
  otherName: string;
  memberId: string | null;
  memberName: string;
  personName: string;
  difficulty: Difficulty | null;
  state: PairState;
  content: string;
  contact: string;
  contactPhone: string;
  address: string;
  household: number | null;
  idCard: string;
  phone: string;
  fromOn: string;
  toOn: string;
  visits: number;
  lastVisitOn: string | null;
  askedBy: string | null;
  askedName: string;
  askedOn: string;
  decidedOn: string | null;
  decidedName: string;
  reason: string;
  endedOn: string | null;
  endNote: string;
  version: number;
  today: string;
  isIdle: boolean;
  isExpiring: boolean;
}

const IDLE = sql<boolean>`(p.state = 1 and coalesce(p.last_visit_on, p.decided_on, p.from_on) < ${dbToday} - ${IDLE_DAYS}::int)`;
const EXPIRING = sql<boolean>`(p.state = 1 and p.to_on <= ${dbToday} + ${EXPIRING_DAYS}::int)`;
const PAIR = sql`p.id, p.kind, h.id as "orgId", h.code as "orgCode", h.name as "orgName", c.id as "otherId", c.code as "otherCode",
  c.name as "otherName", p.member_id as "memberId", coalesce(m.name, '') as "memberName", p.person_name as "personName", p.difficulty,
  p.state, p.content, p.contact, p.contact_phone as "contactPhone", p.address, p.household, coalesce(p.id_card_mask, '') as "idCard",
  coalesce(p.phone_mask, '') as phone, p.from_on as "fromOn", p.to_on as "toOn", p.visits, p.last_visit_on as "lastVisitOn",
  p.asked_by as "askedBy", p.asked_name as "askedName", ${dayOf('p.created_at')} as "askedOn", p.decided_on as "decidedOn",
  p.decided_name as "decidedName", p.reason, p.ended_on as "endedOn", p.end_note as "endNote", p.version, ${dbToday} as today,
  ${IDLE} as "isIdle", ${EXPIRING} as "isExpiring"`;
const FROM = sql`service_pair p join organisation h on h.id = p.org_id join organisation c on c.id = p.other_id
  left join member m on m.id = p.member_id`;

/** Pairs `p` that the scope meets at either end; nobody without office stands for an organisation. */
const seen = (scope: Scope): RawBuilder<boolean> =>
  scope.memberId !== null
    ? sql<boolean>`false`
    : sql<boolean>`(p.id in (select x.id from service_pair x where ${within(scope, 'x.org_code')}
        union all select x.id from service_pair x join organisation o on o.id = x.other_id where ${within(scope, 'o.code')}))`;

export interface PairFilter {
  view: PairView | null;
  kind: number | null;
  difficulty: number | null;
  /** Asked for by organisations of the scope alone; else at either end. */
  ownSide: boolean;
  name: string;
}

const OF_VIEW: Readonly<Record<PairView, RawBuilder<boolean>>> = {
  waiting: sql<boolean>`(p.state = 0)`,
  paired: sql<boolean>`(p.state = 1)`,
  idle: IDLE,
  expiring: EXPIRING,
  returned: sql<boolean>`(p.state = 2)`,
  ended: sql<boolean>`(p.state in (3, 4))`,
};

const matching = (scope: Scope, filter: PairFilter) => {
  const parts: RawBuilder<unknown>[] = [filter.ownSide ? within(scope, 'p.org_code') : seen(scope)];
  if (scope.memberId !== null) parts.push(sql`false`);
  if (filter.view !== null) parts.push(OF_VIEW[filter.view]);
  if (filter.kind !== null) parts.push(sql`p.kind = ${filter.kind}`);
  if (filter.difficulty !== null) parts.push(sql`p.difficulty = ${filter.difficulty}`);
  if (filter.name) {
    parts.push(sql`(${textHolds(sql`h.name`, filter.name)} or ${textHolds(sql`c.name`, filter.name)}
      or ${textHolds(sql`p.person_name`, filter.name)} or ${textHolds(sql`coalesce(m.name, '')`, filter.name)})`);
  }
  return sql`${FROM} where ${sql.join(parts, sql` and `)}`;
};

/** A page of pairs: the longest waiting first, then what was asked last. */
export async function pageOfPairs(db: Db, scope: Scope, filter: PairFilter, limit: number, offset: number) {
  const from = matching(scope, filter);
  const [page, total] = await Promise.all([
    sql<PairRecord>`
      select ${PAIR} from ${from}
       order by p.state <> 0, case when p.state = 0 then p.id end, p.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

export type PairCounts = Record<PairView | 'all' | 'visited', number>;

/** How many each view holds under the other filters, and the visits of this year. */
export async function countPairs(db: Db, scope: Scope, filter: PairFilter): Promise<PairCounts> {
  const counted = Object.entries(OF_VIEW).map(
    ([view, is]) => sql`(count(*) filter (where ${is}))::int as ${sql.ref(view)}`,
  );
  const { rows } = await sql<PairCounts>`
    select count(*)::int as all, ${sql.join(counted)},
           coalesce(sum((select count(*) from service_visit v where v.pair_id = p.id and v.struck_at is null
                           and v.visited_on >= date_trunc('year', ${dbToday})::date)), 0)::int as visited
      from ${matching(scope, { ...filter, view: null })}`.execute(db);
  return rows[0] ?? { all: 0, waiting: 0, paired: 0, idle: 0, expiring: 0, returned: 0, ended: 0, visited: 0 };
}

/** A pair that the scope meets; `lock`: held until the transaction ends. */
export async function findPair(db: Db, scope: Scope, id: string, lock = false): Promise<PairRecord | undefined> {
  const { rows } = await sql<PairRecord>`
    select ${PAIR} from ${FROM}
     where p.id = ${id} and ${seen(scope)} and h.deleted_at is null and c.deleted_at is null
     ${lock ? sql`for no key update of p` : sql``}`.execute(db);
  return rows[0];
}

/** The number that the next pair will have: its numbers are encrypted for it. */
export async function nextPairId(db: Db): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`select nextval(pg_get_serial_sequence('service_pair', 'id')) as id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes a pair that waits; a unique index refuses a second one of the same two. */
export async function insertPair(db: Db, columns: Record<string, unknown>, by: string): Promise<void> {
  const all = { ...columns, created_by: by, updated_by: by };
  await sql`insert into service_pair (${sql.join(Object.keys(all).map((name) => sql.ref(name)))})
            values (${sql.join(Object.values(all).map((value) => sql`${value}`))})`.execute(db);
}

/** Writes columns of a pair; answers its new version. */
export async function setPair(db: Db, id: string, columns: Record<string, unknown>, by: string): Promise<number> {
  const sets = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { rows } = await sql<{ version: number }>`
    update service_pair set ${sql.join([...sets, sql`version = version + 1, updated_at = now(), updated_by = ${by}`])}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** A number of a pair as it was encrypted. */
export async function encryptedOf(db: Db, id: string, field: 'idCard' | 'phone'): Promise<Buffer | null> {
  const column = field === 'idCard' ? 'id_card_enc' : 'phone_enc';
  const { rows } = await sql<{ value: Buffer | null }>`
    select ${sql.ref(column)} as value from service_pair where id = ${id}`.execute(db);
  return rows[0]?.value ?? null;
}

export interface VisitRecord {
  id: string;
  visitedOn: string;
  content: string;
  people: string;
  orgId: string;
  orgName: string;
  createdBy: string;
  isStruck: boolean;
  strikeReason: string;
  struckBy: string;
  files: string[];
}

/** What was done of a pair, the last first. */
export async function visitsOf(db: Db, pairId: string): Promise<VisitRecord[]> {
  const { rows } = await sql<VisitRecord>`
    select v.id, v.visited_on as "visitedOn", v.content, v.people, v.org_id as "orgId", o.name as "orgName",
           v.created_by as "createdBy", v.struck_at is not null as "isStruck", v.strike_reason as "strikeReason",
           v.struck_by as "struckBy", v.files
      from service_visit v join organisation o on o.id = v.org_id
     where v.pair_id = ${pairId} order by v.visited_on desc, v.id desc limit 500`.execute(db);
  return rows;
}

/** Writes a visit; answers its id. */
export async function insertVisit(
  db: Db,
  of: { pairId: string; visitedOn: string; content: string; people: string; orgId: string; by: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into service_visit (pair_id, visited_on, content, people, org_id, created_by)
    values (${of.pairId}, ${of.visitedOn}, ${of.content}, ${of.people}, ${of.orgId}, ${of.by}) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}

/** Gives a visit its files. */
export const setVisitFiles = (db: Db, id: string, files: readonly string[]) =>
  sql`update service_visit set files = ${files}::text[] where id = ${id}`.execute(db);

/** Strikes a visit of a pair out; false: there is none that stands. */
export async function strikeVisit(db: Db, pairId: string, id: string, reason: string, by: string): Promise<boolean> {
  const { rows } = await sql`
    update service_visit set struck_at = now(), struck_by = ${by}, strike_reason = ${reason}
     where id = ${id} and pair_id = ${pairId} and struck_at is null returning id`.execute(db);
  return rows.length > 0;
}

/** The pair that a visit is of. */
export async function pairOfVisit(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select pair_id as id from service_visit where id = ${id}`.execute(db);
  return rows[0]?.id;
}
