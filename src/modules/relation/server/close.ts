import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { closeTodos } from '#platform/server/todos.ts';
import { voidLetter } from './queries/letter.ts';
import * as writes from './queries/write.ts';
import { subjectsOf } from './todos.ts';

/**
 * Holds the open transfer of somebody for this transaction. Whoever changes the person's standing takes it before the person's row,
 * in the order in which a transfer is completed.
 */
export async function lockTransferOf(db: Db, memberId: string): Promise<void> {
  await sql`select from relation_transfer
             where member_id = ${memberId} and status in (0, 1, 2, 3, 4, 7, 8) for update`.execute(db);
}

/**
 * Ends the open transfer of somebody who leaves the party or dies, in the transaction that brings that about: status 9, the
 * letter void, nobody is asked any more. Nothing happens where none is open.
 * @returns whether one was open
 */
export async function closeTransferOf(
  db: Db,
  memberId: string,
  { why, by }: { why: string; by: { id: string | null; name: string } },
): Promise<boolean> {
  const { rows } = await sql<{ id: string; status: 0 | 1 | 2 | 3 | 4 | 7 | 8 }>`
    select id, status from relation_transfer
     where member_id = ${memberId} and status in (0, 1, 2, 3, 4, 7, 8) for update`.execute(db);
  const [open] = rows;
  if (!open) return false;
  await writes.clearHops(db, open.id);
  await voidLetter(db, open.id, why);
  await writes.addEvent(db, {
    transferId: open.id,
    act: 'withdraw',
    before: open.status,
    after: 9,
    orgName: '',
    operator: by.name,
    accountId: by.id,
    note: why,
  });
  await writes.stand(db, open.id, { status: 9, atSeq: 0, dueOn: null });
  await closeTodos(db, subjectsOf(open.id));
  return true;
}
