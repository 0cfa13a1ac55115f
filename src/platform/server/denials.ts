import { sql } from 'kysely';
import type { Endpoint } from '#platform/contract.ts';
import { writeAudit } from './audit.ts';
import type { Services, Session } from './context.ts';
import { type Db, transact } from './db.ts';

/** Denials of one account and call that are logged one by one in a minute; further ones are counted. */
export const LOGGED_A_MINUTE = 10;

/** Counts a denial; false where the log has enough of its kind in this minute. */
export async function isLogged(
  db: Db,
  session: Session,
  act: { action: string; endpoint: Endpoint; ip: string },
): Promise<boolean> {
  const { accountId, accountName, roleId, orgId, orgCode } = session;
  const { rows } = await sql<{ hits: number }>`
    insert into denied_count (account_id, endpoint, started_at, hits, account_name, role_id, org_id, org_code, action, ip)
    values (${accountId}, ${`${act.endpoint.method} ${act.endpoint.path}`}, date_trunc('minute', now()), 1, ${accountName},
      ${roleId}, ${orgId}, ${orgCode}, ${act.action}, ${act.ip})
    on conflict (account_id, endpoint, started_at) do update set hits = denied_count.hits + 1, ip = excluded.ip
    returning hits`.execute(db);
  return (rows[0]?.hits ?? 0) <= LOGGED_A_MINUTE;
}

interface Counted {
  account_id: string;
  endpoint: string;
  hits: number;
  account_name: string;
  role_id: number;
  org_id: string;
  org_code: string;
  action: string;
  ip: string;
}

/** Writes one row into the log for the denials of each minute that is over and was not logged in full. */
export async function logCountedDenials({ db }: Services): Promise<void> {
  await transact(db, async (tx) => {
    const { rows } = await sql<Counted>`
      delete from denied_count where started_at < date_trunc('minute', now())
      returning account_id, endpoint, hits, account_name, role_id, org_id, org_code, action, ip`.execute(tx);
    for (const row of rows.filter(({ hits }) => hits > LOGGED_A_MINUTE)) {
      const who = {
        accountId: row.account_id,
        accountName: row.account_name,
        roleId: row.role_id,
        orgId: row.org_id,
        orgCode: row.org_code,
      };
      const { action, endpoint, ip } = row;
      const reason = `一分钟内另有${row.hits - LOGGED_A_MINUTE}次同样的操作被拒绝，只计次数`;
      await writeAudit(tx, who, { action, endpoint, outcome: 'denied', ip, traceId: '', reason }, []);
    }
  });
}
