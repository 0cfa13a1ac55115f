import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { narrowScope } from '#platform/server/database/scope.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { sendNotices } from '#platform/server/inbox/notices.ts';
import { MAX_REMINDED, type remindOwing } from '#procedures/dues/contract.remind.ts';
import { monthsText } from '#procedures/dues/rules.ts';
import { findPlace, monthAndToday } from '../queries/bills.ts';
import { markReminded, membersOwing } from '../queries/remind.ts';

/** Dictionary 0178. */
const SYSTEM_NOTICE = '5';

/**
 * Reminds those who owe now by a notice of their own, with their own sum: whoever has paid is not among them. Nobody
 * hears of it twice within three days, also when two press at once, nor against the own settings.
 */
export async function sendDuesReminders(
  ctx: Ctx,
  { orgId }: ParsedOf<typeof remindOwing>,
): Promise<ReplyOf<typeof remindOwing>> {
  const place = await findPlace(ctx.db, ctx.scope, orgId);
  const scope = place && narrowScope(ctx.scope, place.code);
  if (!place || !scope) throw notFound('组织不存在');
  const { current } = await monthAndToday(ctx.db);
  const owing = await membersOwing(ctx.db, scope, current);
  if (owing.length === 0) throw refuse(`${place.name}没有欠缴党费的党员，不用提醒`);
  const free = owing.filter((one) => one.free);
  const reachable = free.filter(({ accounts }) => accounts.length > 0);
  const now = reachable.slice(0, MAX_REMINDED);
  const recentlyReminded = new Set(
    await markReminded(
      ctx.db,
      now.map(({ memberId }) => memberId),
    ),
  );
  const notices = now
    .filter(({ memberId }) => recentlyReminded.has(memberId))
    .map((one) => ({
      type: SYSTEM_NOTICE,
      orgId: one.orgId,
      accountIds: one.accounts,
      createdBy: ctx.session.accountName,
      title: '党费缴纳提醒',
      remark: `您有${monthsText(one.first, one.last, one.months)}的党费未缴，共${(Number(one.amount) / 100).toFixed(2)}元，请在“党费查询”缴纳，或向${one.orgName}缴纳。`,
    }));
  await sendNotices(ctx.db, notices);
  ctx.audit({
    type: 'org',
    id: place.id,
    name: place.name,
    orgCode: place.code,
    reason: `提醒${recentlyReminded.size}人`,
  });
  return {
    reminded: recentlyReminded.size,
    skipped: owing.length - free.length + (now.length - recentlyReminded.size),
    unreached: free.length - reachable.length,
    more: reachable.length > now.length,
  };
}
