import { sql } from 'kysely';
import type * as contract from '#modules/assessment/contract.plan.ts';
import { FULL, PLAN_STATES, type PlanState, scoreText } from '#modules/assessment/rules.ts';
import { DIMENSIONS } from '#modules/points/rules.ts';
import { today } from '#modules/points/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import { yearsOf } from '#platform/periods.ts';
import type { Ctx } from '#platform/server/context.ts';
import { errorCode } from '#platform/server/db.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { within } from '#platform/server/scope.ts';
import { planFor } from '../queries/months.ts';

const MISSING = '这个考核方案不存在，或不在管理范围内';

interface PlanRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  year: number;
  name: string;
  share: number;
  grades: number[];
  punishBars: boolean;
  state: PlanState;
  items: number;
  full: number;
  version: number;
}

const COLUMNS = sql`p.id, p.org_id as "orgId", p.org_code as "orgCode", o.name as "orgName", p.year, p.name, p.share, p.grades,
  p.punish_bars as "punishBars", p.state, (select count(*)::int from assess_item i where i.plan_id = p.id) as items,
  (select coalesce(sum(i.most), 0)::int from assess_item i where i.plan_id = p.id) as "full", p.version`;

/** Readable are plans within the scope and published ones of the organisations above it. */
const readable = (ctx: Ctx) =>
  sql`o.deleted_at is null and ((${within(ctx.scope, 'p.org_code')} and (p.state > 0 or p.org_id = ${ctx.session.orgId}))
      or (p.state > 0 and ${ctx.session.orgCode}::text like p.org_code || '%'))`;

const rowOf = (ctx: Ctx, row: PlanRecord, holding: ReadonlySet<string>) => {
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
  const years = yearsOf(await today(ctx.db));
  const [{ rows }, holding] = await Promise.all([
    sql<PlanRecord>`select ${COLUMNS} from assess_plan p join organisation o on o.id = p.org_id where ${readable(ctx)}
      order by p.year desc, p.org_code, p.id desc limit 200`.execute(ctx.db),
    holdingOf(ctx, years),
  ]);
  return { rows: rows.map((row) => rowOf(ctx, row, holding)), total: rows.length, years };
}

async function find(ctx: Ctx, id: string, lock = false): Promise<PlanRecord> {
  const { rows } = await sql<PlanRecord>`
    select ${COLUMNS} from assess_plan p join organisation o on o.id = p.org_id where p.id = ${id} and ${readable(ctx)}
    ${lock ? sql`for update of p` : sql``}`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw notFound(MISSING);
  return row;
}

export async function get(
  ctx: Ctx,
  input: ParsedOf<typeof contract.getPlan>,
): Promise<ReplyOf<typeof contract.getPlan>> {
  const row = await find(ctx, input.id);
  const { rows } = await sql<{
    id: string;
    kind: number;
    name: string;
    most: number;
    dimension: string;
    submit: number;
    inspection: number;
    standard: string;
  }>`select id, kind, name, most, dimension, submit, inspection, standard from assess_item where plan_id = ${row.id} order by sort, id`.execute(
    ctx.db,
  );
  return {
    ...rowOf(ctx, row, await holdingOf(ctx, [row.year])),
    share: row.share,
    grades: row.grades,
    punishBars: row.punishBars,
    items: rows,
  };
}

/** A plan of the own organisation, locked, in one of some states. */
async function hold(ctx: Ctx, id: string, version: number, state: PlanState, refusal: string): Promise<PlanRecord> {
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
  const years = yearsOf(await today(ctx.db));
  const latest = (years[0] ?? input.year) + 1;
  if (input.year > latest || input.year < latest - 3) throw badInput({ year: '只制定明年、今年和前两年的方案' });
  for (const [at, item] of input.items.entries())
    if (item.dimension !== '' && !(DIMENSIONS as readonly string[]).includes(item.dimension))
      throw badInput({ [`items.${at}.dimension`]: '没有这个积分维度' });
  const { orgId, orgCode, accountName: by } = ctx.session;
  const row = input.id ? await hold(ctx, input.id, input.version, 0, FIXED) : null;
  const { rows } = row
    ? await sql<{ id: string; version: number }>`
        update assess_plan set year = ${input.year}, name = ${input.name}, share = ${input.share}, grades = ${input.grades}::smallint[],
               punish_bars = ${input.punishBars}, version = version + 1, updated_at = now(), updated_by = ${by}
         where id = ${row.id} returning id, version`.execute(ctx.db)
    : await sql<{ id: string; version: number }>`
        insert into assess_plan (org_id, org_code, year, name, share, grades, punish_bars, created_by, updated_by)
        values (${orgId}, ${orgCode}, ${input.year}, ${input.name}, ${input.share}, ${input.grades}::smallint[], ${input.punishBars},
                ${by}, ${by}) returning id, version`.execute(ctx.db);
  const saved = rows[0] ?? { id: '', version: 0 };
  await sql`delete from assess_item where plan_id = ${saved.id}`.execute(ctx.db);
  for (const [sort, item] of input.items.entries())
    await sql`
      insert into assess_item (plan_id, sort, kind, name, most, dimension, submit, inspection, standard)
      values (${saved.id}, ${sort}, ${item.kind}, ${item.name}, ${item.most}, ${item.dimension}, ${item.submit}, ${item.inspection},
              ${item.standard})`.execute(ctx.db);
  ctx.audit({
    type: 'assessPlan',
    id: saved.id,
    name: input.name,
    orgCode,
    changes: { items: [row?.items ?? 0, input.items.length] },
  });
  return saved;
}

async function toState(ctx: Ctx, row: PlanRecord, state: PlanState): Promise<number> {
  try {
    const { rows } = await sql<{ version: number }>`
      update assess_plan set state = ${state}, published_at = coalesce(published_at, now()), version = version + 1,
             published_by = case when ${state} = 1 then ${ctx.session.accountName} else published_by end
       where id = ${row.id} returning version`.execute(ctx.db);
    ctx.audit({
      type: 'assessPlan',
      id: row.id,
      name: row.name,
      orgCode: row.orgCode,
      changes: { state: [row.state, state] },
    });
    return rows[0]?.version ?? 0;
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
  const row = await hold(ctx, input.id, input.version, 0, FIXED);
  if (row.full !== FULL) throw refuse(`各项满分合计应为100分，现为${scoreText(row.full)}分`);
  return { version: await toState(ctx, row, 1) };
}

export async function archive(
  ctx: Ctx,
  input: ParsedOf<typeof contract.archivePlan>,
): Promise<ReplyOf<typeof contract.archivePlan>> {
  const row = await hold(ctx, input.id, input.version, 1, '只有已发布的方案可以归档');
  return { version: await toState(ctx, row, 2) };
}

export async function remove(ctx: Ctx, input: ParsedOf<typeof contract.removePlan>): Promise<null> {
  const row = await hold(ctx, input.id, input.version, 0, '发布过的方案不能删除，可以归档');
  await sql`delete from assess_item where plan_id = ${row.id}`.execute(ctx.db);
  await sql`delete from assess_plan where id = ${row.id}`.execute(ctx.db);
  ctx.audit({ type: 'assessPlan', id: row.id, name: row.name, orgCode: row.orgCode, reason: '删除草稿' });
  return null;
}
