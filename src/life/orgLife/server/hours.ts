import type { Source } from '#people/studyHours/rules.ts';
import { grantHours, runOnceForEarlier, withdrawHours } from '#people/studyHours/server/index.ts';
import type { Services } from '#platform/server/context.ts';
import { allowSeconds, type Db } from '#platform/server/database/db.ts';
import { lessonsOf, writeLessonHours } from './queries/hours.ts';

const TAKEN = 'lifeMeeting';
const LESSONS: readonly Source[] = ['lecture', 'meeting'];
const evidenceOf = (meetingId: string) => `lifeMeeting:${meetingId}`;

/** Grants the hours of a submitted meeting to whoever was there; who was there before and is no more loses them. */
export async function grantLessonHours(db: Db, meetingId: string): Promise<void> {
  const rows = await lessonsOf(db, meetingId);
  await grantHours(
    db,
    rows.map(({ member_id: personId, ...one }) => ({ ...one, personId })),
  );
  for (const source of LESSONS) {
    const except = rows.filter((one) => one.source === source).map(({ member_id }) => member_id);
    await withdrawHours(db, { source, evidence: evidenceOf(meetingId), why: '到会记录更正', except });
  }
}

/** The record was returned: its hours are countered until it is submitted again. */
export async function withdrawLessonHours(db: Db, meetingId: string): Promise<void> {
  for (const source of LESSONS)
    await withdrawHours(db, { source, evidence: evidenceOf(meetingId), why: '会议记录被上级退回' });
}

/** The meetings of before the ledger, once a deployment. */
export const grantEarlierLessons = ({ db }: Services): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await runOnceForEarlier(tx, TAKEN, async () => {
      // All meetings of a whole city may take longer than a call may.
      await allowSeconds(tx, 0);
      return writeLessonHours(tx);
    });
  });
