import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { BIND_SECONDS, SILENT_SECONDS, type Status } from '../../rules.device.ts';

const AWAY = sql`coalesce(t.seen_at < now() - make_interval(secs => ${SILENT_SECONDS}), true)`;

/** Terminals that stand so now; of the table `t`. */
export const statusIs = (status: Status): RawBuilder<unknown> =>
  ({
    online: sql`t.token_hash is not null and not ${AWAY}`,
    away: sql`t.token_hash is not null and ${AWAY}`,
    unbound: sql`t.token_hash is null and t.revoked_at is null`,
    revoked: sql`t.token_hash is null and t.revoked_at is not null`,
  })[status];

interface Standing {
  id: string;
  bound: boolean;
  revoked: boolean;
  seenAt: Date | null;
  boundAt: Date | null;
  now: Date;
}

/** How terminals are bound, with the database's hour. */
export async function standings(db: Db, ids: readonly string[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select id, token_hash is not null as bound, revoked_at is not null as revoked, seen_at as "seenAt",
           bound_at as "boundAt", now() as now
      from box_device where id = any(${ids}::bigint[])`.execute(db);
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

/** Keeps the hash of a terminal's one-time code; an earlier one is good no more. */
export async function setBindCode(db: Db, id: string, index: Buffer, grantId: string): Promise<void> {
  await sql`
    update box_device set bind_index = ${index}, bind_grant_id = ${grantId}, bind_until = now() + make_interval(secs => ${BIND_SECONDS})
     where id = ${id}`.execute(db);
}

/** The grant in which a code was made; null where the code is none. */
export async function makerOfCode(db: Db, index: Buffer): Promise<string | null> {
  const { rows } = await sql<{ grantId: string | null }>`
    select bind_grant_id as "grantId" from box_device where bind_index = ${index}`.execute(db);
  return rows[0]?.grantId ?? null;
}

/** Binds the terminal of a code by a new token, once; undefined where the code is none, used or over. */
export async function bindByCode(
  db: Db,
  scope: Scope,
  index: Buffer,
  tokenHash: Buffer,
): Promise<DeviceRow | undefined> {
  const { rows } = await sql<DeviceRow>`
    update box_device t
       set token_hash = ${tokenHash}, bound_at = now(), seen_at = null, revoked_at = null, binding = binding + 1,
           bind_index = null, bind_until = null
      from organisation o
     where t.bind_index = ${index} and t.bind_until > now() and t.deleted_at is null and ${within(scope, 't.org_code')}
       and o.id = t.org_id and o.deleted_at is null
    returning t.id, t.name, t.org_id as "orgId", t.org_code as "orgCode"`.execute(db);
  return rows[0];
}

/** Takes token, tickets and code from a terminal. @param revoked it is out of use, not merely deleted */
export async function release(db: Db, id: string, revoked: boolean): Promise<void> {
  await sql`
    update box_device
       set token_hash = null, bind_index = null, bind_until = null, binding = binding + 1,
           revoked_at = case when ${revoked} then now() else revoked_at end
     where id = ${id}`.execute(db);
}

export interface Terminal {
  id: string;
  binding: number;
  name: string;
  place: string;
  orgId: string;
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

const terminal = sql`t.id, t.binding, t.name, t.place, t.org_id as "orgId", o.name as "orgName",
  t.shows_publicity as "showsPublicity", t.shows_welcome as "showsWelcome", t.shows_honor as "showsHonor",
  t.shows_event as "showsEvent", t.shows_media as "showsMedia", t.shows_edu as "showsEdu", t.shows_vote as "showsVote",
  t.shows_life as "showsLife", now() as now`;

/** The bound terminal that a token belongs to. */
export async function terminalOfToken(db: Db, tokenHash: Buffer): Promise<Terminal | undefined> {
  const { rows } = await sql<Terminal>`
    select ${terminal} from box_device t join organisation o on o.id = t.org_id and o.deleted_at is null
     where t.token_hash = ${tokenHash} and t.deleted_at is null`.execute(db);
  return rows[0];
}

/** A terminal as long as the binding of its ticket holds. */
export async function terminalOfBinding(db: Db, id: string, binding: string): Promise<Terminal | undefined> {
  const { rows } = await sql<Terminal>`
    select ${terminal} from box_device t join organisation o on o.id = t.org_id and o.deleted_at is null
     where t.id = ${id} and t.binding = ${binding}::int and t.token_hash is not null and t.deleted_at is null`.execute(
    db,
  );
  return rows[0];
}

/** Notes that a terminal asked, at most once a minute. */
export async function noteSeen(db: Db, id: string): Promise<void> {
  await sql`
    update box_device set seen_at = now()
     where id = ${id} and coalesce(seen_at < now() - interval '1 minute', true)`.execute(db);
}
