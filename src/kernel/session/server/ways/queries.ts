import { sql } from 'kysely';
import { OUTSIDE_TICKET_SECONDS, QR_SECONDS } from '#kernel/session/contract.ways.ts';
import type { Db } from '#platform/server/database/db.ts';
import { isUsableGrant } from '../queries/open.ts';

/** What is left of a confirmed code's life at least, so that a poll is not too late for it. */
const GRACE_SECONDS = 10;

/** Whether the sign-in that a row came from still has a session. */
const signInLives = (alias: string) => sql<boolean>`
  exists (select from session s where s.sign_in = ${sql.ref(`${alias}.sign_in`)} and s.ended_at is null and s.expires_at > now())`;

export interface NewQrCode {
  uuid: string;
  browserHash: Buffer;
  number: number;
  /** Shuffled once and kept: asking twice must not show which of them stays. */
  choices: number[];
  browser: string;
  ip: string;
}

/** Writes a QR code of 90 seconds. */
export const insertQrCode = (db: Db, code: NewQrCode) =>
  sql`insert into qr_login (uuid, browser_hash, number, choices, browser, ip, expires_at)
      values (${code.uuid}, ${code.browserHash}, ${code.number}, ${code.choices}, ${code.browser}, ${code.ip},
              now() + make_interval(secs => ${QR_SECONDS}))`.execute(db);

/** How a code stands for the browser that fetched it; null for every other browser and for one that has run out. */
export async function qrStateFor(db: Db, uuid: string, browserHash: Buffer): Promise<string | null> {
  const { rows } = await sql<{ state: string }>`/* prepared */
    select state from qr_login
     where uuid = ${uuid} and browser_hash = ${browserHash} and state <> 'ended' and expires_at > now()`.execute(db);
  return rows[0]?.state ?? null;
}

/**
 * Ends a confirmed code and answers who confirmed it, with the password that the phone's sign-in stood on: of parallel
 * askers one gets it. Null as well where that sign-in has ended meanwhile, by its sign-out or a changed password.
 */
export async function takeQrCode(
  db: Db,
  uuid: string,
  browserHash: Buffer,
): Promise<{ accountId: string; passwordHash: string | null } | null> {
  const { rows } = await sql<{ account_id: string; live: boolean; password_hash: string | null }>`
    update qr_login q set state = 'ended'
     where uuid = ${uuid} and browser_hash = ${browserHash} and state = 'confirmed' and expires_at > now()
    returning account_id, ${signInLives('q')} as live,
              (select password_hash from account where id = q.account_id)`.execute(db);
  const row = rows[0];
  return row?.live ? { accountId: row.account_id, passwordHash: row.password_hash } : null;
}

export interface ScannedQrCode {
  choices: number[];
  browser: string;
  ip: string;
  created_at: Date;
  seconds: number;
}

/** Marks a code as seen by a phone; undefined where nothing waits under this uuid. */
export async function scanQrCode(db: Db, uuid: string): Promise<ScannedQrCode | undefined> {
  const { rows } = await sql<ScannedQrCode>`
    update qr_login set state = 'scanned'
     where uuid = ${uuid} and state in ('waiting', 'scanned') and expires_at > now()
    returning choices, browser, ip, created_at,
              ceil(extract(epoch from expires_at - now()))::int as seconds`.execute(db);
  return rows[0];
}

/** Ends a code for which the wrong number was picked: there is one guess. False where the number is right. */
export async function endIfWrong(db: Db, uuid: string, number: number): Promise<boolean> {
  const { rows } = await sql`
    update qr_login set state = 'ended'
     where uuid = ${uuid} and state = 'scanned' and expires_at > now() and number <> ${number}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Confirms a scanned code by the session with this token, once; undefined for any other. */
export async function confirmQrCode(db: Db, uuid: string, number: number, tokenHash: Buffer) {
  const { rows } = await sql<{ browser: string; ip: string }>`
    update qr_login q
       set state = 'confirmed', account_id = s.account_id, sign_in = s.sign_in,
           expires_at = greatest(q.expires_at, now() + make_interval(secs => ${GRACE_SECONDS}))
      from session s
     where s.token_hash = ${tokenHash}
       and q.uuid = ${uuid} and q.state = 'scanned' and q.expires_at > now() and q.number = ${number}
    returning q.browser, q.ip`.execute(db);
  return rows[0];
}

/** Ends a code that was not confirmed yet. */
export async function refuseQrCode(db: Db, uuid: string) {
  const { rows } = await sql<{ browser: string; ip: string }>`
    update qr_login set state = 'ended' where uuid = ${uuid} and state = 'scanned' and expires_at > now()
    returning browser, ip`.execute(db);
  return rows[0];
}

/** Notes a code of another platform as used; false where it was used before. */
export async function claimCode(db: Db, way: string, codeHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into used_login_code (way, code_hash) values (${way}, ${codeHash}) on conflict do nothing
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Forgets a code whose provider could not be asked: it may come again. */
export const releaseCode = (db: Db, way: string, codeHash: Buffer) =>
  db.deleteFrom('used_login_code').where('way', '=', way).where('code_hash', '=', codeHash).execute();

/** The account of a login name's hash. */
export async function accountByLogin(db: Db, loginIndex: Buffer): Promise<string | null> {
  const row = await db.selectFrom('account').select('id').where('login_index', '=', loginIndex).executeTakeFirst();
  return row?.id ?? null;
}

/** The account to which a WeChat user is bound. */
export async function accountByOpenid(db: Db, openidIndex: Buffer): Promise<string | null> {
  const row = await db
    .selectFrom('account_openid')
    .select('account_id')
    .where('openid_index', '=', openidIndex)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/** Keeps a WeChat user without account for ten minutes, for the browser with this cookie. */
export const keepOpenid = (db: Db, browserHash: Buffer, openidIndex: Buffer) =>
  sql`insert into openid_waiting (browser_hash, openid_index, expires_at)
      values (${browserHash}, ${openidIndex}, now() + interval '10 minutes')`.execute(db);

/** Whether a WeChat user waits in this browser. */
export async function openidWaits(db: Db, browserHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select 1 from openid_waiting where browser_hash = ${browserHash} and expires_at > now()`.execute(db);
  return rows.length > 0;
}

/** Takes the WeChat user that waits in this browser. */
export async function takeOpenid(db: Db, browserHash: Buffer): Promise<Buffer | null> {
  const { rows } = await sql<{ openid_index: Buffer; live: boolean }>`
    delete from openid_waiting where browser_hash = ${browserHash}
    returning openid_index, expires_at > now() as live`.execute(db);
  return rows[0]?.live ? rows[0].openid_index : null;
}

/**
 * Whether a session's sign-in was by password and in the last ten minutes. A role switch and a new window make rows of
 * their own, which inherit the sign-in's end alone.
 * @param absoluteSeconds from a sign-in to its end
 */
export async function cameByPassword(
  db: Db,
  tokenHash: Buffer,
  way: string,
  absoluteSeconds: number,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from session
     where token_hash = ${tokenHash} and way = ${way}
       and expires_at > now() + make_interval(secs => ${absoluteSeconds}) - interval '10 minutes'`.execute(db);
  return rows.length > 0;
}

/** Binds; false where the account or the WeChat user is bound already. */
export async function bindOpenid(db: Db, openidIndex: Buffer, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into account_openid (openid_index, account_id) values (${openidIndex}, ${accountId})
    on conflict do nothing returning 1`.execute(db);
  return rows.length > 0;
}

/** Since when the account is bound. */
export async function boundAt(db: Db, accountId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('account_openid')
    .select('bound_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.bound_at ?? null;
}

/** Unbinds; false where nothing was bound. */
export async function unbindOpenid(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`delete from account_openid where account_id = ${accountId} returning 1`.execute(db);
  return rows.length > 0;
}

/** Writes a ticket of the session with this token for one outside site; false where the session has just ended. */
export async function insertOutsideTicket(
  db: Db,
  ticket: { hash: Buffer; siteKey: string; host: string; tokenHash: Buffer },
): Promise<boolean> {
  const { rows } = await sql`
    insert into outside_ticket (ticket_hash, site_key, host, account_id, grant_id, sign_in, expires_at)
    select ${ticket.hash}, ${ticket.siteKey}, ${ticket.host}, account_id, grant_id, sign_in,
           now() + make_interval(secs => ${OUTSIDE_TICKET_SECONDS})
      from session where token_hash = ${ticket.tokenHash}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** The host whose keys redeem a ticket; null where there is no such ticket for this site. */
export async function hostOfTicket(db: Db, hash: Buffer, siteKey: string): Promise<string | null> {
  const row = await db
    .selectFrom('outside_ticket')
    .select('host')
    .where('ticket_hash', '=', hash)
    .where('site_key', '=', siteKey)
    .executeTakeFirst();
  return row?.host ?? null;
}

export interface TicketHolder {
  account_id: string;
  name: string;
  role_id: number;
  role_name: string;
  org_id: string;
  org_code: string;
  org_name: string;
}

/**
 * Takes a ticket and says whose it is: of parallel redeemers one wins. Worth nothing once the sign-in has ended,
 * the account is disabled or the role is gone.
 */
export async function redeemOutsideTicket(db: Db, hash: Buffer, siteKey: string): Promise<TicketHolder | undefined> {
  const { rows } = await sql<TicketHolder>`
    with t as (
      delete from outside_ticket where ticket_hash = ${hash} and site_key = ${siteKey} returning *
    )
    select a.id as account_id, a.name, g.role_id, r.name as role_name, o.id as org_id, o.code as org_code,
           o.name as org_name
      from t
      join account a on a.id = t.account_id and a.enabled
      join account_role g on g.id = t.grant_id and ${isUsableGrant}
      join role r on r.id = g.role_id and r.enabled
      join organisation o on o.id = g.org_id and o.deleted_at is null
     where t.expires_at > now()
       and ${signInLives('t')}`.execute(db);
  return rows[0];
}

/** Deletes what has run out. Used codes stay for a day, far longer than any of them is good. */
export async function deleteExpiredWays(db: Db): Promise<void> {
  await sql`
    with q as (delete from qr_login where expires_at < now() - interval '10 minutes'),
         w as (delete from openid_waiting where expires_at <= now()),
         t as (delete from outside_ticket where expires_at <= now())
    delete from used_login_code where used_at < now() - interval '1 day'`.execute(db);
}
