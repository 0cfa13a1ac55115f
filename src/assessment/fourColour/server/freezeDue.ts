import type * as contract from '#assessment/fourColour/contract.ts';
import { firstFreezeDay } from '#assessment/fourColour/rules.ts';
import { ROLE } from '#kernel/session/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { allowSeconds, type Db, todayOf, transact } from '#platform/server/database/db.ts';
import { refuse } from '#platform/server/errors.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import { houseContext } from '#platform/server/sums/ruleChecks.ts';
import { quarterOf, quarterText } from '#platform/time/periods.ts';
import { findUnfrozenTrees } from './queries/freeze.ts';
import { listActiveHands, lockQuarter } from './queries/hand.ts';
import * as queries from './queries.ts';
import { currentLevels } from './service.ts';

/** Who freezes where nobody signed in does. */
export const BY_ITSELF = '系统自动';

const subject = (year: number, quarter: number) => `colourFreeze:${year}-${quarter}`;

/** The quarter before the one of a day. @param day `YYYY-MM-DD` */
export function quarterBefore(day: string): { year: number; quarter: number } {
  const [year, quarter] = [Number(day.slice(0, 4)), quarterOf(day)];
  return quarter === 1 ? { year: year - 1, quarter: 4 } : { year, quarter: quarter - 1 };
}

/** Fixes what is not fixed yet at the context's organisation and below it; null: it was frozen before. Answers how many places. */
async function freezeAt(ctx: Ctx, year: number, quarter: number, by: string): Promise<number | null> {
  await lockQuarter(ctx.db, year, quarter);
  const before = await queries.freezesOf(ctx.db, ctx.scope, year, quarter);
  if (queries.freezeOver(before, ctx.scope)) return null;
  const free = (await queries.listPlaces(ctx.db, ctx.scope)).filter(({ code }) => !queries.isCovered(before, code));
  const found = await currentLevels(ctx, free, await listActiveHands(ctx.db, ctx.scope, year, quarter));
  const { orgId, orgCode } = ctx.session;
  const frozen = await queries.freeze(
    ctx.db,
    { year, quarter, by, orgId, orgCode },
    found.map(({ place, level, computed, handId, score, reasons }) => ({
      orgId: place.id,
      code: place.code,
      kind: place.kind,
      level,
      computed,
      handId,
      score,
      reasons,
    })),
  );
  await endFreezeTodo(ctx.db, orgId, year, quarter);
  return frozen;
}

/** Fixes the levels of a quarter that is over, for the own organisation and all below; history then keeps them. */
export async function freezeQuarter(
  ctx: Ctx,
  { year, quarter }: ParsedOf<typeof contract.freezeQuarter>,
): Promise<ReplyOf<typeof contract.freezeQuarter>> {
  const today = await todayOf(ctx.db);
  if (today < firstFreezeDay(year, quarter))
    throw refuse(`${quarterText(year, quarter)}在${firstFreezeDay(year, quarter)}后才能冻结`);
  const frozen = await freezeAt(ctx, year, quarter, ctx.session.accountName);
  if (!frozen) throw refuse('这个季度已经冻结，或没有要评定的组织');
  ctx.audit({ type: 'colour', name: `${quarterText(year, quarter)}，${frozen}个组织` });
  return { frozen };
}

/**
 * The hourly work: once a quarter is over the city is asked to look through its levels by hand, and on the fifth day after it the
 * quarter is frozen with what the checks find on that day. Where the server was down longer, the day on which it was done is kept
 * and shown.
 * @param given today, `YYYY-MM-DD`; by the database's clock where it is left out
 */
export async function freezeDueQuarters(services: Services, given?: string): Promise<void> {
  const day = given ?? (await todayOf(services.db));
  const { year, quarter } = quarterBefore(day);
  const on = firstFreezeDay(year, quarter);
  for (const org of await findUnfrozenTrees(services.db, { year, quarter, subject: subject(year, quarter) })) {
    if (day >= on)
      await transact(services.db, async (tx) => {
        // Each check over a whole city, once a quarter; nobody waits for it.
        await allowSeconds(tx, 600);
        await freezeAt(houseContext(services, tx, org), year, quarter, BY_ITSELF);
      });
    else if (!org.asked)
      await transact(services.db, (tx) =>
        openTodo(tx, {
          roleId: ROLE.worker,
          orgId: org.id,
          orgCode: org.code,
          accountId: null,
          module: '四色管理',
          title: `核对${quarterText(year, quarter)}四色等级`,
          detail: `${on}自动冻结，此前请核对人工定级`,
          act: '去核对',
          jumpUrl: `/affairs/villageAndcity/index?year=${year}&quarter=${quarter}`,
          dueOn: on,
          subject: subject(year, quarter),
        }),
      );
  }
}

/** It was frozen: that organisation is not asked any more. */
const endFreezeTodo = (db: Db, orgId: string, year: number, quarter: number) =>
  closeTodos(db, [subject(year, quarter)], orgId);
