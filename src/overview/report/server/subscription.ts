import type * as contract from '#overview/report/contract.subscription.ts';
import { ownIdOf } from '#overview/report/rules.own.ts';
import {
  EVERY,
  lastUntil,
  MOST_RECEIVERS,
  MOST_SUBSCRIPTIONS,
  nextAfter,
  SENT_FROM,
} from '#overview/report/rules.subscription.ts';
import { REPORTS, type ReportKey, spanOf } from '#overview/report/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { REPORT_EXPORT } from './export.ts';
import { offeredReport, rightOf } from './offered.ts';
import { titlesOfKeys } from './queries/own.ts';
import * as queries from './queries/subscription.ts';
import { sentInput } from './sending.ts';

const GONE = '没有这个报表订阅，或不是本组织的';
/** Who is offered at once; whoever is not among them is found by the name. */
const OFFERED = 60;

/** What the subscriptions of the session's organisation are, and who is named in each. */
export async function listSubscriptions(
  ctx: Ctx,
  { pageNum, pageSize }: ParsedOf<typeof contract.listSubscriptions>,
): Promise<ReplyOf<typeof contract.listSubscriptions>> {
  const found = await queries.pageOfSubscriptions(ctx.db, ctx.session.orgId, pageSize, (pageNum - 1) * pageSize);
  const [named, titles] = await Promise.all([
    queries.namedIn(
      ctx.db,
      found.rows.map(({ id, key }) => ({ id, key, right: rightOf(key) })),
    ),
    titlesOfKeys(
      ctx.db,
      found.rows.flatMap(({ key }) => ownIdOf(key) ?? []),
    ),
  ]);
  return {
    total: found.total,
    rows: found.rows.map((row) => ({
      id: row.id,
      key: row.key,
      title: REPORTS[row.key as ReportKey]?.title ?? titles.get(ownIdOf(row.key) ?? '') ?? '已删除的自定义报表',
      every: row.every,
      toBelow: row.toBelow,
      receivers: named.filter(({ of }) => of === row.id).map(({ of: _of, ...one }) => one),
      nextOn: row.nextOn,
      lastAt: row.lastAt,
      lastSent: row.lastSent,
      stoppedAt: row.stoppedAt,
      stoppedBy: row.stoppedBy,
      createdBy: row.createdBy,
    })),
  };
}

/** Who may receive a report, within the session's scope. */
export async function listReceivers(
  ctx: Ctx,
  { key, keyWords, grants }: ParsedOf<typeof contract.listReceivers>,
): Promise<ReplyOf<typeof contract.listReceivers>> {
  const { right } = await offeredReport(ctx, key);
  const asked =
    grants === undefined
      ? { name: keyWords, grants: [], limit: OFFERED }
      : { name: '', grants: grants.split(','), limit: MOST_RECEIVERS };
  return { rows: await queries.receiversWithin(ctx.db, ctx.scope, { key, right }, asked) };
}

/** @throws refuse where the session's organisation has as many running as it may */
async function requireRoom(ctx: Ctx): Promise<void> {
  if ((await queries.countRunning(ctx.db, ctx.session.orgId)) >= MOST_SUBSCRIPTIONS)
    throw refuse(`本组织最多${MOST_SUBSCRIPTIONS}个报表订阅，请先停止不用的`);
}

/** Orders a report for some people. @throws badInput at the field where somebody cannot receive it */
export async function saveSubscription(ctx: Ctx, input: ParsedOf<typeof contract.saveSubscription>) {
  const { orgId, orgCode, grantId, accountName } = ctx.session;
  const { key, every, toBelow } = input;
  const { right, title, isShared } = await offeredReport(ctx, key);
  const alone = `“${title}”没有勾选“下级组织也能用”，只能发给本组织的人`;
  if (toBelow && !isShared) throw badInput({ toBelow: `${alone}；要发给下级，请先修改这个报表` });
  const receivers = [...new Set(input.receivers)];
  if (receivers.length === 0 && !toBelow) throw badInput({ receivers: '请选择接收人，或勾选直接下级能查看的工作人员' });
  if (receivers.length > MOST_RECEIVERS) throw badInput({ receivers: `最多${MOST_RECEIVERS}人` });
  const able = await queries.ableGrants(ctx.db, ctx.scope, { key, right }, receivers);
  if (able.length < receivers.length)
    throw badInput({
      receivers: isShared
        ? '有人不在管理范围内，没有这个报表的权限，或所在组织不提供这个报表，请重新选择'
        : `${alone}，请重新选择`,
    });
  await requireRoom(ctx);
  const nextOn = nextAfter(every, await todayOf(ctx.db));
  const made = { orgId, orgCode, grantId, key, every, toBelow, nextOn, receivers, by: accountName };
  const id = await queries.insertSubscription(ctx.db, made);
  ctx.audit({ type: 'reportSubscription', id, name: `${title} ${EVERY[every]}`, orgCode });
  return { id, nextOn };
}

/** Stops one, or lets it go on, ordered by whoever says so now: whoever ordered it before may have gone. */
export async function stopSubscription(
  ctx: Ctx,
  { id, stopped }: ParsedOf<typeof contract.stopSubscription>,
): Promise<null> {
  const { orgId, orgCode, grantId, accountName } = ctx.session;
  const row = await queries.lockSubscription(ctx.db, ctx.scope, orgId, id);
  if (!row) throw notFound(GONE);
  if (stopped === (row.stoppedAt !== '')) throw refuse(stopped ? '这个订阅已经停止' : '这个订阅没有停止');
  if (stopped) await queries.markStopped(ctx.db, id, accountName);
  else {
    await offeredReport(ctx, row.key);
    await requireRoom(ctx);
    const nextOn = nextAfter(row.every, await todayOf(ctx.db));
    await queries.markResumed(ctx.db, id, nextOn, { grantId, name: accountName });
  }
  ctx.audit({ type: 'reportSubscription', id, name: `${stopped ? '停止' : '恢复'} ${EVERY[row.every]}`, orgCode });
  return null;
}

/** Sends it to the session's own account now, counted in its own role: the period that was sent last, or would have been. */
export async function sendToMe(ctx: Ctx, { id }: ParsedOf<typeof contract.sendToMe>) {
  const { orgId, orgCode, accountName, orgName } = ctx.session;
  const row = await queries.lockSubscription(ctx.db, ctx.scope, orgId, id);
  if (!row) throw notFound(GONE);
  const { right, title } = await offeredReport(ctx, row.key);
  const sent = sentInput(row.key, row.every, lastUntil(row.every, await todayOf(ctx.db)), '');
  const input = { ...sent, orgId, by: { name: accountName, org: orgName } };
  const jobId = await enqueue(ctx, { kind: REPORT_EXPORT, title: `订阅：${title}`, right, input });
  ctx.audit({ type: 'reportSubscription', id, name: title, orgCode });
  return { jobId, period: spanOf(sent.period)?.label ?? '' };
}

export { SENT_FROM };
