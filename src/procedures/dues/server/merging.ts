import { announceMerging } from '#people/member/server/merged.ts';
import { openVoided, voidDuplicateBills } from './queries/merging.ts';
import { recomputeBills } from './queries/opening.ts';

/**
 * One person owes a month once: where one record has paid it, or both owe it, the other open bill becomes void before the
 * bills move. Two paid ones stand until somebody refunds one (rule `duesPaidTwice`).
 */
export function announceDuesMerging(): void {
  announceMerging({
    async merging({ db }, keptId, droppedId) {
      await voidDuplicateBills(db, keptId, droppedId, [2, 3]);
      await voidDuplicateBills(db, droppedId, keptId, [1, 2, 3, 4, 5]);
    },
    async parted({ db }, keptId, droppedId) {
      for (const id of [keptId, droppedId]) if ((await openVoided(db, id)) > 0) await recomputeBills(db, id);
    },
  });
}
