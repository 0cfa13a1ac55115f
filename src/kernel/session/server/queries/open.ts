import { sql } from 'kysely';
import { ROLE } from '#kernel/session/contract.ts';
import type { RoleBase } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';

/** An account at the door, with the grant in which it would begin. */
export interface AtDoor {
  id: string;
  login_index: Buffer;
  login_mask: string;
  enabled: boolean;
  /** A second factor is set up and confirmed. */
  has_factor: boolean;
  /** As it stood when the account came to the door. */
  password_hash: string | null;
  grant_id: string | null;
  role_id: number | null;
  /** Whether that role works for a subtree, or sees the own record alone. */
  role_base: RoleBase | null;
  org_code: string | null;
}

const ORDER = sql.lit(`{${ROLE.administrator},${ROLE.worker},${ROLE.member},${ROLE.floating},${ROLE.volunteer}}`);

/** What a grant `g` must be to open a session now. */
export const isUsableGrant = sql<boolean>`
  (g.revoked_at is null and g.valid_from <= now() and (g.valid_until is null or g.valid_until > now()))`;

/** Columns of an account `a` at the door. */
export const AT_DOOR = sql<AtDoor>`
    a.id, a.login_index, a.login_mask, a.enabled, a.password_hash, best.*,
    exists (select from account_totp f where f.account_id = a.id and f.confirmed_at is not null) as has_factor`;

/** Of the usable grants of an account `a` the last one used, else the first by role and place. */
export const BEST_GRANT = sql`
      left join lateral (
        select g.id as grant_id, g.role_id, r.base as role_base, o.code as org_code
          from account_role g
          join role r on r.id = g.role_id and r.enabled
          join organisation o on o.id = g.org_id and o.deleted_at is null
         where g.account_id = a.id and ${isUsableGrant}
         order by g.id is not distinct from a.last_grant_id desc,
                  array_position(${ORDER}::int[], g.role_id::int), o.code collate "C", g.id
         limit 1
      ) best on true`;

/** The account, with the grant in which it would begin. */
export async function readAtDoor(db: Db, accountId: string): Promise<AtDoor | undefined> {
  const { rows } = await sql<AtDoor>`/* prepared */
    select ${AT_DOOR} from account a ${BEST_GRANT} where a.id = ${accountId}`.execute(db);
  return rows[0];
}

/** The first session of a sign-in; in so many seconds it ends whatever is done in it. */
export interface NewSession {
  tokenHash: Buffer;
  grantId: string;
  ip: string;
  device: string;
  way: string;
  agent: string;
  mustEnrol: boolean;
  seconds: number;
}

/**
 * Counts a sign-in and opens its session; the account's row stays locked until the transaction ends. Answers the state of the rights
 * (`sessionOfGrant`); null, and nothing is done, where the password is no longer the one with which the account came to the door.
 */
export async function insertSession(
  db: Db,
  account: Pick<AtDoor, 'id' | 'password_hash'>,
  session: NewSession,
): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`/* prepared */
    with opened as (
      update account set login_count = login_count + 1, last_login_at = now(), last_grant_id = ${session.grantId}
       where id = ${account.id} and password_hash is not distinct from ${account.password_hash}
      returning id
    )
    insert into session (token_hash, sign_in, account_id, grant_id, ip, device, way, agent, must_enrol, expires_at)
    select ${session.tokenHash}::bytea, ${session.tokenHash}::bytea, id, ${session.grantId}::bigint, ${session.ip}, ${session.device},
           ${session.way}, ${session.agent}, ${session.mustEnrol}::boolean, now() + make_interval(secs => ${session.seconds})
      from opened
    returning (select version from rights_version)`.execute(db);
  return rows[0]?.version ?? null;
}

/** Ends what the account has open but for one session; the rows stay, so that their windows can be told why. */
export async function endOtherSessions(db: Db, accountId: string, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('login_ticket').where('account_id', '=', accountId).execute();
  await db
    .updateTable('session')
    .set({ ended_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('token_hash', '!=', tokenHash)
    .where('ended_at', 'is', null)
    .execute();
}

/** The account that a login name belongs to; undefined where nobody has it. */
export async function accountNamed(db: Db, loginIndex: Buffer): Promise<string | undefined> {
  return (await db.selectFrom('account').select('id').where('login_index', '=', loginIndex).executeTakeFirst())?.id;
}
