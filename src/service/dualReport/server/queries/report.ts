import { type RawBuilder, sql } from 'kysely';
import { ROLE } from '#kernel/session/contract.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { queryGrams } from '#platform/server/database/nameSearch.ts';
import { peopleWithin, type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { ANSWER_DAYS, COMMUNITY_NATURES, type Reporter, type ReportStatus } from '../../rules.ts';

/** A report with the person, the branch and the community. */
export interface ReportRecord {
  id: string;
  memberId: string;
  name: string;
  phone: string;
  workUnit: string;
  homeId: string;
  homeCode: string;
  homeName: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  status: ReportStatus;
  residence: string;
  quarter: string;
  posts: string[];
  skills: string;
  times: number[];
  source: 1 | 2;
  askedBy: string | null;
  askedName: string;
  askedOn: string;
  decidedOn: string | null;
  decidedName: string;
  reason: string;
  endedOn: string | null;
  endNote: string;
  livingAt: string;
  version: number;
  waits: number;
  today: string;
}

const ASKED_ON = sql<string>`(r.created_at at time zone 'Asia/Shanghai')::date`;
const REPORT = sql`r.id, r.member_id as "memberId", m.name, coalesce(m.phone_mask, '') as phone, m.work_unit as "workUnit",
  h.id as "homeId", h.code as "homeCode", h.name as "homeName", r.org_id as "orgId", r.org_code as "orgCode", o.name as "orgName",
  r.status, r.residence, r.quarter, r.posts, r.skills, r.times, r.source, r.asked_by as "askedBy", r.asked_name as "askedName",
  ${ASKED_ON} as "askedOn", r.decided_on as "decidedOn", r.decided_name as "decidedName", r.reason, r.ended_on as "endedOn",
  r.end_note as "endNote", r.version, ${dbToday} - ${ASKED_ON} as waits, ${dbToday} as today,
  coalesce((select p.name from sbd_report l join organisation p on p.id = l.org_id
             where l.member_id = r.member_id and l.status = 1 and r.status = 0), '') as "livingAt"`;
const FROM = sql`sbd_report r join member m on m.id = r.member_id join organisation h on h.id = m.org_id
  join organisation o on o.id = r.org_id`;

/** Reports that came to a community of the scope. */
const cameTo = (scope: Scope) =>
  scope.memberId === null
    ? within(scope, 'r.org_code')
    : sql<boolean>`(${within(scope, 'r.org_code')} and r.member_id = ${scope.memberId})`;

/** Reports of people of the scope, wherever they went; the branch is that of now. */
const wentFrom = (scope: Scope) => peopleWithin(scope, 'm');

/** What of reports `r` with their people `m` the scope meets, at one end or at either. Each end is found by its own index. */
export const isVisibleReport = (scope: Scope, side: 'in' | 'out' | null): RawBuilder<boolean> => {
  if (side === 'in') return cameTo(scope);
  if (side === 'out') return wentFrom(scope);
  return sql<boolean>`r.id in (select r.id from sbd_report r where ${cameTo(scope)}
    union all select r.id from member m join sbd_report r on r.member_id = m.id where ${wentFrom(scope)})`;
};

/** A report that the scope meets at either end; `lock`: held until the transaction ends. */
export async function findReport(db: Db, scope: Scope, id: string, lock = false): Promise<ReportRecord | undefined> {
  const { rows } = await sql<ReportRecord>`
    select ${REPORT} from ${FROM}
     where r.id = ${id} and (${cameTo(scope)} or ${wentFrom(scope)}) and m.deleted_at is null and o.deleted_at is null
     ${lock ? sql`for update of r` : sql``}`.execute(db);
  return rows[0];
}

/** A report wherever it lies, deleted people included: for what is verified by its code. */
export async function reportForVerify(db: Db, id: string): Promise<ReportRecord | undefined> {
  const { rows } = await sql<ReportRecord>`select ${REPORT} from ${FROM} where r.id = ${id}`.execute(db);
  return rows[0];
}

/** The reports of a person, the newest first; with `status` those alone, locked. */
export async function reportsOf(db: Db, memberId: string, status?: ReportStatus): Promise<ReportRecord[]> {
  const which = status === undefined ? sql`` : sql`and r.status = ${status}`;
  const { rows } = await sql<ReportRecord>`
    select ${REPORT} from ${FROM} where r.member_id = ${memberId} ${which} and m.deleted_at is null
     order by r.id desc limit 50 ${status === undefined ? sql`` : sql`for update of r`}`.execute(db);
  return rows;
}

export interface NewReport {
  memberId: string;
  orgId: string;
  orgCode: string;
  residence: string;
  quarter: string;
  posts: string[];
  skills: string;
  times: number[];
  source: 1 | 2;
  askedBy: string;
  askedName: string;
}

/** Writes a report that waits; the unique index refuses a second one of the same person. */
export async function insertReport(db: Db, one: NewReport): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into sbd_report (member_id, org_id, org_code, residence, quarter, posts, skills, times, source, asked_by, asked_name,
                            created_by, updated_by)
    values (${one.memberId}, ${one.orgId}, ${one.orgCode}, ${one.residence}, ${one.quarter}, ${one.posts}::text[], ${one.skills},
            ${one.times}::smallint[], ${one.source}, ${one.askedBy}, ${one.askedName}, ${one.askedName}, ${one.askedName})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes columns of a report and counts the version up; answers the new one. */
export async function setReport(db: Db, id: string, columns: Record<string, unknown>, by: string): Promise<number> {
  const sets = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { rows } = await sql<{ version: number }>`
    update sbd_report set ${sql.join([...sets, sql`version = version + 1, updated_at = now(), updated_by = ${by}`])}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export type Person = Omit<Reporter, 'occupationName'> & {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  residence: string;
};

/** Somebody of the scope as the rules look at them, held; undefined where the scope does not reach them. */
export async function findPerson(db: Db, scope: Scope, memberId: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select m.id, m.name, m.org_id as "orgId", m.org_code as "orgCode", o.name as "orgName", m.residence,
           m.person_category as category, m.membership_status as status, m.occupation
      from member m join organisation o on o.id = m.org_id
     where m.id = ${memberId} and m.deleted_at is null and ${peopleWithin(scope, 'm')} for no key update of m`.execute(
    db,
  );
  return rows[0];
}

/**
 * An organisation `o` receives reports: it was said of it, or it has a unit of one of these natures (dictionary 0011).
 * @param natures those of communities for people, with towns and streets for organisations
 */
export const receivesReports = (natures: readonly string[] = COMMUNITY_NATURES) => sql<boolean>`
  (o.deleted_at is null and o.type not in (28, 29) and coalesce((select s.receives from sbd_receiver s where s.org_id = o.id),
    exists (select from unit u where u.org_id = o.id and u.deleted_at is null and u.nature = any(${natures}::text[]))))`;

export interface Receiver {
  id: string;
  code: string;
  name: string;
  above: string;
}

/** Organisations of the platform that receive, by a part of their name. */
export async function receiversNamed(
  db: Db,
  name: string,
  natures: readonly string[],
  limit: number,
): Promise<Receiver[]> {
  const named =
    name === '' ? sql`` : sql`and o.name_grams @> ${queryGrams(name)}::text[] and ${textHolds(sql`o.name`, name)}`;
  const { rows } = await sql<Receiver>`
    select o.id, o.code, o.name, coalesce(p.name, '') as above from organisation o left join organisation p on p.id = o.parent_id
     where ${receivesReports(natures)} ${named} order by length(o.name), o.code limit ${limit}`.execute(db);
  return rows;
}

/** An organisation that receives; undefined where it does not. `lock`: it stays until the transaction ends. */
export async function findReceiver(
  db: Db,
  id: string,
  natures: readonly string[] = COMMUNITY_NATURES,
  lock = false,
): Promise<Receiver | undefined> {
  const { rows } = await sql<Receiver>`
    select o.id, o.code, o.name, coalesce(p.name, '') as above from organisation o left join organisation p on p.id = o.parent_id
     where o.id = ${id} and ${receivesReports(natures)} ${lock ? sql`for share of o` : sql``}`.execute(db);
  return rows[0];
}

/** The account of a person that is in use, and the accounts of the workers of the branch: who is told of what the community did. */
export async function toldOf(db: Db, memberId: string, orgId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from account where member_id = ${memberId} and enabled
    union
    select g.account_id from usable_grant g join account a on a.id = g.account_id and a.enabled
     where g.org_id = ${orgId} and g.role_id = ${ROLE.worker}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The accounts in use of an organisation's party workers. */
export async function workersOf(db: Db, orgId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct g.account_id as id from usable_grant g join account a on a.id = g.account_id and a.enabled
     where g.org_id = ${orgId} and g.role_id = ${ROLE.worker}`.execute(db);
  return rows.map(({ id }) => id);
}

/** A report `r` has waited too long. */
export const LATE = sql<boolean>`(r.status = 0 and ${dbToday} - ${ASKED_ON} > ${ANSWER_DAYS}::int)`;
