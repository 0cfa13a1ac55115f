import type { Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { sendNotices } from '#platform/server/inbox/notices.ts';
import { accountsOf, closePresence } from '../queries/signup.ts';
import { ownPath } from '../todos.ts';
import { NOTICE } from './common.ts';

/** Closes the presence of whoever did not sign out of an activity that is over, as 待核, and tells them at once. */
export async function closeForgotten({ db }: Services): Promise<void> {
  await transact(db, async (tx) => {
    const closed = await closePresence(tx, null);
    const notices = [];
    for (const [activityId, people] of Map.groupBy(closed, (one) => one.activityId)) {
      const [first] = people;
      if (!first) continue;
      const accountIds = await accountsOf(
        tx,
        people.map(({ memberId }) => memberId),
      );
      if (accountIds.length === 0) continue;
      notices.push({
        title: `“${first.title}”没有签退`,
        remark: '先按活动结束时间计，时长待核。实际离开时间不同的，请扫码签退或告诉活动组织者。',
        jumpUrl: ownPath(activityId),
        type: NOTICE,
        orgId: first.orgId,
        createdBy: '系统',
        accountIds,
      });
    }
    if (notices.length > 0) await sendNotices(tx, notices);
  });
}
