import { sql } from 'kysely';
import { LOCK_MINUTES, TRIES } from '#kernel/session/rules.ts';
import type { RoleBase } from '#platform/server/context.ts';
import { type Db, withoutCommitWait } from '#platform/server/database/db.ts';
import { expiredOfCalls } from '#platform/server/http/expired.ts';
import { AT_DOOR, type AtDoor, BEST_GRANT, isUsableGrant } from './queries/open.ts';

/** A reserved try: nothing was decrypted or hashed for it yet. */
export interface Attempt {
  /** Tries taken in this window, this one included; above five the name is locked. */
  failures: number;
  locked_until: Date | null;
  name: string | null;
  account: AtDoor | null;
}

const window = sql.raw(`interval '${LOCK_MINUTES} minutes'`);
/** A counter is worth nothing once its lock has run out, or half an hour after its first try. */
const worn = sql<boolean>`coalesce(f.locked_until, f.updated_at + ${window}) <= now()`;

/**
 * Takes one try of a login name and reads the account behind it, in one statement, so that
 * parallel guesses each get another number. The fifth try locks; later ones change nothing.
 * A name that nobody has is counted in the same way. Not waited for on the disk: whatever is answered of a sign-in, good or
 * bad, follows a commit that is, that of the session or of the line in the log.
 * @param device `''` for all unknown devices together, else the counter's own name
 */
export async function consumeTry(db: Db, loginIndex: Buffer, device: string): Promise<Attempt> {
  type Row = Pick<Attempt, 'failures' | 'locked_until' | 'name'> & (AtDoor | { id: null });
  const { rows } = await sql<Row>`/* prepared */
    with tries as (
      insert into login_failure as f (login_index, device, failures, locked_until, updated_at)
      select ${loginIndex}, ${device}, 1, null, now() from ${withoutCommitWait}
      on conflict (login_index, device) do update set
        failures = case when ${worn} then 1 else least(f.failures + 1, ${TRIES + 1}) end,
        locked_until = case when ${worn} then null
                            when f.failures + 1 >= ${TRIES} then coalesce(f.locked_until, now() + ${window}) end,
        updated_at = case when ${worn} then now() else f.updated_at end
      returning failures, locked_until
    )
    select tries.failures, tries.locked_until, a.name, ${AT_DOOR}
      from tries
      left join account a on a.login_index = ${loginIndex} ${BEST_GRANT}`.execute(db);
  if (!rows[0]) throw new Error('a reserved try came back without its row');
  const { failures, locked_until, name, ...account } = rows[0];
  return { failures, locked_until, name, account: account.id === null ? null : account };
}

/** Gives a try back that was never looked at. */
export const refundTry = (db: Db, loginIndex: Buffer, device: string) =>
  sql`update login_failure set failures = failures - 1, locked_until = null
       where login_index = ${loginIndex} and device = ${device} and failures between 1 and ${TRIES}`.execute(db);

/** Forgets the tries of one counter. */
export const clearTries = (db: Db, loginIndex: Buffer, device: string) =>
  sql`/* prepared */ delete from login_failure using ${withoutCommitWait} where login_index = ${loginIndex} and device = ${device}`.execute(
    db,
  );

/** Forgets all tries of a login name, on known and unknown devices. */
export const clearAllTries = (db: Db, loginIndex: Buffer) =>
  db.deleteFrom('login_failure').where('login_index', '=', loginIndex).execute();

/** Whoever signs in with it has to change the password first. */
export const demandPasswordChange = (db: Db, accountId: string) =>
  db
    .updateTable('account')
    .set({ must_change_password: true })
    .where('id', '=', accountId)
    .where('must_change_password', '=', false)
    .execute();

/** The role in which the account begins next time. */
export const rememberGrant = (db: Db, accountId: string, grantId: string) =>
  db.updateTable('account').set({ last_grant_id: grantId }).where('id', '=', accountId).execute();

/** The sign-in that a token belongs to, and when that must end. */
export const signInOf = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('session')
    .select(['sign_in', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst();

/** Holds an account's row until the transaction ends; what only refers to it need not wait. */
export const lockAccount = (db: Db, accountId: string) =>
  sql`select from account where id = ${accountId} for no key update`.execute(db);

/**
 * Goes on with a session in another grant, under another token; false where it has ended. The row stays the same one, so
 * that of parallel switches one succeeds, and a sign-out that waits for the row ends the new session too.
 */
export async function changeGrant(
  db: Db,
  tokenHash: Buffer,
  to: { tokenHash: Buffer; grantId: string; mustEnrol: boolean; ip: string },
): Promise<boolean> {
  const { rows } = await sql`
    update session set token_hash = ${to.tokenHash}, grant_id = ${to.grantId}, must_enrol = ${to.mustEnrol},
           ip = ${to.ip}, seen_at = now()
     where token_hash = ${tokenHash} and ended_at is null
    returning 1`.execute(db);
  return rows.length === 1;
}

/** Ends a sign-in with all its windows and tickets. */
export async function endSignIn(db: Db, signIn: Buffer): Promise<void> {
  await db.deleteFrom('login_ticket').where('sign_in', '=', signIn).execute();
  await db.deleteFrom('session').where('sign_in', '=', signIn).execute();
}

/**
 * Ends everything that an account has open, a sign-in that waits for its second factor and codes that were sent too. The
 * account's row is locked or changed before, so that no sign-in on its way comes in behind.
 */
export async function endAllSessions(db: Db, accountId: string): Promise<void> {
  await sql`delete from sms_code where login_index = (select login_index from account where id = ${accountId})`.execute(
    db,
  );
  await db.deleteFrom('login_challenge').where('account_id', '=', accountId).execute();
  await db.deleteFrom('login_ticket').where('account_id', '=', accountId).execute();
  await db.deleteFrom('session').where('account_id', '=', accountId).execute();
}

/** One of the account's own roles that it may enter now. */
export const findGrant = (db: Db, accountId: string, roleId: number, orgId: string) =>
  db
    .selectFrom('account_role as g')
    .innerJoin('organisation as o', 'o.id', 'g.org_id')
    .innerJoin('role as r', (join) => join.onRef('r.id', '=', 'g.role_id').on('r.enabled', '=', true))
    .select([
      'g.id as grant_id',
      'r.name as role_name',
      sql<RoleBase>`r.base`.as('base'),
      'o.code as org_code',
      'o.type as org_type',
      'o.name as org_name',
    ])
    .where('g.account_id', '=', accountId)
    .where('g.role_id', '=', roleId)
    .where('g.org_id', '=', orgId)
    .where(isUsableGrant)
    .where('o.deleted_at', 'is', null)
    .executeTakeFirst();

/** Writes a ticket of ten seconds. */
export const insertTicket = (
  db: Db,
  ticket: { hash: Buffer; accountId: string; grantId: string; signIn: Buffer; until: Date },
) =>
  db
    .insertInto('login_ticket')
    .values({
      ticket_hash: ticket.hash,
      account_id: ticket.accountId,
      grant_id: ticket.grantId,
      sign_in: ticket.signIn,
      session_expires_at: ticket.until,
      expires_at: sql<Date>`now() + interval '10 seconds'`,
    })
    .execute();

/** Turns a ticket into a session in one statement: of parallel redeemers one wins. False for all others. */
export async function redeemTicket(db: Db, ticketHash: Buffer, tokenHash: Buffer, ip: string): Promise<boolean> {
  const { rows } = await sql`
    with taken as (
      delete from login_ticket where ticket_hash = ${ticketHash} returning *
    )
    insert into session (token_hash, sign_in, account_id, grant_id, ip, device, way, agent, must_enrol, expires_at)
    select ${tokenHash}, t.sign_in, t.account_id, t.grant_id, ${ip}, s.device, s.way, s.agent, s.must_enrol,
           t.session_expires_at
      from taken t
      join lateral (select device, way, agent, must_enrol from session
                     where sign_in = t.sign_in and ended_at is null order by id desc limit 1) as s on true
     where t.expires_at > now()
    returning 1`.execute(db);
  return rows.length === 1;
}

/** Everything that getInfo says beside the session itself. */
export interface UserRow {
  login_mask: string;
  login_count: number;
  gender: number | null;
  member_name: string | null;
  id_card_mask: string | null;
  member_gender: number | null;
  person_category: number | null;
  member_org_id: string | null;
  member_org_name: string | null;
  permissions: number[];
  three_in_one_role: string | null;
  external_staff: boolean;
  has_factor: boolean;
  roles: {
    role_id: number;
    role_name: string;
    base: RoleBase;
    org_id: string;
    org_name: string;
    org_code: string;
    org_type: number;
  }[];
}

/** The account, its member record, its roles in the order of the switch, and the ids of the rights given. */
export async function readUser(db: Db, accountId: string, held: ReadonlySet<string>): Promise<UserRow | undefined> {
  const rights = [...held];
  const { rows } = await sql<UserRow>`/* prepared */
    select a.login_mask, a.login_count, a.gender, a.three_in_one_role, a.external_staff,
           exists (select from account_totp f where f.account_id = a.id and f.confirmed_at is not null) as has_factor,
           m.name as member_name, m.id_card_mask, m.gender as member_gender, m.person_category,
           m.org_id as member_org_id, mo.name as member_org_name,
           array(select p.id from permission p
                  where p.key = any(${rights}::text[]) or '*:*:*' = any(${rights}::text[])
                  order by p.id) as permissions,
           coalesce((select json_agg(json_build_object('role_id', g.role_id, 'role_name', r.name, 'base', r.base, 'org_id', g.org_id::text, 'org_name', o.name,
                                                       'org_code', o.code, 'org_type', o.type)
                                     order by o.code, g.role_id)
                       from account_role g
                       join role r on r.id = g.role_id and r.enabled
                       join organisation o on o.id = g.org_id and o.deleted_at is null
                      where g.account_id = a.id and ${isUsableGrant}), '[]') as roles
      from account a
      left join member m on m.id = a.member_id and m.deleted_at is null
      left join organisation mo on mo.id = m.org_id
     where a.id = ${accountId}`.execute(db);
  return rows[0];
}

/** Deletes what has run out: SMS codes, picture checks, challenges, sessions, tickets, nonces, windows, outcomes, counters, old transport keys, counts of faults. */
export async function deleteExpired(db: Db, idleSeconds: number): Promise<void> {
  await sql`
    with c as (delete from sms_code where expires_at <= now()),
         m as (delete from sms_message where created_at < now() - interval '1 day'),
         p as (delete from captcha where expires_at <= now()),
         h as (delete from login_challenge where expires_at <= now()),
         s as (delete from session where expires_at <= now() or seen_at < now() - make_interval(secs => ${idleSeconds})),
         t as (delete from login_ticket where expires_at <= now()),
         ${expiredOfCalls}
    delete from login_failure
     where updated_at < now() - interval '1 day' and coalesce(locked_until, now()) <= now()`.execute(db);
}

/** The column account.login_index of an account. */
export const loginIndexOf = async (db: Db, accountId: string): Promise<Buffer> =>
  (await db.selectFrom('account').select('login_index').where('id', '=', accountId).executeTakeFirstOrThrow())
    .login_index;

/** Notes that a session was used just now. */
export const noteSeen = (db: Db, tokenHash: Buffer) =>
  sql`update session set seen_at = now() where token_hash = ${tokenHash}`.execute(db);
