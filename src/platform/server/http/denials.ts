import { sql } from 'kysely';
import type { Services } from '../context.ts';
import { transact } from '../database/db.ts';
import { LOGGED_A_MINUTE, writeAudit } from '../log/audit.ts';

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
