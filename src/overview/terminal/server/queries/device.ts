import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import {
  BEHIND_SECONDS,
  CLOCK_WRONG,
  type Concern,
  DEVICE_DAYS,
  FULL_MB,
  PAIR_SECONDS,
  SILENT_SECONDS,
  type Status,
} from '../../rules.device.ts';

const AWAY = sql`coalesce(t.seen_at < now() - make_interval(secs => ${SILENT_SECONDS}), true)`;

/** Terminals that stand so now; of the table `t`. */
export const statusIs = (status: Status): RawBuilder<unknown> =>
  ({
    online: sql`t.token_hash is not null and not ${AWAY}`,
    away: sql`t.token_hash is not null and ${AWAY}`,
    unbound: sql`t.token_hash is null and t.revoked_at is null`,
    revoked: sql`t.token_hash is null and t.revoked_at is not null`,
  })[status];

const PAIRED = sql`t.token_hash is not null`;
const BEHIND = sql`(t.due_hash <> '' and t.holds <> t.due_hash and t.due_at < now() - make_interval(secs => ${BEHIND_SECONDS}))`;

/** Terminals that something has to be done about; of the table `t`. */
export const concernIs = (concern: Concern): RawBuilder<unknown> =>
  ({
    away: sql`${PAIRED} and coalesce(t.seen_at < now() - interval '1 day', true)`,
    behind: sql`${PAIRED} and ${BEHIND}`,
    full: sql`${PAIRED} and t.free_mb < ${FULL_MB}`,
    clock: sql`${PAIRED} and abs(t.clock_off) >= ${CLOCK_WRONG}`,
    alone: sql`t.group_id is null`,
  })[concern];

/** Terminals of one group; of the table `t`. */
export const isInGroup = (groupId: string): RawBuilder<unknown> => sql`t.group_id = ${groupId}`;

interface Standing {
  id: string;
  bound: boolean;
  revoked: boolean;
  seenAt: Date | null;
  boundAt: Date | null;
  playing: string;
  holds: string;
  freeMb: number | null;
  screen: string;
  clockOff: number | null;
  offlineOk: boolean | null;
  behindSince: Date | null;
  now: Date;
}

/** How terminals stand and what they said last, with the database's hour. */
export async function standings(db: Db, ids: readonly string[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select id, token_hash is not null as bound, revoked_at is not null as revoked, seen_at as "seenAt",
           bound_at as "boundAt", playing, holds, free_mb as "freeMb", screen, clock_off as "clockOff",
           offline_ok as "offlineOk", case when ${PAIRED} and ${BEHIND} then due_at end as "behindSince", now() as now
      from box_device t where id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

export interface DeviceRow {
  id: string;
  name: string;
  orgId: string;
  orgCode: string;
}

/** A terminal of the scope, locked; undefined where there is none. */
export async function lockDevice(db: Db, scope: Scope, id: string): Promise<DeviceRow | undefined> {
  const { rows } = await sql<DeviceRow>`
    select t.id, t.name, t.org_id as "orgId", t.org_code as "orgCode"
      from box_device t join organisation o on o.id = t.org_id and o.deleted_at is null
     where t.id = ${id} and t.deleted_at is null and ${within(scope, 't.org_code')} for update of t`.execute(db);
  return rows[0];
}

/** Keeps a screen that waits to be paired; false: another one shows these digits now. */
export async function addTicket(db: Db, ticketHash: Buffer, digitsIndex: Buffer): Promise<boolean> {
  await sql`delete from box_ticket where until < now()`.execute(db);
  const { numAffectedRows } = await sql`
    insert into box_ticket (ticket_hash, digits_index, until)
    values (${ticketHash}, ${digitsIndex}, now() + make_interval(secs => ${PAIR_SECONDS}))
    on conflict (digits_index) do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/** Says for which terminal a waiting screen is meant; false: no screen shows these digits, or they were typed before. */
export async function takeTicket(db: Db, digitsIndex: Buffer, deviceId: string, grantId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update box_ticket set device_id = ${deviceId}, grant_id = ${grantId}
     where digits_index = ${digitsIndex} and until > now() and device_id is null`.execute(db);
  return numAffectedRows === 1n;
}

/** A waiting screen, locked; undefined where its time is over. */
export async function lockTicket(
  db: Db,
  ticketHash: Buffer,
): Promise<{ deviceId: string | null; grantId: string | null } | undefined> {
  const { rows } = await sql<{ deviceId: string | null; grantId: string | null }>`
    select device_id as "deviceId", grant_id as "grantId" from box_ticket
     where ticket_hash = ${ticketHash} and until > now() for update`.execute(db);
  return rows[0];
}

export const dropTicket = (db: Db, ticketHash: Buffer) =>
  sql`delete from box_ticket where ticket_hash = ${ticketHash}`.execute(db);

/** Gives a terminal of the scope to the screen that holds this token; what was it before reads that it is no more. */
export async function pairByToken(
  db: Db,
  scope: Scope,
  id: string,
  tokenHash: Buffer,
  grantId: string | null,
): Promise<DeviceRow | undefined> {
  const { rows } = await sql<DeviceRow>`
    update box_device t
       set last_hash = coalesce(t.token_hash, t.last_hash), token_hash = ${tokenHash},
           token_until = now() + make_interval(days => ${DEVICE_DAYS}), bound_at = now(), seen_at = null,
           revoked_at = null, binding = binding + 1, playing = '', holds = '', free_mb = null, screen = '',
           clock_off = null, offline_ok = null, due_hash = '', due_at = null,
           grant_id = ${grantId}
      from organisation o
     where t.id = ${id} and t.deleted_at is null and ${within(scope, 't.org_code')}
       and o.id = t.org_id and o.deleted_at is null
    returning t.id, t.name, t.org_id as "orgId", t.org_code as "orgCode"`.execute(db);
  return rows[0];
}

/** Takes its token from a terminal. @param revoked it is out of use, not merely deleted */
export async function release(db: Db, id: string, revoked: boolean): Promise<void> {
  await sql`delete from box_ticket where device_id = ${id}`.execute(db);
  await sql`
    update box_device
       set last_hash = coalesce(token_hash, last_hash), token_hash = null, token_until = null, binding = binding + 1,
           revoked_at = case when ${revoked} then now() else revoked_at end
     where id = ${id}`.execute(db);
}

/** Whoever holds a token now, or the terminal that it was taken from. */
export async function deviceOfToken(
  db: Db,
  tokenHash: Buffer,
): Promise<(DeviceRow & { holds: boolean; orgName: string }) | undefined> {
  const { rows } = await sql<DeviceRow & { holds: boolean; orgName: string }>`/* prepared */
    select t.id, t.name, t.org_id as "orgId", t.org_code as "orgCode", o.name as "orgName",
           coalesce(t.token_hash = ${tokenHash}, false) and t.token_until > now() and t.deleted_at is null and o.deleted_at is null as holds
      from box_device t join organisation o on o.id = t.org_id
     where t.token_hash = ${tokenHash} or t.last_hash = ${tokenHash}
     order by t.token_hash = ${tokenHash} desc nulls last limit 1`.execute(db);
  return rows[0];
}

export interface Terminal {
  id: string;
  binding: number;
  name: string;
  place: string;
  groupId: string | null;
  opens: string;
  closes: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  showsPublicity: boolean;
  showsWelcome: boolean;
  showsHonor: boolean;
  showsEvent: boolean;
  showsMedia: boolean;
  showsEdu: boolean;
  showsVote: boolean;
  showsLife: boolean;
  now: Date;
}

const terminal = sql`t.id, t.binding, t.name, t.place, t.group_id as "groupId", t.opens, t.closes,
  t.org_id as "orgId", t.org_code as "orgCode", o.name as "orgName",
  t.shows_publicity as "showsPublicity", t.shows_welcome as "showsWelcome", t.shows_honor as "showsHonor",
  t.shows_event as "showsEvent", t.shows_media as "showsMedia", t.shows_edu as "showsEdu", t.shows_vote as "showsVote",
  t.shows_life as "showsLife", now() as now`;

/** A paired terminal with what it shows. */
export async function findTerminal(db: Db, id: string): Promise<Terminal | undefined> {
  const { rows } = await sql<Terminal>`
    select ${terminal} from box_device t join organisation o on o.id = t.org_id and o.deleted_at is null
     where t.id = ${id} and t.token_hash is not null and t.deleted_at is null`.execute(db);
  return rows[0];
}

export interface Said {
  playing: string;
  holds: string;
  freeMb: number | null;
  screen: string;
  clockOff: number | null;
  offlineOk: boolean | null;
}

/**
 * Notes what a terminal says of itself: one row, and another one where it was silent before. Its cookie is good for ninety days from
 * now; answers whether it is time to tell the screen so (once in ten days).
 */
export async function noteBeat(db: Db, id: string, said: Said): Promise<{ renew: boolean }> {
  const { rows } = await sql<{ renew: boolean }>`/* prepared */
    with before as (select seen_at, token_until from box_device where id = ${id} for update),
         gap as (select seen_at from before where coalesce(seen_at < now() - make_interval(secs => ${SILENT_SECONDS}), true)),
         ended as (update box_span set to_at = greatest(from_at, coalesce((select seen_at from gap), now()))
                    where device_id = ${id} and to_at is null and exists (select from gap)),
         renewed as (select coalesce(token_until < now() + make_interval(days => ${DEVICE_DAYS - 10}), true) as renew from before)
    update box_device
       set seen_at = now(), playing = ${said.playing}, holds = ${said.holds}, free_mb = ${said.freeMb},
           screen = ${said.screen}, clock_off = ${said.clockOff}, offline_ok = ${said.offlineOk},
           token_until = case when (select renew from renewed)
                              then now() + make_interval(days => ${DEVICE_DAYS}) else token_until end
     where id = ${id} returning (select renew from renewed) as renew`.execute(db);
  await sql`
    insert into box_span (device_id, from_at)
    select ${id}, now() where not exists (select from box_span where device_id = ${id} and to_at is null)
    on conflict do nothing`.execute(db);
  return { renew: rows[0]?.renew ?? false };
}

/** Of which organisation a paired wall shows the figures, and in whose grant it was paired; undefined where it is none. */
export async function wallOfDevice(
  db: Db,
  id: string,
): Promise<{ orgId: string; orgCode: string; grantId: string | null } | undefined> {
  const { rows } = await sql<{ orgId: string; orgCode: string; grantId: string | null }>`
    select t.org_id as "orgId", t.org_code as "orgCode", t.grant_id as "grantId"
      from box_device t join organisation o on o.id = t.org_id and o.deleted_at is null
     where t.id = ${id} and t.is_wall and t.token_hash is not null and t.deleted_at is null`.execute(db);
  return rows[0];
}

/** Notes which version a terminal was answered, and since when that is the one it should hold. */
export const noteDue = (db: Db, id: string, hash: string) =>
  sql`update box_device set due_hash = ${hash}, due_at = now() where id = ${id} and due_hash <> ${hash}`.execute(db);

/** How many terminals are in each group. */
export async function countOfGroups(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; devices: number }>`
    select group_id as id, count(*)::int as devices from box_device
     where group_id = any(${ids}::bigint[]) and deleted_at is null group by 1`.execute(db);
  return new Map(rows.map(({ id, devices }) => [id, devices]));
}

/** How often something was counted in the window that runs (rate.ts), and the seconds that are left of it. */
export async function triesOf(
  db: Db,
  bucket: string,
  seconds: number,
): Promise<{ hits: number; left: number } | undefined> {
  const { rows } = await sql<{ hits: number; left: number }>`
    select hits, ceil(extract(epoch from started_at) + ${seconds} - extract(epoch from now()))::int as left
      from rate_window where bucket = ${bucket} and started_at > now() - make_interval(secs => ${seconds})
     order by started_at desc limit 1`.execute(db);
  return rows[0];
}
