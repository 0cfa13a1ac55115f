import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import type { SlotLevel } from '../../contract.programme.ts';
import type { Part } from '../../rules.device.ts';
import type { ShownRow } from './shown.ts';

export interface GroupRow {
  id: string;
  name: string;
  orgId: string;
  orgCode: string;
}

/** A group of the scope, locked for its programme. */
export async function lockGroup(db: Db, scope: Scope, id: string): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`
    select t.id, t.name, t.org_id as "orgId", t.org_code as "orgCode"
      from box_group t join organisation o on o.id = t.org_id and o.deleted_at is null
     where t.id = ${id} and t.deleted_at is null and ${within(scope, 't.org_code')} for update of t`.execute(db);
  return rows[0];
}

/** A group of the scope. */
export async function findGroup(db: Db, scope: Scope, id: string): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`
    select t.id, t.name, t.org_id as "orgId", t.org_code as "orgCode"
      from box_group t join organisation o on o.id = t.org_id and o.deleted_at is null
     where t.id = ${id} and t.deleted_at is null and ${within(scope, 't.org_code')}`.execute(db);
  return rows[0];
}

export interface SlotRow {
  id: string;
  groupId: string;
  /** Whose contents it shows. */
  orgId: string;
  level: SlotLevel;
  part: Part;
  rowId: string | null;
  seconds: number;
  weekdays: string;
  fromOn: string | null;
  toOn: string | null;
  fromTime: string;
  toTime: string;
}

const slot = sql`s.id, s.group_id as "groupId", g.org_id as "orgId", s.level, s.part, s.row_id as "rowId", s.seconds,
  s.weekdays, s.from_on::text as "fromOn", s.to_on::text as "toOn", s.from_time as "fromTime", s.to_time as "toTime"`;

/** The lines of a group's programme, in their order; the caller has found the group in its scope. */
export async function slotsOfGroup(db: Db, groupId: string): Promise<SlotRow[]> {
  const { rows } = await sql<SlotRow>`
    select ${slot} from box_slot s join box_group g on g.id = s.group_id
     where s.group_id = ${groupId} order by s.sort, s.id`.execute(db);
  return rows;
}

/** The codes of an organisation and of all above it. */
const codesTo = (code: string): string[] =>
  Array.from({ length: code.length / 4 }, (_none, at) => code.slice(0, (at + 1) * 4));

/** What is due on a screen: its group's programme, and what organisations at or above its own let every screen play. */
export async function slotsOfScreen(db: Db, groupId: string | null, orgCode: string): Promise<SlotRow[]> {
  const { rows } = await sql<SlotRow>`
    select ${slot} from box_slot s join box_group g on g.id = s.group_id and g.deleted_at is null
      join organisation o on o.id = g.org_id and o.deleted_at is null
     where (s.group_id = ${groupId} and s.level <> 'must') or (s.level = 'must' and g.org_code = any(${codesTo(orgCode)}::text[]))
     order by g.org_code, s.sort, s.id`.execute(db);
  return rows;
}

export type SlotForm = Omit<SlotRow, 'id' | 'groupId' | 'orgId'>;

export async function insertSlot(db: Db, groupId: string, of: SlotForm, by: string): Promise<void> {
  await sql`
    insert into box_slot (group_id, level, part, row_id, seconds, weekdays, from_on, to_on, from_time, to_time, created_by, sort)
    select ${groupId}, ${of.level}, ${of.part}, ${of.rowId}, ${of.seconds}, ${of.weekdays}, ${of.fromOn}::date,
           ${of.toOn}::date, ${of.fromTime}, ${of.toTime}, ${by},
           coalesce((select max(sort) from box_slot where group_id = ${groupId}), 0) + 1`.execute(db);
}

/** False where the line is none of the group. */
export async function updateSlot(db: Db, groupId: string, id: string, of: SlotForm): Promise<boolean> {
  const { rows } = await sql`
    update box_slot set level = ${of.level}, part = ${of.part}, row_id = ${of.rowId}, seconds = ${of.seconds},
           weekdays = ${of.weekdays}, from_on = ${of.fromOn}::date, to_on = ${of.toOn}::date, from_time = ${of.fromTime},
           to_time = ${of.toTime}
     where id = ${id} and group_id = ${groupId} returning id`.execute(db);
  return rows.length > 0;
}

export async function deleteSlot(db: Db, groupId: string, id: string): Promise<boolean> {
  const { rows } = await sql`delete from box_slot where id = ${id} and group_id = ${groupId} returning id`.execute(db);
  return rows.length > 0;
}

/** Writes the order of a group's lines. */
export async function writeSlotOrder(db: Db, groupId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update box_slot s set sort = o.place
      from unnest(${ids}::bigint[]) with ordinality as o (id, place)
     where s.id = o.id and s.group_id = ${groupId}`.execute(db);
}

export interface GreetingRow extends ShownRow {
  startsOn: string;
  endsOn: string;
  visitFrom: string;
  visitTo: string;
}

/** Greetings of an organisation that stand today or within two weeks, so that a screen without the line greets on its day. */
export async function comingGreetings(db: Db, orgId: string): Promise<GreetingRow[]> {
  const { rows } = await sql<GreetingRow>`
    select id, title, visitors as note, '' as day, content as text, '' as html, background as files, '' as person,
           starts_on::text as "startsOn", ends_on::text as "endsOn", visit_from as "visitFrom", visit_to as "visitTo"
      from box_welcome
     where org_id = ${orgId} and deleted_at is null
       and ends_on >= (now() at time zone 'Asia/Shanghai')::date
       and starts_on <= (now() at time zone 'Asia/Shanghai')::date + 14
     order by starts_on, id limit 50`.execute(db);
  return rows;
}

export interface InsertRow {
  id: string;
  words: string;
  /** Who says it. */
  orgName: string;
  fromAt: Date;
  toAt: Date;
}

/** Words that an organisation at or above a screen's lets all screens show, now or within a day. */
export async function insertsOver(db: Db, orgCode: string): Promise<InsertRow[]> {
  const { rows } = await sql<InsertRow>`
    select i.id, i.words, o.name as "orgName", i.from_at as "fromAt", i.to_at as "toAt"
      from box_insert i join organisation o on o.id = i.org_id and o.deleted_at is null
     where i.state = 'released' and i.org_code = any(${codesTo(orgCode)}::text[])
       and i.to_at > now() and i.from_at < now() + interval '1 day'
     order by i.from_at, i.id`.execute(db);
  return rows;
}

/** Sizes and hashes of files, by id. */
export async function filesById(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { id: string; name: string; fileType: string; size: number; sha256: string }>> {
  const { rows } = await sql<{ id: string; name: string; fileType: string; size: number; sha256: string }>`
    select id, name, mime as "fileType", size::float8 as size, encode(sha256, 'hex') as sha256
      from stored_file where id = any(${ids}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface PlayedRow {
  number: number;
  item: string;
  title: string;
  level: string;
  fromAt: number;
  toAt: number;
}

/** Keeps what a screen played, each number of a pairing once. */
export async function addPlays(db: Db, deviceId: string, rows: readonly PlayedRow[]): Promise<void> {
  await sql`
    insert into box_play (device_id, binding, number, item, title, level, from_at, to_at)
    select ${deviceId}, d.binding, p.number, p.item, p.title, p.level, to_timestamp(p."fromAt" / 1000.0),
           to_timestamp(greatest(p."fromAt", p."toAt") / 1000.0)
      from box_device d,
           jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
             as p (number bigint, item text, title text, level text, "fromAt" float8, "toAt" float8)
     where d.id = ${deviceId}
    on conflict do nothing`.execute(db);
}
