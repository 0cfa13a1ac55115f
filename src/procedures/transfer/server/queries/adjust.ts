import { sql } from 'kysely';
import type { BranchMove, MovedBy } from '#people/member/server/moves.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';

/** Writes 调整支部 as a transfer that was handed in, approved and completed on the spot, with its way and its line of history. */
export async function insertAdjusted(db: Db, move: BranchMove, by: MovedBy): Promise<{ id: string; today: string }> {
  const { rows } = await sql<{ id: string; today: string }>`
    insert into relation_transfer (member_id, kind, from_org_id, to_org_id, status, reason, applied_by, applied_name, on_the_spot,
                                   submitted_at, completed_on, created_by)
    values (${move.memberId}, 'withinBranchTree', ${move.from.id}, ${move.to.id}, 6, '调整支部', ${by.accountId}, ${by.name}, true,
            now(), ${dbToday}, ${by.name}) returning id, completed_on as today`.execute(db);
  const { id = '', today = '' } = rows[0] ?? {};
  await sql`
    insert into relation_hop (transfer_id, seq, org_id, org_code, org_name, role, decides, state, account_id, operator, done_at)
    values (${id}, 1, ${move.from.id}, ${move.from.code}, ${move.from.name}, 'send', false, 'passed', ${by.accountId}, ${by.name}, now()),
           (${id}, 2, ${move.to.id}, ${move.to.code}, ${move.to.name}, 'receive', false, 'passed', ${by.accountId}, ${by.name}, now())`.execute(
    db,
  );
  await sql`
    insert into relation_event (transfer_id, act, before, after, org_name, operator, account_id, note)
    values (${id}, 'adjust', null, 6, ${by.orgName}, ${by.name}, ${by.accountId}, '')`.execute(db);
  return { id, today };
}
