import type * as contract from '#life/orgLife/contract.lock.ts';
import { periodBounds, periodOf, periodsOf, periodText } from '#life/orgLife/rules.duty.ts';
import { lockedText, mayLock } from '#life/orgLife/rules.lock.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import * as duty from '../queries/duty.ts';
import * as queries from '../queries/lock.ts';
import { yearOf } from './duty.ts';

/** The quarters of a year with how far their duties are met and who closed them. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listLocks>,
): Promise<ReplyOf<typeof contract.listLocks>> {
  const [today, rules, org] = await Promise.all([
    todayOf(ctx.db),
    duty.rules(ctx.db),
    duty.findPlace(ctx.db, ctx.scope, ctx.session.orgId),
  ]);
  const now = Number(today.slice(0, 4));
  const year = input.year ?? now;
  const [cells, locks, waiting] = await Promise.all([
    yearOf(ctx, ctx.scope, year, today, rules),
    queries.locks(ctx.db, ctx.scope, year),
    queries.waiting(ctx.db, ctx.scope, year),
  ]);
  const isBranch = org !== undefined && BRANCH_TYPES.includes(org.type);
  const mine = ctx.may('event:review') && !isBranch;
  const counted = Map.groupBy(cells, ({ period }) => periodOf(periodBounds(period).last, 'quarter'));
  return {
    year,
    years: [now, now - 1, now - 2],
    orgName: org?.name ?? '',
    why: mine ? '' : '季度由上级党组织锁定',
    quarters: periodsOf(year, 'quarter').map((quarter) => {
      const of = counted.get(quarter) ?? [];
      const here = locks.filter((lock) => lock.quarter === quarter);
      const active = here.filter(({ endedAt }) => endedAt === null);
      return {
        quarter,
        text: periodText(quarter),
        ok: of.filter(({ state }) => state === 'ok').length,
        missing: of.filter(({ state }) => state === 'missing').length,
        toReview: waiting.get(quarter) ?? 0,
        locks: active.map((lock) => ({
          id: lock.id,
          orgName: lock.orgName,
          at: lock.at.toISOString(),
          by: lock.by,
          can: { end: mayEnd(ctx, lock) },
        })),
        ended: here.flatMap((lock) =>
          lock.endedAt === null
            ? []
            : [
                {
                  id: lock.id,
                  orgName: lock.orgName,
                  at: lock.endedAt.toISOString(),
                  by: lock.endedBy,
                  reason: lock.endedReason,
                },
              ],
        ),
        can: {
          lock: mine && mayLock(quarter, today) && !active.some(({ orgId }) => orgId === ctx.session.orgId),
        },
      };
    }),
  };
}

/** Whoever locked takes it back, or somebody above. */
const mayEnd = (ctx: Ctx, lock: queries.LockRecord) =>
  ctx.may('event:review') && lock.orgCode.startsWith(ctx.session.orgCode);

/** Closes a quarter that is over, for all organisations below the own one. */
export async function lock(
  ctx: Ctx,
  { quarter }: ParsedOf<typeof contract.lockQuarter>,
): Promise<ReplyOf<typeof contract.lockQuarter>> {
  const org = await duty.findPlace(ctx.db, ctx.scope, ctx.session.orgId);
  if (!org || BRANCH_TYPES.includes(org.type)) throw refuse('季度由上级党组织锁定');
  if (!mayLock(quarter, await todayOf(ctx.db)))
    throw badInput({ quarter: `${periodText(quarter)}还没有结束，不能锁定` });
  await queries.lockQuarterRow(ctx.db, quarter, 'closing');
  const id = await writeUnique(
    () => queries.insertLock(ctx.db, org, quarter, ctx.session.accountName),
    () => badInput({ quarter: `${periodText(quarter)}已经锁定` }),
  );
  ctx.audit({ type: 'lifeLock', id, name: `${org.name} ${periodText(quarter)}`, orgCode: org.code });
  return { id };
}

/** Opens a quarter again with a reason. */
export async function unlock(ctx: Ctx, { id, reason }: ParsedOf<typeof contract.unlockQuarter>): Promise<null> {
  const one = await queries.holdLock(ctx.db, ctx.scope, id);
  if (!one) throw notFound('锁定不存在');
  if (!mayEnd(ctx, one)) throw refuse(`由${one.orgName}或其上级解锁`);
  await queries.endLock(ctx.db, id, reason, ctx.session.accountName);
  ctx.audit({
    type: 'lifeLock',
    id,
    name: `${one.orgName} ${periodText(one.quarter)}`,
    orgCode: one.orgCode,
    reason,
  });
  return null;
}

/** Refuses whatever would change what a closed quarter holds, at the field that names the day. */
export async function refuseLocked(ctx: Ctx, code: string, day: string, field: string): Promise<void> {
  await queries.lockQuarterRow(ctx.db, periodOf(day, 'quarter'), 'writing');
  const found = await queries.lockOn(ctx.db, code, day);
  if (found) throw badInput({ [field]: lockedText(found) });
}
