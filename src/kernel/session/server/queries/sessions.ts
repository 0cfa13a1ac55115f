import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import type { Config } from '#platform/server/start/config.ts';

/** A sign-in of an account with the windows that were opened from it. */
export interface SignInRow {
  id: string;
  sign_in: Buffer;
  agent: string;
  way: string;
  ip: string;
  since: Date;
  last_seen: Date;
  until: Date;
  role_name: string;
  org_name: string;
}

/**
 * The account's open sign-ins, the one seen last first; `id` is that of the sign-in's first window still open. When a
 * sign-in was is read from its end: a role switch leaves no row of that time.
 */
export async function listSignIns(
  db: Db,
  accountId: string,
  { idleSeconds, absoluteSeconds }: Pick<Config, 'idleSeconds' | 'absoluteSeconds'>,
): Promise<SignInRow[]> {
  const { rows } = await sql<SignInRow>`
    select last.*, whole.id, whole.until - make_interval(secs => ${absoluteSeconds}) as since, whole.until
      from (select sign_in, min(id) as id, max(expires_at) as until
              from session where account_id = ${accountId} group by sign_in) whole
      join lateral (
        select s.sign_in, s.agent, s.way, s.ip, s.seen_at as last_seen, r.name as role_name, o.name as org_name
          from session s
          join account_role g on g.id = s.grant_id
          join role r on r.id = g.role_id
          join organisation o on o.id = g.org_id
         where s.sign_in = whole.sign_in and s.ended_at is null and s.expires_at > now()
           and s.seen_at > now() - make_interval(secs => ${idleSeconds})
         order by s.seen_at desc, s.id desc limit 1
      ) last on true
     order by last.last_seen desc, whole.id desc`.execute(db);
  return rows;
}

/** The own sign-in to which a session of this id belongs. */
export const findSignIn = (db: Db, accountId: string, id: string) =>
  db
    .selectFrom('session')
    .select(['sign_in', 'agent'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();

/** Ends every sign-in of the account but this one; answers how many. */
export async function endOtherSignIns(db: Db, accountId: string, signIn: Buffer): Promise<number> {
  await sql`delete from login_ticket where account_id = ${accountId} and sign_in <> ${signIn}`.execute(db);
  const { rows } = await sql<{ n: number }>`
    with gone as (
      delete from session where account_id = ${accountId} and sign_in <> ${signIn} returning sign_in, ended_at
    )
    select count(distinct sign_in)::int as n from gone where ended_at is null`.execute(db);
  return rows[0]?.n ?? 0;
}
