import { ownIdOf } from '#overview/report/rules.own.ts';
import { type Every, nextAfter, periodSent, SENT_FROM } from '#overview/report/rules.subscription.ts';
import { REPORTS, type ReportKey } from '#overview/report/rules.ts';
import type { Services } from '#platform/server/context.ts';
import { type Db, todayOf, transact } from '#platform/server/database/db.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { enqueueFor } from '#platform/server/jobs/jobs.ts';
import { REPORT_EXPORT } from './export.ts';
import { rightOf } from './offered.ts';
import { titlesOfKeys } from './queries/own.ts';
import { reports } from './queries/reports/index.ts';
import * as queries from './queries/subscription.ts';

/** Dictionary 0178. */
const SYSTEM_NOTICE = '5';
const PAGE = '/decisionSupport/subscription';
/** Subscriptions of one turn; the next one goes on. */
const AT_ONCE = 50;
const SHANGHAI_MS = 8 * 3_600_000;

/** What a job of a subscription is asked, but for whose it is. @param late empty: in time */
export function sentInput(key: string, every: Every, due: string, late: string) {
  const { periods = [] } = reports[key as ReportKey] ?? {};
  const period = periodSent(periods, every, due) ?? '';
  return { key, period, ageYear: null, part: 'table', column: '', own: false, purpose: '报表订阅', sent: { late } };
}

/** Recurring work: sends what is due. @param now for tests: the day and hour by which it is judged */
export async function sendDueReports(db: Services['db'], now?: { today: string; hour: number }): Promise<void> {
  const today = now?.today ?? (await todayOf(db));
  const hour = now?.hour ?? new Date(Date.now() + SHANGHAI_MS).getUTCHours();
  for (let n = 0; n < AT_ONCE; n++) {
    const sent = await transact(db, (tx) => sendNext(tx, today, hour));
    if (!sent) return;
  }
}

/** Sends the next subscription that is due; false: none is. */
async function sendNext(db: Db, today: string, hour: number): Promise<boolean> {
  const due = await queries.lockDue(db, today, hour, SENT_FROM);
  if (!due) return false;
  const ownId = ownIdOf(due.key);
  const title = ownId ? (await titlesOfKeys(db, [ownId])).get(ownId) : REPORTS[due.key as ReportKey]?.title;
  const tell = (words: string, remark: string) =>
    sendNotice(db, {
      type: SYSTEM_NOTICE,
      orgId: due.orgId,
      accountIds: [due.accountId],
      createdBy: '系统',
      title: words,
      remark,
      jumpUrl: PAGE,
    });
  const stop = async (why: string, remark?: string) => {
    await queries.markStopped(db, due.id, `系统：${why}`);
    if (remark) await tell('报表订阅已停止', remark);
    return true;
  };
  if (title === undefined) return stop('报表已删除', '订阅的自定义报表已经删除，不再发送。');
  if (due.ownerEnded) return stop('订阅人已不在这个岗位');
  const right = rightOf(due.key);
  const sent = { key: due.key, right };
  if ((await queries.ableGrants(db, wholeScope, sent, [due.grantId])).length === 0)
    return stop(
      '订阅人不能再查看这个报表',
      `${title}：您不再有这个报表的权限，或本组织不再提供它，不再发送。有权限的人可以在“报表订阅”里恢复。`,
    );
  const able = await queries.receiversNow(db, due, sent);
  // A day's work begins at eight: what is sent on a later day than it was due says so.
  const late = due.nextOn < today ? due.nextOn : '';
  const input = sentInput(due.key, due.every, due.nextOn, late);
  await enqueueFor(db, able, { kind: REPORT_EXPORT, title: `订阅：${title}`, right, input });
  const ended = await queries.tellEnded(db, due.id, able);
  if (ended.length > 0)
    await tell(
      `${title}有${ended.length}人不再接收`,
      `${ended.join('、')}的角色已结束，不再有这个报表的权限，或所在组织不提供这个报表，没有发送。`,
    );
  await queries.markSent(db, due.id, able.length, nextAfter(due.every, today));
  return true;
}
