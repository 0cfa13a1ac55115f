import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope } from '#platform/server/database/scope.ts';
import { standardInMonth } from './bills.ts';

export interface Payer {
  id: string;
  name: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  category: number;
  status: number;
  admissionDate: string | null;
}

/** A person of the scope; `lock` lets one at a time change what the person owes. */
export async function findPayer(db: Db, scope: Scope, id: string, lock = false): Promise<Payer | undefined> {
  const { rows } = await sql<Payer>`
    select member.id, member.name, o.id as "orgId", o.code as "orgCode", o.name as "orgName",
           member.person_category as category, member.membership_status as status, member.admission_date::text as "admissionDate"
      from member join organisation o on o.id = member.org_id
     where member.id = ${id} and member.deleted_at is null and ${peopleWithin(scope)}
     ${lock ? sql`for update of member` : sql``}`.execute(db);
  return rows[0];
}

export interface StandardRecord {
  id: string;
  memberId: string;
  fromMonth: string;
  payer: number;
  encrypted: Buffer;
  amount: string;
  keeps: boolean;
  reason: string;
  version: number;
  updatedBy: string;
  updatedAt: Date;
}

/** The standards of a person, the newest first. */
export async function standardsOf(db: Db, memberId: string): Promise<StandardRecord[]> {
  const { rows } = await sql<StandardRecord>`
    select id, member_id as "memberId", from_month as "fromMonth", payer, base_enc as encrypted, amount::text as amount, keeps, reason,
           version, updated_by as "updatedBy", updated_at as "updatedAt"
      from dues_standard where member_id = ${memberId} order by from_month desc`.execute(db);
  return rows;
}

/** An id for a standard that is about to be written: its income is encrypted for it. */
export async function nextStandardId(db: Db): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`select nextval(pg_get_serial_sequence('dues_standard', 'id'))::text as id`.execute(db);
  return rows[0]?.id ?? '';
}

export interface StandardFields {
  id: string;
  memberId: string;
  fromMonth: string;
  payer: number;
  encrypted: Buffer;
  amount: number;
  rate: number | null;
  keeps: boolean;
  reason: string;
  by: string;
}

/** Writes a standard, or the one of the same person and month anew. */
export async function writeStandard(db: Db, one: StandardFields): Promise<void> {
  await sql`
    insert into dues_standard (id, member_id, from_month, payer, base_enc, amount, rate, keeps, reason, created_by, updated_by)
    values (${one.id}, ${one.memberId}, ${one.fromMonth}, ${one.payer}, ${one.encrypted}, ${one.amount}, ${one.rate}, ${one.keeps},
            ${one.reason}, ${one.by}, ${one.by})
    on conflict (id) do update set payer = excluded.payer, base_enc = excluded.base_enc, amount = excluded.amount,
           rate = excluded.rate, keeps = excluded.keeps, reason = excluded.reason, version = dues_standard.version + 1,
           updated_at = now(), updated_by = excluded.updated_by`.execute(db);
}

/** Takes a standard away; bills that were computed from it and are not paid lose it. */
export async function deleteStandard(db: Db, id: string): Promise<void> {
  await sql`update dues_bill set standard_id = null where standard_id = ${id}`.execute(db);
  await sql`delete from dues_standard where id = ${id}`.execute(db);
}

/** Open bills of months in which no standard counts are void. */
export async function voidWithoutStandard(db: Db, memberId: string): Promise<void> {
  await sql`
    update dues_bill b set state = 6, reason = '党费标准已撤销', version = version + 1, updated_at = now()
     where member_id = ${memberId} and state in (1, 4, 5)
       and not exists (select from dues_standard s where s.member_id = b.member_id and s.from_month <= b.month)`.execute(
    db,
  );
}

/** Live bills of a person from a month on, until another one. */
export async function billsBetween(db: Db, memberId: string, from: string, until: string | null) {
  const { rows } = await sql<{ month: string; amount: string; state: number; standardId: string | null }>`
    select month, amount::text as amount, state, standard_id as "standardId" from dues_bill
     where member_id = ${memberId} and state <> 6 and month >= ${from}
       and ${until === null ? sql`true` : sql`month < ${until}`} order by month`.execute(db);
  return rows;
}

export interface ConfigRecord {
  quarterly: boolean;
  consent: string;
  proxyName: string;
  place: string;
  reminded: boolean;
  version: number;
}

/** How a person pays; undefined where nothing was set. */
export async function configOf(db: Db, memberId: string): Promise<ConfigRecord | undefined> {
  const { rows } = await sql<ConfigRecord>`
    select quarterly, consent, proxy_name as "proxyName", place, reminded, version from dues_config
     where member_id = ${memberId}`.execute(db);
  return rows[0];
}

/** Writes it against the version that was read; undefined where somebody was faster. */
export async function writeConfig(
  db: Db,
  memberId: string,
  { quarterly, consent, proxyName, place, reminded, version }: ConfigRecord,
  by: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    insert into dues_config (member_id, quarterly, consent, proxy_name, place, reminded, updated_by)
    select ${memberId}, ${quarterly}, ${consent}, ${proxyName}, ${place}, ${reminded}, ${by}
     where ${version} = 0 or exists (select from dues_config where member_id = ${memberId})
    on conflict (member_id) do update set quarterly = excluded.quarterly, consent = excluded.consent,
           proxy_name = excluded.proxy_name, place = excluded.place, reminded = excluded.reminded,
           version = dues_config.version + 1, updated_at = now(), updated_by = excluded.updated_by
     where dues_config.version = ${version}
    returning version`.execute(db);
  return rows[0]?.version;
}

export interface CellRecord {
  billId: string;
  month: string;
  amount: string;
  state: number;
  reason: string;
  paidOn: string | null;
  receiptYear: number | null;
  receiptNo: number | null;
  handedBy: number | null;
}

/** A person's live bills of a year. */
export async function cellsOf(db: Db, memberId: string, year: number): Promise<CellRecord[]> {
  const { rows } = await sql<CellRecord>`
    select b.id as "billId", b.month, b.amount::text as amount, b.state, b.reason, p.paid_on::text as "paidOn",
           p.receipt_year as "receiptYear", p.receipt_no as "receiptNo", p.handed_by as "handedBy"
      from dues_bill b left join dues_payment p on p.id = b.payment_id
     where b.member_id = ${memberId} and b.state <> 6 and left(b.month, 4) = ${String(year)} order by b.month`.execute(
    db,
  );
  return rows;
}

/** Months that a person owes, the oldest first. */
export async function owedBy(db: Db, memberId: string): Promise<{ billId: string; month: string; amount: string }[]> {
  const { rows } = await sql<{ billId: string; month: string; amount: string }>`
    select id as "billId", month, amount::text as amount from dues_bill where member_id = ${memberId} and state = 1 order by month`.execute(
    db,
  );
  return rows;
}

export type GridRecord = Payer & {
  standardId: string | null;
  payer: number | null;
  encrypted: Buffer | null;
  amount: string | null;
  fromMonth: string;
};

/** Who pays dues at an organisation itself, in the order of the roll, with the standard that counts in a month. */
export async function gridOf(db: Db, scope: Scope, orgId: string, month: string, limit: number): Promise<GridRecord[]> {
  const { rows } = await sql<GridRecord>`
    select member.id, member.name, o.id as "orgId", o.code as "orgCode", o.name as "orgName",
           member.person_category as category, member.membership_status as status, member.admission_date::text as "admissionDate",
           s.id as "standardId", s.payer, s.base_enc as encrypted, s.amount::text as amount, coalesce(s.from_month, '') as "fromMonth"
      from member join organisation o on o.id = member.org_id
      left join ${standardInMonth(sql`member.id`, month)} s on true
     where member.org_id = ${orgId} and member.deleted_at is null and member.person_category in (1, 2)
       and member.membership_status = 1 and ${peopleWithin(scope)}
     order by member.sort, member.id limit ${limit}`.execute(db);
  return rows;
}

/** People of the scope by their ids, held for this transaction where `lock`, in one order so that two bulk acts do not cross. */
export async function findPayers(db: Db, scope: Scope, ids: readonly string[], lock: boolean): Promise<Payer[]> {
  const { rows } = await sql<Payer>`
    select member.id, member.name, o.id as "orgId", o.code as "orgCode", o.name as "orgName",
           member.person_category as category, member.membership_status as status, member.admission_date::text as "admissionDate"
      from member join organisation o on o.id = member.org_id
     where member.id = any(${ids}::bigint[]) and member.deleted_at is null and ${peopleWithin(scope)}
     order by member.id ${lock ? sql`for update of member` : sql``}`.execute(db);
  return rows;
}
