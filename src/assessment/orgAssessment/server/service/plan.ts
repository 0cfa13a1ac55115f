import type * as contract from '#assessment/orgAssessment/contract.plan.ts';
import type { PlanRow } from '#assessment/orgAssessment/contract.plan.ts';
import {
  METHODS,
  mayStep,
  PLAN_STATES,
  PLAN_STEPS,
  type PlanStep,
  recordedFault,
  sumFault,
} from '#assessment/orgAssessment/rules.ts';
import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { ORG_TYPES } from '#people/org/contract.ts';
import { orgsById } from '#people/org/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { diff } from '#platform/server/log/audit.ts';
import { allChecks } from '#platform/server/sums/ruleChecks.ts';
import { ASSESS_KINDS, INSPECTION_TIMES, SUBMIT_FREQUENCIES } from '#platform/time/periods.ts';
import { projectsById } from '../queries/library.ts';
import * as queries from '../queries/plan.ts';
import { NO_PROJECT } from './library.ts';

export const NO_PLAN = '该考核方案不存在或不在管理范围内';
const CHANGED = '该方案已有变化，请核对后再操作';
/** Organisations of one plan. */
const MOST = 500;

export const isOwner = (ctx: Ctx, orgId: string) => orgId === ctx.session.orgId;

const rowOf = (ctx: Ctx, row: queries.PlanRecord): PlanRow => {
  const own = isOwner(ctx, row.orgId) && ctx.may('integral:manage');
  const can = (step: PlanStep) => own && mayStep(step, row.state);
  return {
    id: row.id,
    orgId: row.orgId,
    orgName: row.orgName,
    year: row.year,
    name: row.name,
    startsOn: row.startsOn,
    endsOn: row.endsOn,
    state: row.state,
    stateName: PLAN_STATES[row.state],
    items: row.items,
    points: row.points,
    targets: row.targets,
    cells: row.cells,
    submitted: row.submitted,
    reviewed: row.reviewed,
    late: row.state === 1 || row.state === 2 ? row.late : 0,
    noticeUntil: row.noticeUntil,
    updateName: row.updatedBy,
    version: row.version,
    isOwn: isOwner(ctx, row.orgId),
    can: {
      edit: own && row.state === 0,
      remove: own && row.state === 0,
      publish: can('publish'),
      score: can('score'),
      notice: can('notice'),
      withdraw: can('withdraw'),
      archive: can('archive'),
    },
  };
};

export async function plans(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listPlans>,
): Promise<ReplyOf<typeof contract.listPlans>> {
  const filter = {
    words: input.keyWords || null,
    year: input.year ?? null,
    state: input.state ?? null,
    own: input.view === 'own',
  };
  const [page, today] = await Promise.all([
    queries.pageOfPlans(
      ctx.db,
      ctx.scope,
      ctx.session.orgId,
      filter,
      input.pageSize,
      (input.pageNum - 1) * input.pageSize,
    ),
    todayOf(ctx.db),
  ]);
  return { rows: page.rows.map((row) => rowOf(ctx, row)), total: page.total, today };
}

export async function loadPlan(ctx: Ctx, id: string): Promise<queries.PlanRecord> {
  const row = await queries.findPlan(ctx.db, ctx.scope, ctx.session.orgId, id);
  if (!row) throw notFound(NO_PLAN);
  return row;
}

/** The own organisation's plan, locked, as the page saw it. */
export async function lockOwnPlan(ctx: Ctx, id: string, version?: number): Promise<queries.PlanRecord> {
  const row = await queries.findPlan(ctx.db, ctx.scope, ctx.session.orgId, id, true);
  if (!row) throw notFound(NO_PLAN);
  if (!isOwner(ctx, row.orgId)) throw refuse('只有制定方案的组织可以办理');
  if (version !== undefined && row.version !== version) throw conflict(CHANGED, { updateName: row.updatedBy });
  return row;
}

/** An item as pages show it, with the name of its check. */
export function itemOf(ctx: Ctx, item: queries.ItemRecord) {
  const check = allChecks(ctx).find(({ code }) => code === item.checkCode);
  return {
    ...item,
    kindName: ASSESS_KINDS[item.kind],
    methodName: METHODS[item.method],
    checkLabel: check?.label ?? '',
    submitName: SUBMIT_FREQUENCIES[item.submit],
    inspectionName: INSPECTION_TIMES[item.inspection],
  };
}

/** What keeps a draft from being published, as sentences. */
export function publishFaults(items: readonly queries.ItemRecord[], orgCount: number): string[] {
  return [
    ...(items.length === 0 ? ['还没有选定考核项目'] : [sumFault(items.map(({ points }) => points))]),
    ...items.flatMap((item) => recordedFault(item) && `“${item.name}”：${recordedFault(item)}`),
    ...(orgCount === 0 ? ['考核范围里没有组织，请指定范围'] : []),
    ...(orgCount > MOST ? [`考核范围超过${MOST}个组织，请分级制定方案`] : []),
  ].filter(Boolean);
}

export async function plan(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getPlan>,
): Promise<ReplyOf<typeof contract.getPlan>> {
  const row = await loadPlan(ctx, id);
  const isDraft = row.state === 0;
  const [items, audienceCount, orgs] = await Promise.all([
    queries.itemsOf(ctx.db, id),
    isDraft ? queries.meantBy(ctx.db, { id: row.orgId, code: row.orgCode }, row.audience, MOST + 1) : [],
    isOwner(ctx, row.orgId) ? orgsById(ctx.db, ctx.scope, row.audience.orgIds) : [],
  ]);
  const { orgIds: _orgIds, ...audience } = row.audience;
  return {
    ...rowOf(ctx, row),
    ...(isDraft ? { targets: audienceCount.length } : {}),
    note: row.note,
    bands: row.bands,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    publishedBy: row.publishedBy,
    itemList: items.map((item) => itemOf(ctx, item)),
    faults: isDraft ? publishFaults(items, audienceCount.length) : [],
    audience: { ...audience, orgs: orgs.map((org) => ({ id: org.id, name: org.name })) },
  };
}

async function fieldsOf(
  ctx: Ctx,
  input: ParsedOf<typeof contract.updatePlan> | ParsedOf<typeof contract.addPlan>,
  id: string,
) {
  const { year, name, startsOn, endsOn, good, fair, plain } = input;
  const faults: Record<string, string> = {};
  if (startsOn > endsOn) faults.endsOn = '结束日期不能早于开始日期';
  if (!startsOn.startsWith(`${year}-`)) faults.startsOn = '开始日期应在考核年度内';
  if (fair >= good) faults.fair = '“较好”的起点应低于“好”';
  if (plain >= fair) faults.plain = '“一般”的起点应低于“较好”';
  if (await queries.planNamed(ctx.db, ctx.session.orgId, year, name, id)) faults.name = '这一年已有同名的方案';
  if (Object.keys(faults).length > 0) throw badInput(faults);
  return { year, name, note: input.note, startsOn, endsOn, bands: [good, fair, plain] };
}

export async function addPlan(
  ctx: Ctx,
  input: ParsedOf<typeof contract.addPlan>,
): Promise<ReplyOf<typeof contract.addPlan>> {
  const { orgId, orgCode, accountName } = ctx.session;
  const source = input.copyOf ? await loadPlan(ctx, input.copyOf) : null;
  const fields = await fieldsOf(ctx, input, '0');
  if (source && !isOwner(ctx, source.orgId)) throw badInput({ copyOf: '只能复制本组织的方案' });
  const id = await queries.insertPlan(ctx.db, { id: orgId, code: orgCode }, fields, accountName);
  if (source) {
    const items = await queries.itemsOf(ctx.db, source.id);
    const alive = await projectsById(
      ctx.db,
      ctx.scope,
      items.map(({ projectId }) => projectId),
    );
    const usable = new Set(alive.filter(({ isStopped }) => !isStopped).map((one) => one.id));
    await queries.replaceItems(
      ctx.db,
      id,
      items.map(({ projectId }) => projectId).filter((one) => usable.has(one)),
    );
    await queries.setAudience(ctx.db, id, source.audience, accountName);
  }
  ctx.audit({ type: 'integralPlan', id, name: fields.name, changes: diff<Record<string, unknown>>({}, { ...fields }) });
  return { id };
}

async function holdDraft(ctx: Ctx, id: string, version?: number): Promise<queries.PlanRecord> {
  const row = await lockOwnPlan(ctx, id, version);
  if (row.state !== 0) throw refuse('发布后的方案不能修改');
  return row;
}

export async function updatePlan(
  ctx: Ctx,
  input: ParsedOf<typeof contract.updatePlan>,
): Promise<ReplyOf<typeof contract.updatePlan>> {
  const row = await holdDraft(ctx, input.id, input.version);
  const fields = await fieldsOf(ctx, input, row.id);
  const version = await queries.writePlan(ctx.db, row.id, fields, ctx.session.accountName);
  const before = {
    year: row.year,
    name: row.name,
    note: row.note,
    startsOn: row.startsOn,
    endsOn: row.endsOn,
    bands: row.bands,
  };
  ctx.audit({
    type: 'integralPlan',
    id: row.id,
    name: fields.name,
    changes: diff<Record<string, unknown>>(before, { ...fields }),
  });
  return { version };
}

export async function removePlan(ctx: Ctx, { id, deleteReason }: ParsedOf<typeof contract.removePlan>): Promise<null> {
  const row = await lockOwnPlan(ctx, id);
  if (row.state !== 0) throw refuse('发布过的方案不能删除，可以归档');
  await queries.dropPlan(ctx.db, id);
  ctx.audit({ type: 'integralPlan', id, name: row.name, reason: deleteReason });
  return null;
}

export async function setItems(
  ctx: Ctx,
  { id, version, projectIds }: ParsedOf<typeof contract.setItems>,
): Promise<ReplyOf<typeof contract.setItems>> {
  const wanted = [...new Set(projectIds)];
  const found = await projectsById(ctx.db, ctx.scope, wanted);
  if (found.length < wanted.length) throw notFound(NO_PROJECT);
  const row = await holdDraft(ctx, id, version);
  if (found.some(({ orgId }) => orgId !== row.orgId)) throw badInput({ projectIds: '请选择本组织项目库中的项目' });
  const stopped = found.find(({ isStopped }) => isStopped);
  if (stopped) throw badInput({ projectIds: `“${stopped.name}”已经停用` });
  await queries.replaceItems(ctx.db, id, wanted);
  const next = await queries.touchPlan(ctx.db, id, ctx.session.accountName);
  ctx.audit({ type: 'integralPlan', id, name: row.name, changes: { items: [row.items, wanted.length] } });
  return { version: next };
}

type Asked = ParsedOf<typeof contract.previewScope>;

/** An audience as it is asked for; organisations out of scope read as not there. */
async function audienceOf(ctx: Ctx, input: Asked | ParsedOf<typeof contract.setScope>): Promise<queries.Audience> {
  const orgIds = [...new Set(input.orgIds)];
  if (orgIds.length > 0 && (await orgsById(ctx.db, ctx.scope, orgIds)).length < orgIds.length)
    throw notFound('组织不存在');
  const isChosen = input.mode === 'chosen';
  if (isChosen && orgIds.includes(ctx.session.orgId)) throw badInput({ orgIds: '不能考核本组织' });
  return {
    mode: input.mode,
    types: isChosen ? [] : [...new Set(input.types)].sort((a, b) => a - b),
    natures: isChosen ? [] : [...new Set(input.natures)].sort(),
    orgIds: isChosen ? orgIds : [],
    group: input.group,
  };
}

/** The comparison group of an organisation: the one that was named, else its unit's nature, else its type. */
export const groupOf = (named: string, nature: string, type: number) =>
  named || nature || (ORG_TYPES[type as keyof typeof ORG_TYPES] ?? '其他');

export async function preview(ctx: Ctx, input: Asked): Promise<ReplyOf<typeof contract.previewScope>> {
  const audience = await audienceOf(ctx, input);
  const row = await loadPlan(ctx, input.id);
  const [orgIds, names] = await Promise.all([
    queries.meantBy(ctx.db, { id: row.orgId, code: row.orgCode }, audience, MOST + 1),
    dictionaryNames(ctx.services),
  ]);
  return {
    total: Math.min(orgIds.length, MOST),
    orgs: orgIds.slice(0, 200).map(({ id, name, type, nature }) => ({
      id,
      name,
      typeName: ORG_TYPES[type as keyof typeof ORG_TYPES] ?? '',
      group: groupOf(audience.group, names.name('0011', nature) ?? '', type),
    })),
    more: orgIds.length > 200,
    fault: orgIds.length > MOST ? `超过${MOST}个组织，请分级制定方案` : '',
  };
}

export async function setScope(
  ctx: Ctx,
  input: ParsedOf<typeof contract.setScope>,
): Promise<ReplyOf<typeof contract.setScope>> {
  const audience = await audienceOf(ctx, input);
  const row = await holdDraft(ctx, input.id, input.version);
  const orgIds = await queries.meantBy(ctx.db, { id: row.orgId, code: row.orgCode }, audience, MOST + 1);
  const field = audience.mode === 'chosen' ? 'orgIds' : 'mode';
  if (orgIds.length === 0)
    throw badInput({ [field]: audience.mode === 'chosen' ? '请选择组织' : '没有符合条件的下级组织' });
  if (orgIds.length > MOST) throw badInput({ [field]: `超过${MOST}个组织，请分级制定方案` });
  const version = await queries.setAudience(ctx.db, row.id, audience, ctx.session.accountName);
  ctx.audit({ type: 'integralPlan', id: row.id, name: row.name, changes: { targets: [null, orgIds.length] } });
  return { version, total: orgIds.length };
}

/** The sentence of a step that the plan's state does not allow. */
export function requireStep(row: queries.PlanRecord, step: PlanStep): void {
  if (!mayStep(step, row.state)) throw refuse(`方案${PLAN_STATES[row.state]}，不能${PLAN_STEPS[step].label}`);
}
export { MOST as MOST_TARGETS };
