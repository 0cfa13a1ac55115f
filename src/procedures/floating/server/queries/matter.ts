import { sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { queryGrams } from '#platform/server/database/nameSearch.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { recordsChanged } from '#platform/server/records/write.ts';
import { IN, OUT } from '#procedures/floating/rules.ts';

/** An outflow with the person and the branch. */
export interface Outflow {
  id: string;
  memberId: string;
  name: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  status: 1 | 2 | 3 | 4 | 5;
  range: number;
  region: string;
  regionCode: string | null;
  place: string;
  reason: number;
  trade: number;
  startedOn: string;
  plannedTo: string | null;
  toOrgId: string | null;
  toOrgName: string;
  contactId: string | null;
  source: number;
  askedBy: string | null;
  askedName: string;
  registeredOn: string;
  confirmedOn: string | null;
  lastContactOn: string | null;
  endedOn: string | null;
  endNote: string;
  droppedOn: string | null;
  dropNote: string;
  isLost: boolean;
  version: number;
  today: string;
}

const OUTFLOW = sql`f.id, f.member_id as "memberId", m.name, f.org_id as "orgId", f.org_code as "orgCode", o.name as "orgName",
  f.status, f.range, f.region, f.region_code as "regionCode", f.place, f.reason, f.trade, f.started_on as "startedOn",
  f.planned_to as "plannedTo", f.to_org_id as "toOrgId", coalesce(t.name, f.to_org_name) as "toOrgName",
  f.contact_id as "contactId", f.source, f.asked_by as "askedBy", f.asked_name as "askedName",
  (f.created_at at time zone 'Asia/Shanghai')::date as "registeredOn", f.confirmed_on as "confirmedOn",
  f.last_contact_on as "lastContactOn", f.ended_on as "endedOn", f.end_note as "endNote", f.dropped_on as "droppedOn",
  f.drop_note as "dropNote", m.is_lost_contact as "isLost", f.version, ${dbToday} as today`;
const OUT_FROM = sql`mobile_outflow f join member m on m.id = f.member_id join organisation o on o.id = f.org_id
  left join organisation t on t.id = f.to_org_id`;

/** An outflow of the scope; `lock`: held until the transaction ends. */
export async function findOutflow(db: Db, scope: Scope, id: string, lock = false): Promise<Outflow | undefined> {
  const { rows } = await sql<Outflow>`
    select ${OUTFLOW} from ${OUT_FROM}
     where f.id = ${id} and ${within(scope, 'f.org_code')} and m.deleted_at is null and o.deleted_at is null
     ${lock ? sql`for update of f` : sql``}`.execute(db);
  return rows[0];
}

/** The running outflow of a person, locked; undefined where there is none. */
export async function openOutflowOf(db: Db, memberId: string): Promise<Outflow | undefined> {
  const { rows } = await sql<Outflow>`
    select ${OUTFLOW} from ${OUT_FROM}
     where f.member_id = ${memberId} and f.status in (1, 2, 3) and f.dropped_on is null for update of f`.execute(db);
  return rows[0];
}

/** An inflow with its receiver. */
export interface Inflow {
  id: string;
  outflowId: string | null;
  memberId: string | null;
  name: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  status: 1 | 2 | 3 | 4;
  idCardMask: string | null;
  phoneMask: string | null;
  homeOrg: string;
  homePhone: string;
  region: string;
  reason: number;
  trade: number;
  startedOn: string;
  plannedTo: string | null;
  certificate: string;
  registeredOn: string;
  createdBy: string;
  receivedOn: string | null;
  leftOn: string | null;
  note: string;
  grantId: string | null;
  outStatus: number | null;
  version: number;
  today: string;
}

const INFLOW = sql`i.id, i.outflow_id as "outflowId", i.member_id as "memberId", coalesce(m.name, i.name) as name, i.org_id as "orgId",
  i.org_code as "orgCode", o.name as "orgName", i.status, coalesce(i.id_card_mask, m.id_card_mask) as "idCardMask",
  coalesce(i.phone_mask, m.phone_mask) as "phoneMask", coalesce(h.name, i.home_org) as "homeOrg", i.home_phone as "homePhone",
  i.region, i.reason, i.trade, i.started_on as "startedOn", i.planned_to as "plannedTo", i.certificate,
  (i.created_at at time zone 'Asia/Shanghai')::date as "registeredOn", i.created_by as "createdBy",
  i.received_on as "receivedOn", i.left_on as "leftOn", i.note, i.grant_id as "grantId", f.status as "outStatus", i.version,
  ${dbToday} as today`;
const IN_FROM = sql`mobile_inflow i join organisation o on o.id = i.org_id left join member m on m.id = i.member_id
  left join organisation h on h.id = m.org_id left join mobile_outflow f on f.id = i.outflow_id`;

/** An inflow of the scope; `lock`: held until the transaction ends. */
export async function findInflow(db: Db, scope: Scope, id: string, lock = false): Promise<Inflow | undefined> {
  const { rows } = await sql<Inflow>`
    select ${INFLOW} from ${IN_FROM} where i.id = ${id} and ${within(scope, 'i.org_code')} and o.deleted_at is null
     ${lock ? sql`for update of i` : sql``}`.execute(db);
  return rows[0];
}

/** Running inflows of a person, locked, those received first. */
export async function openInflowsOf(db: Db, memberId: string): Promise<Inflow[]> {
  const { rows } = await sql<Inflow>`
    select ${INFLOW} from ${IN_FROM} where i.member_id = ${memberId} and i.status in (1, 2)
     order by i.status desc, i.id for update of i`.execute(db);
  return rows;
}

/** All inflows of an outflow, the newest first. */
export async function inflowsOf(db: Db, outflowId: string): Promise<Inflow[]> {
  const { rows } = await sql<Inflow>`
    select ${INFLOW} from ${IN_FROM} where i.outflow_id = ${outflowId} order by i.id desc`.execute(db);
  return rows;
}

export interface NewOutflow {
  memberId: string;
  orgId: string;
  orgCode: string;
  range: number;
  region: string;
  regionCode: string | null;
  place: string;
  reason: number;
  trade: number;
  startedOn: string;
  plannedTo: string | null;
  toOrgId: string | null;
  toOrgName: string;
  contactId: string | null;
  source: 1 | 2 | 3 | 4;
  askedBy: string | null;
  askedName: string;
}

/** Writes an outflow that waits; the unique index refuses a second one of the same person. */
export async function insertOutflow(db: Db, one: NewOutflow): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into mobile_outflow (member_id, org_id, org_code, range, region, region_code, place, reason, trade, started_on,
      planned_to, to_org_id, to_org_name, contact_id, source, asked_by, asked_name, created_by, updated_by)
    values (${one.memberId}, ${one.orgId}, ${one.orgCode}, ${one.range}, ${one.region}, ${one.regionCode}, ${one.place},
      ${one.reason}, ${one.trade}, ${one.startedOn}, ${one.plannedTo}, ${one.toOrgId}, ${one.toOrgName}, ${one.contactId},
      ${one.source}, ${one.askedBy}, ${one.askedName}, ${one.askedName}, ${one.askedName})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes columns of an outflow and counts the version up; answers the new one. */
export async function setOutflow(db: Db, id: string, columns: Record<string, unknown>, by: string): Promise<number> {
  const sets = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { rows } = await sql<{ version: number }>`
    update mobile_outflow set ${sql.join([...sets, sql`version = version + 1, updated_at = now(), updated_by = ${by}`])}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** The same of an inflow. */
export async function setInflow(db: Db, id: string, columns: Record<string, unknown>, by: string): Promise<number> {
  const sets = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { rows } = await sql<{ version: number }>`
    update mobile_inflow set ${sql.join([...sets, sql`version = version + 1, updated_at = now(), updated_by = ${by}`])}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Writes an inflow that waits; columns by their names. */
export async function insertInflow(db: Db, columns: Record<string, unknown>, by: string): Promise<string> {
  const names = Object.keys(columns).map((name) => sql.ref(name));
  const { rows } = await sql<{ id: string }>`
    insert into mobile_inflow (${sql.join(names)}, created_by, updated_by)
    values (${sql.join(Object.values(columns))}, ${by}, ${by}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** The next id of an inflow, which its encrypted values are bound to. */
export async function nextInflowId(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('mobile_inflow', 'id'))::text as id`.execute(db);
  return rows[0]?.id ?? '';
}

/** A registered party member, locked, of the scope; with what decides whether the person may be floating. */
export async function findFloater(db: Db, scope: Scope, memberId: string) {
  const { rows } = await sql<{
    id: string;
    name: string;
    orgId: string;
    orgCode: string;
    orgName: string;
    category: number;
    status: number;
    isFloating: boolean;
    today: string;
  }>`
    select m.id, m.name, m.org_id as "orgId", m.org_code as "orgCode", o.name as "orgName", m.person_category as category,
           m.membership_status as status, m.is_floating as "isFloating", ${dbToday} as today
      from member m join organisation o on o.id = m.org_id
     where m.id = ${memberId} and m.deleted_at is null and ${within(scope, 'm.org_code')} for no key update of m`.execute(
    db,
  );
  return rows[0];
}

/** An organisation that is there, wherever it is. */
export async function findOrg(db: Db, id: string) {
  const { rows } = await sql<{ id: string; code: string; name: string; type: number }>`
    select id, code, name, type from organisation where id = ${id} and deleted_at is null`.execute(db);
  return rows[0];
}

/** The account of a person that is in use, held; undefined where there is none. */
export async function accountOf(db: Db, memberId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from account where member_id = ${memberId} and enabled for no key update`.execute(db);
  return rows[0]?.id;
}

/** Ends the 流动记录 that an outflow began. */
export async function endRecord(
  db: Db,
  memberId: string,
  startedOn: string,
  endedOn: string,
  by: string,
): Promise<void> {
  await recordsChanged(
    sql`member_id = ${memberId} and kind = 'flre' and fields ->> 'direction' = '1'
        and fields ->> 'startedOn' = ${startedOn} and fields ->> 'endedOn' is null`,
    by,
    { fields: sql`jsonb_set(fields, '{endedOn}', to_jsonb(greatest(${endedOn}::text, ${startedOn}::text)))` },
  ).execute(db);
}

/** For how many running outflows somebody is the contact person, this one left out. */
export async function contactsOf(db: Db, contactId: string, but: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from mobile_outflow
     where contact_id = ${contactId} and status in (1, 2, 3) and dropped_on is null and id <> ${but}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** How many one contact person may keep in touch with, as the nearest organisation above has set it; null: nobody has. */
export async function mostContacts(db: Db, orgCode: string): Promise<number | null> {
  const { rows } = await sql<{ most: number }>`
    select s.most from mobile_setting s join organisation o on o.id = s.org_id
     where o.deleted_at is null and ${orgCode}::text like o.code || '%' order by length(o.code) desc limit 1`.execute(
    db,
  );
  return rows[0]?.most ?? null;
}

export const RUNNING_OUT = [OUT.waiting, OUT.out, OUT.received] as const;
export const RUNNING_IN = [IN.waiting, IN.received] as const;

/** The masked phone of a person and the name of the contact person. */
export async function personOf(db: Db, memberId: string, contactId: string | null) {
  const { rows } = await sql<{ phone: string; contactName: string }>`
    select coalesce(m.phone_mask, '') as phone, coalesce(c.name, '') as "contactName"
      from member m left join member c on c.id = ${contactId} where m.id = ${memberId}`.execute(db);
  return rows[0] ?? { phone: '', contactName: '' };
}

/** Every outflow of a person, the newest first. */
export async function outflowsOf(db: Db, memberId: string): Promise<Outflow[]> {
  const { rows } = await sql<Outflow>`
    select ${OUTFLOW} from ${OUT_FROM} where f.member_id = ${memberId} order by f.id desc limit 50`.execute(db);
  return rows;
}

/** The nearest committee at or above an organisation, in whose name certificates are given out. */
export async function committeeOf(db: Db, orgCode: string) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from organisation
     where deleted_at is null and code = any(array(select left(${orgCode}::text, n) from generate_series(4, length(${orgCode}), 4) n))
     order by type not in (10, 20, 30), length(code) desc limit 1`.execute(db);
  return rows[0];
}

/** Organisations of the platform by a part of their name, each with the one above it. */
export async function placesNamed(db: Db, name: string, limit: number) {
  const { rows } = await sql<{ id: string; name: string; above: string }>`
    select o.id, o.name, coalesce(p.name, '') as above from organisation o left join organisation p on p.id = o.parent_id
     where o.deleted_at is null and o.name_grams @> ${queryGrams(name)}::text[] and ${textHolds(sql`o.name`, name)}
       and o.type not in (28, 29)
     order by length(o.name), o.code limit ${limit}`.execute(db);
  return rows;
}

/** Turns an outflow from one status to another; nothing happens where it has a third one. */
export async function turnOutflow(db: Db, id: string, from: number, to: number, by: string): Promise<void> {
  await sql`
    update mobile_outflow set status = ${to}, version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} and status = ${from}`.execute(db);
}

/** Somebody is the contact person of no running outflow any more. */
export const clearContact = (db: Db, memberId: string) =>
  sql`update mobile_outflow set contact_id = null, version = version + 1
       where contact_id = ${memberId} and status in (1, 2, 3)`.execute(db);
