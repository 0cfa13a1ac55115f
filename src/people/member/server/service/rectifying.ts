import { rewar, TO_RECTIFY } from '#people/member/rules/records.ts';
import { MOST_RECORDS } from '#platform/records/records.ts';
import type { Db } from '#platform/server/database/db.ts';
import { insertRecord } from '#platform/server/records/queries.ts';
import { hasRunning } from '../queries/rewardEvidence.ts';

/** Dictionary 0042: 组织处置. */
const MEASURE = '3';

/** A day a year later, at most the last of its month. @param day `YYYY-MM-DD` */
export const yearAfter = (day: string): string =>
  `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`.replace(/-02-29$/, '-02-28');

/**
 * Opens 限期改正 of at most a year in a person's record (党员教育管理工作条例, article 30), unless one runs.
 * @returns until when; null: one runs already
 */
export async function openRectification(
  db: Db,
  one: { memberId: string; orgName: string; today: string; reason: string; by: string; byId: string },
): Promise<string | null> {
  if (await hasRunning(db, one.memberId, MEASURE, TO_RECTIFY)) return null;
  const endsOn = yearAfter(one.today);
  const made = await insertRecord(
    db,
    {
      sort: rewar,
      ownerId: one.memberId,
      title: '限期改正',
      orderedBy: one.today,
      fields: {
        type: MEASURE,
        name: TO_RECTIFY,
        approvedOn: one.today,
        approvedBy: one.orgName,
        endsOn,
        reason: one.reason,
      },
      by: one.by,
      byId: one.byId,
    },
    MOST_RECORDS,
  );
  return made === undefined ? null : endsOn;
}
