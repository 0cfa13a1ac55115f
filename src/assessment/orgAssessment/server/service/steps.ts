import type * as contract from '#assessment/orgAssessment/contract.plan.ts';
import { dueDays, noticeEnd, PLAN_STATES, PLAN_STEPS, suggestedPoints } from '#assessment/orgAssessment/rules.ts';
import { workCalendar } from '#house/server/workCalendar.ts';
import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { badInput, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import { breachesOf } from '../breaches.ts';
import * as queries from '../queries/plan.ts';
import * as scores from '../queries/score.ts';
import { groupOf, lockOwnPlan, MOST_TARGETS, publishFaults, requireStep } from './plan.ts';
import { resultsOf } from './results.ts';

/** 提醒, dictionary 0178. */
const REMINDER = '6';

/** Tells the workers of some organisations; nobody to tell: nothing is sent. */
export async function notifyOrgs(ctx: Ctx, orgIds: readonly string[], title: string, remark: string): Promise<void> {
  const { accountId, accountName, orgId } = ctx.session;
  const accountIds = (await scores.workersAt(ctx.db, orgIds)).filter((id) => id !== accountId);
  if (accountIds.length === 0) return;
  await sendNotice(ctx.db, { type: REMINDER, title, remark, orgId, createdBy: accountName, accountIds });
}

/**
 * Counts what the checks find of every assessed organisation of a plan, and writes what that would give; decided scores
 * stay. Answers how many were counted.
 * @param orgId of this one alone; null: of all
 */
export async function countChecks(ctx: Ctx, planId: string, orgId: string | null = null): Promise<number> {
  const open = (await scores.scoresOfPlan(ctx.db, ctx.scope, planId, orgId)).filter(
    ({ method, review, isExempt }) => method === 1 && review === 0 && !isExempt,
  );
  const breachesAt = await breachesOf(ctx, open);
  const found = open.flatMap((row) => {
    const breaches = breachesAt(row);
    // A check that the session may not read is left to the reviewer.
    return breaches === null ? [] : [{ id: row.id, breaches, suggested: suggestedPoints(row, breaches) }];
  });
  return scores.writeSuggested(ctx.db, found);
}

async function publish(ctx: Ctx, row: queries.PlanRecord): Promise<void> {
  const [items, orgIds, names] = await Promise.all([
    queries.itemsOf(ctx.db, row.id),
    queries.meantBy(ctx.db, { id: row.orgId, code: row.orgCode }, row.audience, MOST_TARGETS + 1),
    dictionaryNames(ctx.services),
  ]);
  const [fault] = publishFaults(items, orgIds.length);
  if (fault) throw refuse(fault);
  const cells = items.flatMap((item) => dueDays(item, row).map((day) => ({ itemId: item.id, ...day })));
  const without = items.find((item) => !cells.some(({ itemId }) => itemId === item.id));
  if (without) throw refuse(`“${without.name}”的检查时间不在方案的起止日期内`);
  const orgs = orgIds.map(({ id, type, nature }) => ({
    id,
    group: groupOf(row.audience.group, names.name('0011', nature) ?? '', type),
  }));
  await queries.fillPlan(ctx.db, row.id, orgs, cells);
  await notifyOrgs(
    ctx,
    orgs.map(({ id }) => id),
    `考核方案已发布：${row.name}`,
    `考核期${row.startsOn}至${row.endsOn}，共${items.length}个项目。请在“组织考核”里查看要报的材料和截止日期。`,
  );
}

/** Draws the results: totals, grades and places are written, and 考核评议 into each organisation's record. Answers until when they are shown. */
async function announce(ctx: Ctx, row: queries.PlanRecord, today: string): Promise<string> {
  const [targets, all] = await Promise.all([
    scores.targetsOf(ctx.db, ctx.scope, row.id),
    scores.scoresOfPlan(ctx.db, ctx.scope, row.id, null),
  ]);
  const open = all.filter(
    ({ isExempt, method, state, review }) =>
      !isExempt && review !== 1 && (method !== 2 || (state === 1 && review === 0)),
  );
  if (open.length > 0) throw refuse(`还有${open.length}项没有评审，请先评审`);
  if (all.some(({ asked }) => asked !== null)) throw refuse('还有修改得分等待确认，请先办理');
  const results = resultsOf(targets, all, row.bands, true, today);
  await scores.freeze(ctx.db, row.id, [...results.values()]);
  await scores.writeRecords(ctx.db, row.id, {
    year: row.year,
    day: today,
    by: ctx.session.accountName,
    orgName: row.orgName,
    plan: row.name,
  });
  const until = noticeEnd(today, await workCalendar(ctx.db));
  await notifyOrgs(
    ctx,
    targets.map(({ orgId }) => orgId),
    `考核结果公示：${row.name}`,
    `公示到${until}。对得分有不同意见的，请在公示期内向${row.orgName}提出。`,
  );
  return until;
}

/** Moves a plan on. Publishing and withdrawing results write and take back 考核评议 in the same transaction. */
export async function stepPlan(
  ctx: Ctx,
  input: ParsedOf<typeof contract.stepPlan>,
): Promise<ReplyOf<typeof contract.stepPlan>> {
  const row = await lockOwnPlan(ctx, input.id, input.version);
  requireStep(row, input.step);
  const today = await todayOf(ctx.db);
  let noticeUntil = row.noticeUntil;
  if (input.step === 'publish') await publish(ctx, row);
  if (input.step === 'score') await countChecks(ctx, row.id);
  if (input.step === 'notice') {
    noticeUntil = await announce(ctx, row, today);
  }
  if (input.step === 'withdraw') {
    if (input.reason === '') throw badInput({ reason: '请输入撤回原因' });
    await scores.takeBack(ctx.db, row.id, ctx.session.accountName);
    noticeUntil = null;
  }
  if (input.step === 'archive' && noticeUntil !== null && noticeUntil >= today)
    throw refuse(`公示到${noticeUntil}，期满后才能归档`);
  const { to } = PLAN_STEPS[input.step];
  const version = await queries.setState(ctx.db, row.id, to, ctx.session.accountName, noticeUntil);
  if (to === 1 || to === 2) await scores.syncTodos(ctx.db, row.id);
  else await closeTodos(ctx.db, [`integral:${row.id}`, `integralReview:${row.id}`]);
  ctx.audit({
    type: 'integralPlan',
    id: row.id,
    name: row.name,
    reason: input.reason,
    changes: { state: [PLAN_STATES[row.state], PLAN_STATES[to]] },
  });
  return { version };
}
