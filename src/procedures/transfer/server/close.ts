import type { Db } from '#platform/server/database/db.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import { voidLetter } from './queries/letter.ts';
import * as writes from './queries/write.ts';
import { subjectsOf } from './todos.ts';

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
  const open = await writes.lockTransferOf(db, memberId);
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
  await writes.saveStanding(db, open.id, { status: 9, atSeq: 0, dueOn: null });
  await closeTodos(db, subjectsOf(open.id));
  return true;
}
