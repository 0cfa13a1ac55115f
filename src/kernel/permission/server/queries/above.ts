import { sql } from 'kysely';
import { isUrged } from '#house/server/urging.ts';
import type { Db } from '#platform/server/database/db.ts';

/** What waits, by its open to-do, and who may decide it now. */
export interface Waiting {
  id: string;
  title: string;
  jumpUrl: string;
  orgName: string;
  /** When it was urged last. */
  urgedAt: Date | null;
  recently: boolean;
  accountIds: string[];
}

/** The open to-do of a subject, locked. @param but an account that is not told */
export async function lockWaiting(db: Db, subject: string, but: string): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select t.id, t.title, t.jump_url as "jumpUrl", o.name as "orgName",
           t.urged_at as "urgedAt", ${isUrged(sql`t.urged_at`)} as recently,
           array(select distinct g.account_id::text from usable_grant g
                  where g.org_id = t.org_id and g.role_id = t.role_id and g.account_id <> ${but}
                    and (t.account_id is null or g.account_id = t.account_id)) as "accountIds"
      from todo t join organisation o on o.id = t.org_id
     where t.subject = ${subject} and t.done_at is null for update of t`.execute(db);
  return rows[0];
}
