import { sql } from 'kysely';
import { announceMerging } from '#modules/member/server/merged.ts';
import { recompute } from './queries/opening.ts';
import { MERGED as REASON } from './queries/payments.ts';

/**
 * One person owes a month once: where one record has paid it, or both owe it, the other open bill becomes void before the
 * bills move. Two paid ones stand until somebody refunds one (rule `duesPaidTwice`).
 */
export function announceDuesMerging(): void {
  announceMerging({
    async merging({ db }, keptId, droppedId) {
      const twice = (own: string, other: string, otherStates: readonly number[]) => sql`
        update dues_bill b set state = 6, reason = ${REASON}, version = version + 1, updated_at = now()
         where b.member_id = ${own} and b.state in (1, 4, 5)
           and exists (select from dues_bill o where o.member_id = ${other} and o.month = b.month
                          and o.state = any(${otherStates}::smallint[]))`;
      await twice(keptId, droppedId, [2, 3]).execute(db);
      await twice(droppedId, keptId, [1, 2, 3, 4, 5]).execute(db);
    },
    async parted({ db }, keptId, droppedId) {
      for (const id of [keptId, droppedId]) {
        const { numAffectedRows } = await sql`
          update dues_bill b set state = 1, reason = '', version = version + 1, updated_at = now()
           where b.member_id = ${id} and b.state = 6 and b.reason = ${REASON}
             and not exists (select from dues_bill o where o.member_id = b.member_id and o.month = b.month and o.state <> 6)`.execute(
          db,
        );
        if (numAffectedRows) await recompute(db, id);
      }
    },
  });
}
