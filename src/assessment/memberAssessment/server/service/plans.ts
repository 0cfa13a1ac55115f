import type * as contract from '#assessment/memberAssessment/contract.plan.ts';
import { FULL, PLAN_STATES, type PlanState, scoreText } from '#assessment/memberAssessment/rules.ts';
import { DIMENSIONS } from '#assessment/points/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { errorCode, todayOf } from '#platform/server/database/db.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { yearsOf } from '#platform/time/periods.ts';
import { planFor } from '../queries/months.ts';
import * as queries from '../queries/plans.ts';

const MISSING = '这个考核方案不存在，或不在管理范围内';

const readerOf = (ctx: Ctx): queries.Reader => ({
  scope: ctx.scope,
  orgId: ctx.session.orgId,
  orgCode: ctx.session.orgCode,
});

const rowOf = (ctx: Ctx, row: queries.PlanRecord, holding: ReadonlySet<string>) => {
  const own = row.orgId === ctx.session.orgId && ctx.may('assess:plan');
  return {
    id: row.id,
    orgName: row.orgName,
    year: row.year,
    name: row.name,
    state: row.state,
    stateName: PLAN_STATES[row.state],
    items: row.items,
    full: row.full,
    holds: holding.has(row.id),
    version: row.version,
    can: { edit: own && row.state === 0, archive: own && row.state === 1 },
  };
};

async function holdingOf(ctx: Ctx, years: readonly number[]): Promise<Set<string>> {
  const found = await Promise.all(years.map((year) => planFor(ctx.db, ctx.session.orgCode, year)));
  return new Set(found.flatMap((plan) => (plan ? [plan.id] : [])));
}

export async function list(ctx: Ctx): Promise<ReplyOf<typeof contract.listPlans>> {
  const years = yearsOf(await todayOf(ctx.db));
  const [rows, holding] = await Promise.all([queries.plansOf(ctx.db, readerOf(ctx)), holdingOf(ctx, years)]);
  return { rows: rows.map((row) => rowOf(ctx, row, holding)), total: rows.length, years };
}

async function find(ctx: Ctx, id: string, lock = false): Promise<queries.PlanRecord> {
  const row = await queries.findPlan(ctx.db, readerOf(ctx), id, lock);
  if (!row) throw notFound(MISSING);
  return row;
}

export async function get(
  ctx: Ctx,
  input: ParsedOf<typeof contract.getPlan>,
): Promise<ReplyOf<typeof contract.getPlan>> {
  const row = await find(ctx, input.id);
  return {
    ...rowOf(ctx, row, await holdingOf(ctx, [row.year])),
    share: row.share,
    grades: row.grades,
    punishBars: row.punishBars,
    items: await queries.planItems(ctx.db, row.id),
  };
}

/** A plan of the own organisation, locked, in one of some states. */
async function lock(
  ctx: Ctx,
  id: string,
  version: number,
  state: PlanState,
  refusal: string,
): Promise<queries.PlanRecord> {
  const row = await find(ctx, id, true);
  if (row.orgId !== ctx.session.orgId) throw notFound(MISSING);
  if (row.state !== state) throw refuse(refusal);
  if (row.version !== version) throw conflict('这个方案已有变化，请核对后再操作');
  return row;
}

const FIXED = '已发布的方案不能修改，可以归档后另立新方案';

/** Writes a draft whole. */
export async function save(
  ctx: Ctx,
  input: ParsedOf<typeof contract.savePlan>,
): Promise<ReplyOf<typeof contract.savePlan>> {
  const years = yearsOf(await todayOf(ctx.db));
  const latest = (years[0] ?? input.year) + 1;
  if (input.year > latest || input.year < latest - 3) throw badInput({ year: '只制定明年、今年和前两年的方案' });
  for (const [at, item] of input.items.entries())
    if (item.dimension !== '' && !(DIMENSIONS as readonly string[]).includes(item.dimension))
      throw badInput({ [`items.${at}.dimension`]: '没有这个积分维度' });
  const { orgId, orgCode, accountName: by } = ctx.session;
  const row = input.id ? await lock(ctx, input.id, input.version, 0, FIXED) : null;
  const saved = row
    ? await queries.writePlan(ctx.db, row.id, input, by)
    : await queries.insertPlan(ctx.db, { id: orgId, code: orgCode }, input, by);
  await queries.writeItems(ctx.db, saved.id, input.items);
  ctx.audit({
    type: 'assessPlan',
    id: saved.id,
    name: input.name,
    orgCode,
    changes: { items: [row?.items ?? 0, input.items.length] },
  });
  return saved;
}

async function toState(ctx: Ctx, row: queries.PlanRecord, state: PlanState): Promise<number> {
  try {
    const version = await queries.setPlanState(ctx.db, row.id, state, ctx.session.accountName);
    ctx.audit({
      type: 'assessPlan',
      id: row.id,
      name: row.name,
      orgCode: row.orgCode,
      changes: { state: [row.state, state] },
    });
    return version;
  } catch (error) {
    if (errorCode(error) === '23505') throw refuse(`${row.year}年已有发布的方案，请先归档`);
    throw error;
  }
}

/** Publishes: its maxima are 100 together. */
export async function publish(
  ctx: Ctx,
  input: ParsedOf<typeof contract.publishPlan>,
): Promise<ReplyOf<typeof contract.publishPlan>> {
  const row = await lock(ctx, input.id, input.version, 0, FIXED);
  if (row.full !== FULL) throw refuse(`各项满分合计应为100分，现为${scoreText(row.full)}分`);
  return { version: await toState(ctx, row, 1) };
}

export async function archive(
  ctx: Ctx,
  input: ParsedOf<typeof contract.archivePlan>,
): Promise<ReplyOf<typeof contract.archivePlan>> {
  const row = await lock(ctx, input.id, input.version, 1, '只有已发布的方案可以归档');
  return { version: await toState(ctx, row, 2) };
}

export async function remove(ctx: Ctx, input: ParsedOf<typeof contract.removePlan>): Promise<null> {
  const row = await lock(ctx, input.id, input.version, 0, '发布过的方案不能删除，可以归档');
  await queries.deletePlan(ctx.db, row.id);
  ctx.audit({ type: 'assessPlan', id: row.id, name: row.name, orgCode: row.orgCode, reason: '删除草稿' });
  return null;
}
