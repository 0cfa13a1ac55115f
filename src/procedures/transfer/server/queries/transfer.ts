import { type RawBuilder, sql } from 'kysely';
import type { Session } from '#platform/server/context.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { crossingLengths, type Scope, within, workerScope } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { OF_PLACES, type PlaceView, type View } from '#procedures/transfer/contract.ts';
import type { Finding } from '#procedures/transfer/rules/checks.ts';
import { type Kind, RECEIPT_MONTHS, SOON_DAYS, type Status } from '#procedures/transfer/rules.ts';

/** A transfer with the person that it is of. Days `YYYY-MM-DD`. */
export interface TransferRecord {
  id: string;
  memberId: string | null;
  name: string;
  gender: number;
  birthDate: string | null;
  nation: string;
  category: number;
  idCardMask: string | null;
  phoneMask: string | null;
  workUnit: string;
  admissionDate: string | null;
  conversionDate: string | null;
  kind: Kind;
  status: Status;
  atSeq: number;
  fromOrgId: string | null;
  fromName: string;
  toOrgId: string | null;
  toName: string;
  outsideName: string;
  outsideBranch: string;
  waitsFor: string;
  prefix: string | null;
  year: number | null;
  serial: number | null;
  /** The number of the letter that was brought on paper or by its code; empty: none. */
  paperNo: string;
  dueOn: string | null;
  daysLeft: number | null;
  reason: string;
  appliedBy: string | null;
  appliedName: string;
  byPerson: boolean;
  onTheSpot: boolean;
  checks: Finding[];
  returnedFor: string;
  undoesId: string | null;
  undoneById: string | null;
  submittedOn: string | null;
  completedOn: string | null;
  version: number;
  today: string;
}

/** Of whom 待办 and 审批记录 are asked. */
type Asker = Pick<Session, 'accountId' | 'orgId'>;

const OUTSIDE = sql`trim(t.outside_name || ' ' || t.outside_branch)`;
const COLUMNS = sql`t.id, t.member_id as "memberId", coalesce(m.name, '') as name, coalesce(m.gender, 0) as gender,
  m.birth_date as "birthDate", coalesce(m.nation, '') as nation, coalesce(m.person_category, 1) as category,
  m.id_card_mask as "idCardMask", m.phone_mask as "phoneMask", coalesce(m.work_unit, '') as "workUnit",
  m.admission_date as "admissionDate", m.conversion_date as "conversionDate", t.kind, t.status, t.at_seq as "atSeq",
  t.from_org_id as "fromOrgId", coalesce(f.name, ${OUTSIDE}) as "fromName", t.to_org_id as "toOrgId",
  coalesce(g.name, ${OUTSIDE}) as "toName", t.outside_name as "outsideName", t.outside_branch as "outsideBranch",
  coalesce(h.org_name, '') as "waitsFor", l.prefix, l.year, l.serial, coalesce(pa.letter_no, '') as "paperNo", t.due_on as "dueOn", t.due_on - ${dbToday} as "daysLeft",
  t.reason, t.applied_by as "appliedBy", t.applied_name as "appliedName", t.by_person as "byPerson",
  t.on_the_spot as "onTheSpot", t.checks, t.returned_for as "returnedFor", t.undoes_id as "undoesId",
  t.undone_by_id as "undoneById", (t.submitted_at at time zone 'Asia/Shanghai')::date as "submittedOn",
  t.completed_on as "completedOn", t.version, ${dbToday} as today`;
const FROM = sql`relation_transfer t left join member m on m.id = t.member_id
  left join organisation f on f.id = t.from_org_id left join organisation g on g.id = t.to_org_id
  left join relation_hop h on h.transfer_id = t.id and h.seq = t.at_seq
  left join relation_letter l on l.transfer_id = t.id and l.voided_at is null
  left join relation_arrival pa on pa.transfer_id = t.id`;

/** Statuses in which somebody has something to do, and those in which a person has left or come; partial indexes name them alike. */
const RUNNING = sql`t.status in (0, 1, 2, 3, 4, 5, 7, 8)`;
const OVER = sql`t.status in (5, 6)`;

/** The letter went outside, and a month later (`RECEIPT_MONTHS`) no receipt has come. @param issuedOn the day of the letter of `t` */
export const withoutReceipt = (issuedOn: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (t.status = 2 and t.to_org_id is null and (${issuedOn} + make_interval(months => ${RECEIPT_MONTHS}))::date < ${dbToday})`;

/** Whoever has an organisation of the way in scope sees it; a person without office the own ones. */
export const isVisibleTransfer = (scope: Scope): RawBuilder<boolean> =>
  scope.memberId === null
    ? sql<boolean>`(coalesce(${within(scope, 't.from_code')}, false) or coalesce(${within(scope, 't.to_code')}, false)
        or exists (select from relation_hop v where v.transfer_id = t.id and ${within(scope, 'v.org_code')}))`
    : sql<boolean>`t.member_id = ${scope.memberId}`;

/** Organisations in whose name somebody decides by 审批委托, beside the session's own. */
const deputyOf = (accountId: string) => sql`
  select g.org_id from workflow_delegation d join usable_grant g on g.id = d.grant_id
   where d.to_account_id = ${accountId} and d.ended_at is null and d.until >= ${dbToday}`;

/** Hops at which the session acts: its own committee's, and the branches of its scope. */
const mine = (scope: Scope, session: Asker) => sql`
  select w.transfer_id from relation_hop w where w.state = 'waiting' and w.org_id = ${session.orgId}
  union all
  select w.transfer_id from relation_hop w where w.state = 'waiting' and w.org_id in (${deputyOf(session.accountId)})
  union all
  select w.transfer_id from relation_hop w where w.state = 'waiting' and not w.decides and ${within(scope, 'w.org_code')}`;

/** Of which organisations one counts: the session's scope, or an organisation with those below it. */
export interface Area {
  holds: (column: string) => RawBuilder<boolean>;
  /** One end of `t` lies in it and the other one does not, if one end does. */
  crosses: RawBuilder<boolean>;
  /** The organisation at its head. */
  headId: RawBuilder<unknown>;
}

const crossing = (scope: Scope) => sql<boolean>`t.shared = any(${crossingLengths(scope)}::smallint[])`;

const ownArea = (scope: Scope, session: Asker): Area => ({
  holds: (column) => within(scope, column),
  crosses: crossing(scope),
  headId: sql`${session.orgId}`,
});

/** The organisation of this code with those below it. */
export const areaAt = (code: string): Area => {
  const scope = workerScope(code);
  return {
    holds: (column) => within(scope, column),
    crosses: crossing(scope),
    headId: sql`(select id from organisation where code = ${code})`,
  };
};

/** Left the place, or came into it: this end lies there and the other one does not; or the end is the organisation at its head. */
const crossed = ({ holds, crosses, headId }: Area, here: 'from' | 'to') => sql`
  ((${crosses} and ${holds(`t.${here}_code`)}) or ${sql.ref(`t.${here}_org_id`)} = ${headId})`;

const viewOf = (view: View, scope: Scope, session: Asker, place = ownArea(scope, session)): RawBuilder<unknown> => {
  const isPerson = scope.memberId !== null;
  switch (view) {
    case 'todo':
      return isPerson
        ? sql`t.status in (0, 8)`
        : sql`t.id in (${mine(scope, session)}
            union all
            select d.id from relation_transfer d where d.status in (0, 7, 8) and ${within(scope, 'd.from_code')}
            union all
            select r.id from relation_transfer r where r.status = 5 and ${within(scope, 'r.to_code')})`;
    case 'open':
      return RUNNING;
    case 'soon':
      return sql`t.status in (1, 2, 3, 4, 5) and t.due_on <= ${dbToday} + ${SOON_DAYS}::int`;
    // The letter has expired, or the person is nowhere taken in though it has; or no receipt came.
    case 'pocket':
      return sql`(t.status in (2, 3, 4, 7) and (t.status = 7 or (t.status in (3, 4) and t.due_on < ${dbToday})
        or (t.status = 2 and exists (select from relation_letter p
             where p.transfer_id = t.id and p.voided_at is null and ${withoutReceipt(sql`p.issued_on`)}))))`;
    case 'out':
      return sql`${OVER} and t.from_org_id is not null ${isPerson ? sql`` : sql`and ${crossed(place, 'from')}`}`;
    case 'in':
      return sql`${OVER} and t.to_org_id is not null ${isPerson ? sql`` : sql`and ${crossed(place, 'to')}`}`;
    case 'mine':
      return sql`t.id in (select e.transfer_id from relation_event e where e.account_id = ${session.accountId}
        and e.act in ('agree', 'return', 'accept', 'issue', 'reissue', 'receipt', 'undo'))`;
  }
};

export interface TransferFilter {
  view: View;
  /** One organisation with those below it; null: the whole scope. */
  below: Area | null;
  name: string | null;
  kind: string | null;
  status: number | null;
}

function where(scope: Scope, session: Asker, filter: TransferFilter) {
  const gone = sql`exists (select from member d where d.id = t.member_id and d.deleted_at is not null)`;
  const below = filter.below ?? undefined;
  const parts: RawBuilder<unknown>[] = [
    viewOf(filter.view, scope, session, below),
    isVisibleTransfer(scope),
    sql`not ${gone}`,
  ];
  // What is over stands where it left or came to, which the view says itself.
  if (below && filter.view !== 'out' && filter.view !== 'in')
    parts.push(sql`exists (select from relation_hop b where b.transfer_id = t.id and ${below.holds('b.org_code')})`);
  if (filter.name)
    parts.push(sql`exists (select from member n where n.id = t.member_id and ${textHolds(sql`n.name`, filter.name)})`);
  if (filter.kind) parts.push(sql`t.kind = ${filter.kind}`);
  if (filter.status !== null) parts.push(sql`t.status = ${filter.status}`);
  return sql.join(parts, sql` and `);
}

/** The order of work: overdue first, then by the day, then the longest waiting; history the newest first. */
const orderOf = (view: View) =>
  view === 'out' || view === 'in' || view === 'mine'
    ? sql`t.completed_on desc nulls first, t.id desc`
    : sql`t.due_on asc nulls last, t.moved_at, t.id`;

export async function pageOfTransfers(
  db: Db,
  scope: Scope,
  session: Asker,
  filter: TransferFilter,
  limit: number,
  offset: number,
) {
  const condition = where(scope, session, filter);
  const order = orderOf(filter.view);
  const [page, total] = await Promise.all([
    sql<TransferRecord>`
      with page as materialized (
        select t.id from relation_transfer t where ${condition} order by ${order} limit ${limit} offset ${offset})
      select ${COLUMNS} from ${FROM} where t.id in (select id from page) order by ${order}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from relation_transfer t where ${condition}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

const COUNTED: readonly View[] = ['todo', 'open', 'soon', 'out', 'in', 'mine'];

type PlaceCounts = Record<PlaceView, number>;

const countOf = (scope: Scope, session: Asker, view: View, below: Area | null) => {
  const filter = { view, below, name: null, kind: null, status: null };
  return sql`(select count(*)::int from relation_transfer t where ${where(scope, session, filter)}) as ${sql.ref(view)}`;
};

/** How many stand in each view. */
export async function countViews(db: Db, scope: Scope, session: Asker, below: TransferFilter['below']) {
  const counts = COUNTED.map((view) => countOf(scope, session, view, below));
  const { rows } = await sql<Record<View, number>>`select ${sql.join(counts)}`.execute(db);
  return rows[0] ?? ({} as Record<View, number>);
}

/** How many stand in each view that is of organisations, at one of them. */
export async function countAt(db: Db, scope: Scope, session: Asker, code: string) {
  const counts = OF_PLACES.map((view) => countOf(scope, session, view, areaAt(code)));
  const { rows } = await sql<PlaceCounts>`select ${sql.join(counts)}`.execute(db);
  return rows[0];
}

/**
 * How many of a view stand at each of some organisations of one level below another one: what runs, at each whose office it
 * passes; what is over, at the end that it left or came to.
 */
function countAtEach(scope: Scope, session: Asker, view: PlaceView, above: string, places: readonly Place[]) {
  const long = places[0]?.code.length ?? 0;
  const below = workerScope(above);
  const gone = sql`exists (select from member d where d.id = t.member_id and d.deleted_at is not null)`;
  if (view === 'out' || view === 'in') {
    const end = view === 'out' ? 'from' : 'to';
    const code = sql.ref(`t.${end}_code`);
    return sql`
      select ${view} as view, left(${code}, ${long}) as code, count(*)::int as n from relation_transfer t
       where ${OVER} and (t.shared < ${long} or ${sql.ref(`t.${end}_org_id`)} = any(${places.map(({ id }) => id)}::bigint[]))
         and ${within(below, `t.${end}_code`)} and ${isVisibleTransfer(scope)} and not ${gone} group by 2`;
  }
  // The few that run, and each one's offices by its own index: of all offices a city has a million.
  return sql`
    select ${view} as view, at.code, count(*)::int as n
      from (select t.id from relation_transfer t where ${viewOf(view, scope, session)} and ${isVisibleTransfer(scope)} and not ${gone} offset 0) t
     cross join lateral (select distinct left(b.org_code, ${long}) as code
                           from (select h.org_code from relation_hop h where h.transfer_id = t.id offset 0) b
                          where ${within(below, 'b.org_code')}) at
     group by 2`;
}

interface Place {
  id: string;
  code: string;
  name: string;
  isLeaf: boolean;
}

/** The organisations directly below one, or itself where nothing is, each with the numbers of its whole subtree. */
export async function pageOfPlaces(db: Db, scope: Scope, session: Asker, code: string, limit: number, offset: number) {
  const below = sql`
    select o.id, o.code, o.name, o.sort from organisation o
     where ${within(scope, 'o.code')} and o.deleted_at is null and o.parent_id = (select id from organisation where code = ${code})`;
  const shown = sql`
    ${below} union all
    select o.id, o.code, o.name, o.sort from organisation o
     where o.code = ${code} and ${within(scope, 'o.code')} and not exists (${below})`;
  const [page, total] = await Promise.all([
    sql<Place>`
      select o.id::text as id, o.code, o.name,
             not exists (select from organisation c where c.parent_id = o.id and c.deleted_at is null) as "isLeaf"
        from (${shown}) o order by o.sort, o.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from (${shown}) s`.execute(db),
  ]);
  const places = page.rows;
  const counts = OF_PLACES.map((view) => countAtEach(scope, session, view, code, places));
  const { rows: found } = await sql<{ view: PlaceView; code: string; n: number }>`
    ${sql.join(counts, sql` union all `)}`.execute(db);
  const numbers = new Map(found.map((row) => [`${row.view} ${row.code}`, row.n]));
  const rows = places.map((place) => ({
    ...place,
    ...(Object.fromEntries(OF_PLACES.map((view) => [view, numbers.get(`${view} ${place.code}`) ?? 0])) as PlaceCounts),
  }));
  return { rows, total: total.rows[0]?.n ?? 0 };
}

/** The next one of a view after this one, in the view's own order. */
export async function nextOf(db: Db, scope: Scope, session: Asker, view: View, id: string): Promise<string | null> {
  // Put in order first, and then looked at one by one until one is visible: the first nearly always is.
  const { rows } = await sql<{ id: string }>`
    select t.id
      from (select t.id, t.member_id, t.from_code, t.to_code, t.due_on, t.moved_at, t.completed_on from relation_transfer t
             where ${viewOf(view, scope, session)} and t.id <> ${id} order by ${orderOf(view)} offset 0) t
     where ${isVisibleTransfer(scope)} and not exists (select from member d where d.id = t.member_id and d.deleted_at is not null)
     order by ${orderOf(view)} limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** A transfer that the scope may see; `lock` holds it for this transaction. */
export async function findTransfer(
  db: Db,
  scope: Scope,
  id: string,
  lock = false,
): Promise<TransferRecord | undefined> {
  const { rows } = await sql<TransferRecord>`
    select ${COLUMNS} from ${FROM} where t.id = ${id} and m.deleted_at is null and ${isVisibleTransfer(scope)} ${lock ? sql`for update of t` : sql``}`.execute(
    db,
  );
  return rows[0];
}

export interface HopRecord {
  seq: number;
  orgId: string | null;
  orgCode: string | null;
  orgName: string;
  role: 'send' | 'relay' | 'receive';
  decides: boolean;
  state: 'none' | 'waiting' | 'passed' | 'returned';
  contact: string;
  phone: string;
  since: Date | null;
  operator: string;
  accountId: string | null;
  doneAt: Date | null;
  opinion: string;
  urgedAt: Date | null;
  /** The session's account stands in by 审批委托. */
  isDeputy: boolean;
}

export async function hopsOf(db: Db, transferId: string, accountId: string): Promise<HopRecord[]> {
  const { rows } = await sql<HopRecord>`
    select h.seq, h.org_id as "orgId", h.org_code as "orgCode", coalesce(o.name, h.org_name) as "orgName", h.role, h.decides,
           h.state, coalesce(o.contact, '') as contact, coalesce(o.contact_phone, '') as phone, h.since, h.operator,
           h.account_id as "accountId", h.done_at as "doneAt", h.opinion, h.urged_at as "urgedAt",
           coalesce(h.org_id in (${deputyOf(accountId)}), false) as "isDeputy"
      from relation_hop h left join organisation o on o.id = h.org_id
     where h.transfer_id = ${transferId} order by h.seq`.execute(db);
  return rows;
}

export interface EventRecord {
  id: string;
  at: Date;
  act: string;
  before: number | null;
  after: number;
  orgName: string;
  operator: string;
  note: string;
}

export async function eventsOf(db: Db, transferId: string): Promise<EventRecord[]> {
  const { rows } = await sql<EventRecord>`
    select id, at, act, before, after, org_name as "orgName", operator, note from relation_event
     where transfer_id = ${transferId} order by id desc`.execute(db);
  return rows;
}
